/** A real server for the tests, with a store of its own. */
import { test as base } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The program; HOTDICE_BIN names another. */
export const program = process.env["HOTDICE_BIN"] ?? join(root, "target/release/hotdice");

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
      env: { ...process.env, HOTDICE_DATA: process.env["HOTDICE_TEST_DATA"] ?? join(this.#folder, "data") },
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

export const test = base.extend<{ quick: void }, { server: TestServer }>({
  server: [
    async ({}, use) => {
      const server = new TestServer();
      await server.open();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  /** Tests need not watch the dice roll. */
  quick: [
    async ({ context }, use) => {
      await context.addInitScript(() => localStorage.setItem("hotdice.pace", "quick"));
      await use();
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";
