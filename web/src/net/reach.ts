/** Where requests go: to the server that the page came from, or to this device. */
import { storage } from "./storage";

/** Whether there is a server at all: a folder of files on a static host has none. */
export const hasServer = globalThis.document?.documentElement.dataset["server"] !== "none";

/** Where the files of the page are. */
export const base = new URL(hasServer ? "/" : "./", globalThis.location?.href ?? "http://localhost/");

/** Questions that need no table, which this device can answer as well as a server. */
const ANYWHERE = /^(games|rules|levels|score|explore|position|daily|analyse)\b/;

/** The house on this device, loaded when it is needed. */
export const house = async () => (await import("../local/house")).house;

/** Tells whether a table is on this device. */
export const isHere = (table: string): boolean => !hasServer || storage.table(table)?.here === true;

/** A response, and whether it came from this device. */
export interface Reached {
  answer: Response;
  here: boolean;
}

/**
 * Sends a request. What this device can do without the server it does when the server cannot be reached; a new table may be one
 * of these (`mayBeHere`), a table that is on the server is not.
 */
export async function reach(path: string, init: RequestInit, mayBeHere = ANYWHERE.test(path)): Promise<Reached> {
  const table = /^tables\/([^/?]+)/.exec(path)?.[1];
  if (table === undefined ? !hasServer : isHere(table)) return onThisDevice(path, init);
  try {
    return { answer: await fetch(`/api/v1/${path}`, init), here: false };
  } catch (error) {
    if (!mayBeHere || init.signal?.aborted) throw error;
    return onThisDevice(path, init);
  }
}

async function onThisDevice(path: string, init: RequestInit): Promise<Reached> {
  return { answer: await (await house()).fetch(path, init), here: true };
}
