/** Pictures of games in the small vocabulary that every front end draws. */

export interface Scene {
  turn?: number;
  parts: Part[];
  choices: Choice[];
}

export type Part =
  | ({ kind: "tray" } & Tray)
  | ({ kind: "sheet" } & Sheet)
  | ({ kind: "track" } & Track)
  | ({ kind: "triangle" } & Triangle)
  | ({ kind: "card" } & Card)
  | ({ kind: "line" } & Line);

export interface Tray {
  name: string;
  dice: Die[];
}

export type Mark = "loose" | "scoring" | "held";

export interface Die {
  face: number;
  mark: Mark;
}

export interface Sheet {
  columns: number[];
  rows: SheetRow[];
}

export interface SheetRow {
  name: string;
  cells: SheetCell[];
}

export type SheetCell = { kind: "open" } | { kind: "offered" | "filled" | "sum"; points: number };

export interface Track {
  seat: number;
  name: string;
  value: number;
  target?: number;
}

export interface Triangle {
  rows: number;
  cells: TriangleCell[];
}

export interface TriangleCell {
  name: string;
  points_up: boolean;
  piece?: Piece;
}

export interface Piece {
  seat: number;
  number: number;
  corners: [number, number, number];
}

export interface Card {
  name: string;
  effect: string;
}

export interface Choice {
  label: string;
  notation: string;
  hint: string;
  target: Target;
}

export type Target =
  | { kind: "nothing" }
  | { kind: "dice"; of: number[] }
  | { kind: "row"; of: string }
  | { kind: "cell"; of: string }
  | { kind: "way"; of: string[] };

export type Tone = "plain" | "good" | "bad";

export interface Line {
  spans: Span[];
  tone: Tone;
}

export type Span = { text: string } | { seat: number } | { dice: number[] };
