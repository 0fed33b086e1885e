/** What can be pressed at a moment: the choices, put together from what is picked, under labels that say what happens. */
import type { Act } from "../parts/Actions.svelte";
import type { Choice } from "../wire/schema";
import { words } from "../words";
import { choiceOf, sortChoices, type Selectable } from "./selection";

export function actsOf(choices: readonly Choice[], picked: readonly number[], dice: number): Act[] {
  const sorted = sortChoices(choices);
  const kind: Selectable = sorted.tiles.length > 0 ? "tiles" : "dice";
  // Where only these tiles add up, nobody has to tap them first.
  const only = sorted.tiles.length === 1 ? sorted.tiles[0] : undefined;
  const made = choiceOf(kind, picked, sorted[kind]) ?? only;
  const acts = made ? actsOfMade(made, dice - picked.length) : [];
  // Nothing has to be picked for what keeps all dice and banks them, unless that can be banked anyway.
  const offered = picked.length === 0 && !made && !sorted.plain.some(banks) ? sorted.dice.filter(banks).map(act) : [];
  // What the picked dice lead to takes the place of what could be done without picking any.
  const plain = sorted.plain.map((choice) => act(choice)).filter((each) => !acts.some(({ key }) => key !== "" && key === each.key));
  const all = [...acts, ...offered, ...plain];
  return sorted[kind].length > 0 && !made ? all : withPrimary(all);
}

/** Tells whether a choice ends the turn with points, without dice or by keeping all of them. */
function banks({ target, points, then }: Choice): boolean {
  const ends = target.kind === "nothing" || (target.kind === "dice" && (then ?? []).length === 0);
  return ends && points != null;
}

/** A choice that leads straight to others is made together with one of them. */
function actsOfMade(made: Choice, left: number): Act[] {
  const then = made.then ?? [];
  if (then.length > 0) return then.map((next) => ({ ...act(made), then: next, label: next.label, hint: next.hint, key: next.points == null ? "r" : "b" }));
  // Holding dice is rolling the others.
  const rolls = made.target.kind === "dice" && made.points == null;
  return [rolls ? { ...act(made), label: words.rollDice(left), hint: "", key: "r" } : act(made)];
}

function act(choice: Choice): Act {
  const key = banks(choice) ? "b" : choice.target.kind === "nothing" ? "r" : "";
  return { choice, label: choice.label, hint: choice.hint, primary: false, key };
}

/** Rolling on is the main thing where it can be done, and stands last, under the thumb. */
function withPrimary(acts: Act[]): Act[] {
  const main = acts.find((each) => each.key === "r") ?? acts[0];
  return [...acts.filter((each) => each !== main), ...(main ? [{ ...main, primary: true }] : [])];
}
