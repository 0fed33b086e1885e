import { expect, test } from "../house";
import { playBot, playToEnd } from "./hand";

/** Whole games against a bot by clicking, one of each family. */
const GAMES: [name: string, rules: string][] = [
  ["farkle", "farkle(target=800)"],
  ["zilch", "zilch(target=1500)"],
  ["pass the cheese", "cheese(target=600,deck=full)"],
  ["yatzy", "yatzy"],
  ["tridice", "tridice(rows=3,dice=2)"],
  ["pig", "pig(target=25)"],
];

for (const [name, rules] of GAMES) {
  test(`a whole game of ${name} against a bot`, async ({ page }) => {
    const troubles: string[] = [];
    page.on("pageerror", (error) => troubles.push(error.message));
    // Refused requests are answers, not troubles: games with cards are not solved, and say so.
    page.on("console", (said) => said.type() === "error" && !said.text().includes("status of 400") && troubles.push(said.text()));
    await playBot(page, rules);
    await playToEnd(page);
    await expect(page.getByRole("heading", { level: 2 }).first()).toContainText(/win/i);
    await page.getByRole("button", { name: "Check the dice" }).click();
    await expect(page.getByText("Every die is what it had to be.")).toBeVisible();
    await expect(page.locator("#analysis")).toBeVisible();
    expect(troubles).toEqual([]);
  });
}
