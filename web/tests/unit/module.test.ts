import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Module, type HostRequest, type Verification } from "../../src/local/module";

const module = new Module(new WebAssembly.Module(readFileSync(new URL("../../wasm/tables.wasm", import.meta.url))));
const ask = (request: HostRequest) => module.call({ request }).reply;
const verify = (body: string) => JSON.parse(ask({ method: "POST", path: "verify", body }).body) as Verification;

const records = new URL("../records/", import.meta.url);

describe("the check of a record", () => {
  for (const name of readdirSync(records)) {
    const text = readFileSync(new URL(name, records), "utf8");

    it(`verifies ${name}`, () => {
      const found = verify(text);
      expect(found.problem).toBeUndefined();
      expect(found.verified).toBe(true);
      expect(found.rolls).toBe(text.match(/^rolled /gm)?.length);
    });

    it(`finds every changed roll of ${name}`, () => {
      const lines = text.split("\n");
      const rolls = lines.flatMap((line, at) => (/^rolled \d/.test(line) ? [at] : []));
      for (const at of rolls) {
        const changed = lines.with(at, (lines[at] ?? "").replace(/\d/, (face) => String((Number(face) % 6) + 1)));
        expect(verify(changed.join("\n")).verified).toBe(false);
      }
    });
  }

  it("knows from the rules how many dice are thrown, whatever the record says", () => {
    const text = readFileSync(new URL("farkle.txt", records), "utf8");
    const fewer = text.replace(/^rolled (.+) \d$/m, "rolled $1");
    expect(fewer).not.toBe(text);
    expect(verify(fewer).verified).toBe(false);
  });

  it("tells a seed that was not promised from a text that is no record", () => {
    const text = readFileSync(new URL("pig.txt", records), "utf8");
    expect(verify(text.replace(/^seed [0-9a-f]{4}/m, "seed 0000")).problem?.kind).toBe("seed");
    expect(verify("nonsense").problem?.kind).toBe("unreadable");
    expect(verify(text.replace(/^dice .*$/m, "dice system")).problem?.kind).not.toBe("dice");
  });
});

describe("the module", () => {
  it("refuses nonsense with a sentence", () => {
    const refused = ask({ method: "GET", path: "rules", query: { rules: "farkel" } });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.body)).toMatchObject({ code: "invalid", detail: expect.stringContaining("farkle") as string });
    expect(ask({ method: "POST", path: "nothing" }).status).toBe(404);
  });

  it("asks for a table that it does not know, and believes that there is none", () => {
    const request = { method: "GET", path: "tables/k7w2m9x4ab" };
    const { missing } = ask(request);
    expect(missing).toEqual({ kind: "table", name: "k7w2m9x4ab" });
    if (missing) module.call({ provide: missing });
    expect(ask(request).status).toBe(404);
  });
});
