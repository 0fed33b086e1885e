/** A hand that plays: it looks at the page as a person does, and clicks. */
import { expect, type Page } from "@playwright/test";

export const over = (page: Page) => page.getByRole("button", { name: "Play again" }).or(page.getByRole("heading", { name: /wins?!?$|share the win/ })).first();

/** Opens a table against a bot. */
export async function playBot(page: Page, rules: string, options: { level?: string; name?: string } = {}): Promise<void> {
  await page.goto(`/?rules=${encodeURIComponent(rules)}`);
  await page.getByLabel("Your name").fill(options.name ?? "Ada");
  await page.getByLabel("Difficulty").selectOption(options.level ?? "greedy");
  await page.getByRole("button", { name: "Play now" }).last().click();
  await page.waitForURL(/\/t\//);
}

/** Makes the next move, whatever it is; says whether there was one to make. */
export async function moveOnce(page: Page): Promise<boolean> {
  const skip = page.getByRole("button", { name: "Tap to skip" });
  const offer = page.locator("button.offer").first();
  const suggestion = page.getByRole("button", { name: /^Select / });
  const reach = page.locator(".cell.reach").first();
  const cell = page.locator(".cell.can");
  const actions = page.locator(".actions .act");
  if (await offer.isVisible()) {
    await offer.click();
    // A box that pays nothing asks for a second tap.
    const armed = page.locator("button.offer.armed");
    if (await armed.isVisible()) await armed.click();
  }
  else if (await suggestion.isVisible()) {
    await suggestion.click();
    await page.locator(".actions .act.primary").first().click();
  } else if (await reach.isVisible()) await reach.click();
  else if (await cell.first().isVisible()) await cell.last().click();
  else if (await actions.first().isVisible()) {
    const stop = page.locator(".actions .act").filter({ hasText: /bank|hold/i });
    await ((await stop.count()) > 0 ? stop : actions).first().click();
  } else {
    if (await skip.isVisible()) await skip.click({ timeout: 500 }).catch(() => undefined);
    return false;
  }
  return true;
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
