/** A real server for each test, with a port, a store and a folder of its own. */
import { test as base, type BrowserContext, type Page } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { drawFromSeed } from "./randomness";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The program that people get; HOTDICE_BIN names another. */
export const program = process.env["HOTDICE_BIN"] ?? join(root, "target/release/hotdice");

/** The same server with dice that follow from a seed, built beside it. */
const testServer = process.env["HOTDICE_TEST_SERVER"] ?? join(dirname(program), "hotdice-test-server");

/** Solved games are kept for all servers, and for the next run. */
const data = process.env["HOTDICE_TEST_DATA"] ?? join(root, "target/page-tests-data");

export class TestServer {
  #folder = mkdtempSync(join(tmpdir(), "hotdice-page-"));
  #process: ChildProcess | undefined;
  #port = 0;
  #control = "";
  /** The seed of its randomness; none in the program that people get, whose dice nobody chooses. */
  #seed: number | undefined;
  #clock: "runs" | "stands";

  constructor(seed: number | undefined, clock: "runs" | "stands" = "runs") {
    this.#seed = seed;
    this.#clock = clock;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Opens the server; at the same address as before if it was open before. */
  async open(): Promise<void> {
    const listen = `127.0.0.1:${this.#port}`;
    const store = `sqlite:${join(this.#folder, "games.db")}`;
    const seeded = this.#seed === undefined ? [] : ["--seed", String(this.#seed), ...(this.#clock === "stands" ? ["--clock-stands"] : [])];
    const server = this.#seed === undefined ? program : testServer;
    const started = spawn(server, ["serve", "--listen", listen, "--store", store, "--rate", "0", "--player-rate", "0", "--log", "warn", ...seeded], {
      // Others may have been too busy to solve a game, and have left a note that says so.
      env: { ...process.env, HOTDICE_DATA: this.#clock === "stands" ? join(data, "unhurried") : data },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#process = started;
    const address = await new Promise<string>((done, fail) => {
      let said = "";
      started.stdout.on("data", (text: Buffer) => {
        said += text.toString();
        const found = / open at http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
        this.#control = /choose at (\S+)/.exec(said)?.[1] ?? "";
        if (found) done(found);
      });
      started.on("error", fail);
      started.on("exit", (code) => fail(new Error(`the server stopped with ${code}: ${said}`)));
    });
    this.#port = Number(address);
  }

  /**
   * Chooses the first rolls of the table that is opened next: each by pips that lie there among others, for what its people add to the dice.
   * Linked dice cannot be chosen.
   */
  async choose(rolls: string[], entropy: string[]): Promise<void> {
    const answer = await fetch(`${this.#control}/dice`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ rolls, entropy }) });
    if (!answer.ok) throw new Error(`${rolls.join()}: ${await answer.text()}`);
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
  /** What all randomness follows from: dice, names of tables, tokens. HOTDICE_TEST_SEED names another. */
  seed: number;
  /** Whether the program that people get is tested, with dice that nobody knows. */
  shipped: boolean;
  /** Whether the server's clock runs. While it stands, nothing takes the server too long. */
  clock: "runs" | "stands";
  server: TestServer;
  /** How fast events are shown. At once by default: without a throw to wait for, and without pauses. */
  pace: "calm" | "quick" | "instant";
  /** Makes devices ready, each with randomness of its own. */
  equip: (device: BrowserContext) => Promise<void>;
  equipped: void;
  /** Opens a page on another device, which is closed after the test. */
  guest: () => Promise<Page>;
  /** Says how a test that fails is repeated. */
  repeatable: void;
}

export const test = base.extend<Given>({
  seed: [Number(process.env["HOTDICE_TEST_SEED"] ?? "1"), { option: true }],
  shipped: [false, { option: true }],
  clock: ["runs", { option: true }],
  server: async ({ seed, shipped, clock }, use) => {
    const server = new TestServer(shipped ? undefined : seed, clock);
    await server.open();
    await use(server);
    await server.close();
  },
  baseURL: async ({ server }, use) => use(server.url),
  pace: ["instant", { option: true }],
  equip: async ({ seed, shipped, pace }, use) => {
    let devices = 0;
    await use(async (device) => {
      await device.addInitScript((wish) => localStorage.setItem("hotdice.pace", wish), pace);
      if (!shipped) await device.addInitScript(drawFromSeed, [seed, (devices += 1)] as [number, number]);
    });
  },
  equipped: [
    async ({ context, equip }, use) => {
      await equip(context);
      await use();
    },
    { auto: true },
  ],
  guest: async ({ browser, baseURL, contextOptions, equip }, use) => {
    const devices: BrowserContext[] = [];
    await use(async () => {
      const device = await browser.newContext({ ...contextOptions, reducedMotion: "reduce", ...(baseURL ? { baseURL } : {}) });
      devices.push(device);
      await equip(device);
      return device.newPage();
    });
    for (const device of devices) await device.close();
  },
  repeatable: [
    async ({ seed }, use, info) => {
      await use();
      if (info.status === info.expectedStatus) return;
      const place = `${relative(join(root, "web"), info.file)}:${info.line}`;
      console.log(`Seed ${seed}. Again, in web/: HOTDICE_BIN=${program} HOTDICE_TEST_SEED=${seed} npx playwright test --project=${info.project.name} ${place}`);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";
