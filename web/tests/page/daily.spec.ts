/** One decision a day, the same for everybody. */
import { expect, test } from "../server";

interface Day {
  date: string;
  position: { choices: { action: string; value: number }[] };
}

// One day of each game that is asked about.
for (const date of ["2026-11-12", "2026-11-13", "2026-11-14", "2026-11-15"]) {
  test(`the decision of ${date} is graded, and the first answer counts`, async ({ page }) => {
    const day = (await (await page.request.get(`/api/v1/daily?date=${date}`)).json()) as Day;
    await page.goto(`/daily?date=${date}`);
    await expect(page.getByRole("heading", { name: `Daily decision, ${date}` })).toBeVisible();
    await expect(page.locator("#grade")).toHaveCount(0);
    await page.getByText(/All moves/).last().click();
    await page.locator("details[open] li button").first().click();
    const grade = page.locator("#grade");
    await expect(grade).toHaveText(/^(🟩 100%|🟨 [89]\d%|🟧 [5-7]\d%|🟥 [0-4]?\d%)$/u);
    const said = await grade.textContent();
    await expect(page.locator(".values li")).toHaveCount(day.position.choices.length);
    await expect(page.getByRole("textbox", { name: "Share as text" })).toHaveValue(new RegExp(`^Hot Dice daily ${date} [⚀-⚅]+ .{1,2} \\d+%\\nhttp`, "u"));
    // Another try teaches, and changes nothing.
    await page.locator("details[open] li button").last().click();
    await expect(grade).toHaveText(said ?? "");
    await page.reload();
    await expect(grade).toHaveText(said ?? "");
  });
}

test("today's decision counts for the streak, and tomorrow's is not out", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Daily", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Daily decision, \d{4}-\d\d-\d\d$/ })).toBeVisible();
  await page.getByText(/All moves/).last().click();
  await page.locator("details[open] li button").first().click();
  await expect(page.getByText("1 day in a row (best: 1)")).toBeVisible();
  await page.goto("/daily?date=9999-01-01");
  await expect(page.getByRole("alert")).toContainText("out yet");
});
