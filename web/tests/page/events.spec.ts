/** The table is drawn from events alone: at once, event by event, and with one request for a move. */
import { expect, test } from "../server";
import { moveOnce, playBot, throwDice } from "./player";
import type { Page } from "@playwright/test";

/** Notes what the page asks of the server. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname.replace(/^.*\/tables\/[^/]+/, "")}`);
  });
  return asked;
}

const choices = (page: Page) => page.locator("button.offer, .felt .act, .cell.can, .cell.reach").first();

/** Waits until nothing has been asked for a moment. */
async function quiet(page: Page, asked: string[]): Promise<void> {
  await expect.poll(async () => {
    const before = asked.length;
    await page.waitForTimeout(400);
    return asked.length - before;
  }).toBe(0);
}

for (const rules of ["farkle", "yatzy", "tridice", "pig"]) {
  test(`a move at ${rules} is one request`, async ({ page }) => {
    const asked = requestsOf(page);
    await playBot(page, rules);
    await expect(choices(page)).toBeVisible();
    await quiet(page, asked);
    expect(asked.filter((each) => each === "GET /events")).toHaveLength(1);
    asked.splice(0);
    let moves = 0;
    while (moves < 6) {
      // The bot's moves come in between, by the stream.
      await expect(choices(page)).toBeVisible();
      const before = asked.length;
      if (!(await moveOnce(page))) continue;
      // Picking up a piece of the board asks nothing.
      await expect(choices(page)).toBeVisible();
      moves += asked.length > before ? 1 : 0;
    }
    await quiet(page, asked);
    // The dice of the bot's moves need this player's links, one for each roll; those of a player's own moves go with the action.
    const acted = asked.filter((each) => each !== "POST /links");
    // Keeping dice and banking them is one press and two actions.
    expect(new Set(acted)).toEqual(new Set(["POST /actions"]));
    expect(acted.length).toBeLessThanOrEqual(rules === "farkle" ? 2 * moves : moves);
  });
}

test("points and turn change with the event that changes them, while the bot's dice are still to come", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(() => localStorage.setItem("hotdice.pace", "calm"));
  await playBot(page, "pig", { level: "careful" });
  const status = page.locator(".felt .status");
  const own = page.locator(".player").first();
  const hold = page.locator(".actions .act").filter({ hasText: /hold/i });
  // A 1 may come first, and then the bot plays.
  for (let tries = 0; tries < 20 && !(await hold.isVisible()); tries += 1) {
    await throwDice(page);
    await page.waitForTimeout(1500);
  }
  await expect(hold).toContainText(/total: \d+/);
  const points = /total: (\d+)/.exec((await hold.textContent()) ?? "")?.[1] ?? "";
  await hold.click();
  const pressed = Date.now();
  await expect(own.locator(".value b")).toHaveText(points, { timeout: 2000 });
  await expect(status).not.toContainText("Your turn", { timeout: 2000 });
  console.log(`points and turn were shown after ${Date.now() - pressed} ms`);
  await expect(page.locator(".player").nth(1)).toHaveClass(/turn/);
  // The turn is announced when it comes back.
  await expect(page.getByRole("status").filter({ hasText: "Your turn" })).toBeVisible({ timeout: 60_000 });
});

test("held dice stay where they lie, and stay held", async ({ page }) => {
  await playBot(page, "yatzy");
  const dice = page.locator(".tray button");
  await expect(dice).toHaveCount(5);
  await dice.nth(1).click();
  await dice.nth(3).click();
  const face = async (at: number) => /\d/.exec((await dice.nth(at).getAttribute("aria-label")) ?? "")?.[0];
  const held = [await face(1), await face(3)];
  await page.locator(".actions .act.primary").click();
  await expect(page.getByRole("log")).toContainText(/Ada (holds|keeps)/);
  await expect(dice).toHaveCount(5);
  expect([await face(1), await face(3)]).toEqual(held);
  await expect(dice.nth(1)).toHaveAttribute("aria-pressed", "true");
  await expect(dice.nth(3)).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { pressed: true, name: /die/ })).toHaveCount(2);
});

test("a box that pays nothing is filled at the second tap only", async ({ page }) => {
  await playBot(page, "yatzy");
  const nothing = page.locator("button.offer.nothing").first();
  await expect(nothing).toBeVisible();
  await nothing.click();
  await expect(nothing).toContainText("tap again");
  await expect(page.locator("td.filled")).toHaveCount(0);
  await nothing.click();
  await expect(page.locator("td.filled").first()).toBeVisible();
});

test("whoever leaves is led home, and back to the seat", async ({ page }) => {
  await playBot(page, "pig");
  await expect(choices(page)).toBeVisible();
  await page.getByRole("button", { name: "Leave the table" }).click();
  await page.getByRole("link", { name: /Resume Pig/ }).click();
  await expect(page.locator(".status")).toHaveText("You have left this table.");
  await expect(page.locator(".actions .act")).toHaveCount(0);
  await page.getByRole("button", { name: "Rejoin" }).click();
  await expect(choices(page)).toBeVisible();
});

test("a table around one device is one look and one stream, whoever decides", async ({ page }) => {
  const asked = requestsOf(page);
  await page.goto("/?rules=pig");
  await page.getByLabel("Pass and play").check();
  await page.getByLabel("Player 1").fill("Ada");
  await page.getByLabel("Player 2").fill("Bo");
  await page.getByRole("button", { name: "Start game" }).click();
  // A 1 on the first roll ends the first turn at once.
  await expect(page.locator(".status")).toContainText(/Your turn, (Ada|Bo)/);
  for (let moves = 0; moves < 40 && !((await page.locator(".status").textContent()) ?? "").includes("Bo"); moves += 1) {
    await moveOnce(page).catch(() => false);
    await page.waitForTimeout(100);
  }
  // Dice that were not thrown yet have fallen on the server: they are thrown before the page is left.
  for (let tries = 0; tries < 60 && !((await page.locator(".status").textContent())?.includes("Bo") && (await page.locator(".actions .act").first().isVisible())); tries += 1) {
    await moveOnce(page).catch(() => false);
    await page.waitForTimeout(100);
  }
  await expect(page.locator(".status")).toContainText("Your turn, Bo");
  await expect(page.locator(".actions .act").first()).toBeVisible();
  await quiet(page, asked);
  asked.splice(0);
  await page.reload();
  await expect(page.locator(".status")).toContainText("Your turn, Bo");
  await expect(choices(page)).toBeVisible();
  await quiet(page, asked);
  expect(asked).toEqual(["GET ", "GET /events"]);
});
