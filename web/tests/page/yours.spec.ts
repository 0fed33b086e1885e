/** What the browser remembers: games, statistics, house rules; out, in, and gone. */
import { expect, test } from "../server";
import { openFinished } from "./finished";
import { readFileSync } from "node:fs";

test("a finished game is remembered, exported, deleted and imported", async ({ page, server }) => {
  const table = await openFinished(page, server, "farkle(target=1500)");
  await expect(page.locator(".plot").first()).toBeVisible();
  await page.getByRole("link", { name: "My games" }).click();
  await expect(page.getByRole("heading", { name: "Finished games" })).toBeVisible();
  await expect(page.locator(".games li")).toHaveText(/(Won|Lost).*Farkle.*against Greedy/);
  await expect(page.getByText("Luck per game")).toBeVisible();
  await expect(page.locator(`a[href="/replay/${table}"]`)).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await (await saved).path();
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ form: "hotdice export 1" });
  // Once is asked.
  await page.getByRole("button", { name: "Delete everything" }).click();
  await expect(page.locator(".games li")).toHaveCount(1);
  await page.getByRole("button", { name: "Really delete everything?" }).click();
  await expect(page.getByText("Everything is deleted.")).toBeVisible();
  await expect(page.locator(".games li")).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("hotdice.")))).toEqual([]);
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByText("Imported.")).toBeVisible();
  await expect(page.locator(".games li")).toHaveCount(1);
});

test("house rules have names, and nonsense in the memory does no harm", async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem("once")) return;
    sessionStorage.setItem("once", "yes");
    for (const key of ["games", "rules", "daily"]) localStorage.setItem(`hotdice.${key}`, '{"x":{"y":[]},"z"');
    localStorage.setItem("hotdice.tables", '{"x":{"y":[]},"z":7}');
  });
  await page.goto("/me");
  await expect(page.getByText("No finished games yet.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Sunday");
  await page.getByLabel("Rules line").fill("farkle(target=oops)");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("Rules line").fill("farkle( target = 5000 )");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("farkle(target=5000)")).toBeVisible();
  await page.reload();
  await page.getByRole("main").getByRole("link", { name: "Play", exact: true }).click();
  await expect(page).toHaveURL(/rules=farkle\(target%3D5000\)|rules=farkle\(target=5000\)/);
  // The home page offers them by their name.
  await expect(page.getByRole("radio", { name: /Sunday/ })).toBeChecked();
});
