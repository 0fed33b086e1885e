/** Lines of a story as text. */
import type { Event as TableEvent, Line, PlayerView, Span } from "../wire/schema";
import { botName, words } from "../words";

/** How people call whoever sits there. */
export type Naming = (seat: number) => string;

/** Names whoever sits there; bots of one level are numbered. */
export function nameIn(players: readonly PlayerView[], seat: number): string {
  const player = players.find((each) => each.seat === seat);
  if (!player) return words.playerNumber(seat);
  const alike = players.filter((each) => each.bot && each.bot === player.bot);
  return player.bot ? botName(player.bot, alike.length > 1 ? alike.indexOf(player) + 1 : 0) : player.name;
}

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
