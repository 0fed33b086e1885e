/** What every choice is worth, asked of the server when the player wants to know. */
import { readText, writeText } from "../net/browser-storage";
import { api } from "../net/api";
import type { Analysis, Hint } from "../wire/schema";
import { percent } from "../words";
import type { LiveTable } from "./live-table.svelte";
import type { Naming } from "./story";

const KEY = "hotdice.coach";

export class Coach {
  wanted = $state(readText(KEY) === "yes");
  hint = $state.raw<Hint>();
  course = $state.raw<Analysis>();
  problem = $state("");
  #table: LiveTable;
  #asked = 0;
  /** Whether some values of this game were estimates: near the end they may be exact all the same. */
  #estimated = false;

  constructor(table: LiveTable) {
    this.#table = table;
  }

  toggle(): void {
    this.wanted = !this.wanted;
    writeText(KEY, this.wanted ? "yes" : "no");
  }

  /** Asks about the choices of the moment, once for each moment. */
  async ask(): Promise<void> {
    const { view, acting, choices } = this.#table;
    if (!view || !acting || choices.length === 0 || this.#asked === view.seq) return;
    this.#asked = view.seq;
    this.hint = undefined;
    this.problem = "";
    try {
      const hint = await api.hint(view.table, acting.token);
      if (hint.seq === this.#table.view?.seq) this.hint = hint;
      this.#estimated ||= !hint.exact;
      // Where values are estimates, a whole game would take the server too long at every turn.
      if (!this.#estimated) this.course = withNames(await api.analyse(await api.record(view.table)), this.#table.nameOf);
    } catch (error) {
      if (!this.hint) this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** Says what a choice is worth, in a few words; nothing while that is not known. */
  worth = (notation: string): string => {
    const value = this.#known()?.choices.find((choice) => choice.action === notation)?.value;
    if (value === undefined || !this.hint) return "";
    return inWords(value, this.hint.aim);
  };

  get best(): string | undefined {
    return this.#known()?.choices[0]?.action;
  }

  #known(): Hint | undefined {
    return this.wanted && this.hint?.seq === this.#table.view?.seq ? this.hint : undefined;
  }
}

/** Calls the seats of an analysis as the table calls them. */
export function withNames(analysis: Analysis, nameOf: Naming): Analysis {
  return { ...analysis, seats: analysis.seats.map((seat, at) => ({ ...seat, name: nameOf(at + 1) })) };
}

/** Says a value: a chance in per cent, or points. */
export function inWords(value: number, aim: Hint["aim"]): string {
  return aim === "win" ? percent(value) : value.toFixed(2);
}
