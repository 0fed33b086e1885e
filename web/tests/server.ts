/** A real server for each test, with a port, a store and a folder of its own. */
import { test as base, type BrowserContext, type Page } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The program; HOTDICE_BIN names another. */
export const program = process.env["HOTDICE_BIN"] ?? join(root, "target/release/hotdice");

/** Solved games are kept for all servers, and for the next run. */
const data = process.env["HOTDICE_TEST_DATA"] ?? join(root, "target/page-tests-data");

export class TestServer {
  #folder = mkdtempSync(join(tmpdir(), "hotdice-page-"));
  #process: ChildProcess | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Opens the server; at the same address as before if it was open before. */
  async open(): Promise<void> {
    const listen = `127.0.0.1:${this.#port}`;
    const store = `sqlite:${join(this.#folder, "games.db")}`;
    const started = spawn(program, ["serve", "--listen", listen, "--store", store, "--rate", "0", "--player-rate", "0", "--log", "warn"], {
      env: { ...process.env, HOTDICE_DATA: data },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#process = started;
    const address = await new Promise<string>((done, fail) => {
      let said = "";
      started.stdout.on("data", (text: Buffer) => {
        said += text.toString();
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
        if (found) done(found);
      });
      started.on("error", fail);
      started.on("exit", (code) => fail(new Error(`the server stopped with ${code}: ${said}`)));
    });
    this.#port = Number(address);
  }

  /** Kills the server without a word. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((done) => running.once("exit", done));
    running.kill("SIGKILL");
    await gone;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

interface Given {
  server: TestServer;
  /** How fast events are shown. At once by default: without a throw to wait for, and without pauses. */
  pace: "calm" | "quick" | "instant";
  paced: void;
  /** Opens a page on another device, which is closed after the test. */
  guest: () => Promise<Page>;
}

const choosePace = (device: BrowserContext, pace: string) => device.addInitScript((wish) => localStorage.setItem("hotdice.pace", wish), pace);

export const test = base.extend<Given>({
  server: async ({}, use) => {
    const server = new TestServer();
    await server.open();
    await use(server);
    await server.close();
  },
  baseURL: async ({ server }, use) => use(server.url),
  pace: ["instant", { option: true }],
  paced: [
    async ({ context, pace }, use) => {
      await choosePace(context, pace);
      await use();
    },
    { auto: true },
  ],
  guest: async ({ browser, baseURL, contextOptions, pace }, use) => {
    const devices: BrowserContext[] = [];
    await use(async () => {
      const device = await browser.newContext({ ...contextOptions, reducedMotion: "reduce", ...(baseURL ? { baseURL } : {}) });
      devices.push(device);
      await choosePace(device, pace);
      return device.newPage();
    });
    for (const device of devices) await device.close();
  },
});

export { expect } from "@playwright/test";
