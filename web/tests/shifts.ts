/** How much of a page jumps while somebody looks at it. */
import type { Page } from "@playwright/test";

interface Noting {
  shifts: PerformanceObserver;
  shift: number;
}

/** Sums up layout shifts from now on, and on every page that is loaded. What a player's own click moves does not count. */
export async function noteShifts(page: Page): Promise<void> {
  const note = () => {
    const noting = window as unknown as Noting;
    noting.shift = 0;
    const sum = (entries: PerformanceEntryList) => {
      for (const entry of entries as unknown as { value: number; hadRecentInput: boolean }[]) if (!entry.hadRecentInput) noting.shift += entry.value;
    };
    noting.shifts = new PerformanceObserver((list) => sum(list.getEntries()));
    noting.shifts.observe({ type: "layout-shift" });
  };
  await page.addInitScript(note);
  await page.evaluate(note);
}

/** Returns the sum, when what has changed so far is drawn. */
export const shifted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const noting = window as unknown as Noting;
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // A shift is noted with the frame that shows it, and handed over after that.
    for (let frames = 0; frames < 3; frames += 1) await frame();
    const left = noting.shifts.takeRecords() as unknown as { value: number; hadRecentInput: boolean }[];
    return left.reduce((sum, entry) => sum + (entry.hadRecentInput ? 0 : entry.value), noting.shift);
  });
