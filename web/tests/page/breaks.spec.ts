import { expect, TestServer, test } from "../server";
import { moveOnce, playBot, playToEnd, throwDice } from "./player";

test("a server that is killed and started again goes on with the same game", async ({ page }) => {
  const own = new TestServer();
  await own.open();
  try {
    await page.goto(own.url);
    await page.goto(`${own.url}/?rules=pig(target%3D30)`);
    await page.getByLabel("Your name").fill("Ada");
    await page.locator(".side button.big").click();
    await throwDice(page);
    // A 1 ends the turn at once: then the next throw is waited for.
    while (!(await page.locator(".actions .act").first().isVisible())) await moveOnce(page).catch(() => false);
    await own.kill();
    await expect(page.getByText("Connection lost. Reconnecting…")).toBeVisible();
    // A move that is made while the server is away is carried out when it is back.
    await page.locator(".actions .act").first().click();
    await own.open();
    await expect(page.getByText("Connection lost. Reconnecting…")).toBeHidden();
    await playToEnd(page);
    await page.getByRole("button", { name: "Check the dice" }).click();
    await expect(page.getByText("All dice verified.")).toBeVisible();
  } finally {
    await page.goto("about:blank");
    await own.close();
  }
});

test("play goes on while the event stream is cut for ten seconds", async ({ page }) => {
  let cut = false;
  await page.route("**/events", (route) => (cut ? route.abort() : route.continue()));
  await playBot(page, "yatzy");
  await expect(page.locator("button.offer").first()).toBeVisible();
  // The stream ends with the reload; whatever is opened within ten seconds breaks too.
  cut = true;
  const began = Date.now();
  await page.reload();
  for (let moves = 0; Date.now() - began < 10_000; ) {
    if (moves < 5 && (await moveOnce(page).catch(() => false))) moves += 1;
    await page.waitForTimeout(200);
  }
  // Boxes of one's own and answers of the bot, though nothing came by the stream.
  expect(await page.locator("td.filled").count()).toBeGreaterThanOrEqual(6);
  cut = false;
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeHidden();
  await expect(page.locator("button.offer").first()).toBeVisible();
});

test("two tabs on one seat agree", async ({ page, context }) => {
  await playBot(page, "yatzy");
  await expect(page.locator("button.offer").first()).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.locator("button.offer").first()).toBeVisible();
  const press = (of: typeof page) => of.evaluate(() => document.querySelector<HTMLButtonElement>("button.offer:not(.nothing)")?.click());
  await Promise.all([press(page), press(second)]);
  await expect(page.getByRole("alert")).toHaveCount(0);
  const own = (of: typeof page) => of.locator("tr:not(.sum) td:nth-of-type(1).filled").count();
  await expect.poll(async () => [await own(page), await own(second)]).toEqual([1, 1]);
  await second.close();
});
