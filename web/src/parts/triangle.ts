/** Where the cells of a triangle board lie. */
import type { TriangleCell } from "../wire/schema";

export type Point = readonly [number, number];

export interface Drawn {
  cell: TriangleCell;
  row: number;
  place: number;
  corners: readonly [Point, Point, Point];
  centre: Point;
}

export const SIDE = 100;
export const HEIGHT = (SIDE * Math.sqrt(3)) / 2;

/** Lays the cells out row by row: one in the first row, three in the second, and so on. */
export function layOut(cells: readonly TriangleCell[], rows: number): Drawn[] {
  let [row, place] = [1, 0];
  return cells.map((cell) => {
    place += 1;
    if (place > 2 * row - 1) [row, place] = [row + 1, 1];
    const left = ((rows - row) / 2 + (place - 1) / 2) * SIDE;
    const [top, bottom] = [(row - 1) * HEIGHT, row * HEIGHT];
    const [base, tip] = cell.points_up ? [bottom, top] : [top, bottom];
    const corners: [Point, Point, Point] = [[left, base], [left + SIDE / 2, tip], [left + SIDE, base]];
    const centre: Point = [left + SIDE / 2, base + (tip - base) / 3];
    return { cell, row, place, corners, centre };
  });
}

/** Draws corners nearer to the centre. */
export function shrunk(drawn: Drawn, by: number): string {
  return drawn.corners.map((corner) => towards(corner, drawn.centre, by).map((at) => at.toFixed(1)).join(",")).join(" ");
}

/** Returns the point that lies so far on the way from one point to another. */
export function towards([x, y]: Point, [toX, toY]: Point, by: number): Point {
  return [x + (toX - x) * by, y + (toY - y) * by];
}

const STEPS: Record<string, Point> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, -1], ArrowDown: [1, 1] };

/** Returns the cell next to one in a direction; the nearest in the row above or below for up and down. */
export function neighbour(all: readonly Drawn[], from: Drawn, key: string): Drawn | undefined {
  const step = STEPS[key];
  if (!step) return undefined;
  const [rows, places] = step;
  const row = all.filter((drawn) => drawn.row === from.row + rows);
  const wanted = Math.min(Math.max(from.place + places, 1), row.length);
  return row.find((drawn) => drawn.place === wanted);
}
