/** The dice on the felt. A die has a place and keeps it while it lies there; every event says what becomes of the dice. */
import type { Event as TableEvent, Mark, Scene, Tray } from "../wire/schema";

export interface FeltDie {
  place: number;
  face: number;
  mark: Mark;
  /** The event with which it fell. */
  fell: number;
  /** Whether it is tumbling. */
  fresh: boolean;
  /** Whether it was set aside earlier in the turn, and is no longer part of the roll. */
  aside: boolean;
}

export interface Felt {
  /** The dice by their places. */
  dice: FeltDie[];
  /** How many places there are, so that a die which is taken up leaves a gap. */
  places: number;
  /** Where the dice of the server's places are shown; the place itself if nothing is said. */
  moved: readonly number[];
  /** Whose dice these are. */
  seat: number | undefined;
  /** Whether they are those of the picture, and can be tapped. */
  live: boolean;
}

export const NO_DICE: Felt = { dice: [], places: 0, moved: [], seat: undefined, live: false };

export function trayOf(scene: Scene | null | undefined): Tray | undefined {
  return scene?.parts.find((part) => part.kind === "tray");
}

/** Returns the felt of a picture alone, with nothing known of what led to it. */
export function pictured(scene: Scene | null | undefined): Felt {
  const tray = trayOf(scene);
  if (!tray) return NO_DICE;
  const dice = ofTray(tray, NO_DICE, undefined);
  return { dice, places: placesFor(dice), moved: [], seat: scene?.turn ?? undefined, live: true };
}

/** Returns the felt after an event. */
export function lay(felt: Felt, event: TableEvent): Felt {
  const scene = event.after?.scene;
  const tray = trayOf(scene);
  const faces = event.kind === "rolled" ? (event.dice ?? []) : [];
  // Without dice in the picture and without a roll, the last dice lie there to be looked at.
  if (!tray && faces.length === 0) return felt.live ? { ...felt, live: false } : felt;
  const seat = event.seat ?? scene?.turn ?? undefined;
  const before = seat === felt.seat ? felt : NO_DICE;
  const lying = tray ? ofTray(tray, before, faces.length > 0 ? event.seq : undefined) : thrown(faces, before, event.seq);
  const taken = new Set(lying.map((die) => die.place));
  const aside = before.dice.filter((die) => isSetAside(die) && !taken.has(die.place)).map((die) => ({ ...die, aside: true }));
  const dice = [...lying, ...aside].sort((a, b) => a.place - b.place);
  return { dice, places: Math.max(before.places, placesFor(dice)), moved: before.moved, seat, live: tray !== undefined };
}

/**
 * Returns the felt on which an action holds the dice that were tapped.
 *
 * An action names faces, so of two equal dice the server may hold the other one. Nobody can tell them apart: they change
 * places, and the die that was tapped stays where it is.
 */
export function asPicked(felt: Felt, event: TableEvent, picked: readonly number[]): Felt {
  const held = (trayOf(event.after?.scene)?.dice ?? []).filter((die) => die.mark === "held").map((die) => shownAt(felt, die.place));
  const faceAt = (place: number) => felt.dice.find((die) => die.place === place)?.face;
  const left = picked.filter((place) => !held.includes(place));
  let moved = Array.from({ length: felt.places }, (_, place) => shownAt(felt, place));
  for (const place of held.filter((each) => !picked.includes(each))) {
    const twin = left.find((each) => faceAt(each) === faceAt(place));
    if (twin === undefined) continue;
    left.splice(left.indexOf(twin), 1);
    moved = moved.map((each) => (each === place ? twin : each === twin ? place : each));
  }
  return { ...felt, moved };
}

/** Returns the felt while the dice of a roll are in the air: what they score is not seen yet. */
export function tumbling(felt: Felt, seq: number): Felt {
  const dice = felt.dice.map((die): FeltDie => (die.fell === seq ? { ...die, fresh: true, mark: "loose" } : die));
  return { ...felt, dice, live: false };
}

/** Tells whether dice fell with an event. */
export function fellWith(felt: Felt, seq: number): boolean {
  return felt.dice.some((die) => die.fell === seq);
}

/** The dice of the picture; after a roll all that are not held have just fallen. */
function ofTray(tray: Tray, before: Felt, roll: number | undefined): FeltDie[] {
  return tray.dice.map(({ face, mark, place: given }) => {
    const place = shownAt(before, given);
    const fell = roll !== undefined && mark !== "held" ? roll : (before.dice.find((each) => each.place === place)?.fell ?? 0);
    return { place, face, mark, fell, fresh: false, aside: false };
  });
}

/** Dice of a roll that the picture does not have any more, because it ended the turn: they fall where dice were free. */
function thrown(faces: readonly number[], before: Felt, roll: number): FeltDie[] {
  const free = before.dice.filter((die) => !isSetAside(die)).map((die) => die.place);
  const places = free.length === faces.length ? free : faces.map((_, at) => at);
  return faces.map((face, at) => ({ place: places[at] ?? at, face, mark: "loose", fell: roll, fresh: false, aside: false }));
}

const shownAt = (felt: Felt, place = 0) => felt.moved[place] ?? place;
const isSetAside = (die: FeltDie) => die.aside || die.mark === "held";
const placesFor = (dice: readonly FeltDie[]) => Math.max(0, ...dice.map((die) => die.place + 1));
