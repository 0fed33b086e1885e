import { expect, test } from "../server";
import { move, nextStep, playBot, playToEnd } from "./player";

test("a server that is killed and started again goes on with the same game", async ({ page, server }) => {
  await playBot(page, "pig(target=30)");
  await nextStep(page);
  await server.kill();
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeVisible();
  // A move that is made while the server is away is carried out when it is back.
  await page.locator(".actions .act").first().click();
  await server.open();
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeHidden();
  await playToEnd(page);
  await page.getByRole("button", { name: "Check the dice" }).click();
  await expect(page.getByText("All dice verified.")).toBeVisible();
});

test("play goes on while no event stream can be opened", async ({ page }) => {
  let cut = false;
  let tries = 0;
  await page.route("**/events", (route) => {
    tries += 1;
    return cut ? route.abort() : route.continue();
  });
  await playBot(page, "yatzy(boxes=ones+twos+threes+pair+chance)");
  await nextStep(page);
  // The stream ends with the reload; whatever is opened then breaks too.
  cut = true;
  tries = 0;
  await page.reload();
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeVisible();
  // Boxes of one's own and answers of the bot, though nothing comes by the stream.
  const filled = page.locator("tr:not(.sum) td.filled");
  for (let boxes = 1; boxes <= 4; boxes += 1) {
    await move(page);
    expect(await nextStep(page)).toBe("box");
    await expect(filled).toHaveCount(2 * boxes);
  }
  expect(tries).toBeGreaterThan(1);
  cut = false;
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeHidden();
  await playToEnd(page);
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
