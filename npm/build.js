/** Builds the package into dist with what the page is built with: `npm ci` in web comes first. */
import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const path = (relative) => new URL(relative, import.meta.url);
const web = createRequire(path("../web/package.json"));
const { build } = await import(pathToFileURL(web.resolve("rolldown")));

rmSync(path("dist"), { recursive: true, force: true });
const input = path("src/hotdice.ts").pathname;
await build({ input, logLevel: "warn", output: { file: path("dist/hotdice.js").pathname, format: "esm" } });
execFileSync(process.execPath, [web.resolve("typescript/bin/tsc"), "--project", path("tsconfig.json").pathname], { stdio: "inherit" });
for (const module of ["thinking.wasm", "thinking-simd.wasm"]) copyFileSync(path(`../web/wasm/${module}`), path(`dist/${module}`));
for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(path(`../${licence}`), path(`dist/${licence}`));
