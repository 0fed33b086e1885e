import { defineConfig, devices } from "@playwright/test";
import { HANGS, TEST_HANGS } from "./tests/patience";

/** Debian's Chromium; HOTDICE_CHROMIUM names another. */
const executablePath = process.env["HOTDICE_CHROMIUM"] ?? "/usr/bin/chromium";
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  workers: 2,
  // The server's clock runs while they play: a page that is busy for two seconds misses a roll, and says so by more requests.
  retries: 2,
  timeout: TEST_HANGS,
  expect: { timeout: HANGS },
  reporter: [["list"]],
  outputDir: "../target/page-tests",
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: { executablePath, args, timeout: HANGS },
    reducedMotion: "reduce",
  },
  projects: [
    { name: "package", testDir: "tests/package", fullyParallel: false },
    { name: "page", testDir: "tests/page" },
    { name: "times", testDir: "tests/times", fullyParallel: false },
    { name: "pictures", testDir: "tests/pictures", fullyParallel: false },
  ],
});
