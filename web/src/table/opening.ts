/** From a wish to a table with people at it. */
import type { OpenRequest } from "../wire/schema";
import { api, Refused } from "../net/api";
import { randomHex } from "../net/random";
import { storage, type OwnSeat } from "../net/storage";
import { words } from "../words";
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

/** Where a decision may take so long, people need not be there when dice fall, and so cannot add to every roll. */
export const LONG_CLOCK = 3600;

/** Opens a table, seats everybody who is here, and returns its name. */
export async function seatDown(wish: Wish): Promise<string> {
  const { rules, party, names, coach, clock } = wish;
  const seats = party === "here" ? names.length : party === "bot" ? 2 : wish.seats;
  const people = names.map((name): Guest => ({ name }));
  const bots: Guest[] = party === "bot" ? [{ bot: wish.level }] : [];
  const timed = clock && party !== "bot" ? { clock } : {};
  // People around one device need no proof for each other, and days between two moves leave nobody there to add a link.
  const linked = party !== "here" && (clock ?? 0) < LONG_CLOCK ? { dice: "linked" as const } : {};
  return openFor({ rules, seats, coach, ...timed, ...linked }, [...people, ...bots], party !== "friends");
}

/** Somebody at a table: a person on this device, or a bot of a level. */
export type Guest = { name: string } | { bot: string };

/** A moment to play on from: the rules, and the state in the notation of the game. */
export interface Position {
  rules: string;
  from: string;
}

/** Opens a table that begins in a position, with somebody in every seat, and returns its name. */
export function playOn({ rules, from }: Position, guests: readonly Guest[]): Promise<string> {
  return openFor({ rules, from, seats: guests.length, coach: true }, guests);
}

/** Opens a table and seats the guests one after the other; without a server it may be on this device. */
async function openFor(asked: OpenRequest, guests: readonly Guest[], mayBeHere = true): Promise<string> {
  const { table, host, here, linked } = await openAt(asked, mayBeHere);
  storage.update(table, () => ({ rules: asked.rules, host, seats: [], at: 0, ...(here ? { here } : {}) }));
  justOpened.add(table);
  try {
    for (const guest of guests) {
      if ("bot" in guest) await api.addBot(table, guest.bot, host);
      else await sit(table, guest.name, linked);
    }
  } catch (error) {
    // Nobody comes back to a table where somebody could not sit down.
    storage.forget(table);
    throw error;
  }
  return table;
}

/** Opens a table with the dice that are asked for, or none: a server that chose the dice would only have to refuse others. */
async function openAt(asked: OpenRequest, mayBeHere: boolean) {
  const wantsLinked = asked.dice === "linked";
  const opened = await api.open(asked, mayBeHere).catch((error: unknown) => {
    const isRefused = wantsLinked && error instanceof Refused && error.code === "invalid";
    throw isRefused ? new Refused(error.code, words.fairDice.refused(error.message)) : error;
  });
  const linked = wantsLinked && !opened.here;
  if (linked && (await api.look(opened.table)).dice !== "linked") throw new Refused("invalid", words.fairDice.otherDice);
  return { ...opened, linked };
}

async function sit(table: string, name: string, linked: boolean): Promise<void> {
  const taken = storage.table(table)?.seats.map((seat) => seat.name) ?? [];
  const seat = await takeSeat(table, name, { taken, linked });
  storage.update(table, (stored) => ({ ...stored, seats: [...stored.seats, seat] }));
}

/** Takes over a seat from another device, and returns the name of its table. */
export async function takeOver(code: string): Promise<string> {
  const { table, rules, player, name, token } = await api.take(code);
  storage.update(table, (stored) => ({
    ...stored,
    rules,
    seats: [...stored.seats.filter((seat) => seat.player !== player), { player, name, token, shared: true }],
  }));
  return table;
}

/** How somebody comes to a seat. */
interface Coming {
  /** Names that are taken. */
  taken?: readonly string[];
  /** The token of the seat at the table before. */
  before?: string | undefined;
  until?: AbortSignal;
  /** Whether the dice are linked. */
  linked: boolean;
}

/** Takes a seat under this name, or the next one like it if somebody at the table has it already. */
export async function takeSeat(table: string, name: string, { taken = [], before, until, linked }: Coming): Promise<OwnSeat> {
  const secret = linked ? randomHex(32) : undefined;
  for (;;) {
    const called = nameFor(name, taken);
    const anchor = secret && (await (await import("./chain")).anchorOf(table, called, secret));
    try {
      const joined = await api.join(table, called, anchor, before, until);
      return { player: joined.player, name: called, token: joined.token, ...(secret ? { secret } : {}) };
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "invalid") throw error;
      // Somebody else may have sat down under that name a moment ago.
      taken = (await api.look(table)).players.map((player) => player.name);
      if (!taken.includes(called)) throw error;
    }
  }
}
