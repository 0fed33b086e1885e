/**
 * SHA-256 and HMAC-SHA-256.
 *
 * WebCrypto does it where there is WebCrypto. Browsers hide it on addresses without TLS, which is how a server in
 * one's own network is reached; there a plain implementation after FIPS 180-4 and RFC 2104 does the same.
 */

export type Bytes = Uint8Array<ArrayBuffer>;

export interface Sums {
  sha256(message: Bytes): Promise<Bytes>;
  hmac(key: Bytes, message: Bytes): Promise<Bytes>;
}

export const sums = (): Sums => (globalThis.crypto?.subtle ? webCrypto : plain);

export const webCrypto: Sums = {
  sha256: async (message) => new Uint8Array(await crypto.subtle.digest("SHA-256", message)),
  hmac: async (key, message) => {
    const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
  },
};

export const plain: Sums = {
  sha256: (message) => Promise.resolve(sha256(message)),
  hmac: (key, message) => Promise.resolve(hmac(key, message)),
};

const BLOCK = 64;

function hmac(key: Bytes, message: Bytes): Bytes {
  const short = key.length > BLOCK ? sha256(key) : key;
  const padded = (with_: number) => Uint8Array.from({ length: BLOCK }, (_, at) => (short[at] ?? 0) ^ with_);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

export function joined(...parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const [CONSTANTS, START] = (() => {
  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number += 1) if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  const bits = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return [primes.map((prime) => bits(Math.cbrt(prime))), primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime)))] as const;
})();

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function sha256(message: Bytes): Bytes {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const padded = joined(message, new Uint8Array(length - message.length));
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(length - 8, BigInt(message.length) * 8n);
  const state = Uint32Array.from(START);
  for (let at = 0; at < length; at += BLOCK) mix(state, new DataView(padded.buffer, at, BLOCK));
  const sum = new Uint8Array(32);
  state.forEach((word, at) => new DataView(sum.buffer).setUint32(4 * at, word));
  return sum;
}

function mix(state: Uint32Array, block: DataView): void {
  const words = new Uint32Array(64);
  const word = (at: number) => words[at] ?? 0;
  for (let at = 0; at < 16; at += 1) words[at] = block.getUint32(4 * at);
  for (let at = 16; at < 64; at += 1) {
    const small = turned(word(at - 15), 7) ^ turned(word(at - 15), 18) ^ (word(at - 15) >>> 3);
    const large = turned(word(at - 2), 17) ^ turned(word(at - 2), 19) ^ (word(at - 2) >>> 10);
    words[at] = word(at - 16) + small + word(at - 7) + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (CONSTANTS[at] ?? 0) + word(at)) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, at) => (state[at] = (state[at] ?? 0) + value));
}
