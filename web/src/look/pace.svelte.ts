/** How long things take to be seen. */

const KEY = "hotdice.pace";

class Pace {
  /** The player's wish. */
  wish = $state<"calm" | "quick">(stored());

  choose(wish: "calm" | "quick"): void {
    this.wish = wish;
    try {
      localStorage.setItem(KEY, wish);
    } catch {
      // Then it is asked for again next time.
    }
  }

  /** Whether things may move. */
  get moving(): boolean {
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** How long dice tumble. */
  get roll(): number {
    return this.moving ? (this.wish === "calm" ? 750 : 260) : 0;
  }

  /** Stretches or shortens a pause. */
  pause(calm: number): number {
    return this.wish === "calm" ? calm : calm * 0.15;
  }
}

function stored(): "calm" | "quick" {
  try {
    return localStorage.getItem(KEY) === "quick" ? "quick" : "calm";
  } catch {
    return "calm";
  }
}

export const pace = new Pace();
