import { expect, test } from "../server";

test("a changed rule changes the odds at once", async ({ page }) => {
  await page.goto("/explore?rules=farkle-minimal");
  await expect(page.locator(".figures dd").first()).toHaveText("446.571");
  const six = page.locator(".bars li").last();
  await expect(six).toContainText("3.09%");
  await page.getByLabel("Three pairs", { exact: true }).last().fill("500");
  await page.getByLabel("Three pairs", { exact: true }).last().press("Enter");
  await expect(page.locator(".line code")).toHaveText("farkle-minimal(three_pairs=500)");
  await expect(six).toContainText("2.31%");
  await expect(page.locator(".figures dd").first()).not.toHaveText("446.571");
  await expect(page).toHaveURL(/three_pairs/);
});

test("the edge of the first player is solved for small games", async ({ page }) => {
  await page.goto("/explore?rules=farkle-minimal(target%3D1000)");
  await expect(page.locator(".figures")).toContainText("60.239%");
});

test("an argument about dice is settled", async ({ page }) => {
  await page.goto("/explore?rules=farkle");
  for (const face of [1, 1, 1, 5]) await page.getByRole("button", { name: `Add a ${face}` }).click();
  await expect(page.getByText("Total: 350")).toBeVisible();
  await page.getByRole("button", { name: "Take away the 5" }).click();
  await expect(page.getByText("Total: 300")).toBeVisible();
});

test("nonsense is refused in words", async ({ page }) => {
  await page.goto("/explore?rules=farkle");
  await page.getByLabel("Points to win", { exact: true }).last().fill("7");
  await page.getByLabel("Points to win", { exact: true }).last().press("Enter");
  await expect(page.getByRole("alert")).toContainText(/^Target cannot be/);
});
