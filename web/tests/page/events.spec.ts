/** The table is drawn from events alone: at once, event by event, and with one request for a move. */
import { laterToo, stopClock } from "../clock";
import { expect, test } from "../server";
import { move, nextStep, playBot, throwUntilChoice } from "./player";
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

for (const rules of ["farkle", "yatzy", "tridice", "pig"]) {
  test(`a move at ${rules} is one request`, async ({ page }) => {
    await page.clock.install();
    const asked = requestsOf(page);
    await playBot(page, rules);
    await nextStep(page);
    await laterToo(page);
    expect(asked.filter((each) => each === "GET /events")).toHaveLength(1);
    asked.splice(0);
    let moves = 0;
    while (moves < 6) {
      const before = asked.length;
      await move(page);
      // The bot's moves come in between, by the stream. Picking up a piece of the board asks nothing.
      await nextStep(page);
      moves += asked.length > before ? 1 : 0;
    }
    await laterToo(page);
    // The dice of the bot's moves need this player's links, one for each roll; those of a player's own moves go with the action.
    const acted = asked.filter((each) => each !== "POST /links");
    // Keeping dice and banking them is one press and two actions.
    expect(new Set(acted)).toEqual(new Set(["POST /actions"]));
    expect(acted.length).toBeLessThanOrEqual(rules === "farkle" ? 2 * moves : moves);
  });
}

test.describe("at a calm pace", () => {
  test.use({ pace: "calm" });

  test("points and turn change with the event that changes them, while the bot's dice are still to come", async ({ page }) => {
    await page.clock.install();
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await playBot(page, "pig", { level: "careful" });
    await throwUntilChoice(page);
    const hold = page.locator(".actions .act").filter({ hasText: /hold/i });
    await expect(hold).toContainText(/total: \d+/);
    const points = /total: (\d+)/.exec((await hold.textContent()) ?? "")?.[1] ?? "";
    await stopClock(page);
    await hold.click();
    await expect(page.locator(".player").first().locator(".value b")).toHaveText(points);
    await expect(page.locator(".felt .status")).not.toContainText("Your turn");
    await expect(page.locator(".player").nth(1)).toHaveClass(/turn/);
    // The turn is announced when it comes back.
    await page.clock.resume();
    await expect(page.getByRole("status").filter({ hasText: "Your turn" })).toBeVisible();
  });
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
  await nextStep(page);
  await page.getByRole("button", { name: "Leave the table" }).click();
  await page.getByRole("link", { name: /Resume Pig/ }).click();
  await expect(page.locator(".status")).toHaveText("You have left this table.");
  await expect(page.locator(".actions .act")).toHaveCount(0);
  await page.getByRole("button", { name: "Rejoin" }).click();
  await nextStep(page);
});

test("a table around one device is one look and one stream, whoever decides", async ({ page }) => {
  await page.clock.install();
  const asked = requestsOf(page);
  await page.goto("/?rules=pig");
  await page.getByLabel("Pass and play").check();
  await page.getByLabel("Player 1").fill("Ada");
  await page.getByLabel("Player 2").fill("Bo");
  await page.getByRole("button", { name: "Start game" }).click();
  const status = page.locator(".status");
  await expect(status).toContainText("Your turn, Ada");
  await nextStep(page);
  while (!(await status.textContent())?.includes("Bo")) {
    await move(page);
    await nextStep(page);
  }
  await laterToo(page);
  asked.splice(0);
  await page.reload();
  await expect(status).toContainText("Your turn, Bo");
  await nextStep(page);
  await laterToo(page);
  expect(asked).toEqual(["GET ", "GET /events"]);
});
