/** The page as a folder of files on a plain host, under a path of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderHost } from "./folder-host";
import { root } from "./server";

export class StaticHost extends FolderHost {
  #written: string;

  constructor() {
    const written = mkdtempSync(join(tmpdir(), "hotdice-static-"));
    execFileSync("cargo", ["xtask", "static", join(written, "games/dice")], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    super(written);
    this.#written = written;
  }

  /** Where the page begins. */
  get home(): string {
    return `${this.url}/games/dice/`;
  }

  /** Stops serving; the host can be opened again. */
  stop(): Promise<void> {
    return super.close();
  }

  override async close(): Promise<void> {
    await this.stop();
    rmSync(this.#written, { recursive: true, force: true });
  }
}
