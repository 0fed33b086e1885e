import { expect, test } from "../server";
import { moveOnce, playBot } from "./player";
import type { Page } from "@playwright/test";

/** Opens a table for friends, and returns the link. */
async function invite(page: Page, rules: string, name: string): Promise<string> {
  await page.goto(`/?rules=${encodeURIComponent(rules)}`);
  await page.getByLabel("Invite friends").check();
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(page.getByRole("heading", { name: "Invite your friends" })).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  return page.getByLabel("Link").inputValue();
}

async function sitDown(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
}

test("two browsers play each other by link, with somebody watching, and meet again", async ({ page, browser }) => {
  const [other, third] = await Promise.all([browser.newPage(), browser.newPage()]);
  await other.addInitScript(() => localStorage.setItem("hotdice.pace", "quick"));
  const link = await invite(page, "pig(target=20)", "Ada");
  await sitDown(other, link, "Bo");
  await third.goto(link);
  await expect(third.getByText("This game has already started. You are watching.")).toBeVisible();
  for (let moves = 0; moves < 200; moves += 1) {
    if ((await page.locator("#over").isVisible()) && (await other.locator("#over").isVisible())) break;
    await moveOnce(page).catch(() => false);
    await moveOnce(other).catch(() => false);
    await page.waitForTimeout(30);
  }
  await expect(page.locator("#over")).toBeVisible();
  await expect(third.locator("#over")).toBeVisible();
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForURL((url) => !link.endsWith(url.pathname));
  await expect(other.getByText("The others want to play again.")).toBeVisible();
  await other.getByRole("button", { name: "Play again" }).click();
  await other.waitForURL(page.url());
  await expect(page.getByText(/turn|Waiting for/).first()).toBeVisible();
  await Promise.all([other.close(), third.close()]);
});

test("feelings are shown to the other side", async ({ page, browser }) => {
  const other = await browser.newPage();
  const link = await invite(page, "pig", "Ada");
  await sitDown(other, link, "Bo");
  await other.getByRole("button", { name: "Bravo!" }).click();
  await expect(page.locator(".emote")).toHaveText("Bravo!");
  await other.close();
});

test("a reload returns to the same seat at the same moment", async ({ page }) => {
  await playBot(page, "zilch");
  await expect(page.locator(".tray button").first()).toBeVisible();
  const dice = () => page.locator(".tray button").evaluateAll((all) => all.map((die) => die.getAttribute("aria-label")));
  const before = await dice();
  await page.reload();
  await expect(page.locator(".tray button").first()).toBeVisible();
  expect(await dice()).toEqual(before);
  await page.goto("/");
  await page.getByRole("link", { name: /Resume Zilch/ }).click();
  await expect(page.locator(".tray button").first()).toBeVisible();
  expect(await dice()).toEqual(before);
});

test("everybody plays on one device", async ({ page }) => {
  await page.goto("/?rules=pig(target%3D20)");
  await page.getByLabel("Pass and play").check();
  await page.getByLabel("Player 1").fill("Ada");
  await page.getByLabel("Player 2").fill("Bo");
  await page.getByRole("button", { name: "Add player" }).click();
  await page.getByLabel("Player 3").fill("Cy");
  await page.getByRole("button", { name: "Start game" }).click();
  const turns = new Set<string>();
  for (let moves = 0; moves < 300 && !(await page.locator("#over").isVisible()); moves += 1) {
    const status = await page.locator(".felt .status").textContent({ timeout: 2000 }).catch(() => "");
    if (status?.startsWith("Your turn")) turns.add(status.trim());
    await moveOnce(page).catch(() => false);
    await page.waitForTimeout(30);
  }
  await expect(page.locator("#over")).toBeVisible();
  expect([...turns].sort().join()).toContain("Your turn, Ada,Your turn, Bo,Your turn, Cy");
});
