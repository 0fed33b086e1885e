/** The games that were played to their end on this device, and what they say about the player. */
import type { Analysis, Choice, TableView } from "../wire/schema";
import { isObject, read, write } from "./keep";

/** What kind of mistake a decision was. */
export const KINDS = ["tooSoon", "tooLate", "dice", "box", "move"] as const;
export type Kind = (typeof KINDS)[number];

/** A game that is over. */
export interface PlayedGame {
  table: string;
  rules: string;
  /** When it ended here, in milliseconds since 1970. */
  at: number;
  names: string[];
  /** The seat that was played from here. */
  seat: number;
  points: number[];
  result: "won" | "lost" | "tied";
  /** Whether it began from a chosen position, and counts for nothing. */
  practice?: true;
  /** Luck and skill, once they were worked out. */
  account?: Account;
}

export interface Account {
  aim: "win" | "points";
  luck: number;
  skill: number;
  accuracy: number | null;
  /** What mistakes cost, by their kind. */
  mistakes: Partial<Record<Kind, number>>;
}

const NAME = "games";
const MOST = 1000;

/** Returns the games, the latest first. */
export function games(): PlayedGame[] {
  const kept = read(NAME);
  if (!isObject(kept)) return [];
  return Object.entries(kept)
    .flatMap(([table, game]) => readGame(table, game))
    .sort((a, b) => b.at - a.at);
}

/** Keeps a game; what was known of it before stays. */
export function keepGame(game: PlayedGame): void {
  const before = games();
  const known = before.find(({ table }) => table === game.table);
  const kept = [{ ...known, ...game, at: known?.at ?? game.at }, ...before.filter(({ table }) => table !== game.table)];
  write(NAME, Object.fromEntries(kept.slice(0, MOST).map(({ table, ...rest }) => [table, rest])));
}

/** Returns what is kept of a table whose game is over. */
export function gameOf(view: TableView, seat: number, nameOf: (seat: number) => string): PlayedGame {
  const winners = view.winners ?? [];
  const result = !winners.includes(seat) ? "lost" : winners.length > 1 ? "tied" : "won";
  const { table, rules, players } = view;
  return { table, rules, at: Date.now(), names: players.map((player) => nameOf(player.seat)), seat, points: players.map(({ points }) => points), result, ...(view.from ? { practice: true } : {}) };
}

/** Returns the account of a seat. `choicesBefore` gives the choices that were open when an event happened. */
export function accountOf(analysis: Analysis, seat: number, choicesBefore: (event: number) => readonly Choice[]): Account | undefined {
  const account = analysis.seats[seat - 1];
  if (!account) return undefined;
  const mistakes: Account["mistakes"] = {};
  for (const { seat: by, event, chosen, best, loss, margin } of analysis.decisions) {
    if (by !== seat || loss <= Math.max(margin, 1e-9)) continue;
    const choices = choicesBefore(event);
    const kind = kindOf(choices.find(({ notation }) => notation === chosen), choices.find(({ notation }) => notation === best));
    mistakes[kind] = (mistakes[kind] ?? 0) + loss;
  }
  return { aim: analysis.aim === "win" ? "win" : "points", luck: account.luck, skill: account.skill, accuracy: account.accuracy ?? null, mistakes };
}

/** Tells what was wrong with a choice: stopping, going on, the dice, the box, or the move. */
export function kindOf(chosen: Choice | undefined, best: Choice | undefined): Kind {
  const [did, should] = [wayOf(chosen), wayOf(best)];
  if (did === "box" && should === "box") return "box";
  if (did === "dice" && should === "dice") return "dice";
  const ends = (way: Way) => way === "stop" || way === "box";
  const goesOn = (way: Way) => way === "roll" || way === "dice";
  if (ends(did) && goesOn(should)) return "tooSoon";
  return goesOn(did) && ends(should) ? "tooLate" : "move";
}

type Way = "stop" | "roll" | "dice" | "box" | "other";

/** A choice that is done to nothing and scores stops a turn; one that does not score goes on with it. */
function wayOf(choice: Choice | undefined): Way {
  if (!choice) return "other";
  const { target, points } = choice;
  if (target.kind === "dice") return "dice";
  if (target.kind === "row") return "box";
  return target.kind !== "nothing" ? "other" : points == null ? "roll" : "stop";
}

/** What many games come to. */
export interface Statistics {
  played: number;
  won: number;
  /** Games won in a row: now, and at most. */
  streak: number;
  longest: number;
  /** The mean luck and skill of games that are played to win, as chances. */
  luck: number | undefined;
  skill: number | undefined;
  accuracy: number | undefined;
  /** What mistakes cost for each game on average, by kind, the costliest first. */
  mistakes: [Kind, number][];
}

/** Returns the games that count: those from the opening. */
export const counted = (played: readonly PlayedGame[]) => played.filter(({ practice }) => !practice);

export function statisticsOf(played: readonly PlayedGame[]): Statistics {
  const inOrder = [...played].sort((a, b) => a.at - b.at);
  let [streak, longest] = [0, 0];
  for (const { result } of inOrder) {
    streak = result === "won" ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  const accounts = played.flatMap(({ account }) => account ?? []);
  const toWin = accounts.filter(({ aim }) => aim === "win");
  const mistakes = KINDS.map((kind): [Kind, number] => [kind, mean(toWin.map((each) => each.mistakes[kind] ?? 0)) ?? 0]);
  return {
    played: played.length,
    won: played.filter(({ result }) => result === "won").length,
    streak,
    longest,
    luck: mean(toWin.map(({ luck }) => luck)),
    skill: mean(toWin.map(({ skill }) => skill)),
    accuracy: mean(accounts.flatMap(({ accuracy }) => accuracy ?? [])),
    mistakes: mistakes.filter(([, cost]) => cost > 0).sort(([, a], [, b]) => b - a),
  };
}

export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, each) => sum + each, 0) / values.length;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** Reads what may be anything: another version wrote it, or somebody's hand. */
function readGame(table: string, kept: unknown): PlayedGame[] {
  if (!isObject(kept)) return [];
  const { rules, at, names, seat, points, result, practice, account } = kept;
  const isWhole =
    typeof rules === "string" &&
    isNumber(at) &&
    Array.isArray(names) &&
    names.every((name) => typeof name === "string") &&
    isNumber(seat) &&
    Array.isArray(points) &&
    points.every(isNumber) &&
    (result === "won" || result === "lost" || result === "tied");
  if (!isWhole) return [];
  const known = readAccount(account);
  return [{ table, rules, at, names, seat, points, result, ...(practice === true ? { practice } : {}), ...(known ? { account: known } : {}) }];
}

function readAccount(kept: unknown): Account | undefined {
  if (!isObject(kept) || !isNumber(kept["luck"]) || !isNumber(kept["skill"])) return undefined;
  const { aim, luck, skill, accuracy, mistakes } = kept;
  const costs = isObject(mistakes) ? KINDS.flatMap((kind) => (isNumber(mistakes[kind]) ? [[kind, mistakes[kind]] as const] : [])) : [];
  return { aim: aim === "win" ? "win" : "points", luck, skill, accuracy: isNumber(accuracy) ? accuracy : null, mistakes: Object.fromEntries(costs) };
}
