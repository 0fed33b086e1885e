/** How soon things happen without a server, on a device four times slower than this one. Times are printed, not judged. */
import { test, type Browser, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FolderHost } from "../folder-host";
import { throwDice } from "../page/player";
import { root } from "../server";
import { Slowdown } from "../slowdown";
import { StaticHost } from "../static-host";

const SLOWDOWN = Number(process.env["HOTDICE_SLOWDOWN"] ?? "4");

const rows: string[][] = [];
test.afterAll(() => {
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
});

/** Runs the same work at full speed and slowed down. */
async function both(browser: Browser, work: () => Promise<number[]>): Promise<number[][]> {
  const full = await work();
  const slowdown = await Slowdown.begin(browser, SLOWDOWN);
  try {
    return [full, await work()];
  } finally {
    await slowdown.end();
  }
}

const ms = (time = NaN) => (time < 1000 ? `${time.toFixed(time < 10 ? 1 : 0)} ms` : `${(time / 1000).toFixed(2)} s`);

/** Thinks in a worker, as the page does. */
const THINKER = `
import { load } from "./hotdice.js";
const time = async (work) => { const begun = performance.now(); await work(); return performance.now() - begun; };
onmessage = async ({ data: wasm }) => {
  const sum = () => { let sum = 0; for (let i = 0; i < 3e8; i += 1) sum = (sum + i) | 0; return sum; };
  sum();
  const speed = await time(async () => sum());
  const module = await WebAssembly.compile(await (await fetch(wasm)).arrayBuffer());
  let house;
  const loaded = await time(async () => { house = await load({ module }); await house.games(); });
  const ask = (points) => house.values("farkle", "scores=" + points + ",350 turn=2 total=150 next=choose:1134");
  const solved = await time(() => ask(0));
  const hints = [];
  for (let each = 1; each <= 31; each += 1) hints.push(await time(() => ask(50 * each)));
  hints.sort((a, b) => a - b);
  postMessage([speed, loaded, solved, hints[15], hints[30]]);
};`;

for (const module of ["thinking-simd.wasm", "thinking.wasm"]) {
  test(`farkle is solved and valued by ${module} in a worker`, async ({ page, browser }) => {
    execFileSync(process.execPath, ["build.js"], { cwd: join(root, "npm"), stdio: "inherit" });
    const folder = join(root, "npm/dist");
    writeFileSync(join(folder, "thinker.js"), THINKER);
    writeFileSync(join(folder, "index.html"), "<!doctype html><title>times</title>");
    const host = new FolderHost(folder);
    await host.open();
    await page.goto(host.url);
    const work = () =>
      page.evaluate(
        (wasm) =>
          new Promise<number[]>((done, failed) => {
            const worker = new Worker("./thinker.js", { type: "module" });
            worker.onmessage = ({ data }: MessageEvent<number[]>) => done(data);
            worker.onerror = failed;
            worker.postMessage(wasm);
          }),
        module,
      );
    const [full, slow] = await both(browser, work);
    const named = ["a plain loop, to see the slowdown", "module started", "farkle solved", "farkle hint once solved, median of 31", "the slowest of these"];
    named.forEach((name, number) => rows.push([`${module}: ${name}`, ms(full?.[number]), ms(slow?.[number])]));
    await host.close();
  });
}

/** From the first request to dice on the table: until the page can be used, and from the click on. */
async function firstDice(page: Page, home: string): Promise<number[]> {
  // From another file of the same host: the page begins anew, in the process that is slowed down.
  await page.goto(`${home}icon-turn.svg`);
  const begun = performance.now();
  await page.goto(`${home}#/?rules=farkle`);
  await page.waitForFunction(() => document.querySelector<HTMLButtonElement>("button.start")?.disabled === false);
  const usable = performance.now() - begun;
  await page.getByLabel("Your name").fill("Ada");
  const clicked = performance.now();
  await page.locator(".side button.big").click();
  await throwDice(page);
  await page.locator(".felt .act").first().waitFor();
  return [usable, performance.now() - clicked];
}

test("first dice from a static folder", async ({ browser }) => {
  const host = new StaticHost();
  await host.open();
  const found: number[][] = [];
  for (const slowdown of [1, SLOWDOWN]) {
    const context = await browser.newContext();
    await context.addInitScript(() => localStorage.setItem("hotdice.pace", "instant"));
    const page = await context.newPage();
    await page.goto(`${host.home}icon-turn.svg`);
    const slowed = slowdown > 1 ? await Slowdown.begin(browser, slowdown) : undefined;
    const empty = await firstDice(page, host.home);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const stored = await firstDice(page, host.home);
    const loop = await page.evaluate(() => {
      const begun = performance.now();
      for (let i = 0, sum = 0; i < 3e8; i += 1) sum = (sum + i) | 0;
      return performance.now() - begun;
    });
    await slowed?.end();
    found.push([loop, ...empty, ...stored]);
    await context.close();
  }
  const named = ["a plain loop on the page", "empty cache: page can be used", "empty cache: click to first dice", "stored: page can be used", "stored: click to first dice"];
  named.forEach((name, number) => rows.push([name, ms(found[0]?.[number]), ms(found[1]?.[number])]));
  await host.close();
});
