/** Dice that everybody at a table makes, and that every page checks as they fall. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, program, test } from "../server";
import { move, nextStep, playBot, playToEnd, whoseMove } from "./player";

const tick = (page: Page) => page.locator("button.tick");

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

/** Notes every state of the tick, from the next page that is loaded on. */
const noteTicks = (page: Page) =>
  page.addInitScript(() => {
    const ticks: string[] = [];
    Object.assign(window, { ticks });
    const look = () => {
      const { className, dataset } = document.querySelector<HTMLElement>("button.tick") ?? {};
      const state = className && `${dataset?.["roll"]} ${/wrong|checked|open/.exec(className)?.[0]}`;
      if (state && ticks.at(-1) !== state) ticks.push(state);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });

/** Expects that a page has shown a good tick for one roll after the other, and no bad one. */
async function expectGoodTicks(page: Page): Promise<void> {
  const ticks = await page.evaluate(() => (window as unknown as { ticks: string[] }).ticks);
  expect(ticks.filter((tick) => tick.endsWith("wrong"))).toEqual([]);
  expect(ticks.filter((tick) => tick.endsWith("checked")).length).toBeGreaterThan(1);
}

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

/**
 * Expects that every roll has a link of each seat that was waited for, and that there are rolls which have them all. A machine may be so busy that
 * somebody is two seconds late, and is not waited for.
 */
function expectLinks(record: string, seats: string[]): void {
  let [linked, silent, complete] = [new Set<string>(), new Set<string>(), 0];
  for (const [word, seat = ""] of record.split("\n").map((line) => line.split(" "))) {
    if (word === "linked") linked.add(seat);
    if (word === "absent") silent.add(seat);
    if (word === "returned" || word === "anchored" || word === "linked") silent.delete(seat);
    if (word !== "rolled") continue;
    expect(seats.filter((each) => !linked.has(each) && !silent.has(each))).toEqual([]);
    complete += linked.size === seats.length ? 1 : 0;
    linked = new Set();
  }
  expect(complete).toBeGreaterThan(0);
}

/** Opens what is said about the rolls, and expects a tick at every one. */
async function expectAllTicked(page: Page, rolls: number): Promise<void> {
  await tick(page).click();
  const details = page.getByRole("dialog", { name: "How these dice were made" });
  await expect(details.locator("li")).toHaveCount(rolls);
  await expect(details.locator(".sign.good")).toHaveCount(rolls);
  await details.getByRole("button", { name: "Close" }).click();
  await expect(details).toHaveCount(0);
}

test("two people make every roll together, see it checked, and their record verifies", async ({ page, guest }) => {
  const other = await guest();
  for (const each of [page, other]) await noteTicks(each);
  const table = await meet(page, other, "pig(target=10)");
  await Promise.all([playToEnd(page), playToEnd(other)]);
  const record = await verified(page, table);
  expect(record).toMatch(/^hotdice record 4\n/);
  const rolls = count(record, "rolled");
  expectLinks(record, ["1", "2"]);
  for (const each of [page, other]) {
    await expect(tick(each)).toHaveAttribute("data-roll", String(rolls));
    await expectAllTicked(each, rolls);
    await expectGoodTicks(each);
    await expect(each.getByRole("alert")).toHaveCount(0);
  }
});

test("against a bot every roll has the player's link, also after a reload in the middle", async ({ page }) => {
  await noteTicks(page);
  await playBot(page, "farkle(target=2000)");
  const table = page.url().split("/t/")[1] ?? "";
  for (let moves = 0; moves < 3; moves += 1) await move(page);
  await nextStep(page);
  await page.reload();
  await expect(tick(page)).toHaveClass(/checked/);
  await playToEnd(page);
  const record = await verified(page, table);
  const rolls = count(record, "rolled");
  expectLinks(record, ["1"]);
  await expectAllTicked(page, rolls);
  await expectGoodTicks(page);
});

test("a closed tab is left out of a roll, play goes on, and whoever returns takes part again", async ({ page, guest }) => {
  const other = await guest();
  const table = await meet(page, other, "pig(target=20)");
  const log = async () => (await page.request.get(`/api/v1/tables/${table}/record`)).text();
  const counts = (kind: string) => async () => count(await log(), kind);
  // A 1 ends the turn at once: then Bo plays until it is Ada's again.
  while ((await whoseMove(page, other)) !== page) await move(other);
  const link = other.url();
  await other.close();
  const before = count(await log(), "rolled");
  await page.locator('.act[data-key="r"]').click();
  await expect.poll(counts("absent")).toBeGreaterThan(0);
  await expect.poll(counts("rolled")).toBeGreaterThan(before);
  await expect(tick(page)).toHaveClass(/checked/);
  await tick(page).click();
  await expect(page.getByRole("dialog").locator(".absent").first()).toHaveText("without Bo");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  const again = await other.context().newPage();
  await again.goto(link);
  await expect.poll(counts("returned")).toBeGreaterThan(0);
  await Promise.all([playToEnd(page), playToEnd(again)]);
  const record = await verified(page, table);
  expectLinks(record.slice(record.indexOf("\nreturned ")), ["1", "2"]);
  await expect(again.getByRole("alert")).toHaveCount(0);
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

test("dice that were changed raise an alarm, and nothing more is released", async ({ page, guest }) => {
  const other = await guest();
  await forge(page);
  await meet(page, other, "pig(target=10)");
  const alarm = page.getByRole("alert");
  await expect(alarm).toContainText("These dice are not fair.");
  await expect(alarm).toContainText(/Roll 1 should have been \d, but the server says \d\. The dice were changed\./);
  await expect(other.getByRole("alert")).toHaveCount(0);
  await alarm.getByRole("button", { name: "I understand" }).click();
  await expect(tick(page)).toHaveClass(/wrong/);
});

test("a seat that goes on to another device begins a new chain there", async ({ page, guest }) => {
  const [other, third] = [await guest(), await guest()];
  const table = await meet(page, other, "pig(target=10)");
  await page.getByRole("button", { name: "Continue on another device" }).click();
  const link = await page.getByLabel("Link").inputValue();
  await third.goto(link);
  await expect.poll(async () => count(await (await page.request.get(`/api/v1/tables/${table}/record`)).text(), "anchored")).toBe(1);
  await Promise.all([playToEnd(third), playToEnd(other)]);
  await verified(third, table);
  for (const each of [page, other, third]) await expect(each.getByRole("alert")).toHaveCount(0);
});

test("a table with a day for each decision says why it has other dice", async ({ page }) => {
  await page.goto("/?rules=pig");
  await page.getByLabel("Invite friends").check();
  await page.getByLabel("Time for a decision").selectOption("86400");
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(page.getByText("These dice are settled before the first roll")).toContainText("with so much time for a decision");
});
