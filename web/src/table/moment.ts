/** What an event means to people at a table: nothing much, or something to cheer or groan at. */
import type { Cue } from "../look/sound.svelte";
import type { Event as TableEvent, Scene } from "../wire/schema";

export type Moment = { kind: "hot" | "bust" | "scratch" | "win" | "lose"; seq: number } | { kind: "big"; points: number; seq: number };

/** Says what an event is; `own` tells whether the seats of this device are among the given ones. */
export function momentOf(event: TableEvent, own: (seats: number[]) => boolean): Moment | undefined {
  const { seq, kind } = event;
  const scene = event.after?.scene;
  if (kind === "ended") return { kind: own(event.winners ?? []) ? "win" : "lose", seq };
  if (kind === "rolled") return event.story.some((line) => line.tone === "bad") ? { kind: "bust", seq } : undefined;
  if (kind !== "acted") return undefined;
  const points = event.points ?? 0;
  if (event.row != null && event.points === 0) return { kind: "scratch", seq };
  if (points >= bigFor(scene) && (event.row != null || (event.dice ?? []).length === 0)) return { kind: "big", points, seq };
  const goesOn = scene?.turn === event.seat && (event.dice ?? []).length > 0;
  return goesOn && event.story.some((line) => line.tone === "good") ? { kind: "hot", seq } : undefined;
}

/** From how many points on a turn is a big one: a tenth of the way to the target, more where targets are small. */
function bigFor(scene: Scene | null | undefined): number {
  const target = scene?.parts.find((part) => part.kind === "track")?.target ?? 0;
  return target === 0 ? 40 : target < 1000 ? target / 4 : target / 10;
}

/** Returns what is heard with an event. */
export function cueOf(event: TableEvent, moment: Moment | undefined): Cue | undefined {
  if (moment) return moment.kind === "big" ? "bank" : moment.kind;
  if (event.kind !== "acted") return undefined;
  return (event.points ?? 0) > 0 && (event.dice ?? []).length === 0 ? "bank" : "keep";
}
