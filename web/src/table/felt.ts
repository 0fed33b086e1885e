/** The dice on the felt: those of the picture, or those that were rolled last. */
import type { Mark, Scene, Tray } from "../wire/scene";
import { placesOf } from "./selection";

export interface FeltDie {
  face: number;
  mark: Mark;
  /** Whether it has just been rolled. */
  fresh: boolean;
}

export interface Felt {
  dice: FeltDie[];
  /** Changes with every roll, so that the same faces roll again. */
  roll: number;
  /** Whether the dice are those of the picture, and can be tapped. */
  live: boolean;
}

export const NO_DICE: Felt = { dice: [], roll: 0, live: false };

/** Returns the felt with dice that were just rolled. */
export function rolled(faces: readonly number[], roll: number): Felt {
  return { dice: faces.map((face) => ({ face, mark: "loose", fresh: true })), roll, live: false };
}

/** Returns the felt on which dice of these faces are held. */
export function withHeld(felt: Felt, held: readonly number[]): Felt {
  const places = placesOf(held, felt.dice.map((die) => die.face));
  const dice = felt.dice.map((die, place): FeltDie => ({ ...die, fresh: false, mark: places.includes(place) ? "held" : die.mark }));
  return { ...felt, dice };
}

export function trayOf(scene: Scene): Tray | undefined {
  return scene.parts.find((part) => part.kind === "tray");
}

/** Returns the felt of a picture, on which dice of these faces have just been rolled. */
export function pictured(tray: Tray, fresh: readonly number[], roll: number): Felt {
  const faces = tray.dice.map((die) => die.face);
  const places = placesOf(fresh, faces);
  const dice = tray.dice.map((die, place): FeltDie => ({ ...die, fresh: places.includes(place) }));
  return { dice, roll, live: true };
}
