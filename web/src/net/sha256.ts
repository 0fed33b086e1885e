/**
 * SHA-256 (FIPS 180-4). Browsers have one of their own, but only for pages that came by HTTPS or from the same computer: a server on
 * the network at home has neither.
 */

/** The first 32 bits of what stands after the point in the roots of the first primes. */
function fractions(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1) if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return primes.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32));
}

const START = fractions(8, Math.sqrt);
const ROUNDS = fractions(64, Math.cbrt);

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Returns the hash of bytes, or of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(message: string | Uint8Array): string {
  const bytes = typeof message === "string" ? new TextEncoder().encode(message) : message;
  // A one, zeros, and the length in bits fill the last block.
  const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  bytes.forEach((byte, place) => padded.setUint8(place, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(bytes.length) * 8n);
  let hash = START;
  for (let block = 0; block < padded.byteLength; block += 64) hash = compressed(hash, (word) => padded.getUint32(block + 4 * word));
  return hash.map((word) => word.toString(16).padStart(8, "0")).join("");
}

function compressed(hash: readonly number[], word: (place: number) => number): number[] {
  const schedule = new Int32Array(64);
  const at = (place: number) => schedule[place] ?? 0;
  for (let i = 0; i < 64; i += 1) {
    const [early, late] = [at(i - 15), at(i - 2)];
    const mixed = (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
    schedule[i] = i < 16 ? word(i) : at(i - 16) + at(i - 7) + mixed;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i += 1) {
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + at(i)) | 0;
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((value, place) => (value + (hash[place] ?? 0)) >>> 0);
}
