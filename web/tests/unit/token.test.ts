import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "../../src/net/sha256";
import { newToken } from "../../src/net/token";

test("the hash is SHA-256, as published and as Node has it, around every border of its blocks", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (let length = 0; length < 200; length += 1) {
    const text = "schlüssel ☃".repeat(20).slice(0, length);
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  }
});

test("a token is new every time and goes with its hash", () => {
  const [one, other] = [newToken(), newToken()];
  expect(one.token).toMatch(/^[0-9a-f]{64}$/);
  expect(one.token).not.toBe(other.token);
  expect(one.token_hash).toBe(sha256(one.token));
});
