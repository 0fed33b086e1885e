/** What people should know of the games before they choose: which come first, and how long they take. */

/** A game as the home page offers it. */
export interface Offer {
  /** Its rules line. */
  rules: string;
  /** How many minutes two players take, about. */
  minutes: number;
}

/** The games for everybody, the best to begin with first. */
export const MAIN: readonly Offer[] = [
  { rules: "farkle", minutes: 10 },
  { rules: "yatzy", minutes: 15 },
  { rules: "cheese(deck=full)", minutes: 10 },
  { rules: "zilch", minutes: 10 },
  { rules: "yahtzee", minutes: 12 },
  { rules: "tridice", minutes: 10 },
  { rules: "shut-the-box", minutes: 3 },
  { rules: "pig", minutes: 4 },
];

/** The game to begin with. */
export const FIRST = MAIN[0]?.rules ?? "";

/** How long the other games take; ten minutes where nothing is said. */
const MINUTES: Record<string, number> = { "maxi-yatzy": 25, kata: 12, "kingdom-come": 5, cheese: 6 };

export function minutesOf(rules: string): number {
  return MAIN.find((offer) => offer.rules === rules)?.minutes ?? MINUTES[rules] ?? 10;
}
