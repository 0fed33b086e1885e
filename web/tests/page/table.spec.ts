/** What is seen is what has just happened, and the hands are on the dice. */
import { expect, test, type TestServer } from "../server";
import { logOf } from "./log";
import { playBot, playToEnd, throwUntilChoice } from "./player";
import { plainText } from "../../src/table/story";
import type { Page } from "@playwright/test";

/** What the page shows at one moment. */
interface Shown {
  seq: number;
  turn: number[];
  points: string[];
  cells: string[];
  pieces: number;
}

/** Notes what the page shows whenever it shows another event. */
async function record(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Shown[] = [];
    Object.assign(window, { seen });
    const text = (all: NodeListOf<Element>) => [...all].map((each) => (each.textContent ?? "").trim());
    const note = () => {
      const table = document.querySelector<HTMLElement>(".playing");
      const seq = Number(table?.dataset["seq"] ?? 0);
      // Before the first event there is nothing to compare.
      if (!table || seq === 0 || seq === seen.at(-1)?.seq) return;
      const players = [...table.querySelectorAll(".player")];
      seen.push({
        seq,
        turn: players.flatMap((player, at) => (player.classList.contains("turn") ? [at + 1] : [])),
        points: text(table.querySelectorAll(".player .value b")),
        cells: [...table.querySelectorAll(".sheet td")].map((cell) => (/filled|sum/.test(cell.className) ? (cell.textContent ?? "").trim() : "")),
        pieces: table.querySelectorAll(".piece").length,
      });
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    note();
  });
}

/** Checks that turn, scores, sheet and board were those of the log at every event that was shown; returns how many were compared. */
async function compare(page: Page, server: TestServer): Promise<number> {
  const seen = await page.evaluate(() => (window as unknown as { seen: Shown[] }).seen);
  const log = new Map((await logOf(server.url, tableOf(page))).map((event) => [event.seq, event]));
  for (const shown of seen) {
    const { scene, stage, players } = log.get(shown.seq)!.after!;
    const at = `event ${shown.seq}`;
    expect(shown.turn, at).toEqual(stage === "over" || scene?.turn == null ? [] : [scene.turn]);
    const parts = scene?.parts ?? [];
    const tracks = parts.filter((part) => part.kind === "track");
    const points = tracks.length > 0 ? tracks.map((track) => (track.pending ? "–" : track.value)) : players.map((player) => player.points);
    expect(shown.points.map((each) => each.replaceAll(",", "")), at).toEqual(points.map(String));
    const sheet = parts.find((part) => part.kind === "sheet");
    expect(shown.cells, at).toEqual((sheet?.rows ?? []).flatMap((row) => row.cells.map((cell) => (cell.kind === "filled" || cell.kind === "sum" ? String(cell.points) : ""))));
    const board = parts.find((part) => part.kind === "triangle");
    expect(shown.pieces, at).toBe((board?.cells ?? []).filter((cell) => cell.piece).length);
  }
  return seen.length;
}

const tableOf = (page: Page) => page.url().split("/t/")[1] ?? "";

/** Plays a whole game against a bot by clicking, and looks at all that is shown. */
async function playWhole(page: Page, server: TestServer, rules: string): Promise<void> {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  // Refused requests are answers, not problems: games with cards are not solved, and say so.
  page.on("console", (said) => said.type() === "error" && !said.text().includes("status of 400") && problems.push(said.text()));
  await playBot(page, rules, { throws: false });
  await expect(page.locator(".playing")).toBeVisible();
  await record(page);
  await playToEnd(page);
  await expect(page.locator("#over")).toHaveText(/(won|lost|draw|share the win)/);
  expect(await compare(page, server)).toBeGreaterThan(5);
  await page.getByRole("button", { name: "Check the dice" }).click();
  await expect(page.getByText("All dice verified.")).toBeVisible();
  await expect(page.locator("#analysis")).toBeVisible();
  expect(problems).toEqual([]);
}

test.describe("at a pace that people can follow", () => {
  test.use({ pace: "quick" });

  test.describe("with the program that people get", () => {
    test.use({ shipped: true });

    test("a whole game of farkle is shown as the log has it, and its dice are verified", async ({ page, server }) => {
      await playWhole(page, server, "farkle(target=1500)");
    });
  });

  for (const rules of ["zilch(target=1500)", "cheese(deck=full,target=1000)", "yatzy(boxes=ones+pair+chance)", "tridice(rows=3,dice=2)", "pig(target=30)", "shut-the-box"]) {
    test(`a whole game of ${rules} is shown as the log has it, and its dice are verified`, async ({ page, server }) => {
      await playWhole(page, server, rules);
    });
  }

  test("six seats around one device, and somebody who watches, see what the log has", async ({ page, guest, server }) => {
    await page.goto("/?rules=pig(target%3D12)");
    await page.getByLabel("Pass and play").check();
    for (let players = 2; players < 6; players += 1) await page.getByRole("button", { name: "Add player" }).click();
    await page.getByRole("button", { name: "Start game" }).click();
    await expect(page.locator(".playing")).toBeVisible();
    const watcher = await guest();
    await watcher.goto(page.url());
    await expect(watcher.locator(".playing")).toBeVisible();
    await Promise.all([record(page), record(watcher)]);
    await playToEnd(page);
    await expect(watcher.locator("#over")).toBeVisible();
    for (const each of [page, watcher]) expect(await compare(each, server)).toBeGreaterThan(5);
  });

  test("a turn begins with a throw, and nothing is seen before it", async ({ page }) => {
    await playBot(page, "farkle", { throws: false });
    const roll = page.getByRole("button", { name: "Roll 6 dice" });
    await expect(roll).toBeVisible();
    await expect(page.locator(".felt .status")).toHaveText("Your turn");
    await expect(page.locator(".tray")).toHaveCount(0);
    await expect(page.getByRole("log")).not.toContainText("rolled");
    await roll.click();
    await expect(page.getByRole("log")).toContainText("Ada rolled");
  });

  test("a first game has hints, each once, and they can be sent away", async ({ page }) => {
    await playBot(page, "farkle", { throws: false });
    const hint = page.getByRole("note");
    await expect(hint).toContainText("tap Roll");
    await throwUntilChoice(page);
    await expect(hint).toContainText("gold bar");
    await page.locator(".act.select").click();
    await expect(hint).toContainText("Bank to keep");
    await hint.getByRole("button", { name: "No more tips" }).click();
    await expect(hint).toHaveCount(0);
    await page.reload();
    await expect(page.locator(".tray")).toBeVisible();
    await expect(hint).toHaveCount(0);
  });
});

test("what is picked can be put back until new dice fall, and every button says what it does", async ({ page }) => {
  await playBot(page, "farkle");
  await throwUntilChoice(page);
  const scoring = page.locator(".tray .scoring");
  await expect(scoring.first()).toBeVisible();
  await page.locator(".act.select").click();
  const chosen = await page.locator(".tray .chosen").count();
  expect(chosen).toBeGreaterThan(0);
  const left = chosen === 6 ? 6 : 6 - chosen;
  await expect(page.locator(".act.primary")).toContainText(new RegExp(`Roll ${left} (die|dice)`, "i"));
  await expect(page.locator('.act[data-key="b"]')).toContainText(/bank \d/i);
  await expect(page.locator(".act.primary")).toHaveCount(1);
  for (let die = chosen; die > 0; die -= 1) await page.locator(".tray .chosen").first().click();
  await expect(page.locator(".tray .chosen")).toHaveCount(0);
  await expect(page.getByRole("log")).not.toContainText("keeps");
});

const SIZES = [[320, 640], [390, 844], [844, 390], [820, 1180], [1440, 900], [2560, 1440]] as const;

for (const rules of ["farkle", "yatzy", "tridice"]) {
  test(`dice, buttons and what is in play of ${rules} fit every screen without scrolling`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("hotdice.guide", JSON.stringify(["throw", "pick", "bank", "hold", "box"])));
    await playBot(page, rules);
    await throwUntilChoice(page);
    await expect(page.locator(".actions")).toBeVisible();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const found = await page.evaluate(() => {
        const parts = [...document.querySelectorAll(".tray .spot, .actions .act, .board .cell, .sheet thead")].map((part) => part.getBoundingClientRect());
        const hidden = parts.filter((box) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.top < 0 || box.left < 0).length;
        return { size: [innerWidth, innerHeight], parts: parts.length > 1, hidden, wide: document.documentElement.scrollWidth > document.documentElement.clientWidth };
      });
      expect(found).toEqual({ size: [width, height], parts: true, hidden: 0, wide: false });
    }
  });
}

test("the turn of each player is announced once, and the result", async ({ page, server }) => {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const hear = (node: Node) => {
      if (!(node instanceof HTMLElement)) return;
      const lines = node.parentElement?.role === "log" ? [node] : node.querySelectorAll("[role=log] > *");
      for (const line of lines) said.push((line.textContent ?? "").trim());
    };
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(hear))).observe(document, { subtree: true, childList: true });
  });
  await playBot(page, "pig(target=15)", { throws: false });
  await playToEnd(page);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  // Each line of the log once, in its order, and nothing else.
  const log = await logOf(server.url, tableOf(page));
  const told = log.flatMap(({ story }) => story.map((line) => plainText(line, (seat) => ["Ada", "Greedy"][seat - 1] ?? "")));
  expect(said).toEqual(told);
  expect(told.join(" ")).toContain("Ada rolled a");
  await expect(page.getByRole("status").filter({ hasText: /^(Ada|Greedy) wins$/ })).toBeVisible();
});

for (const language of ["en", "de", "es"]) {
  test(`Shut the Box begins with tiles to choose and no result (${language})`, async ({ page }) => {
    await playBot(page, "shut-the-box");
    await page.evaluate((wanted) => localStorage.setItem("hotdice.language", wanted), language);
    await page.reload();
    await expect(page.locator(".player").first().locator(".value b")).toHaveText("45");
    await expect(page.locator(".player").last().locator(".value b")).toHaveText("–");
    // With all tiles open every roll has tiles that add up: the button names them, and no points.
    await expect(page.locator(".actions .act.primary span")).toHaveText(/^(\D+ )?[1-9]( \+ [1-9])*( \D+)?$/);
  });
}
