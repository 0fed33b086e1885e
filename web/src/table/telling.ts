/** Lines of a story as text and as things to show. */
import type { Line, Span } from "../wire/scene";
import type { TableEvent } from "../wire/table";

/** How people call whoever sits there. */
export type Naming = (seat: number) => string;

export function plainText(line: Line, nameOf: Naming): string {
  return line.spans.map((span) => spanText(span, nameOf)).join("").trim();
}

function spanText(span: Span, nameOf: Naming): string {
  if ("text" in span) return span.text;
  return "seat" in span ? nameOf(span.seat) : span.dice.join(" ");
}

/** Returns the faces that an event shows, if it is a roll of plain dice. */
export function facesOf(event: TableEvent): number[] | undefined {
  if (event.kind !== "rolled") return undefined;
  const faces = event.line.split(" ").slice(1);
  return faces.length > 0 && faces.every((face) => /^[1-6]$/.test(face)) ? faces.map(Number) : undefined;
}

/** Returns the dice that an action's story speaks of. */
export function diceTold(event: TableEvent): number[] {
  const told = event.story.flatMap((line) => line.spans).find((span) => "dice" in span);
  return told && "dice" in told ? told.dice : [];
}

/** Returns the cells that an action names, `21-33` as start and end; nothing for other actions. */
export function wayOf(event: TableEvent): [string, string] | undefined {
  const found = event.kind === "acted" ? / (\d\d)-(\d\d)$/.exec(event.line) : null;
  return found?.[1] && found[2] ? [found[1], found[2]] : undefined;
}

/** Returns the loudest line of an event: the one with a tone, or else the last. */
export function headline(event: TableEvent): Line | undefined {
  return event.story.find((line) => line.tone !== "plain") ?? event.story[0];
}
