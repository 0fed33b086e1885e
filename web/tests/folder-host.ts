/** Serves a folder as a host does that knows nothing but files. */
import { readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";

const KINDS: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

export class FolderHost {
  #folder: string;
  #server: Server | undefined;
  #port = 0;
  /** Returns what is served instead of a file. */
  protected changed(_path: string, bytes: Buffer): Buffer | string {
    return bytes;
  }

  /** What was asked for in vain. */
  missing: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Opens the host; at the same address as before if it was open before. */
  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://host");
      try {
        const path = join(this.#folder, decodeURIComponent(pathname));
        const file = statSync(path).isDirectory() ? join(path, "index.html") : path;
        // As plain as can be: no type for modules, nothing about caches.
        response.writeHead(200, { "Content-Type": KINDS[extname(file)] ?? "application/octet-stream" }).end(this.changed(file, readFileSync(file)));
      } catch {
        this.missing.push(pathname);
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((done) => this.#server?.listen(this.#port, "127.0.0.1", done));
    const address = this.#server.address();
    if (address && typeof address === "object") this.#port = address.port;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => (this.#server ? this.#server.close(done) : done(undefined)));
    this.#server = undefined;
  }
}
