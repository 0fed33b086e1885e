/** Which choice the tapped dice make. The choices come from the server; nothing is scored here. */
import type { Choice } from "../wire/scene";

/** Returns the choice that is done to exactly these dice, in whatever order they were tapped. */
export function choiceOf(faces: readonly number[], choices: readonly Choice[]): Choice | undefined {
  const wanted = sorted(faces);
  return choices.find((choice) => choice.target.kind === "dice" && sorted(choice.target.of) === wanted);
}

/** Tells whether more dice could make a choice of these. */
export function canGrow(faces: readonly number[], choices: readonly Choice[]): boolean {
  return choices.some((choice) => choice.target.kind === "dice" && contains(choice.target.of, faces));
}

/** Returns the places of dice that show these faces, one place for each face. */
export function placesOf(wanted: readonly number[], dice: readonly number[]): number[] {
  const places: number[] = [];
  for (const face of wanted) {
    const place = dice.findIndex((die, at) => die === face && !places.includes(at));
    if (place >= 0) places.push(place);
  }
  return places;
}

/** The choices by what they are done to. */
export function sortChoices(choices: readonly Choice[]) {
  const of = (kind: Choice["target"]["kind"]) => choices.filter((choice) => choice.target.kind === kind);
  return { plain: of("nothing"), dice: of("dice"), rows: of("row"), cells: of("cell"), ways: of("way") };
}

const sorted = (faces: readonly number[]) => [...faces].sort().join(" ");

function contains(all: readonly number[], some: readonly number[]): boolean {
  return placesOf(some, all).length === some.length;
}
