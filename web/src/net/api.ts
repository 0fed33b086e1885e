/** Requests to the server the page came from, and to no other. */
import type {
  Analysis,
  DailyAnswer,
  Emote,
  ExploreAnswer,
  GameList,
  Happened,
  Hint,
  Joined,
  OpenRequest,
  Opened,
  PositionAnswer,
  Problem,
  Rematch,
  RulesAnswer,
  ScoreAnswer,
  TableView,
} from "../wire/schema";
import { randomHex } from "./random";
import { words } from "../words";

/** Why a request came to nothing. `unreachable` is ours; the others are the server's codes. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

interface Sent {
  method?: "GET" | "POST";
  token?: string | undefined;
  json?: unknown;
  text?: string;
  /** Makes a repeated request the same one. */
  key?: string;
  /** Ends a request that nobody waits for any more. */
  signal?: AbortSignal;
}

async function ask(path: string, sent: Sent = {}): Promise<Response> {
  const headers = new Headers();
  if (sent.token) headers.set("Authorization", `Bearer ${sent.token}`);
  if (sent.key) headers.set("Idempotency-Key", sent.key);
  if (sent.json !== undefined) headers.set("Content-Type", "application/json");
  if (sent.text !== undefined) headers.set("Content-Type", "text/plain; charset=utf-8");
  const body = sent.json === undefined ? sent.text : JSON.stringify(sent.json);
  const answer = await reach(path, { method: sent.method ?? "GET", headers, signal: sent.signal ?? null, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`/api/v1/${path}`, init);
  } catch {
    throw new Refused("unreachable", words.unreachable);
  }
}

async function refusal(answer: Response): Promise<Refused> {
  try {
    const problem = (await answer.json()) as Problem;
    return new Refused(problem.code, problem.detail);
  } catch {
    return new Refused("internal", words.failed(answer.status));
  }
}

async function json<T>(path: string, sent?: Sent): Promise<T> {
  return (await (await ask(path, sent)).json()) as T;
}

const post = (json: unknown, token?: string): Sent => ({ method: "POST", json, token });

/** Sends until an answer comes: a request with a key is carried out once however often it is sent. */
async function persistently<T>(path: string, sent: Sent, waiting?: () => void): Promise<T> {
  const keyed = { ...sent, key: randomHex(16) };
  for (let tries = 0; ; tries += 1) {
    try {
      return await json<T>(path, keyed);
    } catch (error) {
      const again = error instanceof Refused && (error.code === "unreachable" || error.code === "rate_limited");
      if (!again || tries >= 12) throw error;
      waiting?.();
      await new Promise((done) => setTimeout(done, Math.min(250 * 2 ** tries, 2000)));
    }
  }
}

const at = (table: string, what = "") => `tables/${encodeURIComponent(table)}${what}`;

export const api = {
  games: async () => (await json<GameList>("games")).games,
  rules: (rules: string) => json<RulesAnswer>(`rules?rules=${encodeURIComponent(rules)}`),
  score: (rules: string, dice: string) => json<ScoreAnswer>("score", post({ rules, dice })),
  explore: (rules: string, whole: boolean, signal?: AbortSignal) =>
    json<ExploreAnswer>("explore", { ...post({ rules, whole }), ...(signal ? { signal } : {}) }),
  position: (rules: string, state: string) => json<PositionAnswer>("position", post({ rules, state })),
  daily: (date: string) => json<DailyAnswer>(`daily${date === "" ? "" : `?date=${encodeURIComponent(date)}`}`),
  analyse: (record: string) => json<Analysis>("analyse", { method: "POST", text: record }),

  open: (asked: OpenRequest) => persistently<Opened>("tables", post(asked)),
  look: (table: string, token?: string) => json<TableView>(at(table), { token }),
  join: (table: string, name: string, before?: string) =>
    persistently<Joined>(at(table, "/seats"), post({ name, entropy: randomHex(32) }, before)),
  addBot: (table: string, bot: string, host: string) => persistently<Joined>(at(table, "/seats"), post({ bot }, host)),
  start: (table: string, host: string) => persistently<Happened>(at(table, "/start"), { method: "POST", token: host }),
  act: (table: string, token: string, seq: number, action: string, waiting: () => void) =>
    persistently<Happened>(at(table, "/actions"), post({ seq, action }, token), waiting),
  leave: (table: string, token: string) => persistently<Happened>(at(table, "/leave"), { method: "POST", token }),
  comeBack: (table: string, token: string) => persistently<Happened>(at(table, "/return"), { method: "POST", token }),
  offer: (table: string, token: string, seq: number) => persistently<Happened>(at(table, "/draw"), post({ seq }, token)),
  emote: (table: string, token: string, emote: Emote) => ask(at(table, "/emotes"), post({ emote }, token)),
  hint: (table: string, token: string) => json<Hint>(at(table, "/hint"), { token }),
  rematch: (table: string, token: string) => json<Rematch>(at(table, "/rematch"), { method: "POST", token }),
  record: async (table: string) => (await ask(at(table, "/record"))).text(),
};
