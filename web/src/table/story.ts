/** Lines of a story as text. */
import type { Event as TableEvent, Line, Span } from "../wire/schema";

/** How people call whoever sits there. */
export type Naming = (seat: number) => string;

export function plainText(line: Line, nameOf: Naming): string {
  return line.spans.map((span) => spanText(span, nameOf)).join("").trim();
}

function spanText(span: Span, nameOf: Naming): string {
  if ("text" in span) return span.text;
  return "seat" in span ? nameOf(span.seat) : span.dice.join(" ");
}

/** Returns the loudest line of an event: the one with a tone, or else the first. */
export function headline(event: TableEvent): Line | undefined {
  return event.story.find((line) => line.tone !== "plain") ?? event.story[0];
}
