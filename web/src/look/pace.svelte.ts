/** How long things take to be seen. */
import { readText, writeText } from "../net/browser-storage";

export const PACES = ["calm", "quick", "instant"] as const;
export type PaceName = (typeof PACES)[number];

const KEY = "hotdice.pace";

/** How long dice tumble, how much pauses are stretched, and how long the whole turn of somebody else may take. */
const TIMES: Record<PaceName, { roll: number; pause: number; turn: number }> = {
  calm: { roll: 700, pause: 1, turn: 2200 },
  quick: { roll: 240, pause: 0.15, turn: 600 },
  instant: { roll: 0, pause: 0, turn: 0 },
};

class Pace {
  /** The player's wish. */
  wish = $state<PaceName>(stored());
  /** How much shorter everything is at the moment, so that a long turn of somebody else keeps within its time. */
  haste = 1;

  choose(wish: PaceName): void {
    this.wish = wish;
    writeText(KEY, wish);
  }

  /** Whether things may move. */
  get moving(): boolean {
    return this.wish !== "instant" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** How long dice tumble. */
  get roll(): number {
    return this.moving ? TIMES[this.wish].roll * this.haste : 0;
  }

  /** How long the turn of somebody else may take to be shown. */
  get turn(): number {
    return TIMES[this.wish].turn;
  }

  /** Stretches or shortens a pause. */
  pause(calm: number): number {
    return calm * TIMES[this.wish].pause * this.haste;
  }
}

function stored(): PaceName {
  const kept = readText(KEY);
  return PACES.find((each) => each === kept) ?? "calm";
}

export const pace = new Pace();
