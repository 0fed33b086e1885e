/** What this browser remembers: a name, and the seats that were taken from here. There is no account. */

import { readText, writeText } from "./browser-storage";
import { randomHex } from "./random";

/** A seat that somebody took on this device. */
export interface OwnSeat {
  player: number;
  name: string;
  token: string;
  /** Where the dice are linked: the secret of the seat's hash chain, of which the server sees one link at a time. */
  secret?: string;
  /** The anchors of the chains before it, and of those of other devices. */
  anchors?: string[];
  /** The last link that was sent. */
  sent?: SentLink;
  /** Whether another device may play for the seat too. */
  shared?: boolean;
}

/** A link that was sent: for which roll, after which event, and with which action if it went with one. */
export interface SentLink {
  roll: number;
  seq: number;
  action?: string;
}

/** An event of a log, and what the log hashes to after it. */
export interface LogPlace {
  seq: number;
  head: string;
}

/** A table at which somebody on this device plays. */
export interface OwnTable {
  rules: string;
  /** What lets this device add bots and start. */
  host?: string;
  seats: OwnSeat[];
  /** Whether the table is on this device and on no server. */
  here?: boolean;
  /** When it was last played at. */
  at: number;
  over?: boolean;
  /** How much of its log was seen. */
  seen?: LogPlace;
}

const NAME = "hotdice.name";
const GUEST = "hotdice.guest";
const TABLES = "hotdice.tables";
const MOST_TABLES = 24;

export const storage = {
  name: () => readText(NAME) ?? "",
  saveName: (name: string) => writeText(NAME, name),

  /** A number that this device keeps, from which the name of whoever types none is made. */
  guest(): number {
    const kept = Number.parseInt(readText(GUEST) ?? "", 10);
    if (kept >= 0) return kept;
    const drawn = Number.parseInt(randomHex(4), 16);
    writeText(GUEST, String(drawn));
    return drawn;
  },

  tables(): Record<string, OwnTable> {
    try {
      const kept: unknown = JSON.parse(readText(TABLES) ?? "{}");
      const tables = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
      return Object.fromEntries(tables.filter(([, table]) => isTable(table)));
    } catch {
      return {};
    }
  },

  table: (id: string): OwnTable | undefined => storage.tables()[id],

  /** Changes what is known of a table, as another tab may do too. */
  update(id: string, change: (table: OwnTable) => OwnTable): void {
    const tables = storage.tables();
    tables[id] = { ...change(tables[id] ?? { rules: "", seats: [], at: 0 }), at: Date.now() };
    const latest = Object.entries(tables).sort(([, a], [, b]) => b.at - a.at);
    writeText(TABLES, JSON.stringify(Object.fromEntries(latest.slice(0, MOST_TABLES))));
  },

  forget(id: string): void {
    const { [id]: _, ...rest } = storage.tables();
    writeText(TABLES, JSON.stringify(rest));
  },
};

/** Tells tables from what another version of the page, or somebody's hand, may have left there. */
function isTable(kept: unknown): kept is OwnTable {
  if (typeof kept !== "object" || kept === null) return false;
  const { rules, seats } = kept as Partial<OwnTable>;
  return typeof rules === "string" && Array.isArray(seats) && seats.every((seat) => typeof seat?.name === "string" && typeof seat.token === "string");
}
