/** What the server says about games, rules and values. */
import type { Scene } from "./scene";

export interface GameSummary {
  rules: string;
  family: string;
  seats: SeatNumbers;
  sentence: string;
}

export interface SeatNumbers {
  least: number;
  most: number;
}

export interface Parameter {
  name: string;
  value: string;
  values: string;
  sentence: string;
}

export interface RulesAnswer {
  rules: string;
  seats: SeatNumbers;
  sections: { heading: string; lines: string[] }[];
  parameters: Parameter[];
}

export interface SplitAnswer {
  total: number;
  parts: { name: string; dice: number[]; points: number }[];
  unscored: number[];
  bust: boolean;
}

export interface BoxesAnswer {
  boxes: Record<string, number>;
}

export type ScoreAnswer = SplitAnswer | BoxesAnswer;

/** What values count: chances to win, or points. */
export type Aim = "win" | "points";

export interface ActionWorth {
  action: string;
  value: number;
}

export interface Hint {
  seq: number;
  aim: Aim;
  exact: boolean;
  choices: ActionWorth[];
}

export interface PositionAnswer {
  seat?: number;
  scene: Scene;
  aim?: Aim;
  exact?: boolean;
  choices: ActionWorth[];
}

export interface Figure {
  name: string;
  value: number;
  words: string;
  unit: "points" | "chance";
}

export interface Curve {
  dice: number;
  points: [number, number][];
}

export interface ExploreAnswer {
  rules: string;
  figures: Figure[];
  busts: number[];
  stops: (number | null)[];
  rolling: Curve[];
  unsolved?: string;
}

export interface SeatAccount {
  name: string;
  start: number;
  luck: number;
  skill: number;
  gifts: number;
  result: number;
  imbalance: number;
  luck_z: number | null;
  luck_variance: number;
  accuracy: number | null;
}

export interface Decision {
  event: number;
  seat: number;
  state: string;
  chosen: string;
  chosen_value: number;
  best: string;
  best_value: number;
  loss: number;
}

export interface Analysis {
  rules: string;
  aim: Aim;
  exact: boolean;
  finished: boolean;
  seats: SeatAccount[];
  rolls: { event: number; roll: string; luck: number[] }[];
  decisions: Decision[];
  values: number[][];
}
