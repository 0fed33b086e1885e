import { describe, expect, it } from "vitest";
import { actsOf } from "../../src/table/acts";
import { canGrow, choiceOf, placesOf, sortChoices } from "../../src/table/selection";
import { headline, plainText } from "../../src/table/story";
import { asPicked, fellWith, lay, NO_DICE, pictured, tumbling, type Felt } from "../../src/table/felt";
import { EventReader } from "../../src/net/event-reader";
import type { Choice } from "../../src/wire/schema";
import { after, bank, event, flip, keep, sceneOf } from "./fixtures";

describe("selection", () => {
  const choices = [bank, keep(1), keep(5), keep(1, 5), keep(2, 2, 2)];

  it("finds the choice of the tapped dice in any order", () => {
    expect(choiceOf("dice", [5, 1], choices)?.notation).toBe("keep 1 5");
    expect(choiceOf("dice", [1, 1], choices)).toBeUndefined();
    expect(choiceOf("dice", [], choices)).toBeUndefined();
    expect(choiceOf("dice", [], [keep()])?.notation).toBe("keep ");
  });

  it("knows whether more dice could help", () => {
    expect(canGrow("dice", [2], choices)).toBe(true);
    expect(canGrow("dice", [2, 5], choices)).toBe(false);
  });

  it("does the same with tiles, and mixes neither with the other", () => {
    const tiles = [flip(8), flip(3, 5), flip(1, 2, 5), flip(10, 2)];
    expect(choiceOf("tiles", [5, 3], tiles)?.notation).toBe("flip 3 5");
    expect(choiceOf("tiles", [2, 10], tiles)?.notation).toBe("flip 10 2");
    expect(canGrow("tiles", [1, 5], tiles)).toBe(true);
    expect(canGrow("tiles", [3, 8], tiles)).toBe(false);
    expect(choiceOf("dice", [8], tiles)).toBeUndefined();
    expect(canGrow("tiles", [1], choices)).toBe(false);
  });

  it("takes one place for each face", () => {
    expect(placesOf([5, 5], [5, 1, 5])).toEqual([0, 2]);
    expect(placesOf([6], [5, 1, 5])).toEqual([]);
  });

  it("sorts choices by what they are done to", () => {
    expect(sortChoices([...choices, flip(8)])).toMatchObject({ plain: [bank], tiles: [flip(8)], rows: [] });
    expect(sortChoices(choices).dice).toHaveLength(4);
  });
});

describe("acts", () => {
  const pass = { ...keep(1, 5), points: 150 };
  const next = { label: "bank 600", notation: "bank", hint: "", points: 600 };
  const roll = { label: "roll", notation: "roll", hint: "" };
  const some = { ...keep(1), points: 100, then: [next, roll] };
  const shown = (...given: Parameters<typeof actsOf>) => actsOf(...given).map(({ key, choice, then }) => [key, choice.notation, then?.notation ?? ""].join("|"));

  it("keep all dice with B where that ends the turn, whether or not they are picked", () => {
    expect(shown([pass, some], [], 2)).toEqual(["b|keep 1 5|"]);
    expect(shown([pass, some], [1, 5], 2)).toEqual(["b|keep 1 5|"]);
    expect(shown([pass, some], [1], 2)).toEqual(["b|keep 1|bank", "r|keep 1|roll"]);
  });

  it("offer it once where everything can be banked without picking", () => {
    expect(shown([bank, pass, some], [], 2)).toEqual(["b|bank|"]);
    expect(shown([bank, pass, some], [1, 5], 2)).toEqual(["b|keep 1 5|"]);
  });

  it("offer nothing that would only hold dice", () => {
    expect(shown([keep(1, 5), keep(1)], [], 2)).toEqual([]);
    expect(shown([keep(1, 5), keep(1)], [1], 2)).toEqual(["r|keep 1|"]);
  });
});

describe("buttons", () => {
  const primary = (choices: Choice[], picked: number[]) => actsOf(choices, picked, 2).filter((act) => act.primary).map((act) => act.choice.notation);

  it("flip the only tiles that add up, whether they are tapped or not", () => {
    expect(primary([flip(8)], [])).toEqual(["flip 8"]);
    expect(primary([flip(3, 5)], [3])).toEqual(["flip 3 5"]);
  });

  it("flip tapped tiles where several would do", () => {
    const tiles = [flip(8), flip(3, 5)];
    expect(primary(tiles, [])).toEqual([]);
    expect(primary(tiles, [3])).toEqual([]);
    expect(primary(tiles, [3, 5])).toEqual(["flip 3 5"]);
  });
});

describe("stories", () => {
  const line = { spans: [{ seat: 1 }, { text: " keeps " }, { dice: [1, 5] }, { text: "." }], tone: "plain" as const };

  it("are told with names", () => {
    expect(plainText(line, (seat) => `Player ${seat}`)).toBe("Player 1 keeps 1 5.");
  });

  it("have a headline: the line with a tone", () => {
    const bad = { ...line, tone: "bad" as const };
    expect(headline(event(1, "rolled", { story: [line, bad] }))).toBe(bad);
  });
});

describe("felt", () => {
  /** Writes a felt as a line: a die by its face, `h` held, `a` set aside, `*` just fallen, `-` for no die. */
  const write = (felt: Felt, seq = 0) =>
    Array.from({ length: felt.places }, (_, place) => {
      const die = felt.dice.find((each) => each.place === place);
      return die ? `${die.face}${die.aside ? "a" : die.mark === "held" ? "h" : ""}${die.fell === seq ? "*" : ""}` : "-";
    }).join(" ");
  const rolled = (seq: number, dice: number[], scene: string, seat = 1) => event(seq, "rolled", { seat, dice, after: after(sceneOf(scene)) });
  const acted = (seq: number, scene: string, seat = 1) => event(seq, "acted", { seat, after: after(sceneOf(scene)) });

  it("keeps every die at its place through a turn, and those aside in sight", () => {
    let felt = lay(NO_DICE, rolled(1, [4, 1, 6, 5, 3, 2], "4 1s 6 5s 3 2"));
    expect(write(felt, 1)).toBe("4* 1* 6* 5* 3* 2*");
    felt = lay(felt, acted(2, "4 1h 6 5h 3 2"));
    expect(write(felt, 2)).toBe("4 1h 6 5h 3 2");
    felt = lay(felt, acted(3, ""));
    expect(felt.live).toBe(false);
    felt = lay(felt, rolled(4, [1, 2, 2, 6], "1s - 2 - 2 6"));
    expect(write(felt, 4)).toBe("1* 1a 2* 5a 2* 6*");
    expect(felt.live).toBe(true);
  });

  it("shows the dice of a roll that ended the turn where they fell", () => {
    let felt = lay(NO_DICE, acted(1, "4 1h 6 5h 3 2"));
    felt = lay(felt, rolled(2, [2, 3, 4, 6], ""));
    expect(write(felt, 2)).toBe("2* 1a 3* 5a 4* 6*");
    expect(felt.live).toBe(false);
    // The next player begins with an empty felt.
    felt = lay(felt, rolled(3, [2, 3, 4], "", 2));
    expect(write(felt, 3)).toBe("2* 3* 4*");
    expect(felt.seat).toBe(2);
  });

  it("leaves held dice alone while the others fall", () => {
    let felt = lay(NO_DICE, rolled(1, [3, 6, 1, 6, 2], "3 6 1 6 2"));
    felt = lay(felt, acted(2, "- 6h - 6h -"));
    expect(write(felt)).toBe("- 6h - 6h -");
    felt = lay(felt, rolled(3, [6, 5, 5], "6 6h 5 6h 5"));
    expect(write(felt, 3)).toBe("6* 6h 5* 6h 5*");
    expect(felt.dice.find((die) => die.place === 1)?.fell).toBe(1);
    expect(tumbling(felt, 3).dice.map((die) => die.fresh)).toEqual([true, false, true, false, true]);
    expect([fellWith(felt, 3), fellWith(felt, 2)]).toEqual([true, false]);
  });

  it("holds the very dice that were tapped, though others are equal", () => {
    const first = rolled(1, [6, 6, 1, 6, 2], "6 6 1 6 2");
    const hold = acted(2, "6h 6h - - -");
    let felt = lay(asPicked(lay(NO_DICE, first), hold, [1, 3]), hold);
    expect(write(felt)).toBe("- 6h - 6h -");
    felt = lay(felt, rolled(3, [5, 4, 3], "6h 6h 5 4 3"));
    expect(write(felt, 3)).toBe("4* 6h 5* 6h 3*");
    expect(lay(asPicked(felt, hold, [3, 1]), hold).dice.map((die) => die.place)).toEqual([1, 3]);
  });

  it("is that of a picture when nothing else is known", () => {
    expect(write(pictured(sceneOf("4 1h - 5s")))).toBe("4* 1h* - 5*");
    expect(pictured(sceneOf(""))).toBe(NO_DICE);
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
