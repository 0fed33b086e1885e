/** The record of a game, as far as its dice go. The form is described at the head of hotdice-core's record.rs. */

export interface Seated {
  name: string;
  /** What the player added to the dice; bots add nothing. */
  entropy: string | undefined;
}

export interface GameRecord {
  rules: string;
  /** Where the dice came from, if they can be checked. */
  fair: { table: string; commitment: string } | undefined;
  seats: Seated[];
  /** The rolls in the order of the game. */
  rolls: string[];
  seed: string | undefined;
}

export class NotARecord extends Error {}

const HEX = /^[0-9a-f]{64}$/i;

export function readRecord(text: string): GameRecord {
  const lines = text.split(/\r?\n/);
  if (!/^hotdice record [12]$/.test(lines[0]?.trim() ?? "")) throw new NotARecord('It should begin with "hotdice record 1".');
  const record: GameRecord = { rules: "", fair: undefined, seats: [], rolls: [], seed: undefined };
  lines.slice(1).forEach((line, at) => readLine(record, line.trim(), at + 2));
  if (record.rules === "" || record.seats.length === 0) throw new NotARecord("Rules and seats are missing.");
  return record;
}

function readLine(record: GameRecord, line: string, number: number): void {
  const [word = "", ...rest] = line.split(" ");
  const said = rest.join(" ");
  const last = record.seats.at(-1);
  if (word === "rules") record.rules = said;
  else if (word === "dice" && rest[0] === "fair") record.fair = { table: rest[1] ?? "", commitment: hex(rest[2], number) };
  else if (word === "seat") record.seats.push({ name: rest.slice(1).join(" "), entropy: undefined });
  else if (word === "entropy" && last) last.entropy = hex(said, number);
  else if (word === "rolled") record.rolls.push(said);
  else if (word === "seed") record.seed = hex(said, number);
  else if (!["", "dice", "acted", "left", "replaced", "returned", "agreed", "resigned", "ended"].includes(word)) {
    throw new NotARecord(`Line ${number} is not part of a record.`);
  }
}

function hex(text: string | undefined, line: number): string {
  if (!text || !HEX.test(text)) throw new NotARecord(`Line ${line}: expected 64 hexadecimal digits.`);
  return text.toLowerCase();
}
