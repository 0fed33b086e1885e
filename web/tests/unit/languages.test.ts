/** Every language has every sentence: those of the page by type, those of the server by this list. */
import { describe, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { formatFor } from "../../src/words/format";
import { Interpreter, type Table } from "../../src/words/interpreter";
import { table as de } from "../../src/words/server-de";
import { table as es } from "../../src/words/server-es";

const read = (name: string) => readFileSync(new URL(`../../../testdata/${name}`, import.meta.url), "utf8").trim().split("\n");
const sentences = read("sentences.txt");

/** Refusals come from the sources, where a gap does not say what will stand in it. */
const isOpen = (sentence: string) => sentence.includes("{}");
const patternOf = (sentence: string) => new RegExp(`^${sentence.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".+")}$`);

const gaps = (text: string) => (text.match(/\{(n|p|seat|dice|term)\d?\}/g) ?? []).map((gap) => gap.replace(/\d/, "")).sort();

describe.each<[string, Table]>([["German", de], ["Spanish", es]])("%s", (_, table) => {
  test("has every sentence the games can say", () => {
    const interpreter = new Interpreter(table);
    expect(sentences.filter((sentence) => !isOpen(sentence) && !interpreter.knows(sentence))).toEqual([]);
  });

  test("has every sentence with which tables, games and the server refuse something", () => {
    const keys = Object.keys(table);
    const refusals = sentences.filter(isOpen);
    expect(refusals.length).toBeGreaterThan(50);
    expect(refusals.filter((refusal) => !keys.some((key) => patternOf(refusal).test(key)))).toEqual([]);
  });

  test("has the gaps of the English sentence", () => {
    const wrong = Object.entries(table).filter(([english, said]) => gaps(english).join() !== gaps(said).join());
    expect(wrong).toEqual([]);
  });
});

test("the languages know the same sentences", () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(es).sort());
});

test("a line keeps its seats and dice, in the order of the language", () => {
  const interpreter = new Interpreter({ "{seat} scores {n} in {term} with {dice}.": "Mit {dice}: {n} für {seat} in {term}.", "Two pairs": "Zwei Paare" });
  const spans = [{ seat: 2 }, { text: " scores 1,450 in Two pairs with " }, { dice: [1, 1, 5] }, { text: "." }];
  formatFor("de");
  expect(interpreter.line({ spans, tone: "good" })).toEqual({
    spans: [{ text: "Mit " }, { dice: [1, 1, 5] }, { text: ": 1.450 für " }, { seat: 2 }, { text: " in Zwei Paare." }],
    tone: "good",
  });
  formatFor("en");
});

test("refusals are said with what stands in their gaps", () => {
  const interpreter = new Interpreter(de);
  for (const [english, german] of [
    ["Someone at this table is already called Ada 2: choose another name.", "An diesem Tisch heißt schon jemand Ada 2: Wähl einen anderen Namen."],
    ["2 would not score: keep only dice that do, here 1 1 5.", "2 zählt nicht: Behalte nur Würfel, die zählen, hier 1 1 5."],
    ['Cannot read "hello": use roll or hold.', '"hello" ist nicht zu verstehen: nimm roll oder hold.'],
    ["These rules contradict each other: two boxes have the same name.", "Diese Regeln widersprechen sich: zwei Felder haben denselben Namen."],
    ["That position is for 3 players, but there are 2 at the table.", "Diese Stellung ist für 3 Spieler, am Tisch sind aber 2."],
    ["Must Pass doesn't let you bank now. You can't bank before you pass. Passing adds 300.", "Weitergeben! lässt dich jetzt nicht sichern. Du kannst erst nach dem Weitergeben sichern. Weitergeben bringt 300 extra."],
    ["The decision for 2026-11-17 isn't out yet: today is 2026-11-16 (UTC).", "Die Entscheidung vom 2026-11-17 gibt es noch nicht: Heute ist der 2026-11-16 (UTC)."],
  ]) expect(interpreter.text(english ?? "")).toBe(german);
});

test("numbers are written as the language writes them, dice in a row stay", () => {
  const interpreter = new Interpreter({ "Keep {n}: {p} of {n}": "{n2}, {p}, {n1}", "Bonus {n}": "Bonus {n}", "Draw {term}!": "Zieh {term}!" });
  formatFor("de");
  expect(interpreter.text("Keep 1 1 5: 21.3% of 10,000")).toBe("10.000, 21,3\u00a0%, 1 1 5");
  expect(interpreter.text("Draw Bonus 300!")).toBe("Zieh Bonus 300!");
  expect(interpreter.text("Draw Twin!")).toBe("Zieh Twin!");
  expect(interpreter.text("Nobody knows this in 2017.")).toBe("Nobody knows this in 2017.");
  formatFor("en");
});

test("an answer is translated where it speaks, and nowhere else", () => {
  const interpreter = new Interpreter({ "Two pairs": "Zwei Paare", "Score {term}": "{term} werten", points: "Punkte" });
  const answer = {
    rules: "yatzy",
    players: [{ seat: 1, name: "Two pairs" }],
    scene: {
      parts: [{ kind: "track", name: "points", seat: 1, value: 0 }, { kind: "sheet", rows: [{ name: "Two pairs", cells: [] }] }],
      choices: [{ label: "Score Two pairs", notation: "place two-pairs", hint: "", target: { kind: "row", of: "Two pairs" } }],
    },
  };
  expect(interpreter.answer(answer)).toEqual({
    rules: "yatzy",
    players: [{ seat: 1, name: "Two pairs" }],
    scene: {
      parts: [{ kind: "track", name: "Punkte", seat: 1, value: 0 }, { kind: "sheet", rows: [{ name: "Zwei Paare", cells: [] }] }],
      choices: [{ label: "Zwei Paare werten", notation: "place two-pairs", hint: "", target: { kind: "row", of: "Zwei Paare" } }],
    },
  });
});
