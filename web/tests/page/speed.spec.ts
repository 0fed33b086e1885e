/** How light the page is, and that nothing on it jumps. How fast it is says `npm run times`. */
import { expect, test } from "../server";
import { noteShifts, shifted } from "../shifts";
import { nextStep, playBot } from "./player";

test.use({ viewport: { width: 390, height: 844 }, reducedMotion: "no-preference" });

test("the first load is under 96 KiB and shifts nothing", async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  let bytes = 0;
  devtools.on("Network.loadingFinished", (finished) => (bytes += finished.encodedDataLength));
  await noteShifts(page);
  await page.goto("/");
  await expect(page.locator("button.start")).toBeEnabled();
  await page.evaluate(() => document.fonts.ready);
  expect(await shifted(page)).toBeLessThan(0.02);
  expect(bytes).toBeGreaterThan(10 * 1024);
  expect(bytes).toBeLessThan(96 * 1024);
});

test.describe("calmly", () => {
  test.use({ pace: "calm" });

  test("nothing shifts while dice roll", async ({ page }) => {
    await playBot(page, "yatzy");
    await nextStep(page);
    await noteShifts(page);
    await page.locator(".actions .act.primary").click();
    await expect(page.locator(".cube").first()).toBeVisible();
    await nextStep(page);
    expect(await shifted(page)).toBeLessThan(0.02);
  });
});
