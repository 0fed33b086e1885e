/**
 * Works out the dice of a record again, from what the server committed itself to and what the players added.
 *
 * ```text
 * commitment = SHA-256("hotdice/commit/v1" ‖ table ‖ seed)
 * key        = HMAC-SHA-256(seed, "hotdice/key/v1" ‖ table ‖ entropy of seat 1 ‖ entropy of seat 2 …)
 * bytes of a roll = HMAC-SHA-256(key, "roll" ‖ number of the roll, 8 bytes ‖ block, 4 bytes), blocks 0, 1, …
 * ```
 *
 * A byte below the largest multiple of the number of sides gives one die, as its remainder; other bytes are skipped.
 */
import type { GameRecord } from "./record";
import { joined, sums, type Bytes, type Sums } from "./sums";
import { Thrower } from "./throws";
import { words } from "../words";

export interface Verdict {
  verdict: "verified" | "forged" | "unverified";
  /** What was found, sentence by sentence. */
  findings: string[];
}

export async function check(record: GameRecord, using: Sums = sums()): Promise<Verdict> {
  const { fair, seed } = record;
  if (!fair) return { verdict: "unverified", findings: [words.notFair] };
  if (!seed) return { verdict: "unverified", findings: [words.noSeed] };
  const table = bytesOf(fair.table);
  const secret = fromHex(seed);
  const commitment = await using.sha256(joined(bytesOf("hotdice/commit/v1"), table, secret));
  if (toHex(commitment) !== fair.commitment) return { verdict: "forged", findings: [words.forgedCommitment] };
  const entropy = record.seats.flatMap((seat) => (seat.entropy ? [fromHex(seat.entropy)] : []));
  const key = await using.hmac(secret, joined(bytesOf("hotdice/key/v1"), table, ...entropy));
  const problem = await firstTrouble(record, key, using);
  if (problem) return problem;
  const { proof } = words;
  return { verdict: "verified", findings: [proof.commitment, proof.key(entropy.length), proof.rolls(record.rolls.length), proof.rules] };
}

async function firstTrouble(record: GameRecord, key: Bytes, using: Sums): Promise<Verdict | undefined> {
  const thrower = new Thrower(record.rules, record.seats.length);
  for (const [number, recorded] of record.rolls.entries()) {
    const thrown = thrower.throwFor(recorded);
    if (!thrown) return { verdict: "unverified", findings: [words.unreadableRoll(number + 1, recorded)] };
    const rolled = thrown.read(await dice(key, number, thrown.dice, thrown.sides, using));
    if (rolled !== recorded) return { verdict: "forged", findings: [words.forgedRoll(number + 1, recorded, rolled)] };
  }
  return undefined;
}

/** Returns the dice of a roll, each counted from 0. */
export async function dice(key: Bytes, roll: number, count: number, sides: number, using: Sums): Promise<number[]> {
  const fair = 256 - (256 % sides);
  const found: number[] = [];
  for (let block = 0; found.length < count; block += 1) {
    const number = new Uint8Array(12);
    new DataView(number.buffer).setBigUint64(0, BigInt(roll));
    new DataView(number.buffer).setUint32(8, block);
    const bytes = await using.hmac(key, joined(bytesOf("roll"), number));
    found.push(...Array.from(bytes).filter((byte) => byte < fair).map((byte) => byte % sides));
  }
  return found.slice(0, count);
}

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);
const fromHex = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
const toHex = (bytes: Bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
