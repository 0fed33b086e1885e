/** Requests of the page. */
import type {
  Analysis,
  DailyAnswer,
  Emote,
  ExploreAnswer,
  GameList,
  Happened,
  Hint,
  Joined,
  LevelList,
  OpenRequest,
  Opened,
  PositionAnswer,
  Rematch,
  RulesAnswer,
  ScoreAnswer,
  ServerAddresses,
  TableView,
  TransferCode,
  Transferred,
} from "../wire/schema";
import type { Verification } from "../local/module";
import { randomHex } from "./random";
import { house, reach, type Reached } from "./reach";
import { Refused, refusal } from "./refused";
import { rest } from "./stream";
import { newToken } from "./token";
import { translated, words } from "../words";

export { Refused };

interface Sent {
  method?: "GET" | "POST";
  token?: string | undefined;
  json?: unknown;
  text?: string;
  /** Makes a repeated request the same one. */
  key?: string;
  /** Ends a request that nobody waits for any more. */
  signal?: AbortSignal;
  /** Whether this device may answer when the server cannot be reached, where that is not clear from the path. */
  mayBeHere?: boolean;
}

async function ask(path: string, sent: Sent = {}): Promise<Reached> {
  const headers = new Headers();
  if (sent.token) headers.set("Authorization", `Bearer ${sent.token}`);
  if (sent.key) headers.set("Idempotency-Key", sent.key);
  if (sent.json !== undefined) headers.set("Content-Type", "application/json");
  if (sent.text !== undefined) headers.set("Content-Type", "text/plain; charset=utf-8");
  const body = sent.json === undefined ? sent.text : JSON.stringify(sent.json);
  const init = { method: sent.method ?? "GET", headers, signal: sent.signal ?? null, ...(body === undefined ? {} : { body }) };
  const reached = await reach(path, init, sent.mayBeHere).catch(() => {
    throw new Refused("unreachable", words.unreachable);
  });
  if (!reached.answer.ok) throw await refusal(reached.answer);
  return reached;
}

async function json<T>(path: string, sent?: Sent): Promise<T> {
  const { answer } = await ask(path, sent);
  return translated((await answer.json()) as T);
}

const post = (json: unknown, token?: string): Sent => ({ method: "POST", json, token });

/** How often a request is sent for which nobody says when to stop. */
const TRIES = 3;

/** After so long without an answer the line is taken for dead. The server gives up on a request after 30 seconds. */
const LONGEST_ANSWER = 35_000;
const LONGEST_MOVE = 6_000;

/** Sends until an answer comes, or nobody waits for it: a request with a key is carried out once however often it is sent. */
async function persistently<T>(path: string, sent: Sent, until?: AbortSignal, longest = LONGEST_ANSWER, read: (path: string, sent: Sent) => Promise<T> = json<T>): Promise<T> {
  const keyed = { ...sent, key: randomHex(16) };
  for (let tries = 1; ; tries += 1) {
    try {
      return await read(path, { ...keyed, signal: AbortSignal.timeout(longest) });
    } catch (error) {
      const again = error instanceof Refused && (error.code === "unreachable" || error.code === "rate_limited");
      if (!again || until?.aborted || (!until && tries >= TRIES)) throw error;
      await rest(Math.min(125 * 2 ** tries, 2000), until ?? AbortSignal.timeout(LONGEST_ANSWER));
    }
  }
}

const at = (table: string, what = "") => `tables/${encodeURIComponent(table)}${what}`;

export const api = {
  games: async () => (await json<GameList>("games")).games,
  rules: (rules: string) => json<RulesAnswer>(`rules?rules=${encodeURIComponent(rules)}`),
  /** The levels at which bots can play, from the weakest on. */
  levels: async (rules: string, seats: number) => (await json<LevelList>(`levels?rules=${encodeURIComponent(rules)}&seats=${seats}`)).levels,
  score: (rules: string, dice: string) => json<ScoreAnswer>("score", post({ rules, dice })),
  explore: (rules: string, whole: boolean, signal?: AbortSignal) =>
    json<ExploreAnswer>("explore", { ...post({ rules, whole }), ...(signal ? { signal } : {}) }),
  position: (rules: string, state: string) => json<PositionAnswer>("position", post({ rules, state })),
  daily: (date: string) => json<DailyAnswer>(`daily${date === "" ? "" : `?date=${encodeURIComponent(date)}`}`),
  analyse: (record: string) => json<Analysis>("analyse", { method: "POST", text: record }),

  addresses: () => json<ServerAddresses>("addresses"),
  /** Opens a table; one that friends come to by a link is on the server. */
  open: (asked: OpenRequest, mayBeHere: boolean) => {
    const { token: host, token_hash } = newToken();
    return persistently("tables", { ...post({ ...asked, token_hash }), mayBeHere }, undefined, LONGEST_ANSWER, async (path, sent) => {
      const { answer, here } = await ask(path, sent);
      return { ...((await answer.json()) as Opened), host, here };
    });
  },
  look: (table: string, token?: string) => json<TableView>(at(table), { token }),
  /** Takes a seat; what is added to the dice is the anchor of a chain where they are linked, and random bytes elsewhere. */
  join: async (table: string, name: string, anchor?: string, before?: string, until?: AbortSignal) => {
    const { token, token_hash } = newToken();
    const added = anchor === undefined ? { entropy: randomHex(32) } : { anchor };
    const joined = await persistently<Joined>(at(table, "/seats"), post({ name, ...added, token_hash }, before), until);
    return { ...joined, token };
  },
  addBot: async (table: string, bot: string, host: string, until?: AbortSignal) => {
    try {
      return await persistently<Joined>(at(table, "/seats"), post({ bot }, host), until);
    } catch (error) {
      // What a solver says about memory and time is of no use to a player.
      throw error instanceof Refused && error.code === "invalid" ? new Refused(error.code, words.cannotPlay(bot)) : error;
    }
  },
  start: (table: string, host: string, until?: AbortSignal) => persistently<Happened>(at(table, "/start"), { method: "POST", token: host }, until),
  act: (table: string, token: string, seq: number, action: string, link?: string, until?: AbortSignal) =>
    persistently<Happened>(at(table, "/actions"), post({ seq, action, ...(link ? { link } : {}) }, token), until, LONGEST_MOVE),
  /** Adds a link to the roll that is due; again, if need be: the same link changes nothing. */
  link: (table: string, token: string, roll: number, link: string) => persistently<Happened>(at(table, "/links"), post({ roll, link }, token), undefined, LONGEST_MOVE),
  anchor: (table: string, token: string, anchor: string) => json<Happened>(at(table, "/anchor"), post({ anchor }, token)),
  leave: (table: string, token: string, until?: AbortSignal) => persistently<Happened>(at(table, "/leave"), { method: "POST", token }, until),
  comeBack: (table: string, token: string, until?: AbortSignal) => persistently<Happened>(at(table, "/return"), { method: "POST", token }, until),
  offer: (table: string, token: string, seq: number, until?: AbortSignal) => persistently<Happened>(at(table, "/draw"), post({ seq }, token), until),
  decline: (table: string, token: string, seq: number, until?: AbortSignal) => persistently<Happened>(at(table, "/draw/decline"), post({ seq }, token), until),
  resign: (table: string, token: string, until?: AbortSignal) => persistently<Happened>(at(table, "/resign"), { method: "POST", token }, until),
  transfer: (table: string, token: string) => json<TransferCode>(at(table, "/transfer"), { method: "POST", token }),
  take: async (code: string) => {
    const { token, token_hash } = newToken();
    return { ...(await persistently<Transferred>("transfers", post({ code, token_hash }))), token };
  },
  emote: (table: string, token: string, emote: Emote) => ask(at(table, "/emotes"), post({ emote }, token)),
  hint: (table: string, token: string) => json<Hint>(at(table, "/hint"), { token }),
  rematch: (table: string, token: string) => json<Rematch>(at(table, "/rematch"), { method: "POST", token }),
  record: async (table: string) => (await ask(at(table, "/record"))).answer.text(),
  /** Checks a record on this device, whoever threw its dice. */
  verify: async (record: string) => (await (await (await house()).fetch("verify", { method: "POST", body: record })).json()) as Verification,
};
