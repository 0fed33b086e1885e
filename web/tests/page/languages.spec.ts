/** A browser that prefers German or Spanish gets the whole page in it, and people can choose another language. */
import { expect, test } from "../server";
import { move } from "./player";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { table as german } from "../../src/words/server-de";
import { en } from "../../src/words/en";
import { de } from "../../src/words/de";

test.use({ locale: "de-DE" });

const listed = readFileSync(new URL("../../../testdata/sentences.txt", import.meta.url), "utf8").trim().split("\n");

/** English sentences that are said otherwise in German, as patterns. */
const english = [
  ...listed.filter((sentence) => german[sentence] !== sentence && /[a-z]{3}/.test(sentence.replace(/\{\w+\}/g, ""))),
  ...Object.keys(en).flatMap((key) => {
    const [own, other] = [en[key as keyof typeof en], de[key as keyof typeof de]];
    return typeof own === "string" && own !== other ? [own] : [];
  }),
].map((sentence) => new RegExp(`^${sentence.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+")}$`));

/** Returns the lines of the page that are English. */
async function englishLines(page: Page): Promise<string[]> {
  const lines = (await page.locator("body").innerText()).split("\n").map((line) => line.trim());
  return lines.filter((line) => english.some((pattern) => pattern.test(line)));
}

for (const rules of ["farkle(target=1000)", "yatzy(boxes=ones+pair+chance)"]) {
  test(`a German browser plays ${rules} without an English sentence`, async ({ page }) => {
    await page.goto(`/?rules=${encodeURIComponent(rules)}`);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await page.getByLabel("Dein Name").fill("Ada");
    expect(await englishLines(page)).toEqual([]);
    await page.locator(".side button.big").click();
    await page.waitForURL(/\/t\//);
    const said = new Set<string>();
    do for (const line of await englishLines(page)) said.add(line);
    while (await move(page));
    await expect(page.locator("#over")).toBeVisible();
    expect([...said]).toEqual([]);
    await expect(page.getByRole("log")).toContainText(/Ada (wirft|trägt|sichert|behält|streicht)/);
  });
}

test("people choose another language, and it stays", async ({ page }) => {
  await page.goto("/explore?rules=farkle");
  await expect(page.locator("main")).toContainText("Punkte zum Sieg");
  await page.getByLabel("Sprache").selectOption("es");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.locator("main")).toContainText("Puntos para ganar");
  await page.goto("/");
  await expect(page.getByLabel("Tu nombre")).toBeVisible();
  await page.getByLabel("Idioma").selectOption("de");
  await expect(page.getByLabel("Dein Name")).toBeVisible();
});

test("what the server refuses is said in the language of the page", async ({ page }) => {
  await page.goto("/t/aaaaa-aaaaa");
  await expect(page.locator("main")).toContainText("Diesen Tisch gibt es nicht");
  expect(await englishLines(page)).toEqual([]);
});
