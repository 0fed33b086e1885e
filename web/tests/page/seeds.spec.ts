/** The dice of the tests: the same seed, the same dice; and dice that a test chooses. */
import type { Browser, Page } from "@playwright/test";
import { drawFromSeed } from "../randomness";
import { expect, test, TestServer } from "../server";
import { StaticHost } from "../static-host";
import { ENTROPY, finishedGame } from "./finished";
import { logOf } from "./log";
import { move, nextStep, playBot } from "./player";

/** Makes a move on a new device, and returns what its log told. */
async function played(browser: Browser, seed: number, home: string): Promise<string[]> {
  const device = await browser.newContext();
  await device.addInitScript(() => localStorage.setItem("hotdice.pace", "instant"));
  await device.addInitScript(drawFromSeed, [seed, 1] as [number, number]);
  const page: Page = await device.newPage();
  await playBot(page, "farkle", { home });
  await move(page);
  await nextStep(page);
  const told = await page.locator(".story li").allTextContents();
  await device.close();
  return told;
}

/** Opens something, uses it and closes it. */
async function on<T extends { open(): Promise<void>; close(): Promise<void> }, R>(place: T, use: (place: T) => Promise<R>): Promise<R> {
  await place.open();
  try {
    return await use(place);
  } finally {
    await place.close();
  }
}

test("the same seed gives the same dice, on a server and on the device, and another seed others", async ({ browser, seed }) => {
  const onServer = (seed: number) => on(new TestServer(seed), (server) => played(browser, seed, `${server.url}/`));
  const onDevice = (seed: number) => on(new StaticHost(seed), (host) => played(browser, seed, `${host.home}#/`));
  for (const play of [onServer, onDevice]) {
    const once = await play(seed);
    expect(once.length).toBeGreaterThan(4);
    expect(await play(seed)).toEqual(once);
    expect(await play(seed + 1)).not.toEqual(once);
  }
});

test("a test chooses dice", async ({ request, server }) => {
  await server.choose(["223446", "11"], [ENTROPY]);
  const { table } = await finishedGame(request, server, "farkle(target=500)");
  const rolls = (await logOf(server.url, table)).flatMap(({ kind, dice }) => (kind === "rolled" ? [[...(dice ?? [])].sort().join("")] : []));
  expect(rolls[0]).toBe("223446");
  expect(rolls[1]).toMatch(/^11/);
});
