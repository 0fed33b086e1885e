import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { serviceWorker } from "./build/service-worker.ts";
import { sourcesSum } from "./build/sources-sum.ts";
import { TEST_HANGS } from "./tests/patience.ts";

/** Where `npm run dev` finds a server: `cargo run --release -- serve`. */
const server = process.env["HOTDICE_SERVER"] ?? "http://127.0.0.1:7878";

export default defineConfig({
  plugins: [svelte(), serviceWorker(), sourcesSum()],
  worker: { format: "es" },
  // Files find each other wherever the folder is; only index.html, which is sent for every address, names them from the root.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  build: {
    target: "es2022",
    // A preload polyfill would be an inline script, which the page's own policy forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": server, "/metrics": server } },
  test: { include: ["tests/unit/**/*.test.ts"], testTimeout: TEST_HANGS },
});
