import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Checked, GivenLink, LogLine } from "../../src/table/chain";
import { firstHead, LogMemory, nextHead } from "../../src/net/log-memory";
import type { OwnSeat } from "../../src/net/storage";
import { LinkedDice } from "../../src/table/linked-dice.svelte";
import type { Event as TableEvent } from "../../src/wire/schema";
import { event } from "./fixtures";

const TABLE = "k7w2m9x4ab";

/** The module, as far as a page asks it: it writes down what it is asked, and answers as it was told to. */
const module = vi.hoisted(() => ({
  asked: [] as [path: string, json: unknown][],
  checked: (_lines: unknown[], _release: boolean): Partial<Checked> => ({}),
  with: null as GivenLink | null,
  read: 0,
}));
vi.mock("../../src/net/reach", () => ({
  isHere: () => false,
  reach: (path: string, init: RequestInit) => fetch(`/api/v1/${path}`, init).then((answer) => ({ answer, here: false })),
  house: () =>
    Promise.resolve({
      ask(path: string, json: { lines?: LogLine[]; release?: boolean }) {
        module.asked.push([path, json]);
        if (path === "chains") return Promise.resolve({ anchor: "a".repeat(64) });
        if (path === "checks") module.read = 0;
        if (path.endsWith("/actions")) return Promise.resolve(module.with);
        module.read += json.lines?.length ?? 0;
        return Promise.resolve({ seq: module.read, rolls: 0, seats: [], problems: [], ...module.checked(json.lines ?? [], json.release ?? false) });
      },
    }),
}));

const given = (roll: number): GivenLink => ({ roll, link: String(roll).repeat(64), seq: 5 });
const line = (seq: number, text: string, rest: Partial<TableEvent> = {}) => event(seq, "acted", { line: text, head: `head ${seq}`, ...rest });
const lines = () => module.asked.flatMap(([, json]) => (json as { lines?: LogLine[] }).lines?.map(([text]) => text) ?? []);
/** Nothing here waits for anything but promises: all of them are kept when the event loop has come round. */
const settle = () => new Promise((done) => setImmediate(done));

let posted: [path: string, json: unknown][];
let refuse: ((path: string) => Response | undefined) | undefined;
let kept: OwnSeat[];

function dice(past: number, seat: Partial<OwnSeat> = { secret: "5e".repeat(32) }): LinkedDice {
  kept = [{ player: 1, name: "Ada", token: "token", ...seat }];
  return new LinkedDice(
    {
      id: TABLE,
      seats: () => kept,
      seatOf: () => 1,
      keep: (changed) => (kept = [changed]),
      hear: () => undefined,
    },
    past,
  );
}

beforeEach(() => {
  module.asked = [];
  module.checked = () => ({});
  module.with = null;
  posted = [];
  refuse = undefined;
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    posted.push([path.slice(`/api/v1/tables/${TABLE}/`.length), JSON.parse(String(init.body ?? "{}"))]);
    return Promise.resolve(refuse?.(path) ?? Response.json({ seq: 1, events: [] }));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("linked dice", () => {
  it("reads every line once and in order, and what came together at once", async () => {
    const linked = dice(2);
    [2, 1, 1].forEach((seq) => linked.hear(line(seq, `line ${seq}`)));
    await settle();
    [4, 3, 2].forEach((seq) => linked.hear(line(seq, `line ${seq}`)));
    await settle();
    expect(lines()).toEqual(["line 1", "line 2", "line 3", "line 4"]);
    expect(module.asked.map(([path]) => path)).toEqual(["checks", `checks/${TABLE}/lines`, `checks/${TABLE}/lines`]);
  });

  it("finds a server that tells two stories, in the stream and in an answer", async () => {
    const linked = dice(1);
    linked.hear(line(1, "started"));
    linked.hear(line(3, "rolled 4"));
    await settle();
    [line(1, "started"), line(3, "rolled 4")].forEach((each) => linked.hear(each));
    expect(linked.findings).toEqual([]);
    linked.hear(line(3, "rolled 5"));
    linked.hear(line(1, "ended"));
    expect(linked.findings.map(({ kind, seq, mild }) => [kind, seq, mild])).toEqual([["other_log", 3, false], ["other_log", 1, false]]);
    await settle();
  });

  it("releases nothing for what is long past, and each link once", async () => {
    module.checked = (_, release) => (release ? { seats: [{ name: "Ada", anchored: true, link: given(3) }] } : {});
    const linked = dice(3);
    linked.hear(line(1, "opened"));
    linked.hear(line(2, "started"));
    await settle();
    expect(posted).toEqual([]);
    linked.hear(line(3, "acted 1 roll"));
    await settle();
    linked.hear(line(4, "linked 2 x"));
    await settle();
    expect(posted).toEqual([["links", { roll: 3, link: "3".repeat(64) }]]);
    expect(kept[0]?.sent).toEqual({ roll: 3, seq: 5 });
  });

  it("stores what it sends before it is sent", async () => {
    module.checked = () => ({ seats: [{ name: "Ada", anchored: true, link: given(1) }] });
    const linked = dice(1);
    let stored: unknown;
    refuse = () => void (stored = kept[0]?.sent);
    linked.hear(line(1, "started"));
    await settle();
    expect(stored).toEqual({ roll: 1, seq: 5 });
  });

  it("gives the link of an action, after everything was read that came before", async () => {
    module.with = given(7);
    const linked = dice(1);
    linked.hear(line(1, "started"));
    expect(await linked.linkFor(kept[0]!, "roll")).toBe("7".repeat(64));
    expect(module.asked.map(([path]) => path)).toEqual(["checks", `checks/${TABLE}/lines`, `checks/${TABLE}/actions`]);
    expect(kept[0]?.sent).toEqual({ roll: 7, seq: 5, action: "roll" });
    module.with = null;
    expect(await linked.linkFor(kept[0]!, "hold")).toBeUndefined();
  });

  it("draws a secret for a seat that came without one, and anchors it until the log has it", async () => {
    const old = "0a".repeat(32);
    let anchored = false;
    module.checked = () => ({ seats: [{ name: "Ada", anchored }] });
    refuse = (path) => (path.endsWith("/anchor") && !anchored ? Response.json({ code: "stale", detail: "a roll is due" }, { status: 409 }) : undefined);
    const linked = dice(2, {});
    linked.hear(line(1, `joined 1 ${old} Ada`));
    linked.hear(line(2, "started"));
    await settle();
    expect(kept[0]?.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(kept[0]?.anchors).toEqual([old]);
    expect(posted).toEqual([["anchor", { anchor: "a".repeat(64) }]]);
    linked.hear(line(3, "rolled 4"));
    await settle();
    expect(posted).toHaveLength(2);
    anchored = true;
    linked.hear(line(4, "anchored 1 x"));
    await settle();
    expect(posted).toHaveLength(2);
  });

  it("leaves the dice to another device of the player until somebody plays from here, and then begins a new chain", async () => {
    let anchored = true;
    const replaced = { kind: "anchor_replaced" as const, sentence: "", seq: 2, roll: 1 };
    module.checked = () => ({ seats: [{ name: "Ada", anchored }], problems: module.read === 2 && !anchored ? [replaced] : [] });
    const other = "0b".repeat(32);
    for (const shared of [true, false]) {
      anchored = true;
      posted = [];
      const linked = dice(1, { secret: "5e".repeat(32), shared });
      linked.hear(line(1, `joined 1 ${"a".repeat(64)} Ada`));
      await settle();
      anchored = false;
      linked.hear(line(2, `anchored 1 ${other}`));
      await settle();
      expect(posted).toEqual([]);
      expect(linked.findings.map(({ kind, mild }) => [kind, mild])).toEqual(shared ? [] : [["anchor_replaced", false]]);
      expect(kept[0]?.anchors).toEqual(shared ? [other] : undefined);
      await linked.linkFor(kept[0]!, "roll");
      expect(kept[0]?.secret).not.toBe("5e".repeat(32));
      expect(kept[0]?.anchors).toEqual(["a".repeat(64), other]);
    }
  });

  it("comes back once where the dice no longer wait for it", async () => {
    const linked = dice(2);
    linked.hear(line(1, "started"));
    linked.hear(line(2, "absent 1", { kind: "absent", seat: 1 }));
    await settle();
    linked.hear(line(3, "acted 2 roll"));
    await settle();
    expect(posted.map(([path]) => path)).toEqual(["return"]);
  });

  it("comes back after every roll that fell without it, and not before it has fallen", async () => {
    const linked = dice(1);
    linked.hear(line(1, "started"));
    await settle();
    linked.hear(line(2, "absent 1", { kind: "absent", seat: 1 }));
    await settle();
    expect(posted).toEqual([]);
    linked.hear(line(3, "rolled 4", { kind: "rolled" }));
    await settle();
    linked.hear(line(4, "returned 1", { kind: "returned", seat: 1 }));
    linked.hear(line(5, "rolled 4", { kind: "rolled" }));
    await settle();
    expect(posted.map(([path]) => path)).toEqual(["return"]);
  });

  it("tells a link that was late from one that the server had taken", async () => {
    const ignored = { kind: "link_ignored" as const, sentence: "", seq: 2, roll: 1 };
    for (const arrives of [false, true]) {
      module.checked = (read) => (read.length > 0 && module.read === 1 ? { seats: [{ name: "Ada", anchored: true, link: given(1) }] } : { problems: [ignored] });
      refuse = () => (arrives ? undefined : Response.json({ code: "stale", detail: "too late" }, { status: 409 }));
      const linked = dice(1);
      linked.hear(line(1, "started"));
      await settle();
      linked.hear(line(2, "absent 1", { kind: "absent", seat: 1 }));
      await settle();
      expect(linked.findings.map(({ kind, mild }) => [kind, mild])).toEqual([["link_ignored", !arrives]]);
    }
  });
});

describe("the memory of a log", () => {
  const hash = (...parts: (string | Buffer)[]) => parts.reduce((sum, part) => sum.update(part), createHash("sha256").update("hotdice/log/v1")).digest("hex");
  const LINES = ["opened seats=2", "joined 1 Zoë", "started"];

  /** The events of a log, with their heads. */
  function logOf(texts: string[]): TableEvent[] {
    let head = hash(TABLE);
    return texts.map((text, at) => {
      head = hash(Buffer.from(head, "hex"), text);
      return event(at + 1, "acted", { line: text, head });
    });
  }

  function memory(): { memory: LogMemory; changed: () => number } {
    let changed = 0;
    return { memory: new LogMemory(TABLE, () => (changed += 1)), changed: () => changed };
  }

  beforeEach(() => {
    const stored: Record<string, string> = { "hotdice.tables": JSON.stringify({ [TABLE]: { rules: "pig", seats: [], at: 0 } }) };
    vi.stubGlobal("localStorage", { getItem: (key: string) => stored[key] ?? null, setItem: (key: string, value: string) => (stored[key] = value) });
  });

  it("hashes as the server does", () => {
    expect(firstHead(TABLE)).toBe(hash(TABLE));
    expect(nextHead(firstHead(TABLE), "joined 1 Zoë")).toBe(hash(Buffer.from(hash(TABLE), "hex"), "joined 1 Zoë"));
  });

  it("names the place, and takes each event once", () => {
    const { memory: seen, changed } = memory();
    expect(seen.lastEventId).toBe("0");
    const log = logOf(LINES);
    expect(log.map((each) => seen.take(each))).toEqual([true, true, true]);
    expect(seen.take(log[1]!)).toBe(false);
    expect(seen.lastEventId).toBe(`3-${log[2]!.head!.slice(0, 16)}`);
    expect(changed()).toBe(0);
    seen.save();
  });

  it("finds a line that its head does not fit, and a log that is another one or shorter than before", () => {
    const first = memory();
    logOf(LINES).forEach((each) => first.memory.take(each));
    first.memory.save();
    const other = memory();
    logOf(["opened seats=3", ...LINES.slice(1)]).forEach((each) => other.memory.take(each));
    expect(other.changed()).toBe(1);
    const again = memory();
    logOf([...LINES, "rolled 3"]).forEach((each) => again.memory.take(each));
    again.memory.save();
    expect(again.changed()).toBe(0);
    const shorter = memory();
    shorter.memory.reaches(3);
    expect(shorter.changed()).toBe(1);
    const wrong = memory();
    logOf(LINES).forEach((each) => wrong.memory.take({ ...each, line: each.line.replace("seats=2", "seats=9") }));
    expect(wrong.changed()).toBe(1);
  });

  it("gets on with a server that sends no heads", () => {
    const { memory: seen, changed } = memory();
    logOf(LINES).forEach(({ head: _, ...each }) => seen.take(each));
    expect([seen.lastEventId, changed()]).toEqual(["3", 0]);
  });
});
