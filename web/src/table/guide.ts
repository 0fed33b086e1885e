/** A first game's hints: at most five, each when it is of use, none twice. */
import { readText, writeText } from "../net/browser-storage";
import type { Choice } from "../wire/schema";

export const MOST_HINTS = 5;

export const HINTS = ["throw", "pick", "bank", "hold", "box", "roll", "flip", "place", "move"] as const;
export type HintName = (typeof HINTS)[number];

const KEY = "hotdice.guide";

/** Says which hint fits the moment; none where everything fitting was said or enough has been said. */
export function hintFor(choices: readonly Choice[], throws: boolean, picked: number, said: readonly HintName[]): HintName | undefined {
  if (said.length >= MOST_HINTS) return undefined;
  const has = (kind: Choice["target"]["kind"]) => choices.some((choice) => choice.target.kind === kind);
  const scoring = choices.some((choice) => choice.target.kind === "dice" && choice.points != null);
  const fitting: (HintName | false)[] = [
    throws && "throw",
    scoring && picked === 0 && "pick",
    scoring && picked > 0 && "bank",
    has("row") && has("dice") && "hold",
    has("row") && "box",
    has("nothing") && !has("dice") && choices.length > 1 && "roll",
    has("tiles") && "flip",
    has("cell") && "place",
    has("way") && "move",
  ];
  return fitting.find((hint): hint is HintName => hint !== false && !said.includes(hint));
}

/** The hints that were said on this device. */
export function saidHints(): HintName[] {
  try {
    const kept: unknown = JSON.parse(readText(KEY) ?? "[]");
    return Array.isArray(kept) ? HINTS.filter((hint) => kept.includes(hint)) : [];
  } catch {
    return [];
  }
}

export function rememberHints(said: readonly HintName[]): void {
  writeText(KEY, JSON.stringify(said));
}
