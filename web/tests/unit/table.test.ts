import { describe, expect, it } from "vitest";
import { canGrow, choiceOf, placesOf, sortChoices } from "../../src/table/selection";
import { diceTold, facesOf, headline, plainText, wayOf } from "../../src/table/telling";
import { pictured, rolled, withHeld } from "../../src/table/felt";
import { EventReader } from "../../src/talk/event-reader";
import type { Choice } from "../../src/wire/scene";
import type { EventKind, TableEvent } from "../../src/wire/table";

const keep = (...of: number[]): Choice => ({ label: `keep ${of.join(" ")}`, notation: `keep ${of.join(" ")}`, hint: "", target: { kind: "dice", of } });
const bank: Choice = { label: "bank", notation: "bank", hint: "", target: { kind: "nothing" } };
const event = (kind: EventKind, line: string, story: TableEvent["story"] = []): TableEvent => ({ seq: 1, at: 0, kind, line, story });

describe("selection", () => {
  const choices = [bank, keep(1), keep(5), keep(1, 5), keep(2, 2, 2)];

  it("finds the choice of the tapped dice in any order", () => {
    expect(choiceOf([5, 1], choices)?.notation).toBe("keep 1 5");
    expect(choiceOf([1, 1], choices)).toBeUndefined();
    expect(choiceOf([], choices)).toBeUndefined();
    expect(choiceOf([], [keep()])?.notation).toBe("keep ");
  });

  it("knows whether more dice could help", () => {
    expect(canGrow([2], choices)).toBe(true);
    expect(canGrow([2, 5], choices)).toBe(false);
  });

  it("takes one place for each face", () => {
    expect(placesOf([5, 5], [5, 1, 5])).toEqual([0, 2]);
    expect(placesOf([6], [5, 1, 5])).toEqual([]);
  });

  it("sorts choices by what they are done to", () => {
    expect(sortChoices(choices).plain).toEqual([bank]);
    expect(sortChoices(choices).dice).toHaveLength(4);
  });
});

describe("stories", () => {
  const line = { spans: [{ seat: 1 }, { text: " keeps " }, { dice: [1, 5] }, { text: "." }], tone: "plain" as const };

  it("are told with names", () => {
    expect(plainText(line, (seat) => `Player ${seat}`)).toBe("Player 1 keeps 1 5.");
  });

  it("show the dice of plain rolls only", () => {
    expect(facesOf(event("rolled", "rolled 1 4 6"))).toEqual([1, 4, 6]);
    expect(facesOf(event("rolled", "rolled 33=2413"))).toBeUndefined();
    expect(facesOf(event("rolled", "rolled first 2"))).toBeUndefined();
    expect(facesOf(event("acted", "acted 1 keep 1"))).toBeUndefined();
  });

  it("say which dice and which way", () => {
    expect(diceTold(event("acted", "acted 1 keep 1 5", [line]))).toEqual([1, 5]);
    expect(wayOf(event("acted", "acted 1 move 21-33"))).toEqual(["21", "33"]);
    expect(wayOf(event("acted", "acted 1 place 21"))).toBeUndefined();
  });

  it("have a headline: the line with a tone", () => {
    const bad = { ...line, tone: "bad" as const };
    expect(headline(event("rolled", "rolled 2", [line, bad]))).toBe(bad);
  });
});

describe("felt", () => {
  it("holds the dice that were kept", () => {
    const felt = withHeld(rolled([1, 2, 5], 7), [5]);
    expect(felt.dice.map((die) => die.mark)).toEqual(["loose", "loose", "held"]);
  });

  it("rolls only the dice that were thrown", () => {
    const tray = { name: "dice", dice: [1, 3, 3, 6].map((face) => ({ face, mark: "loose" as const })) };
    expect(pictured(tray, [3, 6], 9).dice.map((die) => die.fresh)).toEqual([false, true, false, true]);
  });
});

describe("event streams", () => {
  it("are read however they are cut", () => {
    const stream = ": still here\n\nevent: log\nid: 4\ndata: {\"seq\":4}\n\nevent: presence\ndata: {}\n\n";
    for (let cut = 0; cut < stream.length; cut += 1) {
      const heard: string[] = [];
      const reader = new EventReader((name, data) => heard.push(`${name} ${data}`));
      reader.push(stream.slice(0, cut));
      reader.push(stream.slice(cut));
      expect(heard).toEqual(['log {"seq":4}', "presence {}"]);
    }
  });
});
