/**
 * What the server says in English, in another language.
 *
 * A table maps English sentences to those of the language. Both have gaps: `{n}` for a number, `{p}` for a percentage,
 * `{seat}`, `{dice}`, and `{term}` for a name that is translated by itself. A translation may have them in another order:
 * `{n}` is the next number and `{n2}` the second one. Text that no table knows is shown as it is.
 */
import type { Line, Span } from "../wire/schema";
import { decimal, number, percent } from "./format";

export type Table = Readonly<Record<string, string>>;

/** What stands in a gap. */
type Piece = Span | { n: string } | { p: string };

interface Template {
  pattern: RegExp;
  key: string;
  said: string;
}

const GAP = /\{(n|p|seat|dice|term)(\d?)\}/g;
/** Numbers with their commas and decimals, and dice in a row. */
const NUMBER = /\d(?:\d|,\d(?=\d\d)|[. ]\d)*%?/g;
/** Fields of answers that hold a sentence. */
const SENTENCES = new Set(["label", "hint", "effect", "sentence", "words", "heading", "detail", "unsolved", "row"]);
/** Parts of a scene whose name is read by people. */
const NAMED = new Set(["track", "card", "tiles"]);

export class Interpreter {
  #table: Table;
  #templates: Template[];

  constructor(table: Table) {
    this.#table = table;
    this.#templates = Object.entries(table)
      .filter(([key]) => key.includes("{term}"))
      .map(([key, said]) => ({ key, said, pattern: new RegExp(`^${escaped(key).replaceAll("\\{term\\}", "(.+?)")}$`) }));
  }

  /** Translates every sentence of an answer, in place. */
  answer<T>(answer: T): T {
    return this.#visit(answer, "") as T;
  }

  text(english: string): string {
    return this.line({ spans: [{ text: english }], tone: "plain" }).spans.map((span) => ("text" in span ? span.text : "")).join("");
  }

  line(line: Line): Line {
    const pieces: Piece[] = [];
    const joined = line.spans.map((span) => ("text" in span ? span.text.replace(NUMBER, (found) => noted(found, pieces)) : gap(span, pieces))).join("");
    const normal = joined.trim();
    const said = this.#say(normal, pieces);
    if (!said) return line;
    const indent = joined.slice(0, joined.indexOf(normal));
    return { ...line, spans: indent ? [{ text: indent }, ...said] : said };
  }

  /** Tells whether a sentence with gaps, and every name in it, has a translation. */
  knows(normal: string): boolean {
    return normal === "{term}" || normal in this.#table || this.#templates.some(({ pattern }) => this.#knowsNames(pattern.exec(normal)));
  }

  #visit(value: unknown, key: string): unknown {
    if (typeof value === "string") return SENTENCES.has(key) ? this.text(value) : value;
    if (Array.isArray(value)) return value.map((each: unknown) => (key === "lines" && typeof each === "string" ? this.text(each) : this.#visit(each, key)));
    if (typeof value !== "object" || value === null) return value;
    const fields = value as Record<string, unknown>;
    if (Array.isArray(fields["spans"])) return this.line(value as Line);
    const kind = String(fields["kind"]);
    const named = NAMED.has(kind) || Array.isArray(fields["cells"]) || ("dice" in fields && "points" in fields);
    for (const [name, field] of Object.entries(fields)) {
      if ((name === "name" && named) || (name === "of" && kind === "row")) fields[name] = this.text(String(field));
      else fields[name] = this.#visit(field, name);
    }
    return fields;
  }

  #say(normal: string, pieces: Piece[]): Span[] | undefined {
    const own = this.#table[normal];
    if (own !== undefined) return filled(own, pieces, []);
    const fitting = this.#templates.filter(({ pattern }) => pattern.test(normal));
    // Names that players made up have no translation.
    const template = fitting.find(({ pattern }) => this.#knowsNames(pattern.exec(normal))) ?? fitting[0];
    return template && this.#sayWithTerms(template.key, template.said, template.pattern.exec(normal)?.slice(1) ?? [], pieces);
  }

  #knowsNames(found: RegExpExecArray | null): boolean {
    return found !== null && found.slice(1).every((name) => this.knows(name));
  }

  /** Fills a sentence with names in it: the pieces within a name belong to the name. */
  #sayWithTerms(key: string, said: string, names: string[], pieces: Piece[]): Span[] {
    const left = [...pieces];
    const own: Piece[] = [];
    const terms: Span[][] = [];
    for (const [, kind] of key.matchAll(GAP)) {
      if (kind !== "term") {
        own.push(...left.splice(0, 1));
        continue;
      }
      const name = names[terms.length] ?? "";
      const inside = left.splice(0, [...name.matchAll(GAP)].length);
      terms.push(this.#say(name, inside) ?? filled(name, inside, []));
    }
    return filled(said, own, terms);
  }
}

/** Notes a number and leaves a gap for it. */
function noted(found: string, pieces: Piece[]): string {
  const share = found.endsWith("%");
  pieces.push(share ? { p: found.slice(0, -1) } : { n: found });
  return share ? "{p}" : "{n}";
}

function gap(span: Span, pieces: Piece[]): string {
  pieces.push(span);
  return "seat" in span ? "{seat}" : "{dice}";
}

function filled(said: string, pieces: Piece[], terms: Span[][]): Span[] {
  const taken: Record<string, number> = {};
  const spans: Span[] = [];
  const put = (text: string) => {
    const last = spans.at(-1);
    if (last && "text" in last) last.text += text;
    else if (text) spans.push({ text });
  };
  let from = 0;
  for (const { 0: whole, 1: kind = "", 2: place, index } of said.matchAll(GAP)) {
    put(said.slice(from, index));
    from = index + whole.length;
    taken[kind] = place ? Number(place) : (taken[kind] ?? 0) + 1;
    const at = (taken[kind] ?? 1) - 1;
    if (kind === "term") for (const span of terms[at] ?? []) "text" in span ? put(span.text) : spans.push(span);
    else {
      const piece = pieces.filter((each) => kind in each)[at];
      if (!piece) put(whole);
      else if ("n" in piece) put(numeral(piece.n));
      else if ("p" in piece) put(percent(Number(piece.p) / 100, decimals(piece.p)));
      else spans.push(piece);
    }
  }
  put(said.slice(from));
  return spans;
}

/** Writes a number as the language does; dice in a row, and numbers as in dates, stay as they are. */
function numeral(english: string): string {
  const plain = english.replaceAll(",", "");
  if (english.includes(" ") || /^0\d/.test(plain) || (plain === english && Number(plain) >= 1000)) return english;
  return english.includes(".") ? decimal(Number(plain), decimals(english)) : number(Number(plain));
}

function decimals(written: string): number {
  return written.split(".")[1]?.length ?? 0;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
