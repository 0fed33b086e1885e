/**
 * What this device has seen of the log of a table. Every head depends on all events up to it: a server that shows another log than
 * before, because it went back to a backup or because somebody changed it, is found out.
 */
import type { Event as TableEvent } from "../wire/schema";
import { sha256 } from "./sha256";
import { storage, type LogPlace } from "./storage";

const DOMAIN = "hotdice/log/v1";
/** How many digits of a head go with the number of an event. */
const DIGITS = 16;
/** How long what was seen may wait to be stored. */
const SOON = 400;

const encoder = new TextEncoder();

/** Returns what a log without events hashes to. */
export const firstHead = (table: string): string => sha256(DOMAIN + table);

/** Returns what a log hashes to after one more line. */
export function nextHead(head: string, line: string): string {
  const before = Uint8Array.from({ length: head.length / 2 }, (_, at) => Number.parseInt(head.slice(2 * at, 2 * at + 2), 16));
  const [domain, text] = [encoder.encode(DOMAIN), encoder.encode(line)];
  const all = new Uint8Array(domain.length + before.length + text.length);
  all.set(domain);
  all.set(before, domain.length);
  all.set(text, domain.length + before.length);
  return sha256(all);
}

export class LogMemory {
  #table: string;
  #seq = 0;
  #head: string;
  /** How far the log was seen when it was last followed. */
  #before: LogPlace | undefined;
  #changed: () => void;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, changed: () => void) {
    this.#table = table;
    this.#head = firstHead(table);
    this.#before = storage.table(table)?.seen;
    this.#changed = changed;
  }

  /** The last event that came. */
  get seq(): number {
    return this.#seq;
  }

  /** What to tell the server of it. One that sends no heads is told the number alone. */
  get lastEventId(): string {
    return this.#seq === 0 || this.#head === "" ? String(this.#seq) : `${this.#seq}-${this.#head.slice(0, DIGITS)}`;
  }

  /** Hears how long the log is; one that is shorter than it was has been changed. */
  reaches(seq: number): void {
    if (this.#before && seq < this.#before.seq) this.#tell();
  }

  /** Takes the next event; returns false if it was there before. */
  take({ seq, line, head }: TableEvent): boolean {
    if (seq <= this.#seq) return false;
    const isNext = seq === this.#seq + 1 && this.#head !== "";
    this.#seq = seq;
    const given = head ?? "";
    const isOther = given !== "" && isNext && nextHead(this.#head, line) !== given;
    const wasOther = given !== "" && this.#before?.seq === seq && this.#before.head !== given;
    this.#head = given;
    if (isOther || wasOther) this.#tell();
    this.#saving ??= setTimeout(() => this.save(), SOON);
    return true;
  }

  /** Forgets what the server no longer has. */
  forget(): void {
    this.#before = undefined;
    if (storage.table(this.#table)?.seen) storage.update(this.#table, ({ seen: _, ...stored }) => stored);
  }

  /** Stores what was seen, at tables where somebody on this device plays. */
  save(): void {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    // What lies before the place that is remembered was not compared yet.
    if (this.#head === "" || !storage.table(this.#table) || (this.#before && this.#seq < this.#before.seq)) return;
    const seen = { seq: this.#seq, head: this.#head };
    storage.update(this.#table, (stored) => ({ ...stored, seen }));
  }

  #tell(): void {
    this.forget();
    this.#changed();
  }
}
