/** How long things take to be seen. */

const KEPT = "hotdice.pace";

class Pace {
  /** The player's wish. */
  wish = $state<"calm" | "quick">(kept());

  choose(wish: "calm" | "quick"): void {
    this.wish = wish;
    try {
      localStorage.setItem(KEPT, wish);
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

function kept(): "calm" | "quick" {
  try {
    return localStorage.getItem(KEPT) === "quick" ? "quick" : "calm";
  } catch {
    return "calm";
  }
}

export const pace = new Pace();
