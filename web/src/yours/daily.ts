/** The daily decision: what was answered on this device, how good it was, and for how many days in a row. */
import type { DailyAnswer } from "../wire/schema";
import { glyphs } from "../after/summary";
import { pictured } from "../table/felt";
import { percent } from "../words";
import { isObject, read, write } from "./keep";

/** What was chosen on a day. */
export interface Answered {
  action: string;
  /** The share of what was at stake: 1 for the best choice, 0 for the worst. */
  share: number;
  /** Whether it was chosen on the day itself. */
  inTime: boolean;
}

const NAME = "daily";

export function answers(): Record<string, Answered> {
  const kept = read(NAME);
  if (!isObject(kept)) return {};
  const whole = Object.entries(kept).flatMap(([date, answer]): [string, Answered][] => {
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || !isObject(answer)) return [];
    const { action, share, inTime } = answer;
    return typeof action === "string" && typeof share === "number" && share >= 0 && share <= 1 ? [[date, { action, share, inTime: inTime === true }]] : [];
  });
  return Object.fromEntries(whole);
}

/** Keeps the answer to a day; the first one stays. */
export function keepAnswer(date: string, answer: Answered): void {
  const kept = answers();
  if (!kept[date]) write(NAME, { ...kept, [date]: answer });
}

/** Grades a choice, exactly as the server's description says; nothing for what is no choice. */
export function shareOf({ position }: DailyAnswer, action: string): number | undefined {
  const value = position.choices.find((each) => each.action === action)?.value;
  const [best, worst] = [position.choices[0]?.value, position.choices.at(-1)?.value];
  if (value === undefined || best === undefined || worst === undefined) return undefined;
  return best === worst ? 1 : (value - worst) / (best - worst);
}

const DAY = 86_400_000;
export const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
export const dayAfter = (date: string, days: number) => dateOf(Date.parse(`${date}T00:00:00Z`) + days * DAY);

/** Counts the days in a row that were answered in time: up to today, or up to yesterday while today is open; and the most there ever were. */
export function streakOf(kept: Record<string, Answered>, today: string): { now: number; longest: number } {
  const isKept = (date: string) => kept[date]?.inTime === true;
  const back = (date: string): number => {
    let days = 0;
    while (isKept(dayAfter(date, -days))) days += 1;
    return days;
  };
  const longest = Math.max(0, ...Object.keys(kept).map(back));
  return { now: back(today) || back(dayAfter(today, -1)), longest };
}

/** The square of a grade: green for the best choice alone. */
export const square = (share: number) => (share >= 1 ? "🟩" : share >= 0.8 ? "🟨" : share >= 0.5 ? "🟧" : "🟥");

/** Writes a grade; only the best choice is called 100%. */
export const gradeOf = (share: number) => percent(Math.floor(share * 100) / 100, 0);

/** Writes the result to be pasted: it gives the answer away to nobody. */
export function pasted({ date, position }: DailyAnswer, share: number): string {
  const dice = glyphs(pictured(position.scene).dice.map(({ face }) => face));
  return `Hot Dice daily ${date} ${[dice, square(share), gradeOf(share)].filter(Boolean).join(" ")}`;
}
