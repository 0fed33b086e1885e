import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";

/** What the built page depends on. A test of the server reads the same list. */
const SOURCES = ["build", "index.html", "package-lock.json", "public", "src", "svelte.config.js", "tsconfig.json", "vite.config.ts", "wasm"];

/** Writes a sum of all sources beside the built page, so that a stale page is found without Node. */
export function sourcesSum(): Plugin {
  let root = "";
  return {
    name: "sources-sum",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    closeBundle() {
      writeFileSync(join(root, "dist", "sources.sha256"), `${sumOf(root)}\n`);
    },
  };
}

/** Sums up path and content of every source, in the order of the paths. */
export function sumOf(root: string): string {
  const paths = SOURCES.flatMap((source) => filesUnder(join(root, source)))
    .map((path) => relative(root, path).replaceAll("\\", "/"))
    .sort((a, b) => (a < b ? -1 : 1));
  const sum = createHash("sha256");
  for (const path of paths) {
    const content = createHash("sha256").update(readFileSync(join(root, path))).digest("hex");
    sum.update(`${content}  ${path}\n`);
  }
  return sum.digest("hex");
}

function filesUnder(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
}
