import { beforeEach, describe, expect, it, vi } from "vitest";
import { seatDown, type Wish } from "../../src/table/opening";
import { words } from "../../src/words";

vi.mock("../../src/net/reach", () => ({
  isHere: () => false,
  reach: (path: string, init: RequestInit) => fetch(`/api/v1/${path}`, init).then((answer) => ({ answer, here: false })),
  house: () => Promise.resolve({ ask: () => Promise.resolve({ anchor: "a".repeat(64) }) }),
}));

const TABLE = "k7w2m9x4ab";
const wish: Wish = { rules: "pig", party: "friends", names: ["Ada"], level: "careful", seats: 2, coach: false, clock: undefined };

/** What was sent to the server, and what it answers. */
let sent: [path: string, json: Record<string, unknown>][];
let answers: Record<string, Response>;

const answer = (json: unknown, status = 200) => new Response(JSON.stringify(json), { status });

beforeEach(() => {
  sent = [];
  answers = {
    tables: answer({ table: TABLE, commitment: "c".repeat(64) }, 201),
    [`tables/${TABLE}`]: answer({ dice: "linked", players: [] }),
    [`tables/${TABLE}/seats`]: answer({ seat: 1, player: 1 }, 201),
  };
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const path = address.replace("/api/v1/", "");
    sent.push([path, JSON.parse(typeof init.body === "string" ? init.body : "{}") as Record<string, unknown>]);
    return Promise.resolve(answers[path]?.clone() ?? answer({ code: "not_found", detail: "nothing there" }, 404));
  });
});

const paths = () => sent.map(([path]) => path);

describe("a table where everyone adds to the dice", () => {
  it("is opened, and its host adds a chain", async () => {
    expect(await seatDown(wish)).toBe(TABLE);
    expect(sent[0]?.[1]["dice"]).toBe("linked");
    expect(sent.at(-1)).toMatchObject([`tables/${TABLE}/seats`, { name: "Ada", anchor: "a".repeat(64) }]);
  });

  it("is not replaced by another when the server refuses it", async () => {
    answers["tables"] = answer({ code: "invalid", detail: "no linked dice here" }, 400);
    await expect(seatDown(wish)).rejects.toThrow(words.fairDice.refused("no linked dice here."));
    expect(paths()).toEqual(["tables"]);
  });

  it("is left when the server opened another", async () => {
    answers[`tables/${TABLE}`] = answer({ dice: "committed", players: [] });
    await expect(seatDown(wish)).rejects.toThrow(words.fairDice.otherDice);
    expect(paths()).toEqual(["tables", `tables/${TABLE}`]);
  });
});

describe("a table whose dice are settled before", () => {
  it("is refused in the server's own words", async () => {
    answers["tables"] = answer({ code: "invalid", detail: "pig is for 2 players" }, 400);
    await expect(seatDown({ ...wish, clock: 86_400 })).rejects.toThrow(/^pig is for 2 players\.$/);
    expect(sent[0]?.[1]).not.toHaveProperty("dice");
  });
});
