/** The page as a folder of files on a plain host, under a path of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderHost } from "./folder-host";
import { root } from "./server";

/** The folder that `cargo xtask static` has written; without it, each host has it written. */
const written = process.env["HOTDICE_STATIC"];

export class StaticHost extends FolderHost {
  #folder: string;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), "hotdice-static-"));
    const dice = join(folder, "games/dice");
    mkdirSync(join(folder, "games"));
    if (written) symlinkSync(written, dice);
    else execFileSync("cargo", ["xtask", "static", dice], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    super(folder);
    this.#folder = folder;
  }

  /** Where the page begins. */
  get home(): string {
    return `${this.url}/games/dice/`;
  }

  override async close(): Promise<void> {
    await super.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
