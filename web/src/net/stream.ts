/**
 * What happens at a table, as it happens.
 *
 * Read with fetch, because EventSource cannot send the token of a seat and a token never stands in an address. A stream
 * that breaks is opened again after the last event that came.
 */
import type { Emote, Event as TableEvent } from "../wire/schema";
import { translated } from "../words";
import { EventReader } from "./event-reader";
import { reach } from "./reach";

export interface EmoteShown {
  seat: number;
  emote: Emote;
}

/** Who has the table open. */
export interface PresenceShown {
  /** The numbers of the players. */
  online: number[];
  /** How many watch without playing. */
  watching: number;
}

export interface Listener {
  log(event: TableEvent): void;
  presence(shown: PresenceShown): void;
  emote(shown: EmoteShown): void;
  /** Says whether the stream is open. */
  connected(yes: boolean): void;
  /** The server does not let us listen. */
  refused(status: number): void;
}

/** How much of a log was seen. */
export interface Seen {
  readonly lastEventId: string;
  /** Takes the next event; returns false if it was there before. */
  take(event: TableEvent): boolean;
}

/** Counts the events of a log that is read once. */
export function counting(): Seen {
  let seen = 0;
  return {
    get lastEventId() {
      return String(seen);
    },
    take({ seq }) {
      const isNew = seq > seen;
      seen = Math.max(seen, seq);
      return isNew;
    },
  };
}

/** A server that is alive says something every five seconds. */
const SILENCE = 20_000;
const LONGEST_WAIT = 4_000;

export class Stream {
  #closing = new AbortController();
  #table: string;
  #token: string | undefined;
  #listener: Listener;
  #seen: Seen;
  #query: string;

  /** Listens to what comes after all that was seen; with `pictures`, old events carry the table after them too. */
  constructor(table: string, token: string | undefined, seen: Seen, listener: Listener, pictures = false) {
    this.#query = pictures ? "?pictures=true" : "";
    this.#table = table;
    this.#token = token;
    this.#seen = seen;
    this.#listener = listener;
    void this.#listen();
  }

  close(): void {
    this.#closing.abort();
  }

  async #listen(): Promise<void> {
    let wait = 250;
    while (!this.#closing.signal.aborted) {
      const came = await this.#once();
      if (this.#closing.signal.aborted) return;
      this.#listener.connected(false);
      wait = came ? 250 : Math.min(wait * 2, LONGEST_WAIT);
      await rest(wait, this.#closing.signal);
    }
  }

  /** Listens until the stream ends, and says whether anything came. */
  async #once(): Promise<boolean> {
    const connection = new AbortController();
    const stop = () => connection.abort();
    this.#closing.signal.addEventListener("abort", stop);
    let timer = setTimeout(stop, SILENCE);
    let came = false;
    try {
      const headers = new Headers({ "Last-Event-ID": this.#seen.lastEventId });
      if (this.#token) headers.set("Authorization", `Bearer ${this.#token}`);
      const path = `tables/${encodeURIComponent(this.#table)}/events${this.#query}`;
      const { answer } = await reach(path, { headers, signal: connection.signal, cache: "no-store" });
      if (!answer.ok || !answer.body) {
        if (answer.status < 500 && answer.status !== 429) {
          this.#listener.refused(answer.status);
          this.close();
        }
        return false;
      }
      this.#listener.connected(true);
      const reader = new EventReader((name, data) => this.#hear(name, data));
      const text = new TextDecoder();
      const body = answer.body.getReader();
      for (;;) {
        const { done, value } = await body.read();
        if (done) return came;
        came = true;
        clearTimeout(timer);
        timer = setTimeout(stop, SILENCE);
        reader.push(text.decode(value, { stream: true }));
      }
    } catch {
      return came;
    } finally {
      clearTimeout(timer);
      this.#closing.signal.removeEventListener("abort", stop);
    }
  }

  #hear(name: string, data: string): void {
    if (name === "log") {
      const event = JSON.parse(data) as TableEvent;
      if (this.#seen.take(event)) this.#listener.log(translated(event));
    } else if (name === "presence") {
      this.#listener.presence(JSON.parse(data) as PresenceShown);
    } else if (name === "emote") {
      this.#listener.emote(JSON.parse(data) as EmoteShown);
    }
  }
}

/** Waits, but no longer than until the network is back or nobody waits any more. */
export function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    const early = () => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener("abort", early, { once: true });
    // A device that wakes up or finds its network again need not wait.
    addEventListener("online", early, { once: true });
  });
}
