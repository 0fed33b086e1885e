/**
 * What is thrown for a roll, and how it reads.
 *
 * This is all that the page knows of any game, and only to check dice without asking the server that rolled them. A
 * roll says by its form what was thrown: plain faces are six-sided dice; `first 2` is one die with a side for each
 * seat; `card no-cheese` is one die with a side for each card left in the deck; `33=2413` is one die with twelve
 * sides, the twelve ways in which a tetrahedron can stand. docs/games has the decks and the twelve ways.
 */

export interface Throw {
  dice: number;
  sides: number;
  /** Reads the dice, each counted from 0, as a roll. */
  read(lying: number[]): string;
}

/** Follows a game roll by roll: a deck has fewer cards after each draw. */
export class Thrower {
  #seats: number;
  #whole: Card[];
  #deck: Card[];

  constructor(rules: string, seats: number) {
    this.#seats = seats;
    this.#whole = deckOf(rules);
    this.#deck = [];
  }

  /** Returns what was thrown for a roll of this form; nothing if the form is not known. */
  throwFor(roll: string): Throw | undefined {
    if (/^[1-6]( [1-6])*$/.test(roll)) return plainDice(roll.split(" ").length);
    if (/^first \d+$/.test(roll)) return one(this.#seats, (side) => `first ${side + 1}`);
    if (/^card [a-z0-9-]+$/.test(roll)) return this.#draw(roll.slice(5));
    const cell = /^(\d\d)=\d{4}$/.exec(roll)?.[1];
    return cell ? one(STANDS.length, (side) => `${cell}=${STANDS[side] ?? ""}`) : undefined;
  }

  #draw(drawn: string): Throw | undefined {
    if (this.#deck.length === 0) this.#deck = [...this.#whole];
    const deck = this.#deck;
    if (deck.length === 0) return undefined;
    const at = deck.findIndex((card) => card === drawn);
    this.#deck = deck.filter((_, place) => place !== at);
    return one(deck.length, (side) => `card ${deck[side] ?? ""}`);
  }
}

/** Handfuls are written from the lowest face to the highest. */
function plainDice(dice: number): Throw {
  return { dice, sides: 6, read: (lying) => [...lying].sort((a, b) => a - b).map((side) => side + 1).join(" ") };
}

function one(sides: number, read: (side: number) => string): Throw {
  return { dice: 1, sides, read: ([side = 0]) => read(side) };
}

/** The numbers that a tetrahedron shows on the four classes of cells; mirror images do not exist. */
const STANDS = ["1243", "1324", "1432", "2134", "2341", "2413", "3142", "3214", "3421", "4123", "4231", "4312"];

type Card = string;

const DECKS: Record<string, [Card, number][]> = {
  small: [["bonus-300", 12], ["bonus-400", 10], ["bonus-500", 8], ["must-pass", 6]],
  full: [["bonus-300", 12], ["bonus-400", 10], ["bonus-500", 8], ["must-pass", 6], ["must-cut", 4], ["double-cheese", 2], ["no-cheese", 8], ["strikes-back", 4]],
};

function deckOf(rules: string): Card[] {
  const kind = /[(,]deck=([a-z]+)/.exec(rules)?.[1] ?? "";
  return (DECKS[kind] ?? []).flatMap(([card, count]) => new Array<Card>(count).fill(card));
}
