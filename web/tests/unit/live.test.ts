import { afterEach, describe, expect, it, vi } from "vitest";
import { LiveTable } from "../../src/table/live-table.svelte";
import type { TableEvent, TableView } from "../../src/wire/table";

/** A server that has got to an event, as a page sees it. */
class Server {
  constructor(public head: number) {}

  answer = (path: string, asked?: RequestInit): Promise<Response> => {
    if (!path.endsWith("/events")) return Promise.resolve(Response.json(this.#view()));
    const seen = Number(new Headers(asked?.headers).get("Last-Event-ID"));
    if (seen > this.head) return Promise.resolve(Response.json({ code: "stale" }, { status: 409 }));
    const story = [{ spans: [{ text: "Ada leaves." }], tone: "plain" as const }];
    const event: TableEvent = { seq: this.head, at: 0, kind: "left", line: "left 1", story };
    const told = `event: log\nid: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
    return Promise.resolve(new Response(seen < this.head ? told : ": still here\n\n"));
  };

  #view(): TableView {
    const view = { table: "k7w2m9x4ab", seq: this.head, stage: "playing", players: [], waiting: { for: "person" } };
    return view as unknown as TableView;
  }
}

describe("a table", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("begins anew when its server has gone back to a backup", async () => {
    const server = new Server(50);
    vi.stubGlobal("fetch", server.answer);
    vi.stubGlobal("document", { hidden: true });
    vi.stubGlobal("addEventListener", () => undefined);
    const table = new LiveTable("k7w2m9x4ab");
    const patience = { timeout: 60_000 };
    const told = (...seq: number[]) => expect(table.story.map((each) => each.seq)).toEqual(seq);
    await vi.waitFor(() => told(50), patience);
    server.head = 40;
    await vi.waitFor(() => told(40), patience);
    expect(table.view?.seq).toBe(40);
    server.head = 41;
    await vi.waitFor(() => told(40, 41), patience);
    table.close();
  }, 120_000);
});
