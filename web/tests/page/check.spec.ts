import { expect, test } from "../server";
import { playBot, playToEnd } from "./player";
import { readFileSync } from "node:fs";

test("a record is downloaded and its dice are checked; a forged one is found", async ({ page }) => {
  await playBot(page, "pig(target=15)");
  await playToEnd(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download the record" }).click()]);
  const record = readFileSync(await download.path(), "utf8");
  expect(record).toContain("hotdice record 4");

  // The check asks nothing of the server.
  const asked: string[] = [];
  await page.goto("/check");
  page.on("request", (request) => request.url().includes("/api/") && asked.push(request.url()));
  const judge = async (text: string) => {
    await page.getByLabel("The record of a game").fill(text);
    await page.getByRole("button", { name: "Check", exact: true }).click();
  };
  await judge(record);
  await expect(page.getByText("All dice verified.")).toBeVisible();

  const forged = record.replace(/rolled (\d)/, (_, face: string) => `rolled ${face === "6" ? 5 : 6}`);
  await judge(forged);
  await expect(page.getByText("These dice don't match the record.")).toBeVisible();
  await expect(page.getByText(/Roll 1 is recorded as/)).toBeVisible();

  await judge(record.replace(/seed [0-9a-f]{8}/, "seed 00000000"));
  await expect(page.getByText("The seed is not the one the server committed to.")).toBeVisible();
  await judge(record.replace(/anchor [0-9a-f]{8}/, "anchor 00000000"));
  await expect(page.getByText(/the link of seat 1 is not the next one of its chain/)).toBeVisible();
  await judge("nonsense");
  await expect(page.getByText("This record cannot be checked.")).toBeVisible();
  expect(asked).toEqual([]);
});
