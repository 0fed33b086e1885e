/** The page as a folder of files on a plain host, under a path of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderHost } from "./folder-host";
import { seededScript } from "./randomness";
import { root } from "./server";

/** The folder that `cargo xtask static` has written; without it, each host has it written. */
const written = process.env["HOTDICE_STATIC"];

export class StaticHost extends FolderHost {
  #folder: string;
  #seed: number | undefined;

  /** With a seed, the dice of the tables on the device follow from it. */
  constructor(seed?: number) {
    const folder = mkdtempSync(join(tmpdir(), "hotdice-static-"));
    const dice = join(folder, "games/dice");
    mkdirSync(join(folder, "games"));
    if (written) symlinkSync(written, dice);
    else execFileSync("cargo", ["xtask", "static", dice], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    super(folder);
    this.#folder = folder;
    this.#seed = seed;
  }

  protected override changed(path: string, bytes: Buffer): Buffer | string {
    const seeded = this.#seed !== undefined && /\/worker-[^/]*\.js$/.test(path);
    return seeded ? seededScript(this.#seed!) + bytes.toString() : bytes;
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
