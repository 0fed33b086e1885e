/** A game from its first dice to its last, one picture for each event: what a replay steps through. */
import { api } from "../net/api";
import { counting, Stream } from "../net/stream";
import { lay, NO_DICE, type Felt } from "../table/felt";
import type { Event as TableEvent, TableView } from "../wire/schema";

/** The game after one of its events. */
export interface Step {
  event: TableEvent;
  felt: Felt;
  /** Whose event it was. */
  seat: number | undefined;
  /** Which turn of that seat it was, counted from 1; 0 before the first. */
  turn: number;
}

export interface History {
  view: TableView;
  /** The start of the game, and then one step for each event that an analysis counts, so that its numbers are places here. */
  steps: Step[];
}

/** The kinds of events that an analysis counts. */
const COUNTED: readonly string[] = ["rolled", "acted", "agreed", "resigned"];

/** Reads the whole log of a table, as far as it goes now. */
export async function readHistory(table: string, signal?: AbortSignal): Promise<History> {
  const view = await api.look(table);
  const events = await readLog(table, view.seq, signal);
  return { view, steps: stepsOf(events) };
}

export function stepsOf(events: readonly TableEvent[]): Step[] {
  const steps: Step[] = [];
  const turns = new Map<number, number>();
  let felt = NO_DICE;
  let inTurn: number | undefined;
  for (const event of events) {
    if (event.kind === "ended") felt = { ...felt, live: false };
    else felt = lay(felt, event);
    const counted = COUNTED.includes(event.kind);
    if (!counted && event.kind !== "started") continue;
    const seat = counted ? (event.seat ?? inTurn) : undefined;
    if (seat !== undefined && seat !== inTurn) turns.set(seat, (turns.get(seat) ?? 0) + 1);
    inTurn = seat ?? inTurn;
    steps.push({ event, felt, seat, turn: seat === undefined ? 0 : (turns.get(seat) ?? 0) });
  }
  return steps;
}

function readLog(table: string, last: number, signal?: AbortSignal): Promise<TableEvent[]> {
  return new Promise((done, fail) => {
    const events: TableEvent[] = [];
    const ignore = () => undefined;
    const stream = new Stream(
      table,
      undefined,
      counting(),
      {
        log(event) {
          events.push(event);
          if (event.seq < last) return;
          stream.close();
          done(events);
        },
        presence: ignore,
        emote: ignore,
        connected: ignore,
        refused: (status) => fail(new Error(String(status))),
      },
      true,
    );
    signal?.addEventListener("abort", () => stream.close());
  });
}
