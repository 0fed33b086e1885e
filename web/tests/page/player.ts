/** A hand that plays: it looks at the page as a person does, and clicks. */
import { expect, type Page } from "@playwright/test";

/** Opens a table against a bot. */
export async function playBot(page: Page, rules: string, options: { level?: string; name?: string; throws?: boolean; home?: string } = {}): Promise<void> {
  await page.goto(`${options.home ?? "/"}?rules=${encodeURIComponent(rules)}`);
  await page.getByLabel("Your name").fill(options.name ?? "Ada");
  await page.getByLabel("Difficulty").selectOption(options.level ?? "greedy");
  await page.locator(".side button.big").click();
  await page.waitForURL(/\/t\//);
  if (options.throws ?? true) await throwDice(page);
}

/** Makes the next move, whatever it is; says whether there was one to make. */
export async function moveOnce(page: Page): Promise<boolean> {
  const skip = page.getByRole("button", { name: "Skip", exact: true });
  const offer = page.locator("button.offer").first();
  const suggestion = page.locator(".act.select");
  const reach = page.locator(".cell.reach").first();
  const cell = page.locator(".cell.can");
  const actions = page.locator(".felt .act");
  if (await offer.isVisible()) {
    await offer.click();
    // A box that pays nothing asks for a second tap.
    const armed = page.locator("button.offer.armed");
    if (await armed.isVisible()) await armed.click();
  } else if (await suggestion.isVisible()) {
    await suggestion.click();
    await stopping(page).or(page.locator(".act.primary")).first().click();
  } else if (await reach.isVisible()) await reach.click();
  else if (await cell.first().isVisible()) await cell.last().click();
  else if (await actions.first().isVisible()) {
    const stop = stopping(page);
    await ((await stop.count()) > 0 ? stop : actions).first().click();
  } else {
    if (await skip.isVisible()) await skip.click({ timeout: 500 }).catch(() => undefined);
    return false;
  }
  return true;
}

/** The button that ends a turn with points. */
const stopping = (page: Page) => page.locator('.act[data-key="b"]');

/** Throws the dice with which a turn begins, where it begins with dice. */
export async function throwDice(page: Page): Promise<void> {
  const hand = page.locator(".hand");
  await expect(hand.or(page.locator(".actions")).first()).toBeVisible({ timeout: 30_000 });
  if ((await hand.count()) === 0) return;
  await page.locator(".hush .act.primary").click();
  await expect(hand).toHaveCount(0);
}

/** Throws dice until there is something to decide: a roll may end a turn at once. */
export async function throwUntilChoice(page: Page): Promise<void> {
  const hand = page.locator(".hand");
  const choice = page.locator(".actions .act, .cell.can, button.offer");
  for (;;) {
    await expect(hand.or(choice).first()).toBeVisible({ timeout: 30_000 });
    if ((await hand.count()) === 0) return;
    await throwDice(page);
  }
}

/** Plays until the game is over. */
export async function playToEnd(page: Page, most = 400): Promise<void> {
  for (let moves = 0; moves < most; ) {
    if (await page.locator("#over").isVisible()) return;
    if (await moveOnce(page).catch(() => false)) moves += 1;
    else await page.waitForTimeout(40);
  }
  await expect(page.locator("#over")).toBeVisible();
}
