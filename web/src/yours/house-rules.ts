/** House rules under names of one's own. */
import { isObject, read, write } from "./keep";

/** Rules that somebody has named. */
export interface NamedRules {
  name: string;
  rules: string;
}

const NAME = "rules";

/** Returns the named rules, by name. Whoever offers games to choose from can offer these too. */
export function namedRules(): NamedRules[] {
  const kept = read(NAME);
  if (!isObject(kept)) return [];
  return Object.entries(kept)
    .flatMap(([name, rules]) => (typeof rules === "string" && name !== "" ? [{ name, rules }] : []))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Keeps rules under a name; the same name means the new rules. */
export function nameRules(name: string, rules: string): void {
  keep([...namedRules().filter((each) => each.name !== name), { name, rules }]);
}

export function forgetRules(name: string): void {
  keep(namedRules().filter((each) => each.name !== name));
}

function keep(all: readonly NamedRules[]): void {
  write(NAME, Object.fromEntries(all.map(({ name, rules }) => [name, rules])));
}
