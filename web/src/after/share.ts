/** A result to show to others: as a text with dice in it, and as a picture that is drawn on this device. */
import type { Analysis } from "../wire/schema";
import { percent, titleOf, words } from "../words";
import type { Step } from "./history";
import { glyphs, resultSentence, signed, turningPoint, type Telling } from "./summary";

/** What is told. Without an analysis there are only the result and the link. */
export interface Result {
  rules: string;
  telling: Telling;
  /** Whose game it is told as. */
  seat: number;
  analysis: Analysis | undefined;
  steps: readonly Step[];
  /** Where the game can be seen again; nothing if it is on this device only. */
  link: string;
}

/** The moment that turned the game: its dice, and what it brought. */
export interface TurningPoint {
  dice: number[];
  worth: string;
}

export function turningOf({ analysis, steps, seat }: Result): TurningPoint | undefined {
  if (!analysis) return undefined;
  const event = turningPoint(analysis, seat);
  const step = steps[event];
  if (!step) return undefined;
  const worth = signed((analysis.values[event]?.[seat - 1] ?? 0) - (analysis.values[event - 1]?.[seat - 1] ?? 0), analysis.aim);
  // Where nothing fell, the dice that lay there are shown.
  const dice = step.event.kind === "rolled" && step.event.dice?.length ? step.event.dice : step.felt.dice.map(({ face }) => face);
  return { dice: dice.filter((face) => face >= 1 && face <= 6).slice(0, 6), worth };
}

/** Writes the result to be pasted. */
export function shareText(result: Result): string {
  const { analysis, seat, rules, telling } = result;
  const turning = turningOf(result);
  const account = analysis?.seats[seat - 1];
  const figures = [
    account ? words.shared.luck(signed(account.luck, analysis?.aim ?? "win")) : "",
    account?.accuracy == null ? "" : words.shared.accuracy(percent(account.accuracy, 0)),
  ].filter(Boolean);
  return [
    `🎲 ${words.title} · ${titleOf(rules)}`,
    resultSentence(telling),
    turning && turning.dice.length > 0 ? words.shared.turning(glyphs(turning.dice), turning.worth) : "",
    figures.join(" · "),
    result.link,
  ]
    .filter(Boolean)
    .join("\n");
}

const [WIDTH, HEIGHT] = [1200, 630];

/** The places of the pips of a face, in thirds of a die from its middle. */
const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [[-1, -1], [1, 1]],
  [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
];

/** Draws the result. Colours are fixed: a picture is looked at elsewhere, by day and by night. */
export function drawResult(canvas: HTMLCanvasElement, result: Result): void {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const felt = pen.createLinearGradient(0, 0, 0, HEIGHT);
  felt.addColorStop(0, "#1f5a45");
  felt.addColorStop(1, "#14402f");
  pen.fillStyle = "#6b4424";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = felt;
  pen.beginPath();
  pen.roundRect(18, 18, WIDTH - 36, HEIGHT - 36, 30);
  pen.fill();

  const write = (text: string, x: number, y: number, font: string, colour = "#fff6e0", most = WIDTH - 120) => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.fillText(text, x, y, most);
  };
  write(`${words.title} · ${titleOf(result.rules)}`, 60, 92, "600 34px Georgia, serif", "#ffd36b");
  write(resultSentence(result.telling), 60, 164, "700 58px Georgia, serif");
  const turning = turningOf(result);
  if (turning && turning.dice.length > 0) {
    turning.dice.forEach((face, at) => drawDie(pen, 60 + at * 92, 206, 78, face));
    write(turning.worth, 60 + turning.dice.length * 92 + 16, 262, "700 44px system-ui, sans-serif", turning.worth.startsWith("+") ? "#b9f0c8" : "#ffc4b0");
  }
  drawCourse(pen, result, turning && turning.dice.length > 0 ? 320 : 220);
  write(result.link.replace(/^https?:\/\//, ""), 60, HEIGHT - 46, "500 26px system-ui, sans-serif", "#d9e6dc");
}

function drawDie(pen: CanvasRenderingContext2D, x: number, y: number, size: number, face: number): void {
  pen.fillStyle = "#fdf6e6";
  pen.beginPath();
  pen.roundRect(x, y, size, size, size * 0.2);
  pen.fill();
  pen.fillStyle = face === 1 ? "#a3260f" : "#2f2019";
  for (const [right, down] of PIPS[face] ?? []) {
    pen.beginPath();
    pen.arc(x + size * (0.5 + right * 0.25), y + size * (0.5 + down * 0.26), size * (face === 1 ? 0.13 : 0.095), 0, 2 * Math.PI);
    pen.fill();
  }
}

function drawCourse(pen: CanvasRenderingContext2D, { analysis, seat }: Result, top: number): void {
  if (!analysis) return;
  const [left, right, bottom] = [60, WIDTH - 60, HEIGHT - 92];
  const values = analysis.values.map((each) => each[seat - 1] ?? 0);
  const wins = analysis.aim === "win";
  const [low, high] = wins ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const across = (at: number) => left + (at / Math.max(1, values.length - 1)) * (right - left);
  const up = (value: number) => bottom - ((value - low) / (high - low || 1)) * (bottom - top);
  pen.strokeStyle = "rgb(255 246 224 / 0.35)";
  pen.lineWidth = 2;
  for (const tick of [low, (low + high) / 2, high]) {
    pen.beginPath();
    pen.moveTo(left, up(tick));
    pen.lineTo(right, up(tick));
    pen.stroke();
  }
  pen.strokeStyle = "#ffd36b";
  pen.lineWidth = 6;
  pen.lineJoin = "round";
  pen.beginPath();
  values.forEach((value, at) => pen.lineTo(across(at), up(value)));
  pen.stroke();
  const at = turningPoint(analysis, seat);
  pen.fillStyle = "#fff6e0";
  pen.beginPath();
  pen.arc(across(at), up(values[at] ?? 0), 11, 0, 2 * Math.PI);
  pen.fill();
}

export function asFile(canvas: HTMLCanvasElement, name: string): Promise<File | undefined> {
  return new Promise((done) => canvas.toBlob((blob) => done(blob ? new File([blob], name, { type: "image/png" }) : undefined), "image/png"));
}
