/**
 * A table as this device sees it.
 *
 * The log tells what happened, and is shown event by event at a pace that people can follow; the view of the server is
 * what can be done now. Both may be late, doubled or cut off: the number of an event settles every doubt.
 */
import { api, Refused } from "../talk/api";
import { keeping, type OwnSeat } from "../talk/keeping";
import { Stream } from "../talk/stream";
import type { EmoteShown, TableEvent, TableView } from "../wire/table";
import type { Choice, Line } from "../wire/scene";
import { pace } from "../look/pace.svelte";
import { words } from "../words";
import { facesOf, diceTold, headline, wayOf } from "./telling";
import { NO_DICE, pictured, rolled, trayOf, withHeld, type Felt } from "./felt";

/** A line of the story. */
export interface Told {
  seq: number;
  line: Line;
}

/** A walk over the board. */
export interface Walk {
  cells: string[];
  seq: number;
}

/** How long an event may take to come after the picture that has it. */
const LATE = 1500;

/** How often a table is looked at while its stream is cut. */
const POLLING = 1500;

/** How many events are shown one by one; a device that was away for longer sees the end. */
const MOST_TO_SHOW = 60;

/** The status of a stream that should go on after an event which the server does not know. */
const GONE_BACK = 409;

export class LiveTable {
  readonly id: string;
  view = $state.raw<TableView>();
  story = $state.raw<Told[]>([]);
  felt = $state.raw<Felt>(NO_DICE);
  banner = $state.raw<Line>();
  walk = $state.raw<Walk>();
  emotes = $state.raw<(EmoteShown & { key: number })[]>([]);
  own = $state.raw<OwnSeat[]>([]);
  /** Whether events are being shown that the picture does not have yet. */
  playing = $state(false);
  /** Whether an action is on its way. */
  sending = $state(false);
  connected = $state(true);
  missing = $state(false);
  trouble = $state("");
  notice = $state("");

  #host: string | undefined;
  #stream: Stream | undefined;
  #queue: TableEvent[] = [];
  /** The last event that was shown or taken note of. */
  #shown = 0;
  #newest: TableView | undefined;
  #lastFaces: number[] = [];
  #plannedWay: string[] | undefined;
  #skip: (() => void) | undefined;
  #skipping = false;
  #closed = false;
  #arrived: (() => void) | undefined;
  #polling: ReturnType<typeof setInterval> | undefined;

  constructor(id: string) {
    this.id = id;
    const kept = keeping.table(id);
    this.own = kept?.seats ?? [];
    this.#host = kept?.host;
    void this.#begin();
  }

  close(): void {
    this.#closed = true;
    this.#stream?.close();
    this.#skip?.();
    clearInterval(this.#polling);
  }

  /** The seat that this device plays for now, or would. */
  get acting(): OwnSeat | undefined {
    return this.ownAt(this.view?.waiting.seat) ?? this.own[0];
  }

  /** The choices that are open on this device at this moment. */
  get choices(): Choice[] {
    return this.playing || this.sending ? [] : (this.view?.scene?.choices ?? []);
  }

  get host(): string | undefined {
    return this.#host;
  }

  ownAt(seat: number | undefined): OwnSeat | undefined {
    const player = this.view?.players.find((each) => each.seat === seat);
    return this.own.find((each) => each.player === player?.player);
  }

  nameOf = (seat: number): string => this.view?.players.find((each) => each.seat === seat)?.name ?? words.playerNumber(seat);

  /** Shows what is left to show at once. */
  skip(): void {
    this.#skipping = true;
    this.#skip?.();
  }

  async act(choice: Choice): Promise<void> {
    const seat = this.acting;
    if (!seat || !this.view || this.sending) return;
    this.#plannedWay = choice.target.kind === "way" ? choice.target.of : undefined;
    const seq = this.view.seq;
    await this.#send(async () => {
      const happened = await api.act(this.id, seat.token, seq, choice.notation);
      happened.events.forEach((event) => this.#hear(event));
    });
  }

  async join(name: string): Promise<void> {
    await this.#send(async () => {
      const before = this.view?.after ? keeping.table(this.view.after)?.seats[0]?.token : undefined;
      const joined = await api.join(this.id, name, before);
      this.#keepSeat({ player: joined.player, name, token: joined.token ?? "" });
      await this.#refresh();
    });
  }

  addBot = (level: string) => this.#asHost((host) => api.addBot(this.id, level, host));
  start = () => this.#asHost((host) => api.start(this.id, host));
  leave = () => this.#asPlayer((token) => api.leave(this.id, token));
  comeBack = () => this.#asPlayer((token) => api.comeBack(this.id, token));
  offer = () => this.#asPlayer((token) => api.offer(this.id, token, this.view?.seq ?? 0));
  emote = (emote: EmoteShown["emote"]) => this.#asPlayer((token) => api.emote(this.id, token, emote));

  /** Finds the table where the same players meet again, and takes this device's seats there. */
  async rematch(): Promise<string | undefined> {
    const seats = this.own;
    const first = seats[0];
    if (!first) return undefined;
    let met: string | undefined;
    await this.#send(async () => {
      const { table } = await api.rematch(this.id, first.token);
      const taken = keeping.table(table)?.seats ?? [];
      for (const seat of seats.slice(taken.length)) {
        const joined = await api.join(table, seat.name, seat.token);
        const own = { player: joined.player, name: seat.name, token: joined.token ?? "" };
        keeping.change(table, (kept) => ({ ...kept, rules: this.view?.rules ?? "", seats: [...kept.seats, own] }));
      }
      met = table;
    });
    return met;
  }

  async #begin(): Promise<void> {
    try {
      await this.#refresh();
    } catch (error) {
      if (error instanceof Refused && (error.code === "not_found" || error.code === "invalid")) {
        this.missing = true;
        return;
      }
      this.#blame(error);
      if (!(error instanceof Refused) || error.code !== "unreachable") return;
      this.connected = false;
      await new Promise((done) => setTimeout(done, 1000));
      if (!this.#closed) await this.#begin();
      return;
    }
    this.trouble = "";
    if (!this.#closed) this.#listen();
  }

  #listen(): void {
    const listener = {
      log: (event: TableEvent) => this.#hear(event),
      presence: () => void this.#refresh().catch(() => undefined),
      emote: (shown: EmoteShown) => this.#showEmote(shown),
      connected: (yes: boolean) => this.#connect(yes),
      refused: (status: number) => void (status === GONE_BACK ? this.#beginAnew() : this.#refresh().catch(() => undefined)),
    };
    this.#stream = new Stream(this.id, this.own[0]?.token, 0, listener);
  }

  /** Forgets what the server no longer knows, because it has gone back to a backup, and looks again. */
  async #beginAnew(): Promise<void> {
    this.#queue.splice(0);
    this.story = [];
    this.#shown = 0;
    this.#newest = undefined;
    await this.#begin();
  }

  #connect(yes: boolean): void {
    const again = yes && !this.connected;
    this.connected = yes;
    if (again) void this.#refresh().catch(() => undefined);
    if (!yes) this.#polling ??= this.#poll();
  }

  /** Looks now and then while the stream is cut: other requests may still get through. */
  #poll(): ReturnType<typeof setInterval> {
    const idle = () => !this.connected && !this.playing && !this.sending;
    return setInterval(() => idle() && void this.#refresh().catch(() => undefined), POLLING);
  }

  /** Takes note of an event; those that the first picture had are story, later ones are shown. */
  #hear(event: TableEvent): void {
    if (event.seq <= this.#shown) {
      this.#tell(event);
      this.#rememberFaces(event);
      return;
    }
    if (this.#queue.some((waiting) => waiting.seq === event.seq)) return;
    this.#queue.push(event);
    this.#queue.sort((a, b) => a.seq - b.seq);
    this.#arrived?.();
    if (!this.playing) void this.#play();
  }

  #tell(event: TableEvent): void {
    const told = event.story.map((line) => ({ seq: event.seq, line }));
    if (told.length > 0 && !this.story.some((each) => each.seq === event.seq)) {
      this.story = [...this.story, ...told].sort((a, b) => a.seq - b.seq);
    }
  }

  #rememberFaces(event: TableEvent): void {
    const faces = facesOf(event);
    if (!faces) return;
    this.#lastFaces = faces;
    const tray = this.view?.scene && trayOf(this.view.scene);
    if (!tray && this.view?.stage !== "gathering" && !this.playing) {
      this.felt = { ...rolled(faces, event.seq), dice: faces.map((face) => ({ face, mark: "loose", fresh: false })) };
    }
  }

  /** Shows event after event, then the picture that they lead to. */
  async #play(): Promise<void> {
    this.playing = true;
    this.#skipping = false;
    try {
      while (!this.#closed) {
        const event = this.#queue.shift();
        if (!event) {
          await this.#refresh().catch((error: unknown) => this.#blame(error));
          if (await this.#moreToCome()) continue;
          break;
        }
        const last = this.#queue.length === 0;
        await this.#show(event, last);
        this.#shown = Math.max(this.#shown, event.seq);
        this.#catchUp();
      }
    } finally {
      this.playing = false;
      this.#display();
      if (this.#queue.length > 0 && !this.#closed) void this.#play();
    }
  }

  /** Drops what a device that was away for long need not see move. */
  #catchUp(): void {
    if (this.#queue.length <= MOST_TO_SHOW) return;
    this.#queue.splice(0).forEach((event) => {
      this.#tell(event);
      this.#shown = Math.max(this.#shown, event.seq);
    });
  }

  /** Waits a moment for events that the newest picture has and the stream has not brought yet. */
  async #moreToCome(): Promise<boolean> {
    const ahead = this.connected && (this.#newest?.seq ?? 0) > this.#shown;
    if (ahead && this.#queue.length === 0) {
      await new Promise<void>((done) => {
        this.#arrived = done;
        setTimeout(done, LATE);
      });
      this.#arrived = undefined;
    }
    return this.#queue.length > 0;
  }

  async #show(event: TableEvent, last: boolean): Promise<void> {
    const faces = facesOf(event);
    const tone = headline(event)?.tone ?? "plain";
    if (faces) {
      // The last roll shows the dice of the picture, among them those that were held.
      if (last) await this.#refresh().catch(() => undefined);
      const tray = last && this.#newest?.seq === event.seq && this.#newest.scene && trayOf(this.#newest.scene);
      this.felt = tray ? { ...pictured(tray, faces, event.seq), live: false } : rolled(faces, event.seq);
      this.#lastFaces = faces;
      await this.#wait(pace.roll);
    } else if (event.kind === "acted") {
      this.felt = withHeld(this.felt, diceTold(event));
      const way = wayOf(event);
      if (way) this.walk = { cells: this.#plannedWay ?? way, seq: event.seq };
      if (way) {
        await this.#refresh().catch(() => undefined);
        if (this.#newest?.seq === event.seq) this.#display();
      }
      this.#plannedWay = undefined;
    }
    this.#tell(event);
    this.banner = headline(event);
    if (event.story.length > 0) await this.#wait(pace.pause(tone === "plain" ? (faces ? 350 : 500) : 1250));
  }

  #wait(milliseconds: number): Promise<void> {
    if (this.#skipping || milliseconds <= 0 || document.hidden) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#skip = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Asks for the picture of the moment, with the choices of whoever on this device decides. */
  async #refresh(): Promise<void> {
    let view = await this.#look(this.own[0]?.token);
    const decides = view.players.find((each) => each.seat === view.waiting.seat);
    const seat = this.own.find((each) => each.player === decides?.player);
    if (seat && seat.token !== this.own[0]?.token) view = await this.#look(seat.token);
    if (this.#newest && view.seq < this.#newest.seq) return;
    this.#newest = view;
    keeping.table(this.id) && keeping.change(this.id, (kept) => ({ ...kept, rules: view.rules, over: view.stage === "over" }));
    if (this.playing) return;
    if (this.view && this.connected && view.seq > this.#shown) {
      // The stream is about to tell how it came to this; if it does not, the picture is shown all the same.
      setTimeout(() => this.playing || this.#display(), LATE);
    } else {
      this.#display();
    }
  }

  async #look(token: string | undefined): Promise<TableView> {
    try {
      return await api.look(this.id, token);
    } catch (error) {
      if (!token || !(error instanceof Refused) || error.code !== "unauthorized") throw error;
      this.own = this.own.filter((each) => each.token !== token);
      keeping.change(this.id, (kept) => ({ ...kept, seats: this.own }));
      this.notice = words.notYourSeat;
      return this.#look(this.own[0]?.token);
    }
  }

  #display(): void {
    const view = this.#newest;
    if (!view) return;
    this.view = view;
    this.#shown = Math.max(this.#shown, view.seq);
    const tray = view.scene && trayOf(view.scene);
    if (tray) {
      // Whatever was rolled has been seen rolling.
      this.felt = pictured(tray, [], this.felt.roll);
    } else if (this.felt.live) {
      this.felt = { ...this.felt, live: false };
    }
  }

  #showEmote(shown: EmoteShown): void {
    const key = Math.random();
    this.emotes = [...this.emotes.filter((each) => each.seat !== shown.seat), { ...shown, key }];
    setTimeout(() => (this.emotes = this.emotes.filter((each) => each.key !== key)), 4000);
  }

  #keepSeat(seat: OwnSeat): void {
    this.own = [...this.own, seat];
    keeping.change(this.id, (kept) => ({ ...kept, rules: this.view?.rules ?? kept.rules, seats: this.own }));
    this.#stream?.close();
    this.#listen();
  }

  async #asHost(what: (host: string) => Promise<unknown>): Promise<void> {
    const host = this.#host;
    if (host) await this.#send(() => what(host));
  }

  async #asPlayer(what: (token: string) => Promise<unknown>): Promise<void> {
    const seat = this.acting;
    if (seat) await this.#send(() => what(seat.token));
  }

  async #send(what: () => Promise<unknown>): Promise<void> {
    this.sending = true;
    this.trouble = "";
    try {
      await what();
    } catch (error) {
      this.#blame(error);
    } finally {
      this.sending = false;
      if (!this.playing) await this.#refresh().catch(() => undefined);
    }
  }

  #blame(error: unknown): void {
    // Another tab or another player was quicker: the picture that follows says it all.
    if (error instanceof Refused && error.code === "stale") return;
    this.trouble = error instanceof Error ? error.message : String(error);
  }
}
