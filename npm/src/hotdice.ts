/** Dice games with exact odds, in Node and in browsers, without a server. */
import { hasSimd, type Progress, type Verification } from "../../web/src/local/module.js";
import type {
  Analysis,
  Choice,
  DailyAnswer,
  ExploreAnswer,
  GameList,
  GameSummary,
  PositionAnswer,
  RulesAnswer,
  ScoreAnswer,
} from "../../web/src/wire/schema.js";
import { Host, type Options } from "./host.js";
import { Table, type Player } from "./table.js";
import { values, type Aim, type Values } from "./values.js";

export type * from "../../web/src/wire/schema.js";
export { Refused, type Options, type Store } from "./host.js";
export type { Aim, House, Player, Progress, Table, Values, Verification };

/** Loads the module; everything else is asked of the house. */
export async function load(options: Options = {}): Promise<House> {
  return new House(new Host(options.module ?? (await compiled()), options));
}

async function compiled(): Promise<WebAssembly.Module> {
  // Bundlers look for these very expressions.
  const url = hasSimd() ? new URL("./thinking-simd.wasm", import.meta.url) : new URL("./thinking.wasm", import.meta.url);
  // Node does not fetch files, and an import of its own modules would trouble bundlers for browsers.
  const files = url.protocol === "file:" ? globalThis.process?.getBuiltinModule?.("node:fs/promises") : undefined;
  if (files) return WebAssembly.compile(await files.readFile(url));
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.href}: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** Answers questions about games. It thinks in the thread that asks: where that must not wait, load it in a worker. */
class House {
  #host: Host;

  /** @internal */
  constructor(host: Host) {
    this.#host = host;
  }

  /** Lists the games that have a name. */
  async games(): Promise<GameSummary[]> {
    return (await this.#host.json<GameList>({ method: "GET", path: "games" })).games;
  }

  /** Explains rules in plain words, with everything about them that can be changed. */
  rules(rules: string): Promise<RulesAnswer> {
    return this.#host.json({ method: "GET", path: "rules", query: { rules } });
  }

  /** Scores dice: the combinations that score, or what the boxes of a sheet pay. */
  score(rules: string, dice: string, box?: string): Promise<ScoreAnswer> {
    return this.#host.post("score", { rules, dice, box });
  }

  /** Shows a position, with its choices in words and what each is worth. */
  position(rules: string, state: string, { aim }: Aim = {}): Promise<PositionAnswer> {
    return this.#host.post("position", { rules, state, aim });
  }

  /** Lists the legal actions of a position, most natural first: the choices of its scene. None where dice are due or the game is over. */
  async choices(rules: string, state: string): Promise<Choice[]> {
    return (await this.position(rules, state)).scene.choices;
  }

  /** Says what every choice is worth, best first: exactly, or as an estimate with its margin. */
  values(rules: string, state: string, { aim }: Aim = {}): Promise<Values> {
    return values(this.#host, JSON.stringify({ rules, state, aim, seq: 0 }));
  }

  /** Lets a bot choose; its level is one of those that tables offer, such as `careful` or `perfect`. */
  async choose(rules: string, state: string, level: string): Promise<string> {
    return (await this.#host.post<{ action: string }>("bot", { rules, state, level, seq: 0 })).action;
  }

  /** Says what rules make of a game; with `whole` the game is solved, and the figures of perfect play are there. */
  explore(rules: string, { whole = false }: { whole?: boolean } = {}): Promise<ExploreAnswer> {
    return this.#host.post("explore", { rules, whole });
  }

  /** Tells luck from skill in the record of a game. */
  analyse(record: string, { aim }: Aim = {}): Promise<Analysis> {
    return this.#host.json({ method: "POST", path: "analyse", query: aim ? { aim } : {}, body: record });
  }

  /** Checks the dice of a record against what was promised before the game, and replays its rules. */
  verify(record: string): Promise<Verification> {
    return this.#host.json({ method: "POST", path: "verify", body: record });
  }

  /** Returns the decision of a day, such as `2026-11-16`; today's if none is named. */
  daily(date?: string): Promise<DailyAnswer> {
    return this.#host.json({ method: "GET", path: "daily", query: date === undefined ? {} : { date } });
  }

  /** Seats players at a table and begins, with dice that are promised beforehand and can be verified. */
  play(rules: string, players: Player[]): Promise<Table> {
    return Table.open(this.#host, rules, players);
  }
}
