/** Names for people: those of guests who type none, and what to do about a name that is taken. */
import { storage } from "../net/storage";
import { words } from "../words";

/** Of a number of names that has no factor in common with this, every one comes up before one comes twice. */
const STRIDE = 37;
const LONGEST = 32;

/** Returns the name of a guest who types none: this device's own, or the next that nobody at the table has. */
export function guestName(taken: readonly string[] = [], first = storage.guest()): string {
  const { adjectives, animals, name } = words.guests;
  const count = adjectives.length * animals.length;
  const nth = (step: number) => {
    const at = (first + step * STRIDE) % count;
    return name(adjectives[at % adjectives.length] ?? "", animals[Math.floor(at / adjectives.length)] ?? "");
  };
  for (let step = 0; step < count; step += 1) if (!taken.includes(nth(step))) return nth(step);
  return numbered(nth(0), taken);
}

/** Returns what somebody is called at a table: as typed, unless that is taken or nothing. */
export function nameFor(typed: string, taken: readonly string[]): string {
  return typed.trim() === "" ? guestName(taken) : numbered(typed.trim(), taken);
}

const letters = "Segmenter" in Intl ? new Intl.Segmenter() : undefined;

/** Returns what stands for somebody in their picture: the first letter of the name, or the whole emoji. */
export function initialOf(name: string): string {
  const [first] = letters ? letters.segment(name) : [];
  return first?.segment ?? [...name][0] ?? "";
}

function numbered(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? "" : ` ${number}`;
    const called = [...name].slice(0, LONGEST - end.length).join("") + end;
    if (!taken.includes(called)) return called;
  }
}
