/** Numbers as people who read the page's language write them: 10,000 and 15.7% in English, 10.000 and 15,7 % in German. */

let locale = "en";
let plain = new Intl.NumberFormat(locale);

export function formatFor(language: string): void {
  locale = language;
  plain = new Intl.NumberFormat(locale);
}

export function number(value: number): string {
  return plain.format(value);
}

/** Writes how many there are of something. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** Writes several things in a row: A, B, and C. */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(items);
}

/** Writes a number with exactly so many decimals. */
export function decimal(value: number, digits: number): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** Writes a share as a percentage. */
export function percent(value: number, digits = 1): string {
  return new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** Writes a moment as a date. */
export function date(at: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(at);
}

/** Writes a text as a sentence begins. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
