/** Playing on from a moment of a game that is over. */
import { expect, program, test } from "../server";
import type { Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFinished } from "./finished";
import { playToEnd } from "./player";

interface Shown {
  stage: string;
  from?: string;
  players: { seat: number; name: string; bot?: string; points: number }[];
}

const tableOf = (page: Page) => page.url().split("/t/")[1] ?? "";
const look = async (page: Page) => (await (await page.request.get(`/api/v1/tables/${tableOf(page)}`)).json()) as Shown;

/** Reads the points that a moment shows, seat by seat; nothing is shown while nobody has any. */
async function pointsShown(page: Page): Promise<number[]> {
  const shown = await page.locator(".replay .moment .score b").allInnerTexts();
  return shown.length === 0 ? [0, 0] : shown.map((text) => Number(text.replaceAll(",", "")));
}

for (const rules of ["farkle(target=3000)", "yatzy(boxes=ones+twos+threes+pair+chance)"]) {
  test(`a game of ${rules} is played on from its middle, and its record verifies`, async ({ page, server }) => {
    const table = await openFinished(page, server, rules);
    await page.goto(`/replay/${table}`);
    const slider = page.getByRole("slider");
    await expect(slider).toBeVisible();
    const last = Number(await slider.getAttribute("max"));
    await slider.fill(String(Math.floor(last / 2)));
    const before = await pointsShown(page);
    expect(Math.max(...before)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Play on from here" }).click();
    await expect(page.getByLabel("Play as")).toHaveValue("1");
    await expect(page.getByLabel("Difficulty")).toHaveValue("careful");
    await page.getByLabel("Difficulty").selectOption("greedy");
    await page.getByRole("button", { name: "Start game" }).click();
    await page.waitForURL(/\/t\//);
    expect(tableOf(page)).not.toBe(table);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Practice");
    const { from, players } = await look(page);
    expect(players.map(({ name, bot }) => bot ?? name)).toEqual(["Ada", "greedy"]);
    // Scores at the new table are those of the moment; the bot may have moved on from there meanwhile.
    const log = await (await page.request.get(`/api/v1/tables/${tableOf(page)}/record`)).text();
    expect(log).toContain(`\nfrom ${from}\n`);
    if (rules.startsWith("farkle")) expect(/scores=([\d,]+)/.exec(from ?? "")?.[1]?.split(",").map(Number)).toEqual(before);
    expect(players[0]?.points).toBe(before[0]);
    await playToEnd(page);
    const record = await (await page.request.get(`/api/v1/tables/${tableOf(page)}/record`)).text();
    const folder = mkdtempSync(join(tmpdir(), "hotdice-record-"));
    writeFileSync(join(folder, "game"), record);
    expect(execFileSync(program, ["verify", join(folder, "game")], { encoding: "utf8" })).toContain("Verified:");
    rmSync(folder, { recursive: true });
    await page.getByRole("button", { name: "Check the dice" }).click();
    await expect(page.getByText("All dice verified.")).toBeVisible();
  });
}

test("everybody on this device plays on from a mistake, and it is nobody's result", async ({ page, server }) => {
  await openFinished(page, server, "farkle(target=2000)");
  await expect(page.locator(".decision").first()).toBeVisible();
  await page.locator(".decision").first().getByRole("button", { name: "Play on from here" }).click();
  await page.getByLabel("Pass and play").check();
  await page.locator(".decision").first().getByRole("button", { name: "Start game" }).click();
  await page.waitForURL(/\/t\//);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Practice");
  expect((await look(page)).players.map(({ name }) => name)).toEqual(["Ada", "Player 2"]);
  // It goes on with the dice of the mistake on the table.
  await expect(page.locator(".felt .die").first()).toBeVisible();
  await playToEnd(page);
  await page.goto("/me");
  await expect(page.locator("dt", { hasText: "Games" }).first().locator("+ dd")).toHaveText("1");
});

test("practice against a bot is listed and not counted", async ({ page, server }) => {
  const table = await openFinished(page, server, "pig(target=30)");
  await expect(page.locator("#over")).toBeVisible();
  await page.goto(`/replay/${table}`);
  await page.getByRole("slider").fill("1");
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("button", { name: "Start game" }).click();
  await page.waitForURL(/\/t\//);
  await playToEnd(page);
  await page.goto("/me");
  await expect(page.locator(".games li .result", { hasText: "Practice" })).toHaveCount(1);
  await expect(page.locator("dt", { hasText: "Games" }).first().locator("+ dd")).toHaveText("1");
});

test("at the end of a game there is nothing to play on from", async ({ page, server }) => {
  const table = await openFinished(page, server, "pig(target=20)");
  await page.goto(`/replay/${table}`);
  const slider = page.getByRole("slider");
  await slider.fill((await slider.getAttribute("max")) ?? "");
  await expect(page.getByRole("button", { name: "Play on from here" })).toBeDisabled();
});
