/** What choices are worth. */
import type { AskedAim, Hint } from "../../web/src/wire/schema.js";
import type { Host } from "./host.js";

/** What every choice is worth, best first. */
export type Values = Omit<Hint, "seq">;

/** What values should count: chances to win, or points. */
export interface Aim {
  aim?: AskedAim;
}

/** Answers a question of the module's own form. */
export async function values(host: Host, question: string): Promise<Values> {
  const { seq: _, ...found } = await host.json<Hint>({ method: "POST", path: "hint", body: question });
  return found;
}
