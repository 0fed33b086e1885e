import { defineConfig, devices } from "@playwright/test";

/** Debian's Chromium; HOTDICE_CHROMIUM names another. */
const executablePath = process.env["HOTDICE_CHROMIUM"] ?? "/usr/bin/chromium";
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  workers: 2,
  // A busy machine may be too slow, and dice may end a turn too soon; what needs another try is reported as flaky.
  retries: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  outputDir: "../target/page-tests",
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: { executablePath, args },
    reducedMotion: "reduce",
    trace: "retain-on-failure",
  },
  projects: [
    { name: "package", testDir: "tests/package", fullyParallel: false },
    { name: "page", testDir: "tests/page" },
    { name: "times", testDir: "tests/times", fullyParallel: false },
    { name: "pictures", testDir: "tests/pictures", fullyParallel: false },
  ],
});
