/** How soon the page can be used, how smoothly dice roll, and how long a bot's turn is shown. Times are printed, not judged. */
import { expect, test } from "../server";
import { nextStep, playBot, throwDice } from "../page/player";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, reducedMotion: "no-preference", pace: "calm" });

  test("the first load on a slow phone", async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    // A good mobile connection: 10 Mbit/s, 40 ms; and a processor four times slower than this one.
    await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 625_000 });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: Number(process.env["HOTDICE_SLOWDOWN"] ?? "4") });
    await page.goto("/");
    await page.waitForFunction(() => document.querySelector<HTMLButtonElement>("button.start")?.disabled === false);
    const ready = await page.evaluate(() => performance.now());
    console.log(`first load: usable after ${ready.toFixed(0)} ms`);
  });

  test("frames while dice roll", async ({ page, browser }) => {
    await playBot(page, "yatzy");
    await nextStep(page);
    await page.evaluate(() => {
      const seen = { gaps: [] as number[], last: 0 };
      Object.assign(window, { seen });
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
    await nextStep(page);
    const traced = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: { name: string; ts: number }[] };
    const drawn = traced.traceEvents.filter((event) => event.name === "DrawFrame").map((event) => event.ts / 1000).sort((a, b) => a - b);
    const { gaps } = await page.evaluate(() => (window as unknown as { seen: { gaps: number[] } }).seen);
    const sorted = [...gaps].sort((a, b) => a - b);
    // Frames are drawn only while something moves: what counts is the half second in which the dice tumble.
    const busiest = Math.max(...drawn.map((from) => drawn.filter((at) => at >= from && at < from + 500).length));
    console.log(`while dice roll: ${gaps.length} frames, median ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(1)} ms`);
    console.log(`trace: ${drawn.length} frames drawn, ${2 * busiest} a second while they tumble (target/page-tests-data/dice-roll-trace.json)`);
  });
});

for (const [pace, wanted] of [["calm", 2500], ["quick", 800]] as const) {
  test.describe(pace, () => {
    test.use({ pace });

    test("the turn of a bot", async ({ page }) => {
      await playBot(page, "farkle", { level: "careful" });
      const times: number[] = [];
      while (times.length < 3) {
        if ((await nextStep(page)) === "throw") {
          await throwDice(page);
          continue;
        }
        await page.locator(".act.select").click();
        await page.locator('.act[data-key="b"]').click();
        const pressed = Date.now();
        await nextStep(page);
        times.push(Date.now() - pressed);
      }
      console.log(`${pace}: turns of the bot ${times.join(", ")} ms (wanted: ${wanted})`);
    });
  });
}
