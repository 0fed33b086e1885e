/** From a wish to a table with people at it. */
import { api, Refused } from "../net/api";
import { storage, type OwnSeat } from "../net/storage";
import { nameFor } from "./names";

/** With whom one plays: a bot, friends who come by a link, or people around this device. */
export type Party = "bot" | "friends" | "here";

/** The tables that were opened here and not looked at yet: their first throw is still to be seen. */
export const justOpened = new Set<string>();

export interface Wish {
  rules: string;
  party: Party;
  /** The people on this device. */
  names: string[];
  level: string;
  seats: number;
  coach: boolean;
  clock: number | undefined;
}

/** Opens a table, seats everybody who is here, and returns its name. */
export async function seatDown(wish: Wish): Promise<string> {
  const { rules, party, names, coach, clock } = wish;
  const seats = party === "here" ? names.length : party === "bot" ? 2 : wish.seats;
  const opened = await api.open({ rules, seats, coach, ...(clock && party !== "bot" ? { clock } : {}) }, party !== "friends");
  const { table, host_token: host, here } = opened;
  storage.update(table, () => ({ rules, host, seats: [], at: 0, ...(here ? { here } : {}) }));
  justOpened.add(table);
  // A bot that cannot play these rules is refused before anybody sits there.
  if (party === "bot" && names.length === 1) {
    await sit(table, names[0] ?? "");
    await api.addBot(table, wish.level, host);
    return table;
  }
  for (const name of names) await sit(table, name);
  return table;
}

async function sit(table: string, name: string): Promise<void> {
  const taken = storage.table(table)?.seats.map((seat) => seat.name) ?? [];
  const seat = await takeSeat(table, name, taken);
  storage.update(table, (stored) => ({ ...stored, seats: [...stored.seats, seat] }));
}

/** Takes over a seat from another device, and returns the name of its table. */
export async function takeOver(code: string): Promise<string> {
  const { table, rules, player, name, token } = await api.take(code);
  storage.update(table, (stored) => ({
    ...stored,
    rules,
    seats: [...stored.seats.filter((seat) => seat.player !== player), { player, name, token }],
  }));
  return table;
}

/** Takes a seat under this name, or the next one like it if somebody at the table has it already. */
export async function takeSeat(table: string, name: string, taken: readonly string[], before?: string, until?: AbortSignal): Promise<OwnSeat> {
  for (;;) {
    const called = nameFor(name, taken);
    try {
      const joined = await api.join(table, called, before, until);
      return { player: joined.player, name: called, token: joined.token ?? "" };
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "invalid") throw error;
      // Somebody else may have sat down under that name a moment ago.
      taken = (await api.look(table)).players.map((player) => player.name);
      if (!taken.includes(called)) throw error;
    }
  }
}
