/** What the server says about tables. Names follow the API's description at /api. */
import type { Line, Scene } from "./scene";

export type EventKind =
  | "opened"
  | "joined"
  | "withdrew"
  | "started"
  | "rolled"
  | "acted"
  | "left"
  | "replaced"
  | "returned"
  | "offered"
  | "agreed"
  | "ended"
  | "rematch";

export interface TableEvent {
  seq: number;
  at: number;
  kind: EventKind;
  line: string;
  story: Line[];
}

export interface Happened {
  seq: number;
  events: TableEvent[];
}

export interface Opened {
  table: string;
  commitment: string;
  host_token: string;
}

export interface OpenRequest {
  rules: string;
  seats?: number;
  clock?: number;
  coach?: boolean;
}

export interface Joined {
  seat: number;
  player: number;
  token?: string;
}

export interface Player {
  seat: number;
  player: number;
  name: string;
  bot?: string;
  presence: "here" | "away" | "replaced";
  online: boolean;
  points: number;
}

export interface Waiting {
  for: "start" | "person" | "bot" | "nothing";
  seat?: number;
}

export interface TableView {
  table: string;
  rules: string;
  seats: number;
  seq: number;
  stage: "gathering" | "playing" | "over";
  players: Player[];
  waiting: Waiting;
  clock?: number;
  deadline?: number;
  standin: string;
  coach: boolean;
  commitment: string;
  seed?: string;
  winners?: number[];
  offers?: number[];
  after?: string;
  rematch?: string;
  watching: number;
  you?: number;
  host: boolean;
  scene?: Scene;
}

export const EMOTES = ["hello", "bravo", "lucky", "ouch", "thinking", "thanks"] as const;

export type Emote = (typeof EMOTES)[number];

export interface EmoteShown {
  seat: number;
  emote: Emote;
}
