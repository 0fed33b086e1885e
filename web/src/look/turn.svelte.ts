/** Tells somebody who is looking elsewhere that it is their turn. */
import { readText, writeText } from "../net/browser-storage";
import { base } from "../net/reach";
import { words } from "../words";

const KEY = "hotdice.notify";

class TurnNotice {
  /** Whether this browser can show notifications: it does so for secure addresses only. */
  readonly possible = typeof Notification === "function" && isSecureContext;
  /** Whether the player wants them, and the browser lets us. */
  wanted = $state(this.possible && Notification.permission === "granted" && stored());
  /** Whether the player wanted them, and the browser does not let us. */
  blocked = $state(false);
  #told = false;

  /** Asks the browser, and remembers the answer. */
  async want(yes: boolean): Promise<void> {
    const allowed = yes && (await Notification.requestPermission()) === "granted";
    this.wanted = allowed;
    this.blocked = yes && !allowed;
    store(allowed);
  }

  /** Shows whether it is this player's turn, and says so once a turn. */
  show(mine: boolean, game: string): void {
    const icon = document.querySelector<HTMLLinkElement>("link[rel='icon']");
    if (icon) icon.href = new URL(mine ? "icon-turn.svg" : "icon.svg", base).href;
    if (mine && !this.#told && document.hidden && this.wanted) void notify(words.yourTurn, game);
    this.#told = mine;
  }
}

async function notify(title: string, body: string): Promise<void> {
  const options = { body, icon: new URL("icon-192.png", base).href, tag: "hotdice-turn", data: location.href };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker) return worker.showNotification(title, options);
  try {
    const notice = new Notification(title, options);
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {
    // Phones show notifications of service workers only.
  }
}

function stored(): boolean {
  return readText(KEY) === "yes";
}

function store(yes: boolean): void {
  writeText(KEY, yes ? "yes" : "no");
}

export const turnNotice = new TurnNotice();
