/** Only those bots are offered that can play the game, for so many players. */
import { expect, test } from "../server";
import { playBot } from "./player";

const ALL = ["Beginner", "Easy", "Medium", "Hard", "Perfect"];

test("levels that cannot play a game are not offered", async ({ page }) => {
  const level = page.getByLabel("Difficulty");
  for (const [rules, offered] of [["farkle", 5], ["cheese(deck=full)", 4], ["tridice", 4], ["maxi-yatzy", 3], ["yatzy", 5], ["farkle(target=200000)", 4]] as const) {
    await page.goto(`/?rules=${encodeURIComponent(rules)}`);
    await expect(level.locator("option"), rules).toHaveText(ALL.slice(0, offered));
  }
});

test("whoever wants the best bot gets the best that can play", async ({ page }) => {
  await page.goto("/?rules=farkle");
  const level = page.getByLabel("Difficulty");
  await level.selectOption("perfect");
  await page.locator(".game", { hasText: "TriDice" }).click();
  await expect(level).toHaveValue("strong");
  await expect(page.locator("button.start")).toContainText("against the computer (Hard)");
});

test("the host of a table of three is offered who can play with three", async ({ page }) => {
  await page.goto("/?rules=farkle");
  await page.getByLabel("Invite friends").check();
  await page.getByLabel("Seats").selectOption("3");
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(page.getByRole("button", { name: "Add a bot" })).toBeVisible();
  await expect(page.getByLabel("Difficulty").locator("option")).toHaveText(ALL.slice(0, 4));
});

test("a bot that is offered sits down", async ({ page }) => {
  for (const rules of ["tridice", "maxi-yatzy"]) {
    await page.goto(`/?rules=${rules}`);
    const level = page.getByLabel("Difficulty");
    await expect(level.locator("option", { hasText: "Perfect" })).toHaveCount(0);
    const best = await level.locator("option").last().getAttribute("value");
    await playBot(page, rules, { level: best ?? "", throws: false });
    await expect(page.locator(".playing")).toBeVisible();
  }
});
