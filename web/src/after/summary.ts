/** What was remarkable about a game: big luck, costly decisions, the moment that turned it. */
import type { Analysis, Choice, DecisionWorth } from "../wire/schema";
import { boxName, number, percent, words } from "../words";
import type { Step } from "./history";

/** Something remarkable. `event` counts as the analysis does, from 1. */
export interface Highlight {
  kind: "lucky" | "unlucky" | "mistake";
  event: number;
  seat: number;
  /** What it brought to the seat; negative if it cost something. */
  worth: number;
}

/** What luck has to bring, and decisions to cost, before anybody mentions them: chances to win, or points. */
const BIG_LUCK = { win: 0.08, points: 10 };
const MISTAKE = { win: 5e-5, points: 0.005 };

/** The most highlights of a kind, so that a picture of them can still be read. */
const MOST = 6;

const aimOf = (analysis: Analysis): "win" | "points" => (analysis.aim === "win" ? "win" : "points");

/** Returns the decisions that gave something away, the costliest first. */
export function mistakesOf(analysis: Analysis, seats: readonly number[]): DecisionWorth[] {
  const least = MISTAKE[aimOf(analysis)];
  return analysis.decisions
    .filter(({ loss, margin, seat }) => loss > Math.max(margin, least) && seats.includes(seat))
    .sort((a, b) => b.loss - a.loss);
}

/** Returns the rolls that brought a seat much, or cost it much. */
export function luckOf(analysis: Analysis, seat: number): Highlight[] {
  const least = BIG_LUCK[aimOf(analysis)];
  return analysis.rolls
    .map(({ event, luck }): Highlight => ({ kind: (luck[seat - 1] ?? 0) > 0 ? "lucky" : "unlucky", event, seat, worth: luck[seat - 1] ?? 0 }))
    .filter(({ worth }) => Math.abs(worth) >= least)
    .sort((a, b) => Math.abs(b.worth) - Math.abs(a.worth));
}

/** Returns what is marked in the graph of a seat, in the order of the game. */
export function highlightsOf(analysis: Analysis, seat: number): Highlight[] {
  const wrong = mistakesOf(analysis, [seat]).map(({ event, loss }): Highlight => ({ kind: "mistake", event, seat, worth: -loss }));
  return [...luckOf(analysis, seat).slice(0, MOST), ...wrong.slice(0, MOST)].sort((a, b) => a.event - b.event);
}

/** Returns the event that changed most for a seat. */
export function turningPoint(analysis: Analysis, seat: number): number {
  const change = (event: number) => Math.abs((analysis.values[event]?.[seat - 1] ?? 0) - (analysis.values[event - 1]?.[seat - 1] ?? 0));
  let most = 1;
  for (let event = 2; event < analysis.values.length; event += 1) if (change(event) > change(most)) most = event;
  return most;
}

/** Writes a change of a chance or of points, with its sign. */
export function signed(value: number, aim: string): string {
  const size = aim === "win" ? percent(Math.abs(value)) : number(Math.round(Math.abs(value) * 10) / 10);
  return `${value < 0 ? "−" : "+"}${size}`;
}

/** Writes what something cost. */
export const costOf = (loss: number, aim: string) => (aim === "win" ? signed(loss, aim).slice(1) : words.inPoints(signed(loss, aim).slice(1)));

const GLYPHS = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
export const glyphs = (faces: readonly number[]) => faces.map((face) => GLYPHS[face] ?? String(face)).join("");

/** Says an action in the words of people: `keep 1 5` as "keeping ⚀⚄". The choices of its moment know what it is done to and scores. */
export function deed(notation: string, choices: readonly Choice[]): string {
  const choice = choices.find((each) => each.notation === notation);
  const { deeds } = words;
  if (!choice) return deeds.others[notation] ?? `“${notation}”`;
  const { target, points } = choice;
  switch (target.kind) {
    case "dice":
      return target.of.length > 0 ? deeds.keep(glyphs(target.of)) : deeds.keepNone;
    case "row":
      return points ? deeds.place(points, boxName(target.of)) : deeds.scratch(boxName(target.of));
    case "cell":
      return deeds.placeDie(target.of);
    case "way":
      return deeds.moveDie(target.of[0] ?? "", target.of.at(-1) ?? "");
    case "tiles":
      return deeds.shut(target.of.join(" "));
    case "nothing":
      return points != null ? deeds.bank(points) : (deeds.others[notation] ?? `“${choice.label}”`);
  }
}

/** The game as its players see it: who is called how, and whose view it is told from. */
export interface Telling {
  nameOf: (seat: number) => string;
  /** The seat of whoever reads, if there is exactly one. */
  you: number | undefined;
  winners: readonly number[];
  points: readonly number[];
}

/** Says who won, and with what. */
export function resultSentence({ nameOf, you, winners, points }: Telling): string {
  const scored = points.some((each) => each !== 0);
  const two = points.length === 2;
  if (winners.length > 1 && winners.length === points.length) return words.tied(scored ? number(points[0] ?? 0) : "");
  const [first = 1] = winners;
  const ahead = number(points[first - 1] ?? 0);
  const behind = number(points[2 - first] ?? 0);
  const score = !scored ? "" : two ? words.scoreTo(ahead, behind) : words.scoreWith(ahead);
  if (winners.length === 0) return words.wins([]);
  if (winners.length > 1) return `${words.wins(winners.map(nameOf))}.`;
  if (you === first) return words.youWon(score);
  return you !== undefined && two ? words.youLost(scored ? words.scoreTo(behind, ahead) : "") : words.theyWon(nameOf(first), score);
}

/** Says what luck did, and what cost most. */
export function causeSentence(analysis: Analysis, steps: readonly Step[], { nameOf, you }: Telling, seat: number): string {
  const rolls = luckOf(analysis, seat);
  const lucky = rolls.filter(({ kind }) => kind === "lucky").length;
  const unlucky = rolls.length - lucky;
  const luck = you === undefined ? words.luckOf(nameOf(seat), lucky, unlucky) : words.luckOfYou(lucky, unlucky);
  const worst = mistakesOf(analysis, [seat])[0];
  if (!worst) return `${luck} ${you === undefined ? words.flawlessOf(nameOf(seat)) : words.flawless}`;
  const before = steps[worst.event - 1]?.event.after?.scene?.choices ?? [];
  const turn = analysis.seats.length > 1 ? steps[worst.event]?.turn : undefined;
  const done = deed(worst.chosen, before);
  const cost = costOf(worst.loss, analysis.aim);
  return `${luck} ${you === undefined ? words.costliestOf(nameOf(seat), done, turn, cost) : words.costliest(done, turn, cost)}`;
}
