/** Pictures of every screen, from a small phone to a wall, light and dark: `cargo xtask pictures`. */
import { expect, test } from "../server";
import { move, nextStep, playBot, playToEnd } from "../page/player";
import type { Page } from "@playwright/test";
import { mkdirSync } from "node:fs";

const FOLDER = "../target/pictures";

/** Those that the README shows. */
const SHOWN = "../docs/pictures";
const BEST = new Set(["farkle-phone-light", "tridice-phone-dark", "yatzy-desktop-dark", "explore-desktop-light", "after-phone-light"]);

const SIZES = {
  tiny: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  sideways: { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
  wall: { width: 2560, height: 1440 },
};

for (const folder of [FOLDER, SHOWN]) mkdirSync(folder, { recursive: true });

for (const [device, viewport] of Object.entries(SIZES)) {
  for (const scheme of ["light", "dark"] as const) {
    test.describe(`${device}, ${scheme}`, () => {
      test.use({ viewport, colorScheme: scheme, pace: "quick" });
      // The pictures show the game, not the hints of a first one.
      test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem("hotdice.guide", JSON.stringify(["throw", "pick", "bank", "hold", "box"]))));
      const take = async (page: Page, screen: string) => {
        const name = `${screen}-${device}-${scheme}`;
        await page.screenshot({ path: `${BEST.has(name) ? SHOWN : FOLDER}/${name}.png`, animations: "disabled" });
      };

      test("home", async ({ page }) => {
        await page.goto("/");
        await expect(page.locator("label.game").first()).toBeVisible();
        await take(page, "home");
      });

      test("invitation", async ({ page }) => {
        await page.route("**/api/v1/addresses", (route) => route.fulfill({ json: { network: true, urls: ["http://192.168.1.20:7878"] } }));
        await page.goto("/");
        await page.getByLabel("Invite friends").check();
        await page.getByLabel("Your name").fill("Ada");
        await page.getByRole("button", { name: "Create table" }).click();
        await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
        await take(page, "invitation");
      });

      test("farkle", async ({ page }) => {
        await playBot(page, "farkle", { level: "careful" });
        // Two turns are played; of the third, the dice that score are picked.
        while ((await page.locator(".story li").count()) < 14 || (await nextStep(page)) !== "select") await move(page);
        await page.locator(".act.select").click();
        await take(page, "farkle");
      });

      test("yatzy with the coach", async ({ page }) => {
        await playBot(page, "yatzy", { level: "careful" });
        for (let turns = 0; turns < 3; turns += 1) {
          await page.locator("button.offer:not(.nothing)").nth(turns % 2).click();
          while ((await nextStep(page)) === "throw") await move(page);
        }
        const tab = page.getByRole("button", { name: "Coach", exact: true });
        if (await tab.isVisible()) await tab.click();
        await page.getByRole("button", { name: "Show coach" }).click();
        await expect(page.locator(".best").first()).toBeVisible();
        const close = page.locator("button.close");
        if (await close.isVisible()) await close.click();
        await page.locator(".tray button").first().click();
        await page.locator(".tray button").nth(2).click();
        await take(page, "yatzy");
      });

      for (const rules of ["pig", "shut-the-box"]) {
        test(rules, async ({ page }) => {
          await playBot(page, rules, { level: "careful" });
          await nextStep(page);
          await take(page, rules);
        });
      }

      test("tridice", async ({ page }) => {
        await playBot(page, "tridice", { level: "careful" });
        for (const cell of ["33", "22", "31"]) {
          const target = page.getByRole("button", { name: new RegExp(`^Cell ${cell}, empty, you can place`) });
          await nextStep(page);
          if (await target.isVisible()) await target.click();
          await nextStep(page);
        }
        const die = page.getByRole("button", { name: /you can move this die/ }).first();
        if (await die.isVisible()) await die.click();
        await take(page, "tridice");
      });

      test("cheese", async ({ page }) => {
        await playBot(page, "cheese(deck=full)", { level: "careful" });
        await expect(page.locator(".actions .act").first()).toBeVisible();
        await take(page, "cheese");
      });

      test("after the game", async ({ page }) => {
        await playBot(page, "farkle(target=2500)");
        await playToEnd(page);
        await expect(page.getByRole("img", { name: /How the game went/ })).toBeVisible();
        await page.locator("#over").evaluate((over) => over.closest("section")?.scrollIntoView());
        await take(page, "after");
        await page.getByRole("button", { name: "Check the dice" }).click();
        await expect(page.locator(".verdict")).toBeVisible();
        await take(page, "verified");
      });

      test("explore", async ({ page }) => {
        await page.goto("/explore?rules=farkle-minimal(three_pairs%3D750,target%3D3000)");
        await expect(page.locator(".bars")).toBeVisible();
        await expect(page.locator(".figures dd")).toHaveCount(2);
        for (const face of [1, 1, 1, 5, 2]) await page.getByRole("button", { name: `Add a ${face}` }).click();
        await expect(page.getByText("Total:")).toBeVisible();
        const top = page.locator(device === "phone" ? ".odds" : "header.top");
        await top.evaluate((shown) => shown.scrollIntoView());
        await take(page, "explore");
      });

      test("check", async ({ page }) => {
        await page.goto("/check");
        await expect(page.getByRole("heading", { name: "Check the dice" })).toBeVisible();
        await take(page, "check");
      });
    });
  }
}
