/**
 * QR codes for links: bytes, correction level L, versions 1 to 5 (up to 106 bytes), after ISO/IEC 18004.
 *
 * These versions have a single block, so nothing is interleaved, and no version marks.
 */

/** Whether each module is dark, row by row; nothing for texts that are too long. */
export function qrCode(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.find(({ data }) => bytes.length + 2 <= data);
  if (!version) return undefined;
  const codewords = withCorrection(dataCodewords(bytes, version.data), version.correction);
  const candidates = MASKS.map((_, mask) => draw(version, codewords, mask));
  return candidates.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

interface Version {
  size: number;
  data: number;
  correction: number;
  /** Where the small pattern in the lower right corner has its centre. */
  alignment: number | undefined;
}

const VERSIONS: readonly Version[] = [
  { size: 21, data: 19, correction: 7, alignment: undefined },
  { size: 25, data: 34, correction: 10, alignment: 18 },
  { size: 29, data: 55, correction: 15, alignment: 22 },
  { size: 33, data: 80, correction: 20, alignment: 26 },
  { size: 37, data: 108, correction: 26, alignment: 30 },
];

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** Writes mode, length and bytes, and fills up with the two pad bytes. */
function dataCodewords(bytes: Uint8Array, count: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, 8);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, count * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const codewords = Array.from({ length: bits.length / 8 }, (_, at) => parseInt(bits.slice(8 * at, 8 * at + 8).join(""), 2));
  for (let pad = 0; codewords.length < count; pad += 1) codewords.push(pad % 2 === 0 ? 0xec : 0x11);
  return codewords;
}

const [EXP, LOG] = (() => {
  const exp = new Array<number>(512).fill(0);
  const log = new Array<number>(256).fill(0);
  let value = 1;
  for (let power = 0; power < 255; power += 1) {
    exp[power] = exp[power + 255] = value;
    log[value] = power;
    value = value << 1 ^ (value & 0x80 ? 0x11d : 0);
  }
  return [exp, log] as const;
})();

const times = (a: number, b: number) => (a === 0 || b === 0 ? 0 : (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0));

/** Adds Reed-Solomon codewords: the remainder of the data divided by the generator. */
function withCorrection(data: number[], count: number): number[] {
  let generator = [1];
  for (let power = 0; power < count; power += 1) {
    const next = [...generator, 0];
    generator.forEach((term, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ times(term, EXP[power] ?? 0)));
    generator = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  data.forEach((_, at) => {
    const factor = rest[at] ?? 0;
    generator.forEach((term, offset) => (rest[at + offset] = (rest[at + offset] ?? 0) ^ times(term, factor)));
  });
  return [...data, ...rest.slice(data.length)];
}

function draw(version: Version, codewords: number[], mask: number): boolean[][] {
  const { size } = version;
  const grid = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined));
  const set = (row: number, column: number, dark: boolean) => {
    const line = grid[row];
    if (line && column >= 0 && column < size) line[column] = dark;
  };
  const square = (row: number, column: number, reach: number, dark: (ring: number) => boolean) => {
    for (let down = -reach; down <= reach; down += 1)
      for (let right = -reach; right <= reach; right += 1)
        set(row + down, column + right, dark(Math.max(Math.abs(down), Math.abs(right))));
  };
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) square(row, column, 4, (ring) => ring !== 2 && ring !== 4);
  if (version.alignment) square(version.alignment, version.alignment, 2, (ring) => ring !== 1);
  for (let at = 8; at < size - 8; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  drawFormat(size, mask, set);
  fill(grid, size, codewords, mask);
  return grid.map((row) => row.map((dark) => dark ?? false));
}

/** Writes level and mask twice, with their own correction. */
function drawFormat(size: number, mask: number, set: (row: number, column: number, dark: boolean) => void): void {
  const level = 0b01;
  const format = (level << 3) | mask;
  let rest = format;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ (rest >> 9 ? 0x537 : 0);
  const bits = ((format << 10) | rest) ^ 0x5412;
  const bit = (at: number) => ((bits >> at) & 1) === 1;
  for (let at = 0; at < 6; at += 1) set(at, 8, bit(at));
  set(7, 8, bit(6));
  set(8, 8, bit(7));
  set(8, 7, bit(8));
  for (let at = 9; at < 15; at += 1) set(8, 14 - at, bit(at));
  for (let at = 0; at < 8; at += 1) set(8, size - 1 - at, bit(at));
  for (let at = 8; at < 15; at += 1) set(size - 15 + at, 8, bit(at));
  set(size - 8, 8, true);
}

/** Writes the codewords in pairs of columns, up and down from the right. */
function fill(grid: (boolean | undefined)[][], size: number, codewords: number[], mask: number): void {
  const masked = MASKS[mask];
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const up = ((right + 1) & 2) === 0;
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const line = grid[row];
        if (!line || line[column] !== undefined) continue;
        const bit = (((codewords[next >> 3] ?? 0) >> (7 - (next & 7))) & 1) === 1;
        next += 1;
        line[column] = bit !== (masked?.(row, column) ?? false);
      }
    }
  }
}

/** Counts what makes a code hard to read: long runs, blocks, and too much of one colour. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const at = (row: number, column: number) => grid[row]?.[column] ?? false;
  let sum = 0;
  for (let line = 0; line < size; line += 1) {
    for (const cell of [(index: number) => at(line, index), (index: number) => at(index, line)]) {
      let run = 1;
      for (let index = 1; index <= size; index += 1) {
        if (index < size && cell(index) === cell(index - 1)) run += 1;
        else {
          if (run >= 5) sum += run - 2;
          run = 1;
        }
      }
    }
  }
  for (let row = 1; row < size; row += 1)
    for (let column = 1; column < size; column += 1) {
      const dark = at(row, column);
      if (dark === at(row - 1, column) && dark === at(row, column - 1) && dark === at(row - 1, column - 1)) sum += 3;
    }
  const dark = grid.flat().filter(Boolean).length / (size * size);
  return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
