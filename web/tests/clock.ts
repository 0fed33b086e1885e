/** The clock of a page, after `page.clock.install()`: its timers, not those of its workers, and not the network. */
import type { Page } from "@playwright/test";

const SECOND = 1000;

/**
 * How far the page's clock may be moved while the server's stands: once a stream has been silent for twenty seconds, a page opens it anew.
 */
const SHORT = 10 * SECOND;

/** Lets the timers of the page run on: what it would ask for later, it asks for now. */
export const laterToo = (page: Page): Promise<void> => page.clock.runFor(SHORT);

/** Stops the page's clock a little later: time passes only when the test says so. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + SHORT);
