/** The log of a table, as the server tells it to everybody. */
import type { Event as TableEvent, TableView } from "../../src/wire/schema";

/** Tells each event of a table as it happens, from the beginning, with the picture after it. */
export async function* eventsOf(server: string, table: string): AsyncGenerator<TableEvent, void> {
  const listening = new AbortController();
  const answer = await fetch(`${server}/api/v1/tables/${table}/events?pictures=true`, { signal: listening.signal });
  const pieces = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await pieces.read();
      if (done) return;
      const told = (text + value).split("\n\n");
      text = told.pop() ?? "";
      for (const each of told) {
        const data = /^event: log$[^]*^data: (.*)$/m.exec(each)?.[1];
        if (data) yield JSON.parse(data) as TableEvent;
      }
    }
  } finally {
    listening.abort();
  }
}

async function eventsUntil(server: string, table: string, isLast: (event: TableEvent) => boolean): Promise<TableEvent[]> {
  const events: TableEvent[] = [];
  for await (const event of eventsOf(server, table)) {
    events.push(event);
    if (isLast(event)) return events;
  }
  throw new Error(`the stream of ${table} ended after ${events.length} events`);
}

/** Reads the log of a table up to the event that is its last one now. */
export async function logOf(server: string, table: string): Promise<TableEvent[]> {
  const { seq } = (await (await fetch(`${server}/api/v1/tables/${table}`)).json()) as TableView;
  return eventsUntil(server, table, (event) => event.seq >= seq);
}

/** Listens at a table until its game is over. */
export const logToEnd = (server: string, table: string): Promise<TableEvent[]> => eventsUntil(server, table, ({ kind }) => kind === "ended");
