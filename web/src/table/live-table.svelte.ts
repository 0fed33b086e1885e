/**
 * A table as this device sees it.
 *
 * One look when the page opens says what stays the same; from then on every event carries the table after it, and what
 * is shown is the picture of the last event that was shown. Nothing is asked after a move: the answer to the action and
 * the stream bring all there is. Only while the stream is cut the table is looked at now and then.
 */
import { api, Refused } from "../net/api";
import { LogMemory } from "../net/log-memory";
import { isHere } from "../net/reach";
import { storage, type OwnSeat } from "../net/storage";
import { Stream, type EmoteShown, type PresenceShown } from "../net/stream";
import type { Choice, Event as TableEvent, FollowUp, Line, PlayerView, TableView, TransferCode } from "../wire/schema";
import { pace } from "../look/pace.svelte";
import { cue } from "../look/sound.svelte";
import { words } from "../words";
import { headline, nameIn } from "./story";
import { asPicked, fellWith, lay, NO_DICE, pictured, tumbling, type Felt } from "./felt";
import { cueOf, momentOf, type Moment } from "./moment";
import type { LinkedDice } from "./linked-dice.svelte";
import { justOpened, takeOver, takeSeat } from "./opening";
import { Playback } from "./playback";

/** A line of the story. */
export interface StoryLine {
  seq: number;
  line: Line;
}

/** Cells of the board that an action was done to: one, or the way of a walk. */
export interface Walk {
  cells: string[];
  seq: number;
}

/** Dice that somebody on this device is about to throw. */
export interface Throw {
  seat: number;
  dice: number;
  seq: number;
  /** When the time for the decision after it is up. */
  deadline: number | null | undefined;
}

/** A roll of linked dice that was shown. */
export interface LinkedRoll {
  seq: number;
  roll: number;
  dice: number[];
  /** The server's link, and those of the seats in their order; those of bots and of seats that added nothing are missing. */
  server: string;
  links: (string | null)[];
}

/** How often a table is looked at while its stream is cut. */
const POLLING = 1500;

/** How long a request may be on its way before one is told. */
const LATE = 1200;

/** The status of a stream that should go on after an event which the server does not know. */
const GONE_BACK = 409;

const NO_CHOICES: Choice[] = [];

/** What is said about links between a decision and its dice, where nothing moves. */
const ABOUT_LINKS: ReadonlySet<string> = new Set(["linked", "absent", "anchored"]);

/** What comes after a draw was declined, and makes that old news. */
const MOVES: ReadonlySet<string> = new Set(["acted", "rolled", "offered", "ended"]);

export class LiveTable {
  readonly id: string;
  /** The table after the last event that was shown. */
  view = $state.raw<TableView>();
  story = $state.raw<StoryLine[]>([]);
  felt = $state.raw<Felt>(NO_DICE);
  banner = $state.raw<Line>();
  walk = $state.raw<Walk>();
  moment = $state.raw<Moment>();
  /** The dice that wait for this device's player to throw them. */
  toThrow = $state.raw<Throw>();
  emotes = $state.raw<(EmoteShown & { key: number })[]>([]);
  own = $state.raw<OwnSeat[]>([]);
  /** Whether there are events still to be shown. */
  playing = $state(false);
  /** Whether a request is on its way. */
  sending = $state(false);
  /** Whether it has been on its way for so long that one wonders. It is sent until it arrives, as long as the page is open. */
  late = $state(false);
  connected = $state(true);
  missing = $state(false);
  /** Who has declined a draw since the last move. */
  declinedBy = $state<number>();
  /** This device's part in the dice, where they are linked. */
  dice = $state.raw<LinkedDice>();
  /** The rolls of linked dice that were shown. */
  rolls = $state.raw<LinkedRoll[]>([]);
  /** Whether the server has shown another log than before. */
  rewritten = $state(false);
  /** Whether the dice are explained. */
  explaining = $state(false);
  problem = $state("");
  notice = $state("");

  #host: string | undefined;
  #stream: Stream | undefined;
  #memory: LogMemory;
  #playback = new Playback({
    show: (event, wait, rest) => this.#show(event, wait, rest),
    note: (event) => this.#note(event),
    busy: (yes) => (this.playing = yes),
  });
  /** The players who have the table open: what was heard last, which may be ahead of what is shown. */
  #online = new Set<number>();
  /** The places of the dice that were tapped for the action on its way. */
  #picked: number[] = [];
  /** Whether the last choice made here asks for dice by itself, as rolling on does. */
  #asksForDice = false;
  /** The event that was shown last. */
  #last: TableEvent | undefined;
  #thrown: (() => void) | undefined;
  /** Whose turn is being shown, and until when. */
  #shown = { seat: 0, until: 0 };
  /** The events whose lines were told. */
  #told = new Set<number>();
  /** The felt as the events before the last look left it. */
  #recalled: Felt = NO_DICE;
  #polling: ReturnType<typeof setInterval> | undefined;
  #closing = new AbortController();

  /** Opens a table; with a code, as whoever takes over a seat there from another device. */
  constructor(id: string, code = "") {
    this.id = id;
    this.#memory = this.#newMemory();
    this.#recallSeats();
    void (code === "" ? this.#begin() : this.#takeOver(code));
  }

  #recallSeats(): void {
    const stored = storage.table(this.id);
    this.own = stored?.seats ?? [];
    this.#host = stored?.host;
  }

  async #takeOver(code: string): Promise<void> {
    let refused = "";
    try {
      await takeOver(code);
      this.#recallSeats();
    } catch (error) {
      refused = error instanceof Refused && error.code !== "not_found" ? error.message : words.codeUsed;
    }
    await this.#begin();
    this.problem = refused;
  }

  close(): void {
    this.#closing.abort();
    this.#stream?.close();
    this.#memory.save();
    this.dice?.close();
    this.#playback.close();
    this.throwDice();
    clearInterval(this.#polling);
  }

  /** The seat that this device plays for now, or would. */
  get acting(): OwnSeat | undefined {
    return this.ownAt(this.view?.waiting.seat) ?? this.own[0];
  }

  /** The choices that are open on this device at this moment. */
  get choices(): Choice[] {
    const { waiting, scene } = this.view ?? {};
    const open = !this.playing && !this.sending && waiting?.for === "person" && this.#isHere(waiting.seat);
    return open ? (scene?.choices ?? NO_CHOICES) : NO_CHOICES;
  }

  get host(): string | undefined {
    return this.#host;
  }

  ownAt(seat: number | null | undefined): OwnSeat | undefined {
    const player = this.#playerAt(seat);
    return this.own.find((each) => each.player === player?.player);
  }

  nameOf = (seat: number): string => nameIn(this.view?.players ?? [], seat);

  /** Shows what is left to show at once. */
  skip(): void {
    this.#playback.skip();
  }

  /** Throws the dice that wait for it. */
  throwDice(): void {
    this.#thrown?.();
  }

  /** Does a choice, to the dice at these places if it is done to dice, and what follows on it. */
  async act(choice: Choice, picked: number[] = [], then?: FollowUp): Promise<void> {
    const seat = this.acting;
    const view = this.view;
    if (!seat || !view || this.sending) return;
    this.#playback.press();
    this.#picked = picked;
    this.#asksForDice = choice.target.kind !== "row" && choice.target.kind !== "tiles";
    await this.#send(async () => {
      let seq = view.seq;
      for (const { notation } of then ? [choice, then] : [choice]) {
        const link = await this.dice?.linkFor(this.#current(seat), notation);
        const happened = await api.act(this.id, seat.token, seq, notation, link, this.#closing.signal);
        happened.events.forEach((event) => this.#hear(event));
        seq = happened.events.at(-1)?.seq ?? seq;
      }
    });
  }

  async join(name: string): Promise<void> {
    await this.#send(async () => {
      const before = this.view?.after ? storage.table(this.view.after)?.seats[0]?.token : undefined;
      const taken = this.view?.players.map((player) => player.name) ?? [];
      this.#keepSeats([...this.own, await takeSeat(this.id, name, { taken, before, until: this.#closing.signal, linked: this.#isLinked })]);
    });
  }

  addBot = (level: string) => this.#asHost((host, until) => api.addBot(this.id, level, host, until));
  /** Whether the table is on this device and on no server. */
  get here(): boolean {
    return isHere(this.id);
  }

  start = () => this.#asHost((host, until) => api.start(this.id, host, until));
  leave = () => this.#asPlayer((token, until) => api.leave(this.id, token, until));
  comeBack = () => this.#asPlayer((token, until) => api.comeBack(this.id, token, until));
  offer = () => this.#asPlayer((token, until) => api.offer(this.id, token, this.view?.seq ?? 0, until));
  decline = () => this.#asPlayer((token, until) => api.decline(this.id, token, this.view?.seq ?? 0, until));
  resign = () => {
    // What waits for a throw is not waited for any more.
    this.throwDice();
    return this.#asPlayer((token, until) => api.resign(this.id, token, until));
  };
  /** Makes a code with which another device can play for a seat too. */
  async transfer(): Promise<TransferCode | undefined> {
    const seat = this.acting;
    if (!seat) return undefined;
    const made = await api.transfer(this.id, seat.token);
    this.#keepSeat({ ...this.#current(seat), shared: true });
    return made;
  }
  emote = (emote: EmoteShown["emote"]) => this.#asPlayer((token) => api.emote(this.id, token, emote));

  /** Finds the table where the same players meet again, and takes this device's seats there. */
  async rematch(): Promise<string | undefined> {
    const seats = this.own;
    const first = seats[0];
    if (!first) return undefined;
    let met: string | undefined;
    await this.#send(async () => {
      const { table } = await api.rematch(this.id, first.token);
      // Where the first game was, there is the second.
      if (this.here) storage.update(table, (stored) => ({ ...stored, here: true }));
      const taken = storage.table(table)?.seats ?? [];
      for (const seat of seats.slice(taken.length)) {
        const own = await takeSeat(table, seat.name, { before: seat.token, until: this.#closing.signal, linked: this.#isLinked });
        storage.update(table, (stored) => ({ ...stored, rules: this.view?.rules ?? "", seats: [...stored.seats, own] }));
      }
      justOpened.add(table);
      met = table;
    });
    return met;
  }

  async #begin(): Promise<void> {
    try {
      const look = await this.#look();
      this.#memory.reaches(look.seq);
      if (look.dice === "linked") await this.#takePart(look.seq);
      this.#adopt(justOpened.delete(this.id) ? beforeAll(look) : look);
    } catch (error) {
      if (error instanceof Refused && (error.code === "not_found" || error.code === "invalid")) {
        this.missing = true;
        return;
      }
      this.#blame(error);
      if (!(error instanceof Refused) || error.code !== "unreachable") return;
      this.connected = false;
      await new Promise((done) => setTimeout(done, 1000));
      if (!this.#closing.signal.aborted) await this.#begin();
      return;
    }
    this.problem = "";
    if (!this.#closing.signal.aborted) this.#listen();
  }

  get #isLinked(): boolean {
    return this.view?.dice === "linked";
  }

  #newMemory(): LogMemory {
    return new LogMemory(this.id, () => (this.rewritten = true));
  }

  /** Takes part in linked dice, which only tables that have them load. */
  async #takePart(seq: number): Promise<void> {
    const { LinkedDice } = await import("./linked-dice.svelte");
    this.dice?.close();
    if (this.#closing.signal.aborted) return;
    const dice = new LinkedDice(
      {
        id: this.id,
        seats: () => this.own,
        seatOf: (own) => this.view?.players.find((each) => each.player === own.player && each.presence === "here")?.seat,
        keep: (seat) => this.#keepSeat(seat),
        hear: (events) => events.forEach((event) => this.#hear(event)),
      },
      seq,
    );
    this.dice = dice;
  }

  #listen(): void {
    const listener = {
      log: (event: TableEvent) => this.#hear(event),
      presence: (shown: PresenceShown) => this.#showPresence(shown.online, shown.watching),
      emote: (shown: EmoteShown) => this.#showEmote(shown),
      connected: (yes: boolean) => this.#connect(yes),
      refused: (status: number) => void (status === GONE_BACK ? this.#beginAnew() : this.#begin()),
    };
    this.#stream?.close();
    this.#stream = new Stream(this.id, this.own[0]?.token, this.#memory, listener);
  }

  /** Forgets what the server no longer knows, because it has gone back to a backup, and looks again. */
  async #beginAnew(): Promise<void> {
    this.rewritten = true;
    this.#memory.forget();
    this.#memory = this.#newMemory();
    this.#playback.reset();
    this.story = [];
    this.rolls = [];
    this.felt = NO_DICE;
    this.#told.clear();
    await this.#begin();
  }

  #connect(yes: boolean): void {
    const again = yes && !this.connected;
    this.connected = yes;
    // Other requests may still get through while the stream is cut.
    if (!yes) this.#polling ??= setInterval(() => this.playing || this.sending || void this.#refresh(), POLLING);
    if (!again) return;
    this.problem = "";
    clearInterval(this.#polling);
    this.#polling = undefined;
    void this.#refresh().then((look) => {
      if (!look) return;
      this.dice?.reconnected(look.seq);
      this.#playback.missed(look.seq);
    });
  }

  #hear(event: TableEvent): void {
    // First of all: whoever waits for this device's link should not wait for pictures.
    this.dice?.hear(event);
    if (event.after) this.#online = onlineOf(event.after.players);
    // Whoever has acted elsewhere, or was too slow, has nothing to throw here any more.
    if (this.toThrow && this.#isAfterThrow(this.toThrow, event)) this.throwDice();
    if (!this.#playback.hear(event)) this.#recall(event);
  }

  /** Takes up an event that the first look had: it is story, and says where the dice lie. */
  #recall(event: TableEvent): void {
    // What is being shown at this moment is told when it has been seen.
    if (!this.view || event.seq > this.view.seq || !this.#tell(event)) return;
    this.#recalled = lay(this.#recalled, event);
    if (event.seq !== this.view.seq || !event.after) return;
    this.felt = this.#recalled;
    this.view = this.#after(this.view, event);
  }

  /** Takes note of an event without a movement. */
  #note(event: TableEvent): void {
    this.#tell(event);
    if (event.kind === "declined") this.declinedBy = event.seat ?? undefined;
    else if (MOVES.has(event.kind)) this.declinedBy = undefined;
    this.felt = lay(this.felt, event);
    if (this.view) this.view = this.#after(this.view, event);
    this.#noticeSeats(event);
  }

  /** Shows an event: the dice fall, and then all is as it is after it. Returns how long that should be looked at. */
  async #show(event: TableEvent, wait: (milliseconds: number) => Promise<void>, all: TableEvent[]): Promise<number> {
    if (ABOUT_LINKS.has(event.kind)) {
      this.#note(event);
      return 0;
    }
    const rest = all.filter(({ kind }) => !ABOUT_LINKS.has(kind));
    if (event.kind === "acted" && this.#picked.length > 0) {
      if (this.ownAt(event.seat)) this.felt = asPicked(this.felt, event, this.#picked);
      this.#picked = [];
    }
    if (this.#isThrownHere(event, rest)) await this.#awaitThrow(event);
    this.#last = event;
    pace.haste = this.#hasteFor(event, rest);
    const felt = lay(this.felt, event);
    const falls = fellWith(felt, event.seq);
    if (falls) cue("dice");
    if (falls && pace.roll > 0) {
      this.felt = tumbling(felt, event.seq);
      await wait(pace.roll);
    }
    const cells = event.cells ?? [];
    this.walk = cells.length > 0 ? { cells, seq: event.seq } : undefined;
    this.#note(event);
    this.banner = headline(event);
    this.moment = momentOf(event, (seats) => seats.some((seat) => this.ownAt(seat) !== undefined));
    const heard = cueOf(event, this.moment);
    if (heard) cue(heard);
    const look = pace.pause(this.#lookAt(event, falls));
    // What this device's player did is no news to them, if they have done more.
    const knows = event.kind === "acted" && this.ownAt(event.seat) && rest[0]?.seat === event.seat;
    pace.haste = 1;
    return knows ? 0 : look;
  }

  /**
   * Returns how long the table after an event is worth looking at, at a calm pace. Where nothing moves, there is nothing to follow: the last
   * line stays, the log has the others, and only the dice that end one's own turn would be gone before they are seen.
   */
  #lookAt(event: TableEvent, falls: boolean): number {
    if (event.story.length === 0 || !event.after) return 0;
    if (!pace.moving) return falls && this.ownAt(event.seat) && event.story.some((line) => line.tone === "bad") ? 900 : 0;
    if (event.story.some((line) => line.tone !== "plain")) return 900;
    return event.kind === "acted" ? 400 + 120 * (event.cells ?? []).length : falls ? 350 : 200;
  }

  /** Returns how much the turn of somebody else is hurried so that all that is known of it keeps within its time. */
  #hasteFor(event: TableEvent, rest: TableEvent[]): number {
    pace.haste = 1;
    if (event.seat == null || this.ownAt(event.seat)) {
      this.#shown = { seat: 0, until: 0 };
      return 1;
    }
    if (this.#shown.seat !== event.seat) this.#shown = { seat: event.seat, until: Date.now() + pace.turn };
    const ends = rest.findIndex((later) => later.seat !== event.seat);
    const turn = [event, ...(ends < 0 ? rest : rest.slice(0, ends))];
    const takes = turn.reduce((sum, each) => sum + pace.pause(this.#lookAt(each, each.kind === "rolled")) + (each.kind === "rolled" ? pace.roll : 0), 0);
    return Math.min(1, Math.max(0, this.#shown.until - Date.now()) / Math.max(1, takes));
  }

  /**
   * Tells whether a roll is shown when its player throws it. The server has rolled at once, as the seed had settled
   * before the game: the throw decides when the dice are seen, not what they show.
   */
  #isThrownHere(event: TableEvent, rest: TableEvent[]): boolean {
    if (event.kind !== "rolled" || (event.dice ?? []).length === 0 || !this.#isHere(event.seat) || pace.wish === "instant") return false;
    if (rest.some((later) => this.#isAfterThrow(event, later))) return false;
    return !(this.#last?.kind === "acted" && this.#last.seat === event.seat && this.#asksForDice);
  }

  /** Tells whether the player of a throw has done something since, here or elsewhere. */
  #isAfterThrow(thrown: { seq: number; seat?: number | null }, event: TableEvent): boolean {
    return event.seq > thrown.seq && event.seat === thrown.seat && event.kind !== "rolled" && !ABOUT_LINKS.has(event.kind);
  }

  async #awaitThrow({ seat, seq, dice, after }: TableEvent): Promise<void> {
    this.felt = NO_DICE;
    this.moment = undefined;
    this.toThrow = { seat: seat ?? 0, dice: dice?.length ?? 0, seq, deadline: after?.deadline };
    cue("turn");
    await new Promise<void>((done) => (this.#thrown = done));
    this.#thrown = undefined;
    this.toThrow = undefined;
  }

  /** Returns the table after an event. */
  #after(view: TableView, event: TableEvent): TableView {
    const { seq, after } = event;
    if (!after) return { ...view, seq };
    const { stage, closed, waiting, deadline, offers, can_draw, scene } = after;
    const players = this.#withPresence(after.players);
    const ended = event.kind === "ended" ? { winners: event.winners, seed: event.seed } : {};
    const rematch = event.rematch ?? view.rematch;
    if ((stage === "over" && view.stage !== "over") || event.kind === "resigned") this.#remember(view.rules, stage, players);
    return { ...view, seq, stage, closed, players, waiting, deadline, offers, can_draw, scene, rematch, ...ended };
  }

  #withPresence(players: PlayerView[]): PlayerView[] {
    return players.map((player) => ({ ...player, online: this.#online.has(player.player) }));
  }

  #showPresence(online: Iterable<number>, watching: number): void {
    this.#online = new Set(online);
    if (this.view) this.view = { ...this.view, players: this.#withPresence(this.view.players), watching };
  }

  /** Returns whether the lines of the event were not told before. */
  #tell(event: TableEvent): boolean {
    if (this.#told.has(event.seq)) return false;
    this.#told.add(event.seq);
    const { seq, dice = [], links } = event;
    if (links) this.rolls = [...this.rolls, { seq, roll: links.roll, dice, server: links.server, links: links.seats.map((link) => link ?? null) }].sort((a, b) => a.seq - b.seq);
    const told = event.story.map((line) => ({ seq, line }));
    if (told.length > 0) this.story = [...this.story, ...told].sort((a, b) => a.seq - b.seq);
    return true;
  }

  /** Gives up a seat that its player has given up, perhaps in another tab. */
  #noticeSeats(event: TableEvent): void {
    const left = this.own.filter((seat) => event.kind !== "withdrew" || seat.player !== event.player);
    if (left.length < this.own.length) this.#keepSeats(left);
  }

  /** Looks at the table because the stream is cut, or was. */
  async #refresh(): Promise<TableView | undefined> {
    const look = await this.#look().catch(() => undefined);
    const view = this.view;
    if (!look || !view || this.#closing.signal.aborted) return undefined;
    if (look.seq > view.seq && !this.connected && !this.playing) {
      this.#adopt(look);
    } else {
      this.#showPresence(onlineOf(look.players), look.watching);
    }
    return look;
  }

  /** Shows a look as it is. */
  #adopt(look: TableView): void {
    this.#recalled = this.felt;
    this.#online = onlineOf(look.players);
    this.#playback.jump(look.seq);
    this.view = look;
    this.felt = pictured(look.scene);
    this.#remember(look.rules, look.stage, look.players);
  }

  /** Asks for the table; without a stream to bring them, also for the choices of whoever on this device decides. */
  async #look(): Promise<TableView> {
    const first = await this.#lookAs(this.own[0]);
    if (this.connected) return first;
    const decides = first.players.find((each) => each.seat === first.waiting.seat);
    const seat = this.own.find((each) => each.player === decides?.player);
    return !seat || seat === this.own[0] ? first : this.#lookAs(seat);
  }

  async #lookAs(seat: OwnSeat | undefined): Promise<TableView> {
    try {
      return await api.look(this.id, seat?.token);
    } catch (error) {
      if (!seat || !(error instanceof Refused) || error.code !== "unauthorized") throw error;
      this.own = this.own.filter((each) => each !== seat);
      storage.update(this.id, (stored) => ({ ...stored, seats: this.own }));
      this.notice = words.notYourSeat;
      return this.#lookAs(this.own[0]);
    }
  }

  #playerAt(seat: number | null | undefined): PlayerView | undefined {
    return this.view?.players.find((each) => each.seat === seat);
  }

  /** Tells whether somebody on this device sits there and has not left. */
  #isHere(seat: number | null | undefined): boolean {
    return this.ownAt(seat) !== undefined && this.#playerAt(seat)?.presence === "here";
  }

  #showEmote(shown: EmoteShown): void {
    const key = Math.random();
    this.emotes = [...this.emotes.filter((each) => each.seat !== shown.seat), { ...shown, key }];
    setTimeout(() => (this.emotes = this.emotes.filter((each) => each.key !== key)), 4000);
  }

  /** Remembers whose seats are on this device, and listens as them. */
  #keepSeats(seats: OwnSeat[]): void {
    this.own = seats;
    storage.update(this.id, (stored) => ({ ...stored, rules: this.view?.rules ?? stored.rules, seats }));
    this.dice?.reseated();
    this.#listen();
  }

  /** Remembers what has changed about a seat of this device. */
  #keepSeat(seat: OwnSeat): void {
    const changed = (seats: OwnSeat[]) => seats.map((each) => (each.player === seat.player ? seat : each));
    this.own = changed(this.own);
    storage.update(this.id, (stored) => ({ ...stored, seats: changed(stored.seats) }));
  }

  #current(seat: OwnSeat): OwnSeat {
    return this.own.find((each) => each.player === seat.player) ?? seat;
  }

  /** Remembers whether there is something to come back to: a game that goes on, and a seat that was not given up. */
  #remember(rules: string, stage: TableView["stage"], players: PlayerView[]): void {
    const resigned = players.filter((player) => player.resigned).map((player) => player.player);
    const over = stage === "over" || (this.own.length > 0 && this.own.every((seat) => resigned.includes(seat.player)));
    if (storage.table(this.id)) storage.update(this.id, (stored) => ({ ...stored, rules, over }));
  }

  async #asHost(what: (host: string, until: AbortSignal) => Promise<unknown>): Promise<void> {
    const host = this.#host;
    if (host) await this.#send(() => what(host, this.#closing.signal));
  }

  async #asPlayer(what: (token: string, until: AbortSignal) => Promise<unknown>): Promise<void> {
    const seat = this.acting;
    if (seat) await this.#send(() => what(seat.token, this.#closing.signal));
  }

  async #send(what: () => Promise<unknown>): Promise<void> {
    this.sending = true;
    this.problem = "";
    const timer = setTimeout(() => (this.late = true), LATE);
    try {
      await what();
    } catch (error) {
      this.#blame(error);
    } finally {
      clearTimeout(timer);
      this.late = false;
      this.sending = false;
    }
  }

  #blame(error: unknown): void {
    // Another tab or another player was quicker: the events that follow say it all.
    const stale = error instanceof Refused && error.code === "stale";
    this.problem = stale ? "" : error instanceof Error ? error.message : String(error);
  }
}

function onlineOf(players: PlayerView[]): Set<number> {
  return new Set(players.filter((player) => player.online).map((player) => player.player));
}

/** Returns a table as it was before its first event, so that whoever has opened it sees it begin. */
function beforeAll(look: TableView): TableView {
  return { ...look, seq: 0, waiting: { for: "nothing" }, scene: null };
}
