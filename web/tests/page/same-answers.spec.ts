/**
 * The module and the server are asked the same, and answer the same to the last byte: pictures, choices, refusals, and every bit of
 * every value. They run the same code, and its sums are added in one order on every processor.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { Module, type BotTurn, type HostRequest, type Reply } from "../../src/local/module";
import { seededScript } from "../randomness";
import { TEST_HANGS } from "../patience";
import { expect, root, test } from "../server";

/** How many positions of each game; HOTDICE_POSITIONS names another number. */
const POSITIONS = Number(process.env["HOTDICE_POSITIONS"] ?? 25);

class Asked {
  #module: Module;
  #solved = new Map<string, Uint8Array>();

  constructor(name: string) {
    this.#module = new Module(new WebAssembly.Module(readFileSync(join(root, "web/wasm", `${name}.wasm`))));
  }

  ask(request: HostRequest): Reply {
    for (;;) {
      const { reply, attached } = this.#module.call({ request: { at: 0, ...request } });
      if (reply.solved !== undefined && attached) this.#solved.set(reply.solved, attached);
      if (!reply.missing) return reply;
      this.#module.call({ provide: reply.missing }, this.#solved.get(reply.missing.name));
    }
  }

  post = (path: string, body: unknown, token?: string) => this.ask({ method: "POST", path, body: JSON.stringify(body), ...(token ? { token } : {}) });
}

/** Plays bots against each other at local tables, and returns every position in which one had to choose. */
function positions(house: Asked, rules: string, seats: number): string[] {
  const found = new Set<string>();
  while (found.size < POSITIONS) {
    const opened = JSON.parse(house.post("tables", { rules, seats }).body) as { table: string; host_token: string };
    let reply: Reply | undefined;
    // Careless players come to more places than careful ones.
    for (let seat = 0; seat < seats; seat += 1) reply = house.post(`tables/${opened.table}/seats`, { bot: "random" }, opened.host_token);
    for (let turn: BotTurn | undefined = reply?.bot; turn && found.size < POSITIONS; turn = reply?.bot) {
      found.add(turn.state);
      reply = house.ask({ method: "POST", path: `tables/${opened.table}/bot`, body: house.post("bot", turn).body });
    }
  }
  return [...found];
}

// A busy server would leave out values that take it too long.
test.use({ clock: "stands" });

test.beforeEach(({ seed }) => void runInThisContext(seededScript(seed)));

for (const [rules, seats] of [["farkle", 2], ["zilch", 2], ["cheese", 2], ["yatzy", 1], ["yahtzee", 1], ["tridice", 2], ["pig", 2], ["shut-the-box", 1], ["farkle", 3]] as const) {
  test(`server and module value ${POSITIONS} positions of ${rules} for ${seats} alike`, async ({ request }) => {
    test.setTimeout(POSITIONS * TEST_HANGS);
    const house = new Asked("thinking-simd");
    for (const state of positions(house, rules, seats)) {
      const here = house.post("position", { rules, state });
      const there = await request.post("/api/v1/position", { data: { rules, state }, timeout: TEST_HANGS });
      expect([there.status(), await there.text()], state).toEqual([here.status, here.body]);
    }
  });
}

test("what needs no solver is the same to the last byte", async ({ request }) => {
  const house = new Asked("tables");
  const games = await request.get("/api/v1/games");
  expect(house.ask({ method: "GET", path: "games" }).body).toBe(await games.text());
  for (const { rules } of (JSON.parse(await games.text()) as { games: { rules: string }[] }).games) {
    const there = await request.get("/api/v1/rules", { params: { rules } });
    expect(house.ask({ method: "GET", path: "rules", query: { rules } }).body).toBe(await there.text());
  }
  for (const data of [{ rules: "farkle", dice: "111555" }, { rules: "yatzy", dice: "33366" }, { rules: "farkle", dice: "nonsense" }, { rules: "no-such-game", dice: "1" }]) {
    const there = await request.post("/api/v1/score", { data });
    const here = house.post("score", data);
    expect(here.status).toBe(there.status());
    expect(here.body).toBe(await there.text());
  }
});
