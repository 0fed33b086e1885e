/** What the page says, in the language of whoever reads it. */
import { readText, writeText } from "./net/browser-storage";
import { en, type Words } from "./words/en";
import { formatFor } from "./words/format";
import type { Interpreter } from "./words/interpreter";

export { capital, date, decimal, number, percent } from "./words/format";

/** The languages, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = "hotdice.language";

/** The sentences of the page. They are set once, before anything is drawn: another language is another load. */
export let words: Words = en;
export let language: Language = "en";
/** Translates what the server says; in English nothing does. */
let interpreter: Interpreter | undefined;

/** Loads the language that was chosen, or the first that the browser prefers and the page speaks. */
export async function speak(): Promise<void> {
  language = chosen() ?? preferred(navigator.languages);
  if (language === "de") {
    const [page, server, { Interpreter }] = await Promise.all([import("./words/de"), import("./words/server-de"), import("./words/interpreter")]);
    [words, interpreter] = [page.de, new Interpreter(server.table)];
  } else if (language === "es") {
    const [page, server, { Interpreter }] = await Promise.all([import("./words/es"), import("./words/server-es"), import("./words/interpreter")]);
    [words, interpreter] = [page.es, new Interpreter(server.table)];
  }
  formatFor(language);
  document.documentElement.lang = language;
}

/** Returns an answer of the server with its sentences in the page's language. */
export function translated<T>(answer: T): T {
  return interpreter?.answer(answer) ?? answer;
}

/** Returns a sentence or a name of the server in the page's language. */
export function translatedText(english: string): string {
  return interpreter?.text(english) ?? english;
}

export function preferred(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.split("-")[0]?.toLowerCase()).find(isLanguage) ?? "en";
}

export function chooseLanguage(wanted: Language): void {
  if (writeText(KEY, wanted)) location.reload();
}

function chosen(): Language | undefined {
  const kept = readText(KEY);
  return isLanguage(kept) ? kept : undefined;
}

function isLanguage(text: string | null | undefined): text is Language {
  return text != null && Object.hasOwn(LANGUAGES, text);
}

/** Names a bot by its level; bots of one level are numbered. */
export function botName(level: string, number: number): string {
  const name = words.botNames[level] ?? level;
  return number > 1 ? `${name} ${number}` : name;
}

/** Writes the name of a box as people say it: `two-pairs` as `Two pairs`. */
export function boxName(name: string): string {
  return translatedText(name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " "));
}

/** Returns what a game is called; the house rules themselves are in its rules line. */
export function titleOf(rules: string): string {
  const [preset = "", house] = rules.split("(");
  const name = words.games[rules]?.name ?? words.games[preset]?.name ?? boxName(preset);
  return house === undefined || words.games[rules] ? name : words.withHouseRules(name);
}

/** Says in a sentence what a game is about. */
export function sentenceOf(rules: string, otherwise: string): string {
  return words.games[rules]?.sentence ?? words.games[rules.split("(")[0] ?? ""]?.sentence ?? otherwise;
}
