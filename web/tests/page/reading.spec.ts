/** Keyboard, screen reader, large text: the page for everybody. */
import { expect, test } from "../server";
import { openFinished } from "./finished";
import { nextStep, playBot } from "./player";
import type { Page } from "@playwright/test";
import { createRequire } from "node:module";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Returns what axe finds wrong. */
async function findings(page: Page): Promise<string[]> {
  // A policy that forbids scripts from elsewhere forbids the test's own too, unless the test evaluates it.
  await page.evaluate((await import("node:fs")).readFileSync(axe, "utf8"));
  return page.evaluate(async () => {
    type Found = { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
    const { axe } = window as unknown as { axe: { run(options: object): Promise<Found> } };
    const found = await axe.run({ resultTypes: ["violations"] });
    const serious = found.violations.filter((each) => ["serious", "critical"].includes(each.impact));
    return serious.map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  });
}

test("axe finds nothing serious on any screen, light or dark", async ({ page, server }) => {
  const check = async (what: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page), `${what}, ${colorScheme}`).toEqual([]);
    }
  };
  await page.goto("/");
  await expect(page.locator("label.game").first()).toBeVisible();
  await check("home");
  await page.getByLabel("Invite friends").check();
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(page.getByRole("heading", { name: "Invite your friends" })).toBeVisible();
  await check("gathering");
  for (const rules of ["farkle", "yatzy", "tridice", "cheese(deck=full)"]) {
    await playBot(page, rules);
    await nextStep(page);
    if (rules === "farkle") await page.getByRole("button", { name: "Show coach" }).click();
    await check(rules);
  }
  await openFinished(page, server, "pig(target=10)");
  await page.getByRole("button", { name: "Check the dice" }).click();
  await expect(page.getByRole("img", { name: /How the game went/ })).toBeVisible();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await check("after the game");
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await expect(page.getByRole("slider")).toBeVisible();
  await check("replay");
  await page.goto("/me");
  await expect(page.getByRole("heading", { name: "Finished games" })).toBeVisible();
  await check("my games");
  await page.goto("/daily");
  await expect(page.getByText("What would you do now?")).toBeVisible();
  await check("daily");
  await page.goto("/explore");
  await expect(page.locator(".bars")).toBeVisible();
  await check("explore");
  await page.goto("/check");
  await expect(page.getByRole("heading", { name: "Check the dice" })).toBeVisible();
  await check("check");
});

test("a turn is told from start to end", async ({ page }) => {
  await playBot(page, "farkle");
  const main = page.getByRole("main");
  await expect(page.getByRole("group", { name: "The dice" })).toBeVisible();
  // Names of dice, choices and story, as a screen reader hears them.
  await expect(main).toMatchAriaSnapshot(`
    - heading "Farkle" [level=1]
    - list "Players":
      - listitem: /A?Ada you Ada's turn 0 \\/ 10,000 points/
      - listitem: /Greedy bot/
    - region "The dice":
      - status: Your turn
      - group "The dice":
        - button /die showing \\d/
        - button /die showing \\d/
        - button /die showing \\d/
        - button /die showing \\d/
        - button /die showing \\d/
        - button /die showing \\d/
  `);
  const log = page.getByRole("log");
  await expect(log).toContainText(/Ada rolled \d \d \d \d \d \d\./);
  await page.locator(".act.select").click();
  await expect(page.getByRole("button", { pressed: true }).first()).toBeVisible();
  await expect(page.locator(".advice")).toHaveText(/Selected: [\d,]+ points/);
  await expect(page.getByRole("button", { name: /^Roll \d (die|dice) .*[\d.]+ ?%/i })).toBeVisible();
  await page.getByRole("button", { name: /^Bank/i }).click();
  await expect(log).toContainText(/Ada keeps .* for [\d,]+\./);
  await expect(log).toContainText(/Ada banks [\d,]+ for a total of [\d,]+\./);
  await expect(page.getByRole("status").filter({ hasText: /Your turn/ })).toBeVisible();
});

test("the board is told and played with the keyboard alone", async ({ page }) => {
  await playBot(page, "tridice");
  const board = page.getByRole("group", { name: "The board" });
  await expect(board.getByRole("button", { name: "Cell 11, empty, you can place a die here" })).toBeVisible();
  await board.getByRole("button", { name: /^Cell 11/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(board.getByRole("button", { name: /^Cell 22/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log")).toContainText("Ada places a die on 22");
  await expect(board.getByRole("button", { name: /^Cell 22, Ada's die, walks \d; corners \d, \d, \d/ })).toBeVisible();
});

test.describe("with dice to throw", () => {
  test.use({ pace: "quick" });

  test("a game is opened and a turn played with the keyboard alone", async ({ page }) => {
    await page.goto("/?rules=farkle");
    await expect(page.locator("label.game").first()).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Play", exact: true })).toBeFocused();
    const reach = async (name: RegExp) => {
      for (let presses = 0; presses < 60; presses += 1) {
        const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
        if (name.test(focused.trim())) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`${name} cannot be reached`);
    };
    await reach(/^Play Farkle/);
    await page.keyboard.press("Enter");
    // Space throws, wherever the keyboard is.
    await expect(page.getByRole("button", { name: "Roll 6 dice" })).toBeVisible();
    await page.keyboard.press("Space");
    await expect(page.getByRole("group", { name: "The dice" })).toBeVisible();
    await reach(/^die showing/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: /die showing/, pressed: true })).toHaveCount(1);
    await page.keyboard.press("Space");
    await reach(/^Take all/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("b");
    await expect(page.getByRole("log")).toContainText("keeps");
    await expect(page.getByRole("log")).toContainText("banks");
  });
});

test("text of twice the size still fits a phone", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = "200%")));
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.goto("/");
  await expect(page.locator("label.game").first()).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
  await playBot(page, "farkle");
  await expect(page.locator(".tray button").first()).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
  await page.goto("/explore");
  await expect(page.locator(".bars")).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
  await openFinished(page, server, "farkle(target=1000)");
  await expect(page.locator(".plot").first()).toBeVisible();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  expect(await wide()).toBeLessThanOrEqual(0);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await expect(page.getByRole("slider")).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
  await page.goto("/me");
  await expect(page.locator("dl")).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
  await page.goto("/daily");
  await expect(page.getByText("What would you do now?")).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
});
