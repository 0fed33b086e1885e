import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Writes `sw.js`: the service worker, with the names of all files of this build. */
export function serviceWorker(): Plugin {
  let root = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const built = Object.values(bundle).filter(({ fileName }) => !fileName.endsWith(".html"));
        const beside = readdirSync(join(root, "public")).filter((name) => statSync(join(root, "public", name)).isFile());
        const files = [...built.map(({ fileName }) => fileName), ...beside].sort();
        const sum = createHash("sha256").update(readFileSync(join(root, "index.html")));
        for (const each of built) sum.update(each.fileName).update(each.type === "chunk" ? each.code : each.source);
        for (const name of beside) sum.update(readFileSync(join(root, "public", name)));
        const source = readFileSync(join(root, "src/offline/service-worker.js"), "utf8")
          .replace("__FILES__", JSON.stringify(files))
          .replace("__VERSION__", JSON.stringify(sum.digest("hex").slice(0, 16)));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
