/** The page as a folder of files, served by a host that knows nothing but files, under a path of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { root } from "./server";

const KINDS: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

export class StaticHost {
  #folder = mkdtempSync(join(tmpdir(), "hotdice-static-"));
  #server: Server | undefined;
  #port = 0;
  /** What was asked for in vain. */
  missing: string[] = [];

  constructor() {
    execFileSync("cargo", ["xtask", "static", join(this.#folder, "games/dice")], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  }

  /** Where the page begins. */
  get home(): string {
    return `http://127.0.0.1:${this.#port}/games/dice/`;
  }

  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://host");
      try {
        const path = join(this.#folder, decodeURIComponent(pathname));
        const file = statSync(path).isDirectory() ? join(path, "index.html") : path;
        // As plain as can be: no type for modules, nothing about caches.
        response.writeHead(200, { "Content-Type": KINDS[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
      } catch {
        this.missing.push(pathname);
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((done) => this.#server?.listen(this.#port, "127.0.0.1", done));
    const address = this.#server.address();
    if (address && typeof address === "object") this.#port = address.port;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => this.#server?.close(done));
    this.#server = undefined;
  }

  async close(): Promise<void> {
    if (this.#server) await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
