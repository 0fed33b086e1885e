/** A result goes out: as a picture, a text, and a link that opens the replay. */
import { stopClock } from "../clock";
import { expect, test } from "../server";
import { finishedGame, openFinished } from "./finished";

test("a result is shared as a picture and a text, without a secure clipboard", async ({ page, server }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const table = await openFinished(page, server, "farkle(target=2000)");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const text = page.getByRole("textbox", { name: "Share as text" });
  await expect(text).toHaveValue(new RegExp(`Hot Dice · Farkle.*\\nYou (won|lost) .*\\nTurning point: [⚀-⚅]+ \\([+−].*%\\)\\nLuck .* · Accuracy \\d+%\\nhttp://.*/replay/${table}$`));
  // The picture is not empty: felt, ivory and the line of the graph are in it.
  const colours = await page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set<string>();
    for (let at = 0; at < data.length; at += 4) seen.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
    return ["253,246,230", "255,211,107", "107,68,36"].map((each) => seen.has(each));
  });
  expect(colours).toEqual([true, true, true]);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the picture" }).click();
  expect((await saved).suggestedFilename()).toBe("hotdice.png");
  await page.getByRole("button", { name: "Copy the replay link" }).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  await page.goto("/");
  const code = page.getByLabel("Code or link");
  await code.focus();
  await page.keyboard.press("Control+V");
  await expect(code).toHaveValue(new RegExp(`/replay/${table}$`));
});

test("the browser's own share sheet is used where there is one", async ({ page, server }) => {
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, "share", { value: async (what: ShareData) => void shared.push(what) });
    Object.defineProperty(navigator, "canShare", { value: () => true });
  });
  await openFinished(page, server, "pig(target=20)");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Share a picture" }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared.map((each) => [each.files?.[0]?.type, each.text?.includes("/replay/")]))).toEqual([["image/png", true]]);
});

for (const rules of ["farkle(target=1500)", "yatzy(boxes=ones+pair+chance)", "tridice(rows=3,dice=2)", "shut-the-box"]) {
  test(`a finished game of ${rules} is replayed from its link by anybody`, async ({ page, guest, server }) => {
    const { table } = await finishedGame(page.request, server, rules);
    const stranger = await guest();
    const problems: string[] = [];
    stranger.on("pageerror", (error) => problems.push(error.message));
    await stranger.clock.install();
    await stranger.goto(`/replay/${table}`);
    const slider = stranger.getByRole("slider");
    await expect(slider).toHaveAttribute("aria-label", /^Step 0 of \d+$/);
    const last = Number(await slider.getAttribute("max"));
    expect(last).toBeGreaterThan(3);
    // Every step has its picture, whatever was so long ago that a stream would leave it out.
    for (const at of [1, Math.floor(last / 2), last]) {
      await slider.fill(String(at));
      await expect(stranger.locator(".moment").locator(".dice, .board, .tiles, .line").first()).toBeVisible();
    }
    await slider.fill("0");
    await stranger.getByRole("button", { name: "One step on" }).click();
    await expect(slider).toHaveAttribute("aria-label", `Step 1 of ${last}`);
    await stopClock(stranger);
    await stranger.getByRole("button", { name: "Play", exact: true }).click();
    await stranger.clock.runFor(1000);
    await expect(slider).toHaveAttribute("aria-label", `Step 2 of ${last}`);
    await stranger.getByRole("button", { name: "Pause" }).click();
    await stranger.clock.resume();
    // Whoever always banks makes mistakes; yatzy to win takes long to work out.
    if (rules.startsWith("farkle")) {
      const next = stranger.getByRole("button", { name: "Next mistake" });
      await expect(next).toBeEnabled();
      await next.click();
      await expect(stranger.locator(".verdict")).toContainText(/cost .* Better: /);
    }
    expect(problems).toEqual([]);
  });
}

test("a replay of no game says so", async ({ page }) => {
  await page.goto("/replay/zzzzzzzzzz");
  await expect(page.getByRole("heading", { name: "There is no such table." })).toBeVisible();
});
