/**
 * Hands out the events of a table in order, each once, at a pace that people can follow.
 *
 * Events come from the stream and from the answers to requests, so they may come twice and out of order: their numbers
 * settle every doubt. Every event carries the whole picture after it, so one that is left out costs a movement and
 * nothing else; whoever has been away sees the end at once, and only the last events move.
 */
import type { Event as TableEvent } from "../wire/schema";

/** Where events are shown. */
export interface Screen {
  /** Draws the table after an event, knowing what is still to come, and returns for how many milliseconds it should be looked at. */
  show(event: TableEvent, wait: (milliseconds: number) => Promise<void>, rest: TableEvent[]): Promise<number>;
  /** Takes note of an event that need not be seen to move. */
  note(event: TableEvent): void;
  /** Says whether there is more to show. */
  busy(yes: boolean): void;
}

/** How long a missing event is waited for. */
const LATE = 1500;

/** How many of the missed events are shown moving. */
const LAST_FEW = 4;

/** How far the table may be behind, in milliseconds of the server's clock. */
const LAG = 20_000;

/** With more than so many events to come, each is shown more briefly. */
const MANY = 10;

export class Playback {
  #screen: Screen;
  #queue: TableEvent[] = [];
  /** The last event that was handed out. */
  #taken = 0;
  /** Events up to this one were missed. */
  #missed = 0;
  /** Until when the last event should be looked at. */
  #until = 0;
  #busy = false;
  #skipping = false;
  #closed = false;
  #hurry: (() => void) | undefined;
  #arrived: (() => void) | undefined;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** Takes an event, from wherever it comes; returns false if it had been handed out before. */
  hear(event: TableEvent): boolean {
    if (event.seq <= this.#taken) return false;
    if (this.#queue.some((waiting) => waiting.seq === event.seq)) return true;
    this.#queue.push(event);
    this.#queue.sort((a, b) => a.seq - b.seq);
    this.#arrived?.();
    if (!this.#busy) void this.#play();
    return true;
  }

  /** Goes on after an event whose picture is shown already. */
  jump(seq: number): void {
    this.#taken = seq;
    this.#queue = this.#queue.filter((event) => event.seq > seq);
  }

  /** Forgets everything. */
  reset(): void {
    this.#queue = [];
    this.jump(0);
    this.#missed = 0;
  }

  /** Says that events up to this one happened while nobody looked. */
  missed(seq: number): void {
    this.#missed = Math.max(this.#missed, seq);
  }

  /** Shows what is left to show at once. */
  skip(): void {
    this.#skipping = true;
    this.#hurry?.();
  }

  /** Lets the next event be shown without waiting: whoever acts has seen enough. */
  press(): void {
    this.#until = 0;
  }

  close(): void {
    this.#closed = true;
    this.#hurry?.();
    this.#arrived?.();
  }

  async #play(): Promise<void> {
    this.#busy = true;
    this.#skipping = false;
    this.#screen.busy(true);
    try {
      while (this.#queue.length > 0 && !this.#closed) {
        await this.#fillHole();
        this.#noteOld();
        await this.#wait(this.#until - Date.now());
        const event = this.#queue.shift();
        if (!event || this.#closed) continue;
        this.#taken = event.seq;
        const look = await this.#screen.show(event, (milliseconds) => this.#wait(milliseconds), this.#queue);
        this.#until = Date.now() + (this.#queue.length > MANY ? look / 2 : look);
      }
    } finally {
      this.#busy = false;
      this.#screen.busy(false);
    }
  }

  /** Waits a moment for an event that is missing before the next; without it the show goes on all the same. */
  async #fillHole(): Promise<void> {
    if ((this.#queue[0]?.seq ?? 0) <= this.#taken + 1) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, LATE);
      this.#arrived = () => {
        if ((this.#queue[0]?.seq ?? 0) > this.#taken + 1 && !this.#closed) return;
        clearTimeout(timer);
        done();
      };
    });
    this.#arrived = undefined;
  }

  /** Takes note of what is too long ago to be shown. */
  #noteOld(): void {
    const newest = this.#queue.at(-1)?.at ?? 0;
    const isOld = (event: TableEvent) => event.seq <= this.#missed - LAST_FEW || newest - event.at > LAG;
    const old = this.#queue.findLastIndex(isOld) + 1;
    for (const event of this.#queue.splice(0, old)) {
      this.#taken = event.seq;
      this.#screen.note(event);
    }
  }

  #wait(milliseconds: number): Promise<void> {
    if (this.#skipping || milliseconds <= 0 || document.hidden) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#hurry = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
