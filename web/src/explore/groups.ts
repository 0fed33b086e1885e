/** The house rules in the groups in which people look for them. */
import type { Parameter } from "../wire/schema";

export const GROUPS = ["scoring", "turn", "game"] as const;
export type GroupName = (typeof GROUPS)[number];

const MEMBERS: Record<Exclude<GroupName, "game">, readonly string[]> = {
  scoring: ["ones", "fives", "three_ones", "kinds", "straight", "short_straight", "three_pairs", "four_and_pair", "two_triplets", "no_score", "boxes", "add", "bonus", "joker"],
  turn: ["hot", "opening", "opens", "bank_min", "bank_takes", "busts", "piggyback", "count", "deck", "dice", "rolls", "saved_rolls", "one_die", "one_die_forced", "most"],
};

/** Returns the parameters of a group, in the order of the game. */
export function membersOf(group: GroupName, all: readonly Parameter[]): Parameter[] {
  const isIn = (of: keyof typeof MEMBERS, { name }: Parameter) => MEMBERS[of].includes(name);
  return all.filter((parameter) => (group === "game" ? !isIn("scoring", parameter) && !isIn("turn", parameter) : isIn(group, parameter)));
}
