/** How a parameter can be changed, read from the words in which the server says what it accepts. */
import type { Parameter } from "../wire/schema";

export type Control =
  | { kind: "slider"; least: number; most: number; step: number }
  | { kind: "select"; values: string[] }
  | { kind: "text" };

/** Points are slid in steps that people play with; the field beside the slider takes any number. */
export function controlOf(parameter: Parameter, preset: string): Control {
  const range = /from (\d+) to (\d+)/.exec(parameter.values);
  if (range) {
    const [least, most] = [Number(range[1]), Number(range[2])];
    if (most <= 20) return { kind: "slider", least, most, step: 1 };
    const usual = Math.max(1000, 2 * (Number(preset) || 0), Number(parameter.value) || 0);
    return { kind: "slider", least, most: Math.min(most, usual), step: usual > 200 ? 50 : 1 };
  }
  const open = /such as|, or |made of|words|list/.test(parameter.values);
  const values = parameter.values.split(/,| or /).map((value) => value.trim());
  const plain = values.length > 1 && values.every((value) => /^[a-z0-9+-]+$/.test(value));
  if (open || !plain) return { kind: "text" };
  return { kind: "select", values: values.includes(parameter.value) ? values : [parameter.value, ...values] };
}

/** Writes a rules line: a preset, and what differs from it. */
export function rulesLine(preset: string, changes: ReadonlyMap<string, string>): string {
  if (changes.size === 0) return preset;
  return `${preset}(${[...changes].map(([name, value]) => `${name}=${value}`).join(",")})`;
}

/** Splits a rules line into the preset and what differs. */
export function readRulesLine(rules: string): [string, Map<string, string>] {
  const [preset = "", rest] = rules.split(/\((.*)\)\s*$/s);
  const changes = new Map<string, string>();
  // A value may have commas of its own: only a comma before `name=` separates.
  for (const part of (rest ?? "").split(/,(?=\s*[a-z_]+=)/)) {
    const [name = "", ...value] = part.split("=");
    if (name.trim()) changes.set(name.trim(), value.join("=").trim());
  }
  return [preset.trim(), changes];
}
