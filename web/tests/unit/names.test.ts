import { afterEach, describe, expect, it, vi } from "vitest";
import { guestName, initialOf, nameFor } from "../../src/table/names";
import { de } from "../../src/words/de";
import { en } from "../../src/words/en";
import { es } from "../../src/words/es";

/** A browser that remembers. */
function keep(kept: Record<string, string> = {}): Record<string, string> {
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => (kept[key] = value) });
  return kept;
}

afterEach(() => vi.unstubAllGlobals());

describe("guests", () => {
  it("keep the name that their device has made", () => {
    const kept = keep();
    const name = guestName();
    expect(name).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u);
    expect(guestName()).toBe(name);
    expect(Object.keys(kept)).toEqual(["hotdice.guest"]);
  });

  it("get the next one where theirs is taken, every one once", () => {
    const { adjectives, animals } = en.guests;
    const taken: string[] = [];
    for (let guests = 0; guests < adjectives.length * animals.length; guests += 1) taken.push(guestName(taken, 7));
    expect(new Set(taken).size).toBe(256);
    expect(guestName(taken, 7)).toBe(`${taken[0]} 2`);
  });

  it("can be called so in every language", () => {
    for (const { adjectives, animals, name } of [en.guests, de.guests, es.guests]) {
      expect([new Set(adjectives).size, new Set(animals).size]).toEqual([16, 16]);
      for (const adjective of adjectives) for (const animal of animals) expect(name(adjective, animal).length).toBeLessThanOrEqual(32);
    }
  });
});

describe("names that are taken", () => {
  it("are numbered", () => {
    keep({ "hotdice.guest": "0" });
    expect(nameFor(" Ada ", [])).toBe("Ada");
    expect(nameFor("Ada", ["Ada", "Ada 2"])).toBe("Ada 3");
    expect(nameFor("", ["Ada"])).toBe("Lucky Otter");
    const long = "x".repeat(32);
    expect(nameFor(long, [long])).toBe(`${"x".repeat(30)} 2`);
  });
});

describe("pictures of players", () => {
  it("have the first letter of a name, or a whole emoji", () => {
    expect(["Ada", "élan", "🎲 Bo", "👩🏽‍🚀", "🇪🇸 Eva", "e\u0301a", ""].map(initialOf)).toEqual(["A", "é", "🎲", "👩🏽‍🚀", "🇪🇸", "e\u0301", ""]);
  });
});
