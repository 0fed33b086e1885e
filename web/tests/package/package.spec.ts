/** The npm package as others get it: packed, installed from its tarball in an empty folder, and used there. */
import { test as base, expect } from "@playwright/test";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as hotdice from "../../../npm/src/hotdice";
import { FolderHost } from "../folder-host";
import { HANGS } from "../patience";
import { root } from "../server";

const README = join(root, "npm/README.md");
const readme = readFileSync(README, "utf8");
const blocks = (language: string): string[] => [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map((found) => found[1] ?? "");

interface Installed {
  folder: string;
  hotdice: typeof hotdice;
}

/** What the examples run with. Node warns where both colours and none are wanted, as test runners do. */
const env = { ...process.env, FORCE_COLOR: undefined };

const test = base.extend<object, { installed: Installed }>({
  installed: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "hotdice-package-"));
      const npm = (cwd: string, ...words: string[]) => execFileSync("npm", [...words, "--silent"], { cwd, encoding: "utf8" });
      const tarball = npm(join(root, "npm"), "pack", "--pack-destination", folder).trim().split("\n").at(-1) ?? "";
      npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./${tarball}`);
      const entry = pathToFileURL(join(folder, "node_modules/hotdice/dist/hotdice.js")).href;
      await use({ folder, hotdice: (await import(entry)) as typeof hotdice });
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: HANGS },
  ],
});

test("it brings nothing along, and has the version of the workspace", ({ installed: { folder } }) => {
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["hotdice"]);
  const { version } = JSON.parse(readFileSync(join(folder, "node_modules/hotdice/package.json"), "utf8")) as { version: string };
  expect(readFileSync(join(root, "Cargo.toml"), "utf8")).toContain(`\nversion = "${version}"\n`);
});

for (const block of blocks("console")) {
  const [command = "", ...output] = block.trimEnd().split("\n");
  test(`${command} prints what the README shows`, ({ installed: { folder } }) => {
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((word) => word[1] ?? word[2] ?? "").slice(2);
    const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8", env });
    expect([stderr, status]).toEqual(["", 0]);
    if (process.env["HOTDICE_BLESS"]) writeFileSync(README, readFileSync(README, "utf8").replace(block, `${command}\n${stdout}`));
    else expect(stdout.trimEnd()).toBe(output.join("\n"));
  });
}

test("examples tell people what is wrong", ({ installed: { folder } }) => {
  const run = (...words: string[]) => spawnSync(process.execPath, words, { cwd: join(folder, "node_modules/hotdice/examples"), encoding: "utf8", env });
  const refused = run("keeps.js", "farkel");
  expect([refused.stdout, refused.stderr, refused.status]).toEqual(["", 'There is no game "farkel": did you mean "farkle"?\n', 1]);
  const record = readFileSync(join(folder, "node_modules/hotdice/examples/farkle-record.txt"), "utf8");
  writeFileSync(join(folder, "forged.txt"), record.replace("rolled 1 1 1 2 4 6", "rolled 1 1 1 1 4 6"));
  const forged = run("check-record.js", join(folder, "forged.txt"));
  expect([forged.stdout, forged.status]).toEqual(["Line 14, roll 3: the dice should have been 1 1 1 2 4 6, but the record says 1 1 1 1 4 6\n", 1]);
});

/** Types that are not true would be found here: an answer of type `any` accepts every mistake. */
const CONSUMER = `
import { load, type ExploreAnswer, type House, type Values } from "hotdice";

const house: House = await load({ store: new Map<string, Uint8Array>() });
const values: Values = await house.values("pig", "scores=0,0 turn=1 total=20 next=choose", { aim: "win" });
const best: string | undefined = values.choices[0]?.action;
const explored: ExploreAnswer = await house.explore("pig", { whole: true });
const { problem } = await house.verify("");
const kind: "dice" | "seed" | "not_over" | "not_promised" | "unreadable" | "rules" | undefined = problem?.kind;
console.log(best, explored.figures[0]?.value, kind);

// @ts-expect-error there is no such aim
await house.values("pig", "scores=0,0 turn=1 total=20 next=choose", { aim: "draw" }).catch(() => {});
// @ts-expect-error values are numbers
const text: string | undefined = values.choices[0]?.value;
// @ts-expect-error there is no such figure
explored.figures[0]?.chance;
// @ts-expect-error a store has to keep what it gets
void load({ store: { get: () => undefined } });
void text;
`;

test("it is used from strict TypeScript, and so is every snippet of the README", ({ installed: { folder } }) => {
  const sources = [CONSUMER, ...blocks("ts")];
  const consumer = join(folder, "consumer");
  mkdirSync(join(consumer, "node_modules/@types"), { recursive: true });
  writeFileSync(join(consumer, "package.json"), JSON.stringify({ type: "module" }));
  for (const types of ["@types/node", "undici-types"]) symlinkSync(join(root, "web/node_modules", types), join(consumer, "node_modules", types));
  const files = sources.map((source, number) => {
    writeFileSync(join(consumer, `${number}.ts`), `${source}\nexport {};\n`);
    return `${number}.ts`;
  });
  const check = (...words: string[]) => {
    const options = ["--strict", "--target", "es2022", "--lib", "es2023,dom", "--types", "node", ...words];
    return spawnSync(process.execPath, [join(root, "web/node_modules/typescript/bin/tsc"), ...options], { cwd: consumer, encoding: "utf8" }).stdout;
  };
  expect(check("--module", "nodenext", ...files)).toBe("");
  expect(check("--module", "esnext", "--moduleResolution", "bundler", "--skipLibCheck", "--noEmit", "0.ts")).toBe("");
  const said = sources.map((_, number) => execFileSync(process.execPath, [join(consumer, `${number}.js`)], { cwd: folder, encoding: "utf8", env: { ...process.env, FORCE_COLOR: "0" } }));
  // What a comment beside a line of the README says is what that line prints.
  const told = blocks("ts").map((block) => [...block.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((found) => found[1] ?? ""));
  for (const [number, comments] of told.entries()) {
    for (const comment of comments) for (const piece of comment.split("…")) expect(said[number + 1]).toContain(piece);
  }
});

test("a solved game is kept by the store, and read back instead of solved", async ({ installed: { hotdice } }) => {
  const store = new Map<string, Uint8Array>();
  const asked: [string, string] = ["farkle(target=1500)", "scores=0,350 turn=2 total=150 next=choose:1134"];
  let steps = 0;
  const first = await hotdice.load({ store, progress: () => (steps += 1) });
  const values = await first.values(...asked);
  expect(steps).toBeGreaterThan(0);
  expect(store.size).toBe(1);
  const before = steps;
  const second = await hotdice.load({ store, progress: () => (steps += 1) });
  expect(await second.values(...asked)).toEqual(values);
  expect(steps).toBe(before);
  // What is damaged is solved again.
  for (const name of store.keys()) store.set(name, new Uint8Array([1, 2, 3]));
  const third = await hotdice.load({ store });
  expect(await third.values(...asked)).toEqual(values);
});

test("a refusal changes nothing, and a house whose store fails answers afterwards", async ({ installed: { hotdice } }) => {
  let fails = true;
  const get = () => {
    if (fails) throw new Error("no disk");
    return undefined;
  };
  const house = await hotdice.load({ store: { get, set: () => {} } });
  await expect(house.values("pig", "scores=0")).rejects.toMatchObject({ name: "Refused", code: "invalid" });
  await expect(house.values("farkle(target=500)", "scores=0,0 turn=1 total=150 next=choose:1134")).rejects.toThrow("no disk");
  fails = false;
  const { choices } = await house.values("farkle(target=500)", "scores=0,0 turn=1 total=150 next=choose:1134");
  expect(choices.map(({ action }) => action)).toContain("bank");
});

test("the module without SIMD answers like the one with it", async ({ installed: { folder, hotdice } }) => {
  const plain = await WebAssembly.compile(readFileSync(join(folder, "node_modules/hotdice/dist/thinking.wasm")));
  const asked: [string, string] = ["zilch(target=2000)", "scores=0,350 turn=2 total=150 next=choose:1134"];
  const [one, other] = await Promise.all([hotdice.load(), hotdice.load({ module: plain })]);
  expect(await one.values(...asked)).toEqual(await other.values(...asked));
});

test("games of every family are played to their end, and their records verify", async ({ installed: { hotdice } }) => {
  const house = await hotdice.load();
  const { length } = await house.games();
  expect(length).toBeGreaterThan(10);
  for (const rules of ["farkle(target=1000)", "cheese(target=500)", "kata", "yatzy", "tridice", "shut-the-box"]) {
    const table = await house.play(rules, [{ bot: "greedy" }, { bot: "random" }]);
    const { stage, winners } = await table.view();
    expect([rules, stage]).toEqual([rules, "over"]);
    expect(winners).toBeDefined();
    await expect(table.act("bank")).rejects.toMatchObject({ code: "over" });
    expect(await house.verify(await table.record())).toMatchObject({ verified: true });
  }
  const table = await house.play("pig(target=60)", ["Ada", "Bob"]);
  await expect(table.act("fly")).rejects.toMatchObject({ name: "Refused", code: "illegal_action" });
  const seats = new Set<number>();
  for (let view = await table.view(); view.stage === "playing"; view = await table.view()) {
    seats.add(view.you ?? 0);
    const { choices } = await table.values();
    expect(view.scene?.choices.map(({ notation }) => notation).sort()).toEqual(choices.map(({ action }) => action).sort());
    // Nobody wins in one turn who holds as soon as possible.
    expect(await table.act(choices.some(({ action }) => action === "hold") ? "hold" : "roll")).not.toEqual([]);
  }
  expect([...seats].sort()).toEqual([1, 2]);
});

/** A page without a bundler: the same import on the page and in a worker. */
const PAGE = `<!doctype html>
<title>hotdice</title>
<script type="module">
  import { load } from "./node_modules/hotdice/dist/hotdice.js";
  const ask = async (house) => JSON.stringify([await house.score("farkle", "1 1 5"), await house.values("farkle(target=1000)", "scores=0,350 turn=2 total=150 next=choose:1134")]);
  window.here = ask(await load());
  const code = 'import { load } from "' + new URL("./node_modules/hotdice/dist/hotdice.js", location) + '"; const ask = ' + ask + '; postMessage(await ask(await load()));';
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
  window.there = new Promise((done, failed) => ((worker.onmessage = ({ data }) => done(data)), (worker.onerror = failed)));
  document.title = "ready";
</script>`;

test("a page without a bundler uses it in Chromium, and a worker too", async ({ page, installed: { folder, hotdice } }) => {
  writeFileSync(join(folder, "page.html"), PAGE);
  const host = new FolderHost(folder);
  await host.open();
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname.split("/").at(-1) ?? ""));
  await page.goto(`${host.url}/page.html`);
  await expect(page).toHaveTitle("ready");
  const [here, there] = await page.evaluate(() => {
    const { here, there } = window as unknown as Record<string, Promise<string>>;
    return Promise.all([here, there]);
  });
  const house = await hotdice.load();
  const expected = JSON.stringify([await house.score("farkle", "1 1 5"), await house.values("farkle(target=1000)", "scores=0,350 turn=2 total=150 next=choose:1134")]);
  expect([here, there]).toEqual([expected, expected]);
  expect(files).toContain("thinking-simd.wasm");
  expect(files).not.toContain("thinking.wasm");
  expect(host.missing.filter((path) => path !== "/favicon.ico")).toEqual([]);
  await host.close();
});
