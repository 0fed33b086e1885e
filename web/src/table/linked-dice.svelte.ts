/**
 * This device's part in linked dice: it checks every line of the log, and adds a link to every roll that is due.
 *
 * Nothing here waits for what is shown. Lines are checked as they come, before any die is seen to move, and a link leaves as soon as the
 * check says that its roll is due. The check gives out no link that is not due, and none after something was wrong; what was given
 * out is stored before it is sent, so that a page that is loaded again knows what the server may know.
 */
import { api, Refused } from "../net/api";
import { randomHex } from "../net/random";
import type { OwnSeat, SentLink } from "../net/storage";
import type { Event as TableEvent } from "../wire/schema";
import { anchorOf, follow, forget, linkWith, readLines, type Checked, type GivenLink, type LogLine, type LogProblem } from "./chain";

/** The table at which the dice are. */
export interface LinkedTable {
  id: string;
  /** The seats of this device. */
  seats(): readonly OwnSeat[];
  /** Returns where somebody on this device sits who has not left. */
  seatOf(own: OwnSeat): number | undefined;
  /** Stores what has changed about one of them. */
  keep(seat: OwnSeat): void;
  /** Hears what came of a request. */
  hear(events: readonly TableEvent[]): void;
}

/** Something that is wrong, and whether it may have an innocent cause. */
export interface Finding extends LogProblem {
  mild: boolean;
}

const ANCHOR = /^(?:joined|anchored) \d+ ([0-9a-f]{64})(?: |$)/;
/** Events after which the links of a seat are waited for. */
const BACK: ReadonlySet<string> = new Set(["linked", "anchored", "returned"]);

export class LinkedDice {
  /** How many rolls were as they should be. */
  rolls = $state(0);
  findings = $state.raw<Finding[]>([]);
  /** Whether the check itself failed: nothing is known then. */
  failed = $state(false);

  #table: LinkedTable;
  /** The whole log, in order. */
  #lines: LogLine[] = [];
  /** Events that came before those before them. */
  #early = new Map<number, TableEvent>();
  #read = 0;
  /** The end of the log when it was first looked at: what is before it is long past. */
  #past: number;
  /** The seats that are checked for, as they were when the check began. */
  #following: string | undefined;
  #running: Promise<void> | undefined;
  /** The rolls for which links are on their way or have arrived, by name. */
  #sent = new Map<string, number>();
  #arrived = new Map<string, number>();
  /** The seats that are not waited for any more. */
  #silent = new Set<number>();
  /** Whether all was read that was there when this device came. */
  #isHere = false;
  /** Whether dice have fallen since this device last looked for whom the table does not wait. */
  #fell = false;
  /** Whether the log has the chain of this device for a seat, by name: another device may play for it too. */
  #anchored = new Map<string, boolean>();
  #anchoring: Promise<void> | undefined;
  #closed = false;

  constructor(table: LinkedTable, past: number) {
    this.#table = table;
    this.#past = past;
  }

  close(): void {
    this.#closed = true;
    void forget(this.#table.id).catch(() => undefined);
  }

  /** Takes an event, from wherever it comes: each counts once, in its order. */
  hear(event: TableEvent): void {
    const known = this.#lines[event.seq - 1]?.[0] ?? this.#early.get(event.seq)?.line;
    // The stream and the answers to requests tell the same story.
    if (known !== undefined && known !== event.line) this.#find({ kind: "other_log", sentence: "", seq: event.seq, roll: 0 });
    if (known !== undefined) return;
    this.#early.set(event.seq, event);
    for (let next = this.#early.get(this.#lines.length + 1); next; next = this.#early.get(this.#lines.length + 1)) {
      this.#early.delete(next.seq);
      this.#lines.push([next.line, next.head || null]);
      if (next.seat != null && next.kind === "absent") this.#silent.add(next.seat);
      else if (next.seat != null && BACK.has(next.kind)) this.#silent.delete(next.seat);
      if (next.kind === "rolled") this.#fell = true;
    }
    this.#run();
  }

  /** Returns the link that goes with an action; none if no dice fall after it. */
  async linkFor(seat: OwnSeat, action: string): Promise<string | undefined> {
    try {
      await this.#running;
      if (this.#anchored.get(seat.name) === false) seat = await this.#takeBack(seat);
      const given = this.failed ? null : await linkWith(this.#table.id, seat.name, action);
      if (!given) return undefined;
      this.#note(seat, given, action);
      return given.link;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /**
   * Makes the chain of a seat this device's own before it plays: another device may have made its dice. Links that were shown are never used again,
   * so a chain that was replaced is followed by a new one; one that is not published yet only has to be.
   */
  async #takeBack(seat: OwnSeat): Promise<OwnSeat> {
    await this.#settle();
    if (this.#anchored.get(seat.name) !== false) return this.#own(seat);
    const before = this.#own(seat);
    const taken = before.secret && (await this.#wasPublished(before.name, before.secret)) ? this.#drawSecret(before) : before;
    this.#run();
    await this.#settle();
    return taken;
  }

  /** Waits until all that is here was checked and no anchor is on its way. */
  async #settle(): Promise<void> {
    await this.#running;
    await this.#anchoring;
    await this.#running;
  }

  /** Returns a seat of this device as it is stored by now. */
  #own(seat: OwnSeat): OwnSeat {
    return this.#table.seats().find(({ name }) => name === seat.name) ?? seat;
  }

  async #wasPublished(name: string, secret: string): Promise<boolean> {
    const anchor = await anchorOf(this.#table.id, name, secret);
    return this.#lines.some(([line]) => line.includes(anchor));
  }

  /** Hears that the stream is back, and how far the log reaches by now. */
  reconnected(seq: number): void {
    this.#past = Math.max(this.#past, seq);
    this.#isHere = false;
    this.#run();
  }

  /** Hears that other seats may be played from here than before. */
  reseated(): void {
    this.#run();
  }

  /** Says that the seats of this device are here again, where the dice no longer wait for them. */
  #comeBack(): void {
    this.#isHere = true;
    this.#fell = false;
    for (const own of this.#table.seats()) {
      const seat = this.#table.seatOf(own);
      if (seat === undefined || !this.#silent.delete(seat)) continue;
      void api.comeBack(this.#table.id, own.token).then(({ events }) => this.#table.hear(events)).catch(() => undefined);
    }
  }

  /** Checks what is new, after all that came with it is here too. */
  #run(): void {
    this.#running ??= Promise.resolve()
      .then(() => this.#readOn())
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#running = undefined;
        if (this.#read < this.#lines.length && this.#goesOn) this.#run();
      });
  }

  async #readOn(): Promise<void> {
    while (this.#goesOn) {
      await this.#followSeats();
      if (this.#read >= this.#lines.length) break;
      const lines = this.#lines.slice(this.#read);
      this.#read = this.#lines.length;
      const checked = await readLines(this.#table.id, lines, this.#read >= this.#past);
      if (!this.#closed) this.#take(checked);
    }
    // Between an absence and its roll it would be too soon: that roll falls without this device all the same.
    if (this.#goesOn && (!this.#isHere || this.#fell) && this.#read >= this.#past) this.#comeBack();
  }

  get #goesOn(): boolean {
    return !this.failed && !this.#closed;
  }

  /** Begins anew when other seats are played from here than before. */
  async #followSeats(): Promise<void> {
    if (this.#lines.length >= this.#past) this.#drawSecrets();
    const following = this.#table.seats().map(({ name, secret }) => `${name} ${secret}`).join();
    if (following === this.#following) return;
    await follow(this.#table.id, this.#table.seats());
    this.#following = following;
    this.#read = 0;
  }

  /** Begins a chain for a seat that came without its secret, as one from another device does. */
  #drawSecrets(): void {
    for (const seat of this.#table.seats()) if (!seat.secret) this.#drawSecret(seat);
  }

  #drawSecret(seat: OwnSeat): OwnSeat {
    const drawn = { ...seat, secret: randomHex(32), anchors: this.#lines.flatMap(([line]) => ANCHOR.exec(line)?.[1] ?? []) };
    this.#table.keep(drawn);
    return drawn;
  }

  #take(checked: Checked): void {
    this.rolls = Math.max(this.rolls, checked.rolls);
    for (const problem of checked.problems) this.#find(problem);
    for (const { name, anchored, link } of checked.seats) {
      const seat = this.#table.seats().find((own) => own.name === name);
      if (!seat) continue;
      this.#anchored.set(name, anchored);
      if (link) void this.#send(seat, link);
      else if (!anchored && this.#read >= this.#past) this.#anchoring ??= this.#anchor(seat).finally(() => (this.#anchoring = undefined));
    }
  }

  #find(problem: LogProblem): void {
    // A seat that is played from another device too has begun a new chain there.
    if (problem.kind === "anchor_replaced" && this.#isShared(problem.seq)) return;
    if (this.findings.some(({ kind, seq }) => kind === problem.kind && (seq === problem.seq || kind === "anchor_replaced"))) return;
    this.findings = [...this.findings, { ...problem, mild: this.#isMild(problem) }];
  }

  /** Takes note of a chain that another device of this player has begun; returns false if it cannot be that. */
  #isShared(seq: number): boolean {
    const anchor = ANCHOR.exec(this.#lines[seq - 1]?.[0] ?? "")?.[1];
    const shared = this.#table.seats().find((seat) => seat.shared);
    if (!anchor || !shared) return false;
    this.#table.keep({ ...shared, anchors: [...new Set([...(shared.anchors ?? []), anchor])] });
    return true;
  }

  /** Tells whether a slow connection may be all there is to it. */
  #isMild({ kind, roll, seq }: LogProblem): boolean {
    // A link that was late is no sign of a fraud; one that the server had taken is.
    if (kind === "link_ignored") return ![...this.#arrived.values()].includes(roll);
    // A decision that came when the time was up was made by a bot instead.
    return kind === "link_known_early" && this.#lines.slice(0, seq - 1).some(([line]) => line.startsWith("replaced "));
  }

  async #send(seat: OwnSeat, given: GivenLink): Promise<void> {
    if (this.#sent.get(seat.name) === given.roll) return;
    this.#note(seat, given);
    try {
      const { events } = await api.link(this.#table.id, seat.token, given.roll, given.link);
      this.#arrived.set(seat.name, given.roll);
      this.#table.hear(events);
    } catch (error) {
      // Somebody's time was up, or the link came twice: the log says what has become of the roll.
      if (error instanceof Refused && error.code !== "unreachable") return;
      if (this.#sent.get(seat.name) === given.roll) this.#sent.delete(seat.name);
    }
  }

  #note(seat: OwnSeat, { roll, seq }: GivenLink, action?: string): void {
    this.#sent.set(seat.name, roll);
    const sent: SentLink = { roll, seq, ...(action === undefined ? {} : { action }) };
    this.#table.keep({ ...seat, sent });
  }

  /** Publishes the anchor of a new chain; while a roll is due the server refuses, and it is tried again after it. */
  async #anchor(seat: OwnSeat): Promise<void> {
    if (!seat.secret) return;
    try {
      // Another chain has taken its place: it stays so until somebody plays from here again.
      if (await this.#wasPublished(seat.name, seat.secret)) return;
      const anchor = await anchorOf(this.#table.id, seat.name, seat.secret);
      this.#table.hear((await api.anchor(this.#table.id, seat.token, anchor)).events);
    } catch {
      // Not now.
    }
  }

  #fail(error: unknown): void {
    console.error(error);
    this.failed = true;
  }
}
