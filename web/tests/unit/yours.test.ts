import { beforeEach, describe, expect, it, vi } from "vitest";
import { highlightsOf, deed, resultSentence, signed, turningPoint } from "../../src/after/summary";
import { stepsOf } from "../../src/after/history";
import { answers, dayAfter, keepAnswer, pasted, shareOf, streakOf } from "../../src/yours/daily";
import { counted, games, keepGame, kindOf, statisticsOf, type PlayedGame } from "../../src/yours/games";
import { forgetRules, namedRules, nameRules } from "../../src/yours/house-rules";
import { deleteAll, exportAll, importAll } from "../../src/yours/keep";
import type { Analysis, Choice, DailyAnswer, Event as TableEvent } from "../../src/wire/schema";

/** A browser's memory, as an object with its keys as properties. */
class Memory {
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null;
  }
  setItem(key: string, value: string): void {
    (this as unknown as Record<string, string>)[key] = value;
  }
  removeItem(key: string): void {
    delete (this as unknown as Record<string, string>)[key];
  }
}

beforeEach(() => vi.stubGlobal("localStorage", new Memory()));

const game = (table: string, at: number, result: PlayedGame["result"], more: Partial<PlayedGame> = {}): PlayedGame => ({
  table,
  rules: "farkle",
  at,
  names: ["Ada", "Greedy"],
  seat: 1,
  points: [10_150, 8_400],
  result,
  ...more,
});

describe("games that were played here", () => {
  it("count only if they began at the opening", () => {
    keepGame(game("a", 1, "won"));
    keepGame(game("b", 2, "lost", { practice: true }));
    expect(games().map(({ table, practice }) => [table, practice])).toEqual([["b", true], ["a", undefined]]);
    expect(statisticsOf(counted(games()))).toMatchObject({ played: 1, won: 1, streak: 1 });
  });

  it("are kept, the latest first, and learn what is worked out later", () => {
    keepGame(game("a", 1, "won"));
    keepGame(game("b", 2, "lost"));
    keepGame(game("a", 9, "won", { account: { aim: "win", luck: 0.2, skill: -0.1, accuracy: 0.9, mistakes: { tooSoon: 0.1 } } }));
    expect(games().map(({ table, at }) => [table, at])).toEqual([["b", 2], ["a", 1]]);
    expect(games()[1]?.account?.mistakes).toEqual({ tooSoon: 0.1 });
  });

  it("survive nonsense", () => {
    for (const nonsense of ["", "{", "null", "7", "[]", '{"a":1,"b":null,"c":{"rules":7}}', '{"a":{"rules":"pig","at":"x"}}']) {
      localStorage.setItem("hotdice.games", nonsense);
      expect(games()).toEqual([]);
    }
    localStorage.setItem("hotdice.games", '{"a":{"rules":"pig","at":1,"names":["A"],"seat":1,"points":[3],"result":"won","account":{"luck":"?"}}}');
    expect(games()).toEqual([{ table: "a", rules: "pig", at: 1, names: ["A"], seat: 1, points: [3], result: "won" }]);
  });

  it("come to statistics", () => {
    const account = (luck: number, mistakes: object) => ({ account: { aim: "win" as const, luck, skill: -0.1, accuracy: 0.8, mistakes } });
    const played = [
      game("a", 1, "won", account(0.1, { tooSoon: 0.3 })),
      game("b", 2, "won", account(0.3, { dice: 0.1 })),
      game("c", 3, "lost"),
      game("d", 4, "won"),
    ];
    const found = statisticsOf(played.reverse());
    expect(found).toMatchObject({ played: 4, won: 3, streak: 1, longest: 2 });
    expect(found.luck).toBeCloseTo(0.2);
    expect(found.mistakes).toEqual([["tooSoon", 0.15], ["dice", 0.05]]);
    expect(statisticsOf([])).toMatchObject({ played: 0, luck: undefined, mistakes: [] });
  });

  it("have mistakes of different kinds", () => {
    const choice = (kind: string, points: number | null = null) => ({ target: { kind }, points }) as unknown as Choice;
    const [bank, roll, keep, box, move] = [choice("nothing", 300), choice("nothing"), choice("dice", 100), choice("row", 12), choice("way")];
    const pairs = [[bank, keep], [bank, roll], [roll, bank], [keep, keep], [box, box], [box, keep], [keep, box], [move, box], [undefined, bank]] as const;
    expect(pairs.map(([chosen, best]) => kindOf(chosen, best))).toEqual(["tooSoon", "tooSoon", "tooLate", "dice", "box", "tooSoon", "tooLate", "move", "move"]);
  });
});

describe("house rules", () => {
  it("have names", () => {
    nameRules("Sunday", "farkle(target=5000)");
    nameRules("Aunt", "yatzy");
    nameRules("Sunday", "farkle(target=2000)");
    expect(namedRules()).toEqual([{ name: "Aunt", rules: "yatzy" }, { name: "Sunday", rules: "farkle(target=2000)" }]);
    forgetRules("Aunt");
    expect(namedRules()).toHaveLength(1);
    localStorage.setItem("hotdice.rules", '["x"]');
    expect(namedRules()).toEqual([]);
  });
});

describe("everything that is kept", () => {
  it("goes out, is deleted, and comes back", () => {
    keepGame(game("a", 1, "won"));
    localStorage.setItem("hotdice.name", "Ada");
    localStorage.setItem("other", "stays");
    const text = exportAll();
    deleteAll();
    expect(games()).toEqual([]);
    expect(localStorage.getItem("other")).toBe("stays");
    keepGame(game("b", 2, "lost"));
    expect(importAll(text)).toBe(true);
    expect(games().map(({ table }) => table)).toEqual(["b", "a"]);
    expect(localStorage.getItem("hotdice.name")).toBe("Ada");
  });

  it("takes nothing that is no export", () => {
    const kept = JSON.stringify({ other: "x", "hotdice.name": 7, "hotdice.pace": "calm" });
    for (const text of ["", "{}", "[]", '{"form":"hotdice export 1"}', '{"form":"else","kept":{}}']) expect(importAll(text)).toBe(false);
    expect(importAll(`{"form":"hotdice export 1","kept":${kept}}`)).toBe(true);
    expect([localStorage.getItem("other"), localStorage.getItem("hotdice.name"), localStorage.getItem("hotdice.pace")]).toEqual([null, null, "calm"]);
  });
});

describe("the daily decision", () => {
  const day = {
    date: "2026-11-16",
    rules: "farkle",
    state: "",
    position: {
      scene: { choices: [], parts: [{ kind: "tray", dice: [4, 4, 1].map((face, place) => ({ face, mark: "loose", place })) }] },
      choices: [["bank", 0.6], ["keep 1", 0.58], ["keep 4", 0.2]].map(([action, value]) => ({ action, value, margin: 0 })),
    },
  } as unknown as DailyAnswer;

  it("is graded by what was at stake", () => {
    expect(["bank", "keep 1", "keep 4", "dance"].map((action) => shareOf(day, action))).toEqual([1, expect.closeTo(0.95), 0, undefined]);
    expect(pasted(day, 1)).toBe("Hot Dice daily 2026-11-16 ⚃⚃⚀ 🟩 100%");
    // Only the best choice is a hundred per cent.
    expect(pasted(day, 0.9999)).toBe("Hot Dice daily 2026-11-16 ⚃⚃⚀ 🟨 99%");
  });

  it("counts the first answer, and days in a row", () => {
    keepAnswer("2026-11-16", { action: "bank", share: 1, inTime: true });
    keepAnswer("2026-11-16", { action: "keep 1", share: 0.5, inTime: true });
    expect(answers()["2026-11-16"]?.action).toBe("bank");
    const inTime = (dates: string[]) => Object.fromEntries(dates.map((date) => [date, { action: "", share: 1, inTime: true }]));
    const kept = { ...inTime(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-03"]), "2026-03-02": { action: "", share: 1, inTime: false } };
    expect(streakOf(kept, "2026-03-04")).toEqual({ now: 1, longest: 3 });
    expect(streakOf(kept, "2026-03-05")).toEqual({ now: 0, longest: 3 });
    expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
    localStorage.setItem("hotdice.daily", '{"2026-11-16":{"action":"x","share":9},"z":1}');
    expect(answers()).toEqual({});
  });
});

describe("the story of a game", () => {
  const analysis = {
    aim: "win",
    seats: [{}, {}],
    values: [[0.5, 0.5], [0.7, 0.3], [0.65, 0.35], [1, 0]],
    rolls: [{ event: 1, luck: [0.2, -0.2] }, { event: 3, luck: [0.35, -0.35] }],
    decisions: [{ event: 2, seat: 1, chosen: "bank", best: "roll", loss: 0.05, margin: 0 }],
  } as unknown as Analysis;

  it("marks luck and mistakes in the order of the game", () => {
    expect(highlightsOf(analysis, 1).map(({ kind, event }) => [kind, event])).toEqual([["lucky", 1], ["mistake", 2], ["lucky", 3]]);
    expect(highlightsOf(analysis, 2).map(({ kind }) => kind)).toEqual(["unlucky", "unlucky"]);
    expect(turningPoint(analysis, 1)).toBe(3);
    expect([signed(0.043, "win"), signed(-12.34, "points")]).toEqual(["+4.3%", "−12.3"]);
  });

  it("says who won and what was done", () => {
    const telling = (you: number | undefined, winners: number[], points: number[]) => resultSentence({ nameOf: (seat) => `P${seat}`, you, winners, points });
    expect(telling(1, [1], [10_150, 8_400])).toBe("You won 10,150 to 8,400.");
    expect(telling(2, [1], [10_150, 8_400])).toBe("You lost 8,400 to 10,150.");
    expect(telling(undefined, [2], [1, 2, 3])).toBe("P2 won with 2 points.");
    expect(telling(1, [1], [0, 0])).toBe("You won.");
    expect(telling(1, [1, 2], [7, 7])).toBe("It's a draw, 7 each.");
    const choice = (notation: string, target: object, points?: number) => ({ notation, target, points, label: "", hint: "" }) as Choice;
    const choices = [choice("bank", { kind: "nothing" }, 1300), choice("keep 1 5", { kind: "dice", of: [1, 5] }, 150), choice("place two-pairs", { kind: "row", of: "two-pairs" }, 0), choice("roll", { kind: "nothing" })];
    expect(["bank", "keep 1 5", "place two-pairs", "roll", "pass"].map((each) => deed(each, choices))).toEqual(["banking 1,300", "keeping ⚀⚄", "scratching Two pairs", "rolling on", "passing"]);
  });

  it("counts turns also where a roll ends them", () => {
    const events = [["started"], ["rolled", 1], ["acted", 1], ["rolled", 2], ["rolled", 1], ["left", 1], ["acted", 1], ["ended"]];
    const steps = stepsOf(events.map(([kind, seat], at) => ({ kind, seat, seq: at + 1, at, line: "", story: [], dice: [] }) as unknown as TableEvent));
    expect(steps.map(({ seat, turn }) => [seat, turn])).toEqual([[undefined, 0], [1, 1], [1, 1], [2, 1], [1, 2], [1, 2]]);
  });
});
