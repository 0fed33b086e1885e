/** Dice that everybody at a table makes, and that every page checks as they fall. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { expect, program, test } from "../server";
import { moveOnce, playBot } from "./player";

const tick = (page: Page) => page.locator("button.tick");

async function guest(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript(() => localStorage.setItem("hotdice.pace", "quick"));
  return page;
}

/** Sits Ada down at a new table, and Bo at the same one. */
async function meet(page: Page, other: Page, rules: string): Promise<string> {
  await page.goto(`/?rules=${encodeURIComponent(rules)}`);
  await page.getByLabel("Invite friends").check();
  await page.getByLabel("Your name").fill("Ada");
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(page.getByRole("heading", { name: "Invite your friends" })).toBeVisible();
  await expect(page.getByText("Fair dice: everyone at this table adds to every roll.")).toBeVisible();
  await other.goto(page.url());
  await expect(other.getByText("Fair dice: everyone at this table adds to every roll.")).toBeVisible();
  await other.getByLabel("Your name").fill("Bo");
  await other.getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator(".playing")).toBeVisible();
  await expect(other.locator(".playing")).toBeVisible();
  return page.url().split("/t/")[1] ?? "";
}

/** Plays until the game is over on all pages; every tick that is seen must be a good one. */
async function play(pages: Page[], seen: Set<string>, until: () => Promise<boolean>): Promise<void> {
  for (let moves = 0; moves < 400; moves += 1) {
    if (await until()) return;
    for (const page of pages) {
      await moveOnce(page).catch(() => false);
      const shown = tick(page);
      if ((await shown.count()) === 0) continue;
      const state = await shown.getAttribute("class", { timeout: 1000 }).catch(() => "");
      expect(state).not.toContain("wrong");
      if (state?.includes("checked")) seen.add((await shown.getAttribute("data-roll", { timeout: 1000 }).catch(() => "")) ?? "");
    }
    await pages[0]?.waitForTimeout(30);
  }
  expect(await until()).toBe(true);
}

const areOver = (...pages: Page[]) => async () => (await Promise.all(pages.map((page) => page.locator("#over").isVisible()))).every(Boolean);

/** Fetches the record, and lets the program verify it. */
async function verified(page: Page, table: string): Promise<string> {
  const record = await (await page.request.get(`/api/v1/tables/${table}/record`)).text();
  const folder = mkdtempSync(join(tmpdir(), "hotdice-record-"));
  try {
    writeFileSync(join(folder, "game.hotdice"), record);
    expect(execFileSync(program, ["verify", join(folder, "game.hotdice")]).toString()).toContain("Verified");
  } finally {
    rmSync(folder, { recursive: true });
  }
  return record;
}

const count = (record: string, kind: string) => record.split("\n").filter((line) => line.startsWith(`${kind} `)).length;

/** Opens what is said about the rolls, and expects a tick at every one. */
async function expectAllTicked(page: Page, rolls: number): Promise<void> {
  await tick(page).click();
  const details = page.getByRole("dialog", { name: "How these dice were made" });
  await expect(details.locator("li")).toHaveCount(rolls);
  await expect(details.locator(".sign.good")).toHaveCount(rolls);
  await details.getByRole("button", { name: "Close" }).click();
  await expect(details).toHaveCount(0);
}

test("two people make every roll together, see it checked, and their record verifies", async ({ page, browser }) => {
  const other = await guest(browser);
  const table = await meet(page, other, "pig(target=20)");
  const seen = new Set<string>();
  await play([page, other], seen, areOver(page, other));
  const record = await verified(page, table);
  expect(record).toMatch(/^hotdice record 4\n/);
  const rolls = count(record, "rolled");
  expect(count(record, "linked")).toBe(2 * rolls);
  expect(count(record, "absent")).toBe(0);
  for (const each of [page, other]) {
    await expect(tick(each)).toHaveAttribute("data-roll", String(rolls));
    await expectAllTicked(each, rolls);
    await expect(each.getByRole("alert")).toHaveCount(0);
  }
  expect(seen.size).toBeGreaterThan(1);
  await other.close();
});

test("against a bot every roll has the player's link, also after a reload in the middle", async ({ page }) => {
  await playBot(page, "farkle(target=2000)");
  const table = page.url().split("/t/")[1] ?? "";
  const seen = new Set<string>();
  let reloaded = false;
  await play([page], seen, async () => {
    if (!reloaded && seen.size >= 3 && (await page.locator(".felt .act").first().isVisible())) {
      reloaded = true;
      await page.reload();
      await expect(tick(page)).toHaveClass(/checked/);
    }
    return page.locator("#over").isVisible();
  });
  expect(reloaded).toBe(true);
  const record = await verified(page, table);
  const rolls = count(record, "rolled");
  expect(count(record, "linked")).toBe(rolls);
  await expectAllTicked(page, rolls);
});

test("a closed tab is left out of a roll after two seconds, play goes on, and whoever returns takes part again", async ({ page, browser }) => {
  const context = await browser.newContext();
  await context.addInitScript(() => localStorage.setItem("hotdice.pace", "quick"));
  let other = await context.newPage();
  const table = await meet(page, other, "pig(target=40)");
  const log = async () => (await page.request.get(`/api/v1/tables/${table}/record`)).text();
  // Whose turn it is does not matter, until it is Ada's.
  const rollOn = page.locator('.act[data-key="r"]');
  await play([page, other], new Set(), () => rollOn.isVisible());
  await other.close();
  const before = count(await log(), "rolled");
  await rollOn.click();
  await expect.poll(async () => count(await log(), "absent"), { timeout: 10_000 }).toBeGreaterThan(0);
  await expect.poll(async () => count(await log(), "rolled")).toBeGreaterThan(before);
  await expect(tick(page)).toHaveClass(/checked/);
  await tick(page).click();
  await expect(page.getByRole("dialog").locator(".absent").first()).toHaveText("without Bo");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  other = await context.newPage();
  await other.goto(page.url());
  await expect.poll(async () => count(await log(), "returned")).toBeGreaterThan(0);
  const absent = count(await log(), "absent");
  await play([page, other], new Set(), areOver(page, other));
  const record = await verified(page, table);
  expect(count(record, "absent")).toBe(absent);
  await expect(other.getByRole("alert")).toHaveCount(0);
  await context.close();
});

/** Lets a page read other dice than the server sent, in the stream and in answers. */
async function forge(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const honest = globalThis.fetch;
    const other = (face: string) => String((Number(face) % 6) + 1);
    const changed = (text: string) =>
      text.replace(/"line":"rolled (\d)/g, (_, face: string) => `"line":"rolled ${other(face)}`).replace(/"head":"[0-9a-f]+"/g, '"head":""');
    globalThis.fetch = async (input, init) => {
      const answer = await honest(input, init);
      const { status, headers } = answer;
      if (!/\/(events|links|actions)$/.test(String(input)) || !answer.body) return answer;
      if (!String(input).endsWith("/events")) return new Response(changed(await answer.text()), { status, headers });
      const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
      const through = new TransformStream<Uint8Array, Uint8Array>({
        transform: (piece, to) => to.enqueue(encoder.encode(changed(decoder.decode(piece, { stream: true })))),
      });
      return new Response(answer.body.pipeThrough(through), { status, headers });
    };
  });
}

test("dice that were changed raise an alarm, and nothing more is released", async ({ page, browser }) => {
  const other = await guest(browser);
  await forge(page);
  await meet(page, other, "pig(target=20)");
  const alarm = page.getByRole("alert");
  await expect(alarm).toContainText("These dice are not fair.");
  await expect(alarm).toContainText(/Roll 1 should have been \d, but the server says \d\. The dice were changed\./);
  await expect(other.getByRole("alert")).toHaveCount(0);
  await alarm.getByRole("button", { name: "I understand" }).click();
  await expect(tick(page)).toHaveClass(/wrong/);
  await other.close();
});

test("a seat that goes on to another device begins a new chain there", async ({ page, browser }) => {
  const [other, third] = await Promise.all([guest(browser), guest(browser)]);
  const table = await meet(page, other, "pig(target=20)");
  await page.getByRole("button", { name: "Continue on another device" }).click();
  const link = await page.getByLabel("Link").inputValue();
  await third.goto(link);
  await expect.poll(async () => count(await (await page.request.get(`/api/v1/tables/${table}/record`)).text(), "anchored"), { timeout: 20_000 }).toBe(1);
  await play([third, other], new Set(), areOver(third, other));
  await verified(third, table);
  for (const each of [page, other, third]) await expect(each.getByRole("alert")).toHaveCount(0);
  await Promise.all([other.close(), third.close()]);
});

test("a table with a day for each decision says why it has other dice", async ({ page }) => {
  await page.goto("/?rules=pig");
  await page.getByLabel("Invite friends").check();
  await page.getByLabel("Time for a decision").selectOption("86400");
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(page.getByText("These dice are settled before the first roll")).toContainText("with so much time for a decision");
});
