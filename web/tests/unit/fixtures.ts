/** Events and pictures for tests, as a server sends them. */
import type { Choice, Event as TableEvent, Mark, PlayerView, Scene, TableView } from "../../src/wire/schema";

type After = NonNullable<TableEvent["after"]>;

const player = (seat: number, bot?: NonNullable<PlayerView["bot"]>): PlayerView => ({
  seat,
  player: seat,
  name: bot ? `bot:${bot}` : ["Ada", "Bo", "Cy"][seat - 1] ?? "",
  presence: "here",
  online: !bot,
  points: 0,
  ...(bot ? { bot } : {}),
});

export const PLAYERS = [player(1), player(2, "careful")];

export const keep = (...of: number[]): Choice => ({ label: `keep ${of.join(" ")}`, notation: `keep ${of.join(" ")}`, hint: "", target: { kind: "dice", of } });
export const flip = (...of: number[]): Choice => ({ label: `flip ${of.join(" ")}`, notation: `flip ${of.join(" ")}`, hint: "", target: { kind: "tiles", of } });
export const bank: Choice = { label: "bank", notation: "bank", hint: "", points: 200, target: { kind: "nothing" } };

/** Dice at their places, written `1 5h 6`; `-` is a place without a die, `h` a die that is held, `s` one that scores. */
export function sceneOf(dice: string, rest: Partial<Scene> = {}): Scene {
  const marks: Record<string, Mark> = { h: "held", s: "scoring" };
  const lying = dice.split(" ").flatMap((die, place) =>
    /^\d/.test(die) ? [{ face: Number(die[0]), mark: marks[die[1] ?? ""] ?? "loose", place }] : [],
  );
  return { turn: 1, choices: [], ...rest, parts: [...(lying.length > 0 ? [{ kind: "tray" as const, name: "roll", dice: lying }] : []), ...(rest.parts ?? [])] };
}

export function after(scene: Scene, rest: Partial<After> = {}): After {
  return { stage: "playing", players: PLAYERS, waiting: { for: "person", seat: scene.turn ?? 1 }, offers: [], scene, ...rest };
}

/** An event with a line of story. */
export function event(seq: number, kind: TableEvent["kind"], rest: Partial<TableEvent> = {}): TableEvent {
  const story = [{ spans: [{ text: `event ${seq}` }], tone: "plain" as const }];
  return { seq, at: 1_700_000_000_000 + seq, kind, line: "", story, ...rest };
}

export function viewOf(seq: number, picture: After): TableView {
  const { stage, players, waiting, offers, scene } = picture;
  const fixed = { table: "k7w2m9x4ab", rules: "farkle", seats: 2, standin: "careful" as const, coach: true, commitment: "", watching: 0, host: false };
  return { ...fixed, seq, stage, players, waiting, offers: offers ?? [], scene };
}
