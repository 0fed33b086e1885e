/** Which choice the tapped dice or tiles make. The choices come from the server; nothing is scored here. */
import type { Choice } from "../wire/schema";

/** What can be selected together: dice by their faces, tiles by their numbers. */
export type Selectable = "dice" | "tiles";

/** Returns the choice that is done to exactly these, in whatever order they were tapped. */
export function choiceOf(kind: Selectable, picked: readonly number[], choices: readonly Choice[]): Choice | undefined {
  const wanted = sorted(picked);
  return choices.find((choice) => sorted(targetOf(kind, choice)) === wanted);
}

/** Tells whether these, or these and more, make a choice. */
export function canGrow(kind: Selectable, picked: readonly number[], choices: readonly Choice[]): boolean {
  return choices.some((choice) => {
    const target = targetOf(kind, choice);
    return target !== undefined && placesOf(picked, target).length === picked.length;
  });
}

/** Returns the places at which these lie among all, one for each. */
export function placesOf(wanted: readonly number[], all: readonly number[]): number[] {
  const places: number[] = [];
  for (const each of wanted) {
    const place = all.findIndex((one, at) => one === each && !places.includes(at));
    if (place >= 0) places.push(place);
  }
  return places;
}

/** The choices by what they are done to. */
export function sortChoices(choices: readonly Choice[]) {
  const of = (kind: Choice["target"]["kind"]) => choices.filter((choice) => choice.target.kind === kind);
  return { plain: of("nothing"), dice: of("dice"), tiles: of("tiles"), rows: of("row"), cells: of("cell"), ways: of("way") };
}

function targetOf(kind: Selectable, { target }: Choice): readonly number[] | undefined {
  return (target.kind === "dice" || target.kind === "tiles") && target.kind === kind ? target.of : undefined;
}

const sorted = (all: readonly number[] | undefined) => all && [...all].sort((a, b) => a - b).join(" ");
