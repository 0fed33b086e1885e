import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { check, dice } from "../../src/check/fair";
import { NotARecord, readRecord } from "../../src/check/record";
import { plain, webCrypto, type Bytes } from "../../src/check/sums";
import { Thrower } from "../../src/check/throws";

const hex = (bytes: Bytes) => Buffer.from(bytes).toString("hex");
const text = (words: string): Bytes => new TextEncoder().encode(words);
const golden = (name: string) => readFileSync(new URL(`../records/${name}.txt`, import.meta.url), "utf8");

describe("sums", () => {
  it("agree with the published ones", async () => {
    expect(hex(await plain.sha256(text("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    // RFC 4231, test case 2.
    expect(hex(await plain.hmac(text("Jefe"), text("what do ya want for nothing?")))).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  });

  it("are the same by both ways, for every length around a block", async () => {
    for (let length = 0; length < 140; length += 1) {
      const message = Uint8Array.from({ length }, (_, at) => (7 * at + length) % 256);
      expect(hex(await plain.sha256(message))).toBe(hex(await webCrypto.sha256(message)));
      if (length > 0) expect(hex(await plain.hmac(message, message))).toBe(hex(await webCrypto.hmac(message, message)));
    }
  });
});

describe("dice", () => {
  it("are fair: every side comes about as often", async () => {
    const key = new Uint8Array(32).fill(7);
    const counts = new Array<number>(12).fill(0);
    for (let roll = 0; roll < 600; roll += 1) for (const side of await dice(key, roll, 6, 12, plain)) counts[side] = (counts[side] ?? 0) + 1;
    for (const count of counts) expect(Math.abs(count - 300)).toBeLessThan(90);
  });
});

describe("records", () => {
  for (const name of ["farkle", "zilch-random-first", "cheese-full", "yatzy", "tridice", "pig"]) {
    it(`of ${name} are verified by both ways`, async () => {
      const record = readRecord(golden(name));
      expect(await check(record, webCrypto)).toMatchObject({ verdict: "verified" });
      expect(await check(record, plain)).toMatchObject({ verdict: "verified" });
    });

    it(`of ${name} with any one roll forged are found`, async () => {
      const record = readRecord(golden(name));
      const other = (roll: string) => record.rolls.find((each) => each !== roll && each.split(" ").length === roll.split(" ").length && each.slice(0, 3) === roll.slice(0, 3));
      for (const [at, roll] of record.rolls.entries()) {
        const instead = /^[1-6]/.test(roll) && !roll.includes("=") ? roll.replace(/^\d/, (face) => (face === "1" ? "2" : "1")) : other(roll);
        if (!instead) continue;
        const forged = { ...record, rolls: record.rolls.with(at, instead) };
        expect((await check(forged, webCrypto)).verdict, `roll ${at + 1}: ${instead}`).toBe("forged");
      }
    });
  }

  it("of the page on fair dice is verified", async () => {
    const page = readFileSync(new URL("../../../docs/fair-dice.md", import.meta.url), "utf8");
    const example = /```text\n(hotdice record 1\n[^`]*)```/.exec(page)?.[1] ?? "";
    expect(await check(readRecord(example), webCrypto)).toMatchObject({ verdict: "verified" });
  });

  it("of another seed, another table or other players are found", async () => {
    const record = readRecord(golden("pig"));
    const zeros = "0".repeat(64);
    expect((await check({ ...record, seed: zeros })).verdict).toBe("forged");
    expect((await check({ ...record, fair: { table: "0000000000", commitment: record.fair?.commitment ?? "" } })).verdict).toBe("forged");
    expect((await check({ ...record, seats: record.seats.map((seat) => ({ ...seat, entropy: seat.entropy && zeros })) })).verdict).toBe("forged");
    expect((await check({ ...record, seed: undefined })).verdict).toBe("unverified");
    expect((await check({ ...record, fair: undefined })).verdict).toBe("unverified");
  });

  it("that are none are refused", () => {
    expect(() => readRecord("")).toThrow(NotARecord);
    expect(() => readRecord("hotdice record 2\n")).toThrow(NotARecord);
    expect(() => readRecord("hotdice record 1\nrules pig\ndice fair x 12\nseat 1 A\n")).toThrow("Line 3");
    expect(() => readRecord("hotdice record 1\nrules pig\nseat 1 A\nwhat\n")).toThrow("Line 4");
  });
});

describe("throws", () => {
  it("are read from the form of a roll", () => {
    const thrower = new Thrower("cheese(deck=full)", 3);
    expect(thrower.throwFor("1 1 4")).toMatchObject({ dice: 3, sides: 6 });
    expect(thrower.throwFor("first 2")).toMatchObject({ dice: 1, sides: 3 });
    expect(thrower.throwFor("33=2413")).toMatchObject({ dice: 1, sides: 12 });
    expect(thrower.throwFor("card bonus-300")?.sides).toBe(54);
    expect(thrower.throwFor("card no-cheese")?.sides).toBe(53);
    expect(thrower.throwFor("something else")).toBeUndefined();
    expect(thrower.throwFor("1 1 4")?.read([3, 0, 5])).toBe("1 4 6");
  });

  it("begin a new deck when the old one is used up", () => {
    const thrower = new Thrower("cheese(deck=small)", 2);
    const cards = [["bonus-300", 12], ["bonus-400", 10], ["bonus-500", 8], ["must-pass", 6]] as const;
    for (const [card, count] of cards) for (let at = 0; at < count; at += 1) thrower.throwFor(`card ${card}`);
    expect(thrower.throwFor("card bonus-300")?.sides).toBe(36);
  });
});
