import { laterToo, stopClock } from "../clock";
import { expect, test } from "../server";
import { logToEnd } from "./log";
import { move, nextStep, playBot, playToEnd } from "./player";
import type { Page } from "@playwright/test";

/** Opens a table for friends, and returns the link. */
async function invite(page: Page, rules: string, name: string): Promise<string> {
  await page.goto(`/?rules=${encodeURIComponent(rules)}`);
  await page.getByLabel("Invite friends").check();
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(page.getByRole("heading", { name: "Invite your friends" })).toBeVisible();
  return page.getByLabel("Link").inputValue();
}

async function sitDown(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
}

/** Notes what a page shows whenever that changes: whose turn it is, and what everybody has. */
function noteScores() {
  const noted: string[] = [];
  const look = () => {
    const players = [...document.querySelectorAll(".player")];
    const turn = players.findIndex((player) => player.classList.contains("turn")) + 1;
    const shown = `${turn}: ${players.map((player) => player.querySelector(".value b")?.textContent).join(" ")}`;
    if (players.length === 2 && noted.at(-1) !== shown) noted.push(shown);
  };
  Object.assign(window, { noted });
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

test.describe("at a pace that people can follow", () => {
  test.use({ pace: "quick" });

  test("host, friend and spectator see what the log says, event by event, and the players meet again", async ({ page, guest, server }) => {
    const [friend, spectator] = [await guest(), await guest()];
    const pages = [page, friend, spectator];
    for (const each of pages) await each.addInitScript(noteScores);
    const link = await invite(page, "pig(target=12)", "Ada");
    const log = logToEnd(server.url, link.split("/t/")[1] ?? "");
    await sitDown(friend, link, "Bo");
    await spectator.goto(link);
    await expect(spectator.getByText("This game has already started. You are watching.")).toBeVisible();
    await Promise.all([playToEnd(page), playToEnd(friend)]);
    await expect(spectator.locator("#over")).toBeVisible();
    const moments = (await log).flatMap(({ after }) => (after?.scene ? [`${after.stage === "over" ? 0 : (after.scene.turn ?? 0)}: ${after.players.map((player) => player.points).join(" ")}`] : []));
    for (const each of pages) {
      const noted = await each.evaluate(() => (window as unknown as { noted: string[] }).noted);
      // Every moment that was shown is one of the log, in the order of the log.
      let at = 0;
      for (const shown of noted) {
        const found = moments.indexOf(shown, at);
        expect(found, `${shown} after ${moments[at]}, of ${moments.join(" | ")}`).toBeGreaterThanOrEqual(0);
        at = found;
      }
      expect(noted.at(-1)).toBe(moments.at(-1));
      expect(noted.length).toBeGreaterThan(2);
    }
    await page.getByRole("button", { name: "Play again" }).click();
    await page.waitForURL((url) => !link.endsWith(url.pathname));
    await expect(friend.getByText("The others want to play again.")).toBeVisible();
    await friend.getByRole("button", { name: "Play again" }).click();
    await friend.waitForURL(page.url());
    await expect(page.getByText(/turn|Waiting for/).first()).toBeVisible();
  });
});

test("a reload returns to the same seat at the same moment", async ({ page }) => {
  await playBot(page, "zilch");
  await expect(page.locator(".tray button").first()).toBeVisible();
  const dice = () => page.locator(".tray button").evaluateAll((all) => all.map((die) => die.getAttribute("aria-label")));
  const before = await dice();
  await page.reload();
  await expect(page.locator(".tray button").first()).toBeVisible();
  expect(await dice()).toEqual(before);
  await page.goto("/");
  await page.getByRole("link", { name: /Resume Zilch/ }).click();
  await expect(page.locator(".tray button").first()).toBeVisible();
  expect(await dice()).toEqual(before);
});

test("everybody plays on one device", async ({ page }) => {
  await page.goto("/?rules=pig(target%3D12)");
  await page.getByLabel("Pass and play").check();
  await page.getByLabel("Player 1").fill("Ada");
  await page.getByLabel("Player 2").fill("Bo");
  await page.getByRole("button", { name: "Add player" }).click();
  await page.getByLabel("Player 3").fill("Cy");
  await page.getByRole("button", { name: "Start game" }).click();
  const turns = new Set<string>();
  while ((await nextStep(page)) !== "over") {
    turns.add(((await page.locator(".felt .status").textContent()) ?? "").trim());
    await move(page);
  }
  await expect(page.locator("#over")).toBeVisible();
  expect([...turns]).toEqual(expect.arrayContaining(["Your turn, Ada", "Your turn, Bo", "Your turn, Cy"]));
});

test("guests who type no name get one each, and a name that is taken gets a number", async ({ page, guest }) => {
  await page.goto("/?rules=pig");
  await page.getByLabel("Invite friends").check();
  await page.getByLabel("Seats").selectOption("4");
  const offered = await page.getByLabel("Your name").getAttribute("placeholder");
  expect(offered).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
  await page.getByRole("button", { name: "Create table" }).click();
  const who = page.locator(".who");
  await expect(who.first()).toHaveText(offered ?? "");
  const guests = [await guest(), await guest(), await guest()];
  const link = page.url();
  // The same device makes the same name, so this one has to take the next.
  const same = await page.evaluate(() => localStorage.getItem("hotdice.guest") ?? "");
  await guests[0]?.addInitScript((guest) => localStorage.setItem("hotdice.guest", guest), same);
  await guests[0]?.goto(link);
  await guests[0]?.getByRole("button", { name: "Sit down" }).click();
  await expect(who.nth(1)).toHaveText(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
  expect(await who.nth(1).textContent()).not.toBe(offered);
  for (const each of guests.slice(1)) await sitDown(each, link, "Ada");
  await expect(page.locator(".called").nth(2)).toHaveText("Ada");
  await expect(page.locator(".called").nth(3)).toHaveText("Ada 2");
});

test("a link that leads others nowhere says so, and what to do", async ({ page, server }) => {
  await invite(page, "pig", "Ada");
  await expect(page.getByText("Only this computer can open this link.")).toBeVisible();
  await expect(page.getByText(`hotdice serve --listen 0.0.0.0:${new URL(server.url).port}`)).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
});

test("a server on the network is handed on by its address there", async ({ page }) => {
  await page.route("**/api/v1/addresses", (route) => route.fulfill({ json: { network: true, urls: ["http://192.0.2.7:7878"] } }));
  await invite(page, "pig", "Ada");
  const link = `http://192.0.2.7:7878${new URL(page.url()).pathname}`;
  await expect(page.getByLabel("Link")).toHaveValue(link);
  await expect(page.getByRole("img", { name: `QR code of ${link}` })).toBeVisible();
  await expect(page.getByText("devices on the same network")).toBeVisible();
});

test("the link can be copied where there is no clipboard", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const link = await invite(page, "pig", "Ada");
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  await page.goto("/");
  await page.getByLabel("Code or link").focus();
  await page.keyboard.press("Control+V");
  await expect(page.getByLabel("Code or link")).toHaveValue(link);
});

test("whoever looks elsewhere is told when it is their turn", async ({ page, guest }) => {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Shown {
      static permission = "default";
      static requestPermission() {
        Shown.permission = "granted";
        return Promise.resolve("granted");
      }
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`);
      }
    }
    Object.assign(window, { Notification: Shown, shown });
    // Once the page is stored, its service worker shows them.
    ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
      shown.push(`${title}: ${options?.body ?? ""}`);
      return Promise.resolve();
    };
  });
  const other = await guest();
  // No roll ends a turn of yatzy, so a turn stays long enough to be looked at.
  const link = await invite(page, "yatzy", "Ada");
  await sitDown(other, link, "Bo");
  const icon = () => page.locator("link[rel='icon']").evaluate((link) => new URL((link as HTMLLinkElement).href).pathname);
  await page.getByLabel("Notify me when it's my turn").check();
  /** Lets somebody fill a box, with which a turn ends. */
  const fillBox = async (plays: Page, next: string) => {
    expect(await nextStep(plays)).toBe("box");
    await move(plays);
    await expect(page.locator(".player.turn .called")).toHaveText(next);
  };
  await fillBox(page, "Bo");
  await expect.poll(icon).toBe("/icon.svg");
  await expect(page).toHaveTitle("Yatzy · Hot Dice");
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  expect(await shown()).toEqual([]);
  await page.evaluate(() => Object.defineProperty(document, "hidden", { value: true, configurable: true }));
  await fillBox(other, "Ada");
  await expect.poll(icon).toBe("/icon-turn.svg");
  await expect(page).toHaveTitle("Your turn: Yatzy · Hot Dice");
  await expect.poll(shown).toEqual(["Your turn: Yatzy"]);
  // A roll within the turn is no new turn.
  await page.locator(".actions .act.primary").click();
  await expect(page.getByRole("log")).toContainText(/Ada rolls? .* again|Ada rolled/);
  await nextStep(page);
  expect(await shown()).toHaveLength(1);
});

test("a move that cannot be sent is said to be kept, and is sent when the network is back", async ({ page, context }) => {
  await page.clock.install();
  await playBot(page, "yatzy");
  await nextStep(page);
  const offline = page.getByText("You're offline.");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await context.setOffline(true);
  await page.locator("button.offer:not(.nothing)").first().click();
  await expect(offline).toBeInViewport();
  // Ten minutes are longer than any number of tries that gives up.
  for (let minute = 0; minute < 10; minute += 1) await page.clock.runFor("01:00");
  await expect(offline).toBeVisible();
  await expect(page.locator("td.filled")).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.locator("td.filled").first()).toBeVisible();
  await expect(offline).toBeHidden();
});

test("feelings are shown to the other side, and whoever resigns loses to it and has nothing to come back to", async ({ page, guest }) => {
  await page.clock.install();
  const other = await guest();
  const link = await invite(page, "farkle", "Ada");
  await sitDown(other, link, "Bo");
  await stopClock(page);
  await other.getByRole("button", { name: "Bravo!" }).click();
  await expect(page.locator(".emote")).toHaveText("Bravo!");
  await laterToo(page);
  await expect(page.locator(".emote")).toHaveCount(0);
  await page.clock.resume();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator("#over")).toHaveCount(0);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("group", { name: "Resign" }).getByRole("button", { name: "Resign" }).click();
  for (const each of [page, other]) {
    await expect(each.locator("#over")).toBeVisible();
    await expect(each.locator(".felt .status")).toHaveText("Bo wins");
  }
  // The dice of the record, which is of version 2, are verified all the same.
  await other.getByRole("button", { name: "Check the dice" }).click();
  await expect(other.getByText("All dice verified.")).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("link", { name: /Resume/ })).toHaveCount(0);
});

test("among three the others play on, with a bot in the seat", async ({ page, guest }) => {
  const [second, third] = [await guest(), await guest()];
  // No roll ends a first turn of yatzy: nobody else has dice to throw before they see more.
  await page.goto("/?rules=yatzy");
  await page.getByLabel("Invite friends").check();
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Seats").selectOption("3");
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(page.getByRole("heading", { name: "Invite your friends" })).toBeVisible();
  await sitDown(second, page.url(), "Bo");
  await sitDown(third, page.url(), "Cy");
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(page.getByText("A bot plays on in your seat")).toBeVisible();
  await page.getByRole("group", { name: "Resign" }).getByRole("button", { name: "Resign" }).click();
  await expect(page.locator(".notice").getByText("You resigned. A bot is playing in your seat.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Rejoin" })).toHaveCount(0);
  await expect(second.locator(".player").first()).toContainText("resigned");
  await expect(second.locator(".player.turn .called")).toHaveText(/Bo|Cy/);
  await page.goto("/");
  await expect(page.getByRole("link", { name: /Resume/ })).toHaveCount(0);
});

test("a draw is offered, declined and accepted where the game has one", async ({ page, guest }) => {
  const other = await guest();
  const link = await invite(page, "tridice", "Ada");
  await sitDown(other, link, "Bo");
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await expect(page.getByText("You offered a draw.")).toBeVisible();
  const notes = (each: Page) => each.locator(".notes");
  await expect(notes(other)).toContainText("Ada offers a draw.");
  await other.getByRole("button", { name: "Decline" }).click();
  await expect(notes(other)).not.toContainText("Ada offers a draw.");
  await expect(notes(page)).toContainText("Bo declined the draw.");
  await expect(other.locator("#over")).toHaveCount(0);
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await expect(notes(page)).toContainText("You offered a draw.");
  await other.reload();
  await other.getByRole("button", { name: "Accept" }).click();
  for (const each of [page, other]) await expect(each.locator(".felt .status")).toHaveText("Ada and Bo share the win");
});

test("no draw is offered where the game has none, or a bot plays", async ({ page }) => {
  for (const rules of ["farkle", "tridice"]) {
    await playBot(page, rules);
    await expect(page.getByRole("button", { name: "Leave the table" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Offer a draw" })).toHaveCount(0);
  }
});

test("a seat is carried to another device, once", async ({ page, guest }) => {
  await playBot(page, "yatzy");
  await expect(page.locator("button.offer").first()).toBeVisible();
  const carry = page.getByRole("button", { name: "Continue on another device" });
  await carry.click();
  const link = await page.getByLabel("Link").inputValue();
  expect(link).toMatch(/#take=[0-9a-z]{12}$/);
  const [phone, late] = [await guest(), await guest()];
  await phone.goto(link);
  await phone.locator("button.offer:not(.nothing)").first().click();
  expect(phone.url()).not.toContain("take");
  // Both devices have the seat; a reload of either keeps it.
  for (const each of [phone, page]) {
    await expect(each.locator("td.filled").first()).toBeVisible();
    await each.reload();
    await expect(each.locator("button.offer").first()).toBeVisible();
  }
  await late.goto(link);
  await expect(late.getByText("This code has been used or has expired.")).toBeVisible();
  await expect(late.getByText("You are watching.").first()).toBeVisible();
  // A new code can be typed on the home page.
  await carry.click();
  const code = await page.locator(".code b").textContent();
  await late.goto("/");
  await late.getByLabel("Code or link").fill(code ?? "");
  await late.getByRole("button", { name: "Join" }).click();
  await expect(late.locator("button.offer").first()).toBeVisible();
});
