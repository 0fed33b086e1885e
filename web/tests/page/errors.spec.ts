import { expect, test } from "../server";
import type { Locator, Page } from "@playwright/test";
import { finishedGame } from "./finished";
import { nextStep, playBot } from "./player";

/** Says how much a text stands out from its own background, from 1 to 21 as WCAG reckons. */
const contrast = (of: Locator): Promise<number> =>
  of.evaluate((shown) => {
    const style = getComputedStyle(shown);
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [text, ground] = [luminance(style.color), luminance(style.backgroundColor)];
    return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
  });

/** Lets the page offer every level, as it does with a server that does not say who can play. */
const offerAll = (page: Page) => page.route("**/api/v1/levels*", (route) => route.fulfill({ status: 404, json: { code: "not_found", detail: "" } }));

test("a wrong link says so", async ({ page }) => {
  for (const path of ["/t/0000000000", "/t/nonsense", "/t/%F0%9F%8E%B2"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "There is no such table." })).toBeVisible();
  }
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is nothing at this address." })).toBeVisible();
});

test("a code is read as people type it", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Code or link").fill("that is no code");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByText("A code has ten letters and digits")).toBeVisible();
  await page.getByLabel("Code or link").fill("K7W2M-9X4AB");
  await page.getByRole("button", { name: "Join" }).click();
  await page.waitForURL("**/t/k7w2m9x4ab");
  await expect(page.getByRole("heading", { name: "There is no such table." })).toBeVisible();
});

test("a full table can be watched, and a game that is over looked at", async ({ page, guest, server }) => {
  await playBot(page, "farkle");
  const late = await guest();
  await late.goto(page.url());
  await expect(late.getByRole("button", { name: "Sit down" })).toHaveCount(0);
  await expect(late.getByText(/You are watching/).first()).toBeVisible();
  const { table } = await finishedGame(page.request, server, "pig(target=10)");
  await late.goto(`/t/${table}`);
  await expect(late.locator("#over")).toBeVisible();
});

test("the token of another seat is refused, and one watches", async ({ page }) => {
  await playBot(page, "farkle");
  await nextStep(page);
  await page.evaluate(() => {
    const tables = JSON.parse(localStorage.getItem("hotdice.tables") ?? "{}") as Record<string, { seats: { token: string }[] }>;
    for (const table of Object.values(tables)) for (const seat of table.seats) seat.token = "0".repeat(64);
    localStorage.setItem("hotdice.tables", JSON.stringify(tables));
  });
  await page.reload();
  await expect(page.getByText("You no longer have a seat here.")).toBeVisible();
  await expect(page.locator(".actions .act")).toHaveCount(0);
});

test("names are shown as they are written", async ({ page }) => {
  const name = "<img src=x onerror=alert(1)>🎲";
  let alerted = false;
  page.on("dialog", () => (alerted = true));
  await playBot(page, "pig", { name });
  await expect(page.locator(".called").first()).toHaveText(name);
  await expect(page.locator("main img")).toHaveCount(0);
  await expect(page.getByText("sits down").first()).toBeVisible();
  expect(alerted).toBe(false);
});

test("without JavaScript the page says what is needed", async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.url);
  await expect(page.getByText("This page needs JavaScript to draw the table.")).toBeVisible();
  await context.close();
});

test("rules that make no sense are refused in words", async ({ page }) => {
  await page.goto("/?rules=farkle(target%3Dmany)");
  await page.locator(".side button.big").click();
  await expect(page.getByRole("alert")).toContainText(/target/i);
});

test("a bot that cannot play is refused in words, once, readable and beside the button", async ({ page }) => {
  await offerAll(page);
  await page.goto("/?rules=tridice");
  await page.getByLabel("Difficulty").selectOption("perfect");
  const refused = page.getByText("No bot can play this game perfectly yet. Try an easier level.");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [button, place] of [["button.start", ".hero"], [".side button.big", "div.side"]] as const) {
      await page.locator(button).click();
      await expect(page.locator(place).getByRole("alert").and(refused)).toBeVisible();
      await expect(refused).toHaveCount(1);
      expect(await contrast(refused), `${colorScheme} ${place}`).toBeGreaterThan(4.5);
    }
  }
  // Enter in a field presses the button at the top, which may be out of sight.
  await page.locator("button.start").click();
  await expect(page.locator(".hero").getByRole("alert")).toBeVisible();
  await page.getByLabel("Your name").press("Enter");
  await expect(page.locator("div.side").getByRole("alert")).toBeVisible();
  await expect(refused).toHaveCount(1);
});

test("a name with invisible characters is refused in a sentence", async ({ page }) => {
  await page.goto("/?rules=farkle");
  await page.getByLabel("Your name").fill("\u202eevil");
  await page.locator(".side button.big").click();
  await expect(page.getByRole("alert")).toHaveText("A name has 1 to 32 characters, none of them invisible: choose another.");
});

test("a picture has the whole emoji of a name, and a long name leaves the page as wide as it is", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await playBot(page, "farkle", { name: "👩🏽‍🚀 Zoë", throws: false });
  await expect(page.locator(".avatar").first()).toHaveText("👩🏽‍🚀");
  await playBot(page, "farkle", { name: "W".repeat(32), throws: false });
  await page.goto("/");
  const resume = page.getByRole("link", { name: "Resume Farkle" });
  await expect(resume).toHaveCount(2);
  for (const link of await resume.all()) {
    const box = await link.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  }
});

test("nothing is asked of anybody but the server", async ({ page, server }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => !request.url().startsWith(server.url) && !request.url().startsWith("blob:") && elsewhere.push(request.url()));
  const answer = await page.goto("/");
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
  await playBot(page, "farkle");
  await page.goto("/explore");
  await expect(page.locator(".bars")).toBeVisible();
  expect(elsewhere).toEqual([]);
});
