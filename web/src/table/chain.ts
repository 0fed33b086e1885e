/** Hash chains and checks of logs, which the module of the tables works out beside the page. */
import { house } from "../net/reach";
import type { OwnSeat } from "../net/storage";

/** A link to be sent. */
export interface GivenLink {
  roll: number;
  link: string;
  /** The last event before it was given out. */
  seq: number;
}

/** What is wrong with a log. */
export interface LogProblem {
  kind: "dice" | "link" | "seed" | "other_log" | "link_ignored" | "link_known_early" | "anchor_replaced" | "rules";
  sentence: string;
  seq: number;
  roll: number;
  /** What the log says and what was due, if it is about dice. */
  dice?: [told: string, due: string];
  /** Whose link is wrong; 0 for the server's. */
  seat?: number;
}

/** What is known after some lines of a log. */
export interface Checked {
  seq: number;
  rolls: number;
  /** The seats that are played from here: whether the log has their chain, and the link that is due. */
  seats: { name: string; anchored: boolean; link?: GivenLink }[];
  problems: LogProblem[];
}

/** A line of a log, and the head that the server says. */
export type LogLine = [line: string, head: string | null];

const ask = async <T>(path: string, json: unknown) => (await house()).ask<T>(path, json);

export const anchorOf = async (table: string, name: string, secret: string): Promise<string> => (await ask<{ anchor: string }>("chains", { table, name, secret })).anchor;

/** Begins to follow a log, from its first line on. */
export function follow(table: string, seats: readonly OwnSeat[]): Promise<Checked> {
  const own = seats.flatMap(({ name, secret, anchors = [], sent }) => (secret ? [{ name, secret, anchors, sent }] : []));
  return ask("checks", { table, own });
}

/** Reads the next lines, and gives out the links of a roll that is due after them. */
export const readLines = (table: string, lines: LogLine[], release: boolean) => ask<Checked>(`checks/${table}/lines`, { lines, release });

/** Gives out the link that goes with an action, if dice fall after it. */
export const linkWith = (table: string, name: string, action: string) => ask<GivenLink | null>(`checks/${table}/actions`, { name, action });

export const forget = (table: string) => ask<void>(`checks/${table}/forget`, {});
