/** From a wish to a table with people at it. */
import { api } from "../net/api";
import { storage } from "../net/storage";

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
  const opened = await api.open({ rules, seats, coach, ...(clock && party !== "bot" ? { clock } : {}) });
  const { table, host_token: host } = opened;
  storage.update(table, () => ({ rules, host, seats: [], at: 0 }));
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
  const joined = await api.join(table, name);
  const seat = { player: joined.player, name, token: joined.token ?? "" };
  storage.update(table, (stored) => ({ ...stored, seats: [...stored.seats, seat] }));
}
