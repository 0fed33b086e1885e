/** The whole house in the browser: from a static host, under a path of its own, and without any network. */
import { expect, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { program, test as served } from "../server";
import { StaticHost } from "../static-host";
import { move, nextStep, playBot, playToEnd } from "./player";

const test = served.extend<{ host: StaticHost }>({
  host: async ({ seed }, use) => {
    const host = new StaticHost(seed);
    await host.open();
    await use(host);
    await host.close();
  },
  baseURL: async ({ host }, use) => use(host.url),
});

/** Opens a table against a bot on the static host. */
const playHere = (page: Page, host: StaticHost, rules: string, level = "greedy") => playBot(page, rules, { level, home: `${host.home}#/` });

/** Waits until the page is stored on this device. */
async function stored(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

async function recordOf(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download the record" }).click()]);
  return download.path();
}

for (const rules of ["farkle(target=1500)", "cheese(target=1000)", "tridice(rows=3,dice=2)"]) {
  test(`a game of ${rules} without a server, to the end, and its record verifies`, async ({ page, host }) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (said) => said.type() === "error" && errors.push(said.text()));
    await playHere(page, host, rules);
    await playToEnd(page);
    const record = await recordOf(page);
    const verified = execFileSync(program, ["verify", record], { encoding: "utf8" });
    expect(verified).toMatch(/verified/i);
    // The page replays the rules as well.
    await page.goto(`${host.home}#/check`);
    await page.getByLabel("The record of a game").fill(readFileSync(record, "utf8"));
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await expect(page.getByText("All dice verified.")).toBeVisible();
    expect(errors).toEqual([]);
    expect(host.missing).toEqual([]);
  });
}

test("a game goes on after the network is cut and the page is reloaded", async ({ page, context, host }) => {
  await playHere(page, host, "farkle(target=2500)", "careful");
  await stored(page);
  for (let moves = 0; moves < 4; moves += 1) await move(page);
  const points = () => page.locator(".player").allInnerTexts();
  await nextStep(page);
  const before = await points();
  // The host is gone, and the browser is offline as well.
  await host.close();
  await context.setOffline(true);
  await page.reload();
  await nextStep(page);
  expect(await points()).toEqual(before);
  await playToEnd(page);
  execFileSync(program, ["verify", await recordOf(page)]);
  // The rest of the house is there too.
  await expect(page.getByRole("img", { name: /How the game went/ })).toBeVisible();
  await page.getByRole("link", { name: "My games" }).last().click();
  await expect(page.getByText("Farkle").first()).toBeVisible();
  await page.goto(`${host.home}#/explore?rules=farkle`);
  await expect(page.getByText(/Average best turn/)).toBeVisible();
  await page.goto(`${host.home}#/daily`);
  await expect(page.locator(".felt .act, button.offer").first()).toBeVisible();
});

test("people around one device play without a server, and again", async ({ page, host }) => {
  await page.goto(`${host.home}#/?rules=${encodeURIComponent("farkle(target=1000)")}`);
  await expect(page.getByText("You can't invite friends here: this copy runs without a server.")).toBeVisible();
  await expect(page.getByLabel("Invite friends")).toBeDisabled();
  await page.getByLabel("Pass and play").check();
  await page.getByLabel("Player 1").fill("Ada");
  await page.getByLabel("Player 2").fill("Bob");
  await page.locator(".side button.big").click();
  await page.waitForURL(/#\/t\//);
  await playToEnd(page);
  await page.getByRole("button", { name: "Play again" }).click();
  await expect(page.locator("#over")).toHaveCount(0);
  await expect(page.locator(".player")).toHaveCount(2);
});

test("levels that cannot play a game on this device are not offered", async ({ page, host }) => {
  const level = page.getByLabel("Difficulty");
  for (const [rules, best] of [["farkle", "Perfect"], ["cheese(deck=full)", "Hard"], ["tridice", "Hard"]] as const) {
    await page.goto(`${host.home}#/?rules=${encodeURIComponent(rules)}`);
    await page.reload();
    await expect(level.locator("option").last(), rules).toHaveText(best);
  }
});

test("two tabs at one table see the same game", async ({ page, context, host }) => {
  await playHere(page, host, "pig(target=60)");
  const other = await context.newPage();
  await other.goto(page.url());
  const seen = (tab: Page) => tab.locator(".playing").getAttribute("data-seq");
  const points = (tab: Page) => tab.locator(".player").allInnerTexts();
  for (const [hand, watcher] of [[page, other], [other, page], [page, other]] as const) {
    await move(hand);
    await nextStep(hand);
    await expect(watcher.locator(".playing")).toHaveAttribute("data-seq", (await seen(hand)) ?? "");
    expect(await points(watcher)).toEqual(await points(hand));
  }
});

served("when the server cannot be reached, a game against a bot is played on this device", async ({ page, server }) => {
  await page.goto("/");
  await stored(page);
  // The service worker has the page from the next visit on.
  await page.reload();
  await server.kill();
  await page.reload();
  await expect(page.locator(".start:not([disabled])")).toBeVisible();
  await playBot(page, "pig(target=20)");
  await playToEnd(page);
  await expect(page.getByText(/won|lost|wins/i).first()).toBeVisible();
});
