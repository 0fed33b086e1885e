import { expect, test } from "../server";
import { playBot, playToEnd } from "./player";

/** Whole games against a bot by clicking, one of each family. */
const GAMES: [name: string, rules: string][] = [
  ["farkle", "farkle(target=800)"],
  ["zilch", "zilch(target=1500)"],
  ["pass the cheese", "cheese(target=600,deck=full)"],
  ["yatzy", "yatzy"],
  ["tridice", "tridice(rows=3,dice=2)"],
  ["pig", "pig(target=25)"],
  ["shut the box", "shut-the-box"],
];

for (const [name, rules] of GAMES) {
  test(`a whole game of ${name} against a bot`, async ({ page }) => {
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    // Refused requests are answers, not problems: games with cards are not solved, and say so.
    page.on("console", (said) => said.type() === "error" && !said.text().includes("status of 400") && problems.push(said.text()));
    await playBot(page, rules);
    await playToEnd(page);
    await expect(page.locator("#over")).toHaveText(/(won|lost|draw|share the win)/);
    await page.getByRole("button", { name: "Check the dice" }).click();
    await expect(page.getByText("All dice verified.")).toBeVisible();
    await expect(page.locator("#analysis")).toBeVisible();
    expect(problems).toEqual([]);
  });
}
