/**
 * The API on this device: requests go in and responses come out as from a server, and the page cannot tell the difference.
 *
 * Tables live in one worker, bots think in a second and questions are answered in a third, so that none waits for another. A
 * change is stored before it is answered. Another tab may have the same table open: a log grows only at the place this one knew, and
 * otherwise the table is read again and the request repeated, as servers do that share a database.
 */
import tablesUrl from "../../wasm/tables.wasm?url";
import thinkingUrl from "../../wasm/thinking.wasm?url";
import thinkingSimdUrl from "../../wasm/thinking-simd.wasm?url";
import { Brain } from "./brain";
import { hasSimd, type BotTurn, type HostRequest, type Reply } from "./module";
import { refusal } from "../net/refused";
import * as saved from "./saved";
import { solving } from "./solving.svelte";

/** How often a change is tried when another tab was quicker. */
const TRIES = 5;

/** How often a quiet stream shows that it is alive. */
const KEEP_ALIVE = 5_000;

const THINKS = new Set(["position", "explore", "analyse", "daily"]);

interface Listener {
  sent: number;
  pictures: boolean;
  push: (text: string) => void;
}

const thinking = () => (hasSimd() ? thinkingSimdUrl : thinkingUrl);

class House {
  #tables = new Brain(() => tablesUrl, saved.find);
  #bots = new Brain(thinking, saved.find);
  #questions = new Brain(thinking, saved.find, solving.hear);
  #listeners = new Map<string, Set<Listener>>();
  /** Tables whose bots are being moved. */
  #moving = new Set<string>();
  #clocks = new Map<string, ReturnType<typeof setTimeout>>();
  #queue: Promise<unknown> = Promise.resolve();
  #otherTabs = typeof BroadcastChannel === "function" ? new BroadcastChannel("hotdice") : undefined;

  constructor() {
    if (this.#otherTabs) this.#otherTabs.onmessage = ({ data }: MessageEvent<string>) => void this.#changedElsewhere(data);
  }

  /** Gets ready for a game before anybody sits down. */
  warm(): void {
    this.#tables.warm();
    this.#bots.warm();
  }

  /** Asks the module that has the tables something that changes none of them, and so need not wait its turn. */
  async ask<T>(path: string, json: unknown): Promise<T> {
    const { reply } = await this.#tables.ask({ method: "POST", path, body: JSON.stringify(json) });
    if (reply.status >= 300) throw await refusal(response(reply));
    return (reply.body === "" ? undefined : JSON.parse(reply.body)) as T;
  }

  async fetch(path: string, init: RequestInit): Promise<Response> {
    const request = read(path, init);
    const [first = "", table = "", what] = request.path.split("/");
    if (first === "tables" && what === "events") return this.#stream(table, request, init.signal ?? undefined);
    const refused = what === "seats" ? await this.#refusedBot(table, request) : undefined;
    if (refused) return response(refused);
    return response(await this.#answer(first, table, request));
  }

  #answer(first: string, table: string, request: HostRequest): Promise<Reply> {
    if (THINKS.has(first)) return this.#think(this.#questions, request);
    // Nothing is solved for that, and whoever asks is about to play with bots.
    if (first === "levels") return this.#think(this.#bots, request);
    return this.#atTables(request, table);
  }

  async #think(brain: Brain, request: HostRequest): Promise<Reply> {
    const { reply, attached } = await brain.ask(request);
    if (reply.solved !== undefined && attached) void saved.keep(reply.solved, attached);
    return reply;
  }

  /** Refuses a bot that cannot play at its level, before it sits down. */
  async #refusedBot(table: string, request: HostRequest): Promise<Reply | undefined> {
    const { bot } = JSON.parse(request.body ?? "{}") as { bot?: string };
    // The others need no solver, and nobody has to wait for one to sit down with them.
    if (bot !== "strong" && bot !== "perfect") return undefined;
    const look = await this.#inTurn(() => this.#tables.ask({ method: "GET", path: `tables/${table}` }));
    if (look.reply.status !== 200) return look.reply;
    const { rules, seats } = JSON.parse(look.reply.body) as { rules: string; seats: number };
    const reply = await this.#think(this.#bots, { method: "POST", path: "can-play", body: JSON.stringify({ rules, seats, level: bot }) });
    return reply.status === 200 ? undefined : reply;
  }

  async #atTables(request: HostRequest, table: string): Promise<Reply> {
    const reply = await this.#inTurn(() => this.#changing(request));
    if (reply.question) return this.#think(this.#questions, { method: "POST", ...reply.question });
    const changed = reply.written?.table ?? table;
    if (reply.written) {
      this.#otherTabs?.postMessage(changed);
      await this.#tell(changed);
    }
    if (changed !== "" && reply.status < 300) this.#tend(changed, reply);
    return reply;
  }

  /** Runs one request after the other: between an answer of the module and its storing nothing else may happen. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }

  async #changing(request: HostRequest): Promise<Reply> {
    for (let tries = 1; ; tries += 1) {
      const { reply } = await this.#tables.ask(request);
      const written = [reply.opened, reply.written].filter((each) => each !== undefined);
      if (written.length === 0) return reply;
      try {
        if (await saved.append(written)) return reply;
      } catch (error) {
        await this.#forget(written.map(({ table }) => table));
        return problem(error);
      }
      await this.#forget(written.map(({ table }) => table));
      if (tries >= TRIES) return problem(new Error("Another tab is playing at this table."));
    }
  }

  async #forget(tables: string[]): Promise<void> {
    for (const table of tables) await this.#tables.call({ forget: { table } });
  }

  async #changedElsewhere(table: string): Promise<void> {
    await this.#inTurn(() => this.#forget([table]));
    await this.#tell(table);
  }

  /** Looks after what a table waits for: bots and clocks. */
  #tend(table: string, reply: Reply): void {
    if (reply.bot && !this.#moving.has(table)) void this.#moveBots(table, reply.bot);
    clearTimeout(this.#clocks.get(table));
    this.#clocks.delete(table);
    if (reply.deadline !== undefined) {
      const left = Math.max(reply.deadline - Date.now(), 0) + 20;
      this.#clocks.set(table, setTimeout(() => void this.#atTables({ method: "POST", path: `tables/${table}/clock` }, table), left));
    }
  }

  async #moveBots(table: string, first: BotTurn): Promise<void> {
    this.#moving.add(table);
    try {
      await exclusively(`hotdice-bots-${table}`, async () => {
        for (let turn: BotTurn | undefined = first; turn; ) {
          const chosen: Reply = await this.#think(this.#bots, { method: "POST", path: "bot", body: JSON.stringify(turn) });
          if (chosen.status !== 200) return;
          const moved: Reply = await this.#atTables({ method: "POST", path: `tables/${table}/bot`, body: chosen.body }, table);
          // Another tab may have moved the bot: the table says what is next.
          turn = moved.status === 200 ? moved.bot : undefined;
        }
      });
    } finally {
      this.#moving.delete(table);
    }
  }

  async #stream(table: string, request: HostRequest, signal: AbortSignal | undefined): Promise<Response> {
    const pictures = request.query?.["pictures"] === "true";
    const first = await this.#inTurn(() => this.#tables.ask(request));
    if (first.reply.status !== 200) return response(first.reply);
    const listeners = this.#listeners.get(table) ?? new Set();
    this.#listeners.set(table, listeners);
    const encoder = new TextEncoder();
    let end = () => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const push = (text: string) => controller.enqueue(encoder.encode(text));
        const listener = { sent: first.reply.seq ?? 0, pictures, push };
        const alive = setInterval(() => push(": still here\n\n"), KEEP_ALIVE);
        end = () => {
          clearInterval(alive);
          listeners.delete(listener);
        };
        signal?.addEventListener("abort", () => {
          end();
          controller.error(new DOMException("aborted", "AbortError"));
        }, { once: true });
        push(first.reply.body);
        listeners.add(listener);
      },
      cancel: () => end(),
    });
    // What happened between reading and listening is told now.
    await this.#tell(table);
    const look = await this.#inTurn(() => this.#tables.ask({ method: "GET", path: `tables/${table}` }));
    this.#tend(table, look.reply);
    return new Response(body, { status: 200, headers: { "Content-Type": "text/event-stream" } });
  }

  /** Sends what is new to those who listen. */
  async #tell(table: string): Promise<void> {
    for (const listener of this.#listeners.get(table) ?? []) {
      const query: Record<string, string> = listener.pictures ? { pictures: "true" } : {};
      const request = { method: "GET", path: `tables/${table}/events`, query, last_event: listener.sent };
      const { reply } = await this.#inTurn(() => this.#tables.ask(request));
      if (reply.status !== 200 || (reply.seq ?? 0) <= listener.sent) continue;
      listener.sent = reply.seq ?? listener.sent;
      listener.push(reply.body);
    }
  }
}

/** Does something in one tab at a time, where the browser can tell tabs apart. */
async function exclusively(name: string, work: () => Promise<void>): Promise<void> {
  if ("locks" in navigator) await navigator.locks.request(name, work);
  else await work();
}

function read(path: string, init: RequestInit): HostRequest {
  const url = new URL(path, "http://here/");
  const headers = new Headers(init.headers);
  const token = headers.get("Authorization")?.replace("Bearer ", "");
  const seen = headers.get("Last-Event-ID");
  return {
    method: init.method ?? "GET",
    path: decodeURIComponent(url.pathname.slice(1)),
    query: Object.fromEntries(url.searchParams),
    body: typeof init.body === "string" ? init.body : "",
    ...(token ? { token } : {}),
    ...(seen ? { last_event: Number.parseInt(seen, 10) } : {}),
  };
}

function response(reply: Reply): Response {
  const body = reply.status === 204 ? null : reply.body;
  return new Response(body, { status: reply.status, headers: { "Content-Type": reply.type } });
}

function problem(error: unknown): Reply {
  const why = error instanceof Error ? error.message : String(error);
  const detail = `This browser could not store the game: ${why}`;
  return { status: 500, type: "application/problem+json", body: JSON.stringify({ code: "internal", title: "Not stored", status: 500, detail }) };
}

export const house = new House();
