/** After the game: a sentence, a graph with markers, the costliest decisions with their dice, the account. */
import { expect, test } from "../server";
import { openFinished } from "./finished";

test("a game is told in a sentence, a graph and the decisions that cost most", async ({ page, server }) => {
  await openFinished(page, server, "farkle(target=2000)");
  await expect(page.locator("#over")).toHaveText(/^You (won|lost) [\d,]+ to [\d,]+\.$/);
  await expect(page.locator(".cause")).toHaveText(/(roll|rolls|evened out|decided it)\. .*(cost you most \(\d+\.\d%\)|You played perfectly)\./);
  await expect(page.getByRole("img", { name: /How the game went/ })).toBeVisible();
  const mistake = page.locator(".decision").first();
  await expect(mistake.locator(".dice .die").first()).toBeVisible();
  await expect(mistake).toContainText(/cost \d+\.\d%\. *Better: /);
  // The sentence comes before the graph, the graph before the decisions, and those before the account.
  const tops = await Promise.all(["#over", ".plot", ".decision", "table"].map(async (each) => (await page.locator(each).first().boundingBox())?.y ?? 0));
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
});

test("a marker of the graph shows its moment", async ({ page, server }) => {
  await openFinished(page, server, "farkle(target=3000)");
  const mark = page.getByRole("button", { name: /^(Lucky roll|Unlucky roll|Mistake) in turn \d+, [+−]\d+\.\d%$/ }).first();
  await mark.click();
  await expect(mark).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".moment .felt .dice, .moment .felt .line").first()).toBeVisible();
});

test("a mistake is tried again and judged, and the next one follows", async ({ page, server }) => {
  await openFinished(page, server, "farkle(target=3000)");
  const first = page.locator(".decision").first();
  await first.getByRole("button", { name: "Try again" }).click();
  await expect(first.getByText("What would you do now?")).toBeVisible();
  await expect(first).not.toContainText("Better:");
  await first.getByText(/All moves/).last().click();
  await first.locator("details[open] li button").first().click();
  await expect(first.locator(".answer")).toContainText(/%/);
  await first.getByRole("button", { name: "Next mistake" }).click();
  await expect(page.locator(".decision").nth(1).getByText("What would you do now?")).toBeVisible();
});
