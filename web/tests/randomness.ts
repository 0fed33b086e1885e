/** Randomness of a browser that follows from a seed. */

/**
 * Draws all randomness of a page from a seed. Tabs of one device draw from sequences of their own, which go on when a page is loaded anew:
 * otherwise the same tokens and keys would come twice. Runs in the page.
 */
export function drawFromSeed([seed, device]: [seed: number, device: number]): void {
  if (!location.protocol.startsWith("http")) return;
  const tab = (sessionStorage["test.tab"] ??= String((localStorage["test.tabs"] = Number(localStorage["test.tabs"] ?? 0) + 1)));
  crypto.getRandomValues = (drawn) => {
    const draw = (sessionStorage["test.draws"] = Number(sessionStorage["test.draws"] ?? 0) + 1);
    let state = [seed, device, Number(tab), draw].reduce((sum, each) => Math.imul(sum ^ each, 0x9e3779b1) ^ (sum >>> 15), 0x5eed);
    const next = () => {
      state = (state + 0x6d2b79f5) | 0;
      const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return (more ^ (more >>> 14)) >>> 0;
    };
    const bytes = drawn && new Uint8Array(drawn.buffer, drawn.byteOffset, drawn.byteLength);
    bytes?.forEach((_, at) => (bytes[at] = next()));
    return drawn;
  };
}

/** The same as a script, for what has no tabs and no memory of the last time: a worker, or the tests themselves. */
export const seededScript = (seed: number): string =>
  `{ const location = { protocol: "http:" }, sessionStorage = {}, localStorage = {}; (${drawFromSeed.toString()})([${seed}, 0]); }\n`;
