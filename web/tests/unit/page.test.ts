import { describe, expect, it } from "vitest";
import { controlOf, readRulesLine, rulesLine } from "../../src/explore/control";
import { qrCode } from "../../src/look/qr";
import { layOut, neighbour } from "../../src/parts/triangle";
import { grouped, screenAt, tableIn, transferIn } from "../../src/route.svelte";
import { titleOf } from "../../src/words";

describe("addresses", () => {
  it("lead to screens", () => {
    expect(screenAt("/", "?rules=pig")).toEqual({ name: "home", rules: "pig" });
    expect(screenAt("/t/K7W2M-9x4ab", "")).toEqual({ name: "table", id: "k7w2m9x4ab" });
    expect(screenAt("/explore", "?rules=pig")).toEqual({ name: "explore", rules: "pig" });
    expect(screenAt("/t/", "").name).toBe("nothing");
    expect(screenAt("/what", "").name).toBe("nothing");
  });

  it("and codes are read as people paste them", () => {
    expect(tableIn(" https://dice.example/t/k7w2m9x4ab/?x=1 ")).toBe("k7w2m9x4ab");
    expect(tableIn("K7W2M-9X4AB")).toBe("k7w2m9x4ab");
    expect(tableIn("hello")).toBeUndefined();
    expect(grouped("k7w2m9x4ab")).toBe("k7w2m-9x4ab");
    expect(grouped("k7w2m9x4ab3d")).toBe("k7w2-m9x4-ab3d");
    expect(transferIn("K7W2-M9X4-AB3D")).toBe("k7w2m9x4ab3d");
    expect(transferIn("http://192.0.2.7:7878/t/k7w2m9x4ab#take=k7w2m9x4ab3d")).toBe("k7w2m9x4ab3d");
    expect(transferIn("k7w2m9x4ab")).toBeUndefined();
    expect(transferIn("that is no code")).toBeUndefined();
    expect(tableIn("k7w2m9x4ab3d")).toBeUndefined();
  });
});

describe("rules lines", () => {
  it("are read and written", () => {
    const [preset, changes] = readRulesLine("yatzy(add=five-odd:5-of-135:30,bonus=63:50)");
    expect(preset).toBe("yatzy");
    expect([...changes]).toEqual([["add", "five-odd:5-of-135:30"], ["bonus", "63:50"]]);
    expect(rulesLine(preset, changes)).toBe("yatzy(add=five-odd:5-of-135:30,bonus=63:50)");
    expect(rulesLine("pig", new Map())).toBe("pig");
    expect(titleOf("farkle-classic(target=5000)")).toBe("Farkle Classic (house rules)");
    // A game that the page knows nothing of is called by its name.
    expect(titleOf("liars-dice")).toBe("Liars dice");
  });

  it("have a control for every kind of value", () => {
    const of = (values: string, value = "0") => controlOf({ name: "x", value, values, sentence: "" }, "0").kind;
    expect(of("points from 0 to 1000000")).toBe("slider");
    expect(of("a number from 1 to 4")).toBe("slider");
    expect(of("optional, ends-turn or forced", "forced")).toBe("select");
    expect(of("3, 4 or 5", "4")).toBe("select");
    expect(of("none, double, linear, or three values such as 1000/2000/3000")).toBe("text");
  });
});

describe("the triangle board", () => {
  const cells = [11, 21, 22, 23, 31, 32, 33, 34, 35].map((name) => ({ name: String(name), points_up: name % 2 === 1 }));
  const drawn = layOut(cells, 3);

  it("has its cells side by side", () => {
    expect(drawn.map(({ row, place }) => `${row}${place}`)).toEqual(cells.map((cell) => cell.name));
    expect(drawn[0]?.corners[0]).toEqual(drawn[2]?.corners[0]);
  });

  it("is walked with the arrow keys", () => {
    const at = (name: string) => drawn.find(({ cell }) => cell.name === name);
    const step = (name: string, key: string) => {
      const from = at(name);
      return from && neighbour(drawn, from, key)?.cell.name;
    };
    expect(step("22", "ArrowLeft")).toBe("21");
    expect(step("22", "ArrowUp")).toBe("11");
    expect(step("22", "ArrowDown")).toBe("33");
    expect(step("35", "ArrowDown")).toBeUndefined();
    expect(step("11", "Enter")).toBeUndefined();
  });
});

describe("QR codes", () => {
  it("have the size of their version and the three corners", () => {
    const code = qrCode("http://192.168.1.20:7878/t/k7w2m9x4ab");
    expect(code).toHaveLength(29);
    for (const [row, column] of [[0, 0], [0, 22], [22, 0]] as const) {
      const corner = code?.slice(row, row + 7).map((line) => line.slice(column, column + 7).map(Number).join(""));
      expect(corner).toEqual(["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]);
    }
  });

  it("are not made of what does not fit", () => {
    expect(qrCode("x".repeat(106))).toHaveLength(37);
    expect(qrCode("x".repeat(107))).toBeUndefined();
  });
});
