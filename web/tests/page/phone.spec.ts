import { devices } from "@playwright/test";
import { expect, test } from "../server";
import { playBot, playToEnd } from "./player";

const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];
test.use(phone);

test("a whole game on a phone, by touch", async ({ page }) => {
  await playBot(page, "farkle(target=2000)");
  await expect(page.locator(".tray button").first()).toBeVisible();
  const die = await page.locator(".tray button").first().boundingBox();
  expect(Math.min(die?.width ?? 0, die?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const act = await page.locator(".actions .act").first().boundingBox();
  expect(act?.height ?? 0).toBeGreaterThanOrEqual(44);
  // Dice and actions are on the first screen: nobody scrolls to play.
  expect((act?.y ?? 0) + (act?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  await playToEnd(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
});

test("the page can be installed", async ({ page }) => {
  await page.goto("/");
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    return (await (await fetch(link?.href ?? "")).json()) as { name: string; display: string; icons: { src: string }[] };
  });
  expect(manifest).toMatchObject({ name: "Hot Dice", display: "standalone" });
  for (const icon of manifest.icons) expect((await page.request.get(icon.src)).status()).toBe(200);
});
