/** How light and how smooth the page is. Times depend on what else the machine does: they are printed, not judged. */
import { expect, test } from "../server";
import { playBot } from "./player";

test.use({ viewport: { width: 390, height: 844 }, reducedMotion: "no-preference" });

test("the first load is under 96 KiB, shifts nothing, and says how soon it can be used on a slow phone", async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  // A good mobile connection: 10 Mbit/s, 40 ms; and a processor four times slower than this one.
  await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 625_000 });
  const load = Number(process.env["HOTDICE_SLOWDOWN"] ?? "4");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: load });
  let bytes = 0;
  devtools.on("Network.loadingFinished", (finished) => (bytes += finished.encodedDataLength));
  await page.goto("/");
  await page.waitForFunction(() => document.querySelector<HTMLButtonElement>("button.start")?.disabled === false);
  const ready = await page.evaluate(() => performance.now());
  const shift = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += (entry as unknown as { value: number }).value))).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(sum), 300);
      }),
  );
  console.log(`first load: ${(bytes / 1024).toFixed(1)} KiB, usable after ${ready.toFixed(0)} ms, layout shift ${shift.toFixed(4)}`);
  expect(bytes).toBeLessThan(96 * 1024);
  expect(shift).toBeLessThan(0.02);
});

test("nothing shifts while dice roll, and the frames are counted", async ({ page, browser }) => {
  await page.addInitScript(() => localStorage.setItem("hotdice.pace", "calm"));
  await playBot(page, "yatzy");
  await expect(page.locator("button.offer").first()).toBeVisible();
  await page.evaluate(() => {
    const seen = { shift: 0, gaps: [] as number[], last: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => {
        const shift = entry as unknown as { value: number; hadRecentInput: boolean };
        if (!shift.hadRecentInput) seen.shift += shift.value;
      }),
    ).observe({ type: "layout-shift", buffered: false });
    const frame = (now: number) => {
      if (seen.last > 0) seen.gaps.push(now - seen.last);
      seen.last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const trace = "../target/page-tests-data/dice-roll-trace.json";
  await browser.startTracing(page, { path: trace, categories: ["disabled-by-default-devtools.timeline.frame", "devtools.timeline", "cc"] });
  await page.locator(".actions .act.primary").click();
  await expect(page.locator(".cube").first()).toBeVisible();
  await page.waitForTimeout(900);
  const traced = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: { name: string; ts: number }[] };
  const drawn = traced.traceEvents.filter((event) => event.name === "DrawFrame").map((event) => event.ts / 1000).sort((a, b) => a - b);
  const seen = await page.evaluate(() => (window as unknown as { seen: { shift: number; gaps: number[] } }).seen);
  const sorted = [...seen.gaps].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  // Frames are drawn only while something moves: what counts is the half second in which the dice tumble.
  const busiest = Math.max(...drawn.map((from) => drawn.filter((at) => at >= from && at < from + 500).length));
  console.log(`while dice roll: ${seen.gaps.length} frames, median ${median.toFixed(1)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(1)} ms, layout shift ${seen.shift.toFixed(4)}`);
  console.log(`trace: ${drawn.length} frames drawn, ${2 * busiest} a second while they tumble (target/page-tests-data/dice-roll-trace.json)`);
  expect(seen.shift).toBeLessThan(0.02);
});
