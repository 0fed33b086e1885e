import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pace } from "../../src/look/pace.svelte";
import { LiveTable } from "../../src/table/live-table.svelte";
import { Playback } from "../../src/table/playback";
import type { Choice, Event as TableEvent, TableView } from "../../src/wire/schema";
import { after, bank, event, keep, PLAYERS, sceneOf, viewOf } from "./fixtures";

const TABLE = "k7w2m9x4ab";

/** A server with one table, as a page sees it. */
class Server {
  asked: string[] = [];
  #streams: ReadableStreamDefaultController<Uint8Array>[] = [];

  log: TableEvent[];

  constructor(
    public view: TableView,
    log: TableEvent[] = [],
  ) {
    this.log = [...log];
  }

  /** What an action makes happen. */
  answers: TableEvent[] = [];

  answer = (path: string, asked?: RequestInit): Promise<Response> => {
    const what = path.slice(`/api/v1/tables/${TABLE}`.length);
    this.asked.push(`${asked?.method ?? "GET"} ${what}`);
    if (what === "/events") return Promise.resolve(this.#stream(asked));
    if (what === "/actions") return Promise.resolve(Response.json({ seq: this.answers.at(-1)?.seq, events: this.answers }));
    return Promise.resolve(Response.json(this.view));
  };

  /** Tells whoever listens who is there. */
  show(online: number[], watching: number): void {
    const shown = new TextEncoder().encode(`event: presence\ndata: ${JSON.stringify({ online, watching })}\n\n`);
    for (const stream of this.#streams) stream.enqueue(shown);
  }

  /** Tells whoever listens. */
  tell(...events: TableEvent[]): void {
    this.log.push(...events);
    for (const stream of this.#streams) for (const each of events) stream.enqueue(written(each));
  }

  /** Breaks every stream. */
  cut(): void {
    this.#streams.splice(0).forEach((stream) => stream.close());
  }

  #stream(asked?: RequestInit): Response {
    const seen = Number(new Headers(asked?.headers).get("Last-Event-ID"));
    if (seen > this.view.seq) return Response.json({ code: "stale" }, { status: 409 });
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.log.filter((each) => each.seq > seen).forEach((each) => stream.enqueue(written(each)));
        this.#streams.push(stream);
      },
    });
    return new Response(body);
  }
}

const written = (of: TableEvent) => new TextEncoder().encode(`event: log\nid: ${of.seq}\ndata: ${JSON.stringify(of)}\n\n`);
const scored = (points: number) => PLAYERS.map((player) => (player.seat === 1 ? { ...player, points } : player));

/** The page of somebody who sits there. */
function sit(...seats: number[]): void {
  const own = seats.map((player) => ({ player, name: `Player ${player}`, token: `token ${player}` }));
  const kept: Record<string, string> = { "hotdice.tables": JSON.stringify({ [TABLE]: { rules: "farkle", seats: own, at: 0 } }) };
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => (kept[key] = value) });
}

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Lets everything happen that happens within so many milliseconds. */
const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

describe("a table", () => {
  const choose = sceneOf("1s 2 5s", { choices: [keep(1), keep(5), keep(1, 5)] });
  const kept = sceneOf("1h 2 5", { choices: [bank] });
  const opening = [event(1, "opened"), event(2, "rolled", { seat: 1, dice: [1, 2, 5], after: after(choose) })];

  async function open(server: Server): Promise<LiveTable> {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", server.answer);
    const table = new LiveTable(TABLE);
    await pass();
    return table;
  }

  it("is one look and one stream, and a move is one request", async () => {
    sit(1);
    const server = new Server(viewOf(2, after(choose)), opening);
    const table = await open(server);
    expect(server.asked).toEqual(["GET ", "GET /events"]);
    expect(table.choices.map((choice) => choice.notation)).toEqual(["keep 1", "keep 5", "keep 1 5"]);
    expect(table.felt.dice.map((die) => die.face)).toEqual([1, 2, 5]);

    server.asked = [];
    server.answers = [event(3, "acted", { seat: 1, action: "keep 1", dice: [1], points: 100, after: after(kept) })];
    const acting = table.act(keep(1));
    expect(table.choices).toEqual([]);
    await acting;
    server.tell(...server.answers);
    await pass();
    expect(table.choices).toEqual([bank]);
    expect(table.view?.seq).toBe(3);
    expect(table.story.map((told) => told.seq)).toEqual([1, 2, 3]);
    expect(server.asked).toEqual(["POST /actions"]);
    table.close();
  });

  it("shows turn, scores and dice of each event when it is shown, and offers choices at the end", async () => {
    sit(1);
    const server = new Server(viewOf(2, after(choose)), opening);
    const table = await open(server);
    const bots = { waiting: { for: "bot" as const, seat: 2 }, players: scored(200) };
    server.tell(
      event(3, "acted", { seat: 1, action: "bank", points: 200, after: after(sceneOf("", { turn: 2 }), bots) }),
      event(4, "rolled", { seat: 2, dice: [6, 6, 3], after: after(sceneOf("", { turn: 1 }), { players: scored(200) }) }),
      event(5, "rolled", { seat: 1, dice: [1, 4, 5], after: after(sceneOf("1s 4 5s", { choices: [keep(1)] }), { players: scored(200) }) }),
    );
    await pass();
    // At once: the points are written down, and it is the bot's turn.
    expect(table.view?.players[0]?.points).toBe(200);
    expect(table.view?.waiting).toEqual({ for: "bot", seat: 2 });
    expect(table.choices).toEqual([]);
    await pass(700);
    // The bot's dice are in the air: nothing else has changed.
    expect(table.felt.dice.map((die) => [die.face, die.fresh])).toEqual([[6, true], [6, true], [3, true]]);
    expect(table.view?.scene?.turn).toBe(2);
    expect(table.story.at(-1)?.seq).toBe(3);
    await pass(800);
    expect(table.view?.scene?.turn).toBe(1);
    expect(table.choices).toEqual([]);
    // The player's own dice are thrown by the player, however long that takes.
    await pass(5000);
    expect(table.toThrow).toMatchObject({ seat: 1, dice: 3 });
    expect(table.felt.dice).toEqual([]);
    table.throwDice();
    await pass(1500);
    expect(table.toThrow).toBeUndefined();
    expect(table.felt.dice.map((die) => [die.face, die.fresh])).toEqual([[1, false], [4, false], [5, false]]);
    expect(table.choices).toEqual([keep(1)]);
    table.close();
  });

  it("shows a turn at once where nothing moves, and leaves the dice that end one's own turn to be seen", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    sit(1);
    const server = new Server(viewOf(2, after(choose)), opening);
    const table = await open(server);
    const good = { spans: [{ text: "banks 200" }], tone: "good" as const };
    const bad = { spans: [{ text: "rolled nothing" }], tone: "bad" as const };
    const bots = { waiting: { for: "bot" as const, seat: 2 } };
    const own = (seq: number) => event(seq, "rolled", { seat: 1, dice: [1, 4, 5], after: after(sceneOf("1s 4 5s", { choices: [keep(1)] })) });
    server.tell(
      event(3, "acted", { seat: 1, action: "bank", points: 200, story: [good], after: after(sceneOf("", { turn: 2 }), bots) }),
      event(4, "rolled", { seat: 2, dice: [1, 6, 3], after: after(sceneOf("1s 6 3", { turn: 2 }), bots) }),
      event(5, "acted", { seat: 2, dice: [1], points: 100, after: after(sceneOf("1h 6 3", { turn: 2 }), bots) }),
      event(6, "acted", { seat: 2, action: "bank", points: 100, story: [good], after: after(sceneOf("", { turn: 1 })) }),
      own(7),
    );
    await pass();
    expect(table.toThrow).toMatchObject({ seat: 1, seq: 7 });
    expect(table.story.map((told) => told.seq)).toEqual([1, 2, 3, 4, 5, 6]);
    table.throwDice();
    await pass();
    expect(table.choices).toEqual([keep(1)]);

    server.tell(event(8, "rolled", { seat: 1, dice: [2, 3, 4], story: [bad], after: after(sceneOf("", { turn: 1 })) }), own(9));
    await pass();
    table.throwDice();
    await pass(800);
    expect(table.felt.dice.map((die) => die.face)).toEqual([2, 3, 4]);
    expect(table.toThrow).toBeUndefined();
    await pass(200);
    expect(table.toThrow).toMatchObject({ seat: 1, seq: 9 });
    table.close();
  });

  it("shows a long turn of somebody else within its time, whatever the pace", async () => {
    sit(1);
    for (const [wish, most] of [["calm", 2500], ["quick", 800], ["instant", 0]] as const) {
      pace.choose(wish);
      const server = new Server(viewOf(2, after(choose)), opening);
      const table = await open(server);
      const turn = Array.from({ length: 24 }, (_, at) => {
        const scene = after(sceneOf("6", { turn: 2 }), { waiting: { for: "bot", seat: 2 } });
        const rolls = at % 2 === 0;
        return event(3 + at, rolls ? "rolled" : "acted", { seat: 2, ...(rolls ? { dice: [6] } : {}), story: [{ spans: [{ text: "Again." }], tone: "plain" }], after: scene });
      });
      server.tell(...turn, event(27, "acted", { seat: 2, action: "bank", story: [{ spans: [{ text: "Done." }], tone: "good" }], after: after(choose) }));
      await pass();
      expect(table.playing).toBe(wish !== "instant");
      await pass(most);
      expect([wish, table.view?.seq, table.playing]).toEqual([wish, 27, false]);
      table.close();
      vi.useRealTimers();
    }
    pace.choose("calm");
  });

  it("offers choices only to those who sit there, and around one device to whoever decides", async () => {
    const second: Choice[] = [keep(1)];
    const people = PLAYERS.map(({ bot: _, ...player }) => player);
    const turn = after(sceneOf("1s", { turn: 2, choices: second }), { players: people });
    for (const [seats, offered] of [[[1], []], [[1, 2], second], [[], []]] as const) {
      sit(...seats);
      const server = new Server(viewOf(1, after(sceneOf(""))), [event(1, "opened")]);
      const table = await open(server);
      server.tell(event(2, "rolled", { seat: 2, dice: [1], after: turn }));
      await pass(3000);
      table.throwDice();
      await pass(3000);
      expect(table.choices).toEqual(offered);
      expect(server.asked).toEqual(["GET ", "GET /events"]);
      table.close();
      vi.useRealTimers();
    }
  });

  it("offers nothing to somebody who has left or was replaced", async () => {
    sit(1);
    for (const presence of ["away", "replaced"] as const) {
      const players = PLAYERS.map((player) => (player.seat === 1 ? { ...player, presence } : player));
      const table = await open(new Server(viewOf(2, after(choose, { players }))));
      expect(table.choices).toEqual([]);
      table.close();
      vi.useRealTimers();
    }
  });

  it("shows the end at once when it was cut off for long", async () => {
    sit(1);
    const server = new Server(viewOf(2, after(choose)), opening);
    const table = await open(server);
    server.cut();
    await pass(10);
    expect(table.connected).toBe(false);
    const rolls = Array.from({ length: 50 }, (_, at) => event(3 + at, "rolled", { seat: 2, dice: [6], after: after(sceneOf(""), { players: scored(at) }) }));
    server.log.push(...rolls);
    server.view = viewOf(52, after(sceneOf(""), { players: scored(49) }));
    await pass(300);
    expect(table.connected).toBe(true);
    await pass(2500);
    expect(table.view?.players[0]?.points).toBeGreaterThanOrEqual(45);
    await pass(5000);
    expect(table.view?.seq).toBe(52);
    expect(table.story).toHaveLength(52);
    table.close();
  });

  it("begins anew when its server has gone back to a backup", async () => {
    sit();
    const told = (...seqs: number[]) => expect(table.story.map((each) => each.seq)).toEqual(seqs);
    const server = new Server(viewOf(50, after(choose)), [event(50, "left", { after: after(choose) })]);
    const table = await open(server);
    told(50);
    server.view = viewOf(40, after(kept));
    server.log = [event(40, "left", { after: after(kept) })];
    server.cut();
    await pass(3000);
    told(40);
    expect(table.view?.seq).toBe(40);
    server.tell(event(41, "left", { after: after(kept) }));
    await pass(1000);
    told(40, 41);
    table.close();
  });

  it("gives up a seat that its player gave up", async () => {
    sit(1);
    const server = new Server(viewOf(2, after(choose, { stage: "gathering" })));
    const table = await open(server);
    server.tell(event(3, "withdrew", { player: 1, after: after(sceneOf(""), { stage: "gathering", players: [] }) }));
    await pass(500);
    expect(table.own).toEqual([]);
    table.close();
  });

  it("shows who is there without asking", async () => {
    sit(1);
    const server = new Server(viewOf(2, after(choose)), opening);
    const table = await open(server);
    server.show([], 3);
    await pass();
    expect(table.view).toMatchObject({ watching: 3, players: [{ online: false }, { online: false }] });
    server.show([1], 0);
    await pass();
    expect(table.view).toMatchObject({ watching: 0, players: [{ online: true }, { online: false }] });
    expect(server.asked).toEqual(["GET ", "GET /events"]);
    table.close();
  });

  it("numbers bots of one level", async () => {
    sit();
    const bot = (seat: number) => ({ ...PLAYERS[1]!, seat, player: seat });
    const table = await open(new Server(viewOf(2, after(choose, { players: [PLAYERS[0]!, bot(2), bot(3)] }))));
    expect([1, 2, 3, 4].map(table.nameOf)).toEqual(["Ada", "Careful", "Careful 2", "Player 4"]);
    table.close();
  });
});

describe("playback", () => {
  const screen = (shown: number[], noted: number[] = []) => ({
    show: (of: TableEvent) => {
      shown.push(of.seq);
      return Promise.resolve(100);
    },
    note: (of: TableEvent) => void noted.push(of.seq),
    busy: () => undefined,
  });

  it("shows each event once and in order, whatever comes twice or too early", async () => {
    vi.useFakeTimers();
    const shown: number[] = [];
    const playback = new Playback(screen(shown));
    [1, 3, 3].forEach((seq) => playback.hear(event(seq, "acted")));
    await pass(150);
    expect(shown).toEqual([1]);
    expect(playback.hear(event(1, "acted"))).toBe(false);
    playback.hear(event(2, "acted"));
    await pass(500);
    expect(shown).toEqual([1, 2, 3]);
  });

  it("goes on without an event that never comes", async () => {
    vi.useFakeTimers();
    const shown: number[] = [];
    const playback = new Playback(screen(shown));
    playback.hear(event(1, "acted"));
    playback.hear(event(3, "acted"));
    await pass(2000);
    expect(shown).toEqual([1, 3]);
  });

  it("does not show what is long ago", async () => {
    vi.useFakeTimers();
    const [shown, noted]: number[][] = [[], []];
    const playback = new Playback(screen(shown!, noted!));
    [1, 2, 3].forEach((seq) => playback.hear(event(seq, "acted", { at: seq * 15_000 })));
    await pass(1000);
    expect([shown, noted]).toEqual([[2, 3], [1]]);
  });

  it("shows the rest at once when somebody is in a hurry", async () => {
    vi.useFakeTimers();
    const shown: number[] = [];
    const playback = new Playback(screen(shown));
    [1, 2, 3, 4].forEach((seq) => playback.hear(event(seq, "acted")));
    await pass(10);
    playback.skip();
    await pass(1);
    expect(shown).toEqual([1, 2, 3, 4]);
  });
});
