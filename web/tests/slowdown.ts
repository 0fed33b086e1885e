/**
 * Makes pages slower, workers and all. Chromium's own throttling (`Emulation.setCPUThrottlingRate`) slows the main thread alone, and bots and
 * solvers run in workers. So the processes of pages are stopped and continued by signals: of every four time slices they get one.
 */
import type { Browser, CDPSession } from "@playwright/test";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

/** Milliseconds of a time slice. */
const SLICE = 2;

/** How often new processes are looked for: a page may get another one whenever it goes somewhere. */
const LOOK_EVERY = 25;

const LOOP = `
const { workerData: { pids, slowdown, slice } } = require("node:worker_threads");
const clock = new Int32Array(new SharedArrayBuffer(4));
const all = (signal) => pids.forEach((pid) => { try { if (pid > 0) process.kill(pid, signal); } catch {} });
for (;;) {
  const begun = performance.now();
  all("SIGCONT");
  Atomics.wait(clock, 0, 0, slice);
  all("SIGSTOP");
  // On a busy machine a slice may have been longer: pages wait for as long as they ran, times three.
  Atomics.wait(clock, 0, 0, (performance.now() - begun) * (slowdown - 1));
}`;

export class Slowdown {
  #pids = new Int32Array(new SharedArrayBuffer(4 * 64));
  #devtools: CDPSession;
  #worker: Worker;
  #looking: ReturnType<typeof setInterval>;

  private constructor(devtools: CDPSession, slowdown: number) {
    this.#devtools = devtools;
    this.#worker = new Worker(LOOP, { eval: true, workerData: { pids: this.#pids, slowdown, slice: SLICE } });
    this.#looking = setInterval(() => void this.#look().catch(() => {}), LOOK_EVERY);
  }

  /** Slows every page of the browser. */
  static async begin(browser: Browser, slowdown: number): Promise<Slowdown> {
    const slowed = new Slowdown(await browser.newBrowserCDPSession(), slowdown);
    await slowed.#look();
    return slowed;
  }

  async #look(): Promise<void> {
    const { processInfo } = await this.#devtools.send("SystemInfo.getProcessInfo");
    const renderers = processInfo.filter(({ type, id }) => type === "renderer" && isRenderer(id)).map(({ id }) => id);
    this.#pids.forEach((_, place) => (this.#pids[place] = renderers[place] ?? 0));
  }

  async end(): Promise<void> {
    clearInterval(this.#looking);
    await this.#worker.terminate();
    for (const pid of this.#pids) {
      try {
        if (pid > 0) process.kill(pid, "SIGCONT");
      } catch {
        // That page is gone.
      }
    }
    await this.#devtools.detach();
  }
}

/** Looks twice before anything is stopped: a number may have gone to another process by now. */
function isRenderer(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer");
  } catch {
    return false;
  }
}
