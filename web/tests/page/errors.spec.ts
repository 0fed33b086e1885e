import { expect, test } from "../server";
import { playBot, playToEnd, throwUntilChoice } from "./player";

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

test("a full table can be watched, and a game that is over looked at", async ({ page, browser }) => {
  await playBot(page, "pig(target=10)");
  const late = await browser.newPage();
  await late.goto(page.url());
  await expect(late.getByRole("button", { name: "Sit down" })).toHaveCount(0);
  await expect(late.getByText(/You are watching/).first()).toBeVisible();
  await playToEnd(page);
  await late.goto(page.url());
  await expect(late.locator("#over")).toBeVisible();
  await late.close();
});

test("the token of another seat is refused, and one watches", async ({ page }) => {
  await playBot(page, "farkle");
  await throwUntilChoice(page);
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
