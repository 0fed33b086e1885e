/** A hand that plays: it looks at the page as a person does, and clicks. */
import { expect, type Locator, type Page } from "@playwright/test";
import { HANGS } from "../patience";

interface Bot {
  level?: string;
  name?: string;
  /** Whether the dice of the first turn are thrown. */
  throws?: boolean;
  home?: string;
}

/** Opens a table against a bot. */
export async function playBot(page: Page, rules: string, { level = "greedy", name = "Ada", throws = true, home = "/" }: Bot = {}): Promise<void> {
  // On a busy machine dice may fall without the page's link. It says so above the table, where that covers what is to be clicked.
  const late = page.locator(".notes div.notice[role=status] button");
  await page.addLocatorHandler(late, () => late.click());
  await page.goto(`${home}?rules=${encodeURIComponent(rules)}`);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Difficulty").selectOption(level);
  await page.locator(".side button.big").click();
  await page.waitForURL(/\/t\//);
  if (throws) await throwDice(page);
}

/** What a page may wait for its player to do, and where that is done; the first that is there is next. */
const STEPS = {
  over: "#over",
  throw: ".hush .act.primary",
  box: "button.offer",
  select: ".act.select",
  end: ".cell.reach",
  cell: ".cell.can",
  act: ".actions .act",
};

/** Looking more often would keep the page busy with nothing else. */
const LOOK_EVERY = 20;

export type Step = keyof typeof STEPS;

/**
 * Waits until the page waits for its player, and says for what. That stays so until the player does something: whatever is seen then can be
 * clicked, and after the click it is gone.
 */
export async function nextStep(page: Page): Promise<Step> {
  const found = await page.waitForFunction(
    (steps) => Object.keys(steps).find((step) => document.querySelector(steps[step as keyof typeof steps])?.checkVisibility()),
    STEPS,
    { polling: LOOK_EVERY, timeout: HANGS },
  );
  return (await found.jsonValue()) as Step;
}

/** Waits until one of several players can move, and returns that page. */
export const whoseMove = (...pages: Page[]): Promise<Page> =>
  Promise.race(pages.map((page) => nextStep(page).then(() => page, (): Promise<Page> => new Promise(() => undefined))));

/** Makes the next move, whatever it is, as soon as there is one to make; returns false when the game is over. */
export async function move(page: Page): Promise<boolean> {
  const step = await nextStep(page);
  const place = page.locator(STEPS[step]);
  switch (step) {
    case "over":
      return false;
    case "box": {
      await place.first().click();
      // A box that pays nothing asks for a second tap.
      const armed = page.locator("button.offer.armed");
      if ((await armed.count()) > 0) await armed.click();
      return true;
    }
    case "select":
      await place.click();
      await end(page, page.locator(".act.primary"));
      return true;
    case "act":
      await end(page, place);
      return true;
    default:
      await (step === "cell" ? place.last() : place.first()).click();
      return true;
  }
}

/** Ends the turn with points where that can be done, and does something else where it cannot. */
async function end(page: Page, otherwise: Locator): Promise<void> {
  const stop = page.locator('.act[data-key="b"]');
  await ((await stop.count()) > 0 ? stop : otherwise).first().click();
}

/** Throws the dice with which a turn begins, where it begins with dice. */
export async function throwDice(page: Page): Promise<void> {
  if ((await nextStep(page)) === "throw") await page.locator(STEPS.throw).click();
}

/** Throws dice until there is something to decide: a roll may end a turn at once. */
export async function throwUntilChoice(page: Page): Promise<void> {
  while ((await nextStep(page)) === "throw") await page.locator(STEPS.throw).click();
}

/** Plays until the game is over. */
export async function playToEnd(page: Page): Promise<void> {
  while (await move(page));
  await expect(page.locator("#over")).toBeVisible();
}
