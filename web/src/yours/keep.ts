/** What this browser keeps, as text under names. Browsers may refuse, forget, or be full: then the page plays on without. */
import { readText, writeText } from "../net/browser-storage";

const PREFIX = "hotdice.";

export function read(name: string): unknown {
  try {
    return JSON.parse(readText(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

export function write(name: string, value: unknown): void {
  writeText(PREFIX + name, JSON.stringify(value));
}

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Everything the page keeps in this browser: the names and the texts. */
function entries(): [string, string][] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => [key, localStorage.getItem(key) ?? ""]);
  } catch {
    return [];
  }
}

const FORM = "hotdice export 1";

/** Writes all that is kept as one text. */
export function exportAll(): string {
  return JSON.stringify({ form: FORM, at: new Date().toISOString(), kept: Object.fromEntries(entries()) }, null, 1);
}

/**
 * Takes back what was exported, and says whether the text was an export.
 *
 * What is here and there is put together: lists of games, tables and days by their names, everything else as the text has it.
 */
export function importAll(text: string): boolean {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return false;
  }
  if (!isObject(found) || found["form"] !== FORM || !isObject(found["kept"])) return false;
  for (const [key, value] of Object.entries(found["kept"])) {
    if (!key.startsWith(PREFIX) || typeof value !== "string") continue;
    if (!writeText(key, together(readText(key), value))) return false;
  }
  return true;
}

function together(here: string | null, there: string): string {
  try {
    const [own, other]: unknown[] = [JSON.parse(here ?? "null"), JSON.parse(there)];
    if (isObject(own) && isObject(other)) return JSON.stringify({ ...other, ...own });
  } catch {
    // A plain word, as settings are: the text has the last say.
  }
  return there;
}

export async function deleteAll(): Promise<void> {
  for (const [key] of entries()) localStorage.removeItem(key);
  await (await import("../local/saved")).clear().catch(() => {});
}
