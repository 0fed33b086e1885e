/**
 * Where in the page somebody is. Every screen has an address that can be linked to, reloaded and gone back from: a path of
 * its own on a server (`/t/ID`), and what follows the hash on a static host, which has one file for them all (`#/t/ID`).
 */
import { hasServer } from "./net/reach";

export type Screen = { name: "home"; rules: string } | { name: "table"; id: string } | { name: "explore"; rules: string } | { name: "check" } | { name: "replay"; id: string } | { name: "me"; rules: string } | { name: "daily"; date: string } | { name: "nothing" };

export function screenAt(path: string, query: string): Screen {
  const [, first = "", second = "", third] = path.split("/");
  if (third !== undefined && third !== "") return { name: "nothing" };
  if (first === "") return { name: "home", rules: new URLSearchParams(query).get("rules") ?? "" };
  if (first === "t" && second !== "") return { name: "table", id: tidyCode(decode(second)) };
  if (first === "explore" && second === "") return { name: "explore", rules: new URLSearchParams(query).get("rules") ?? "" };
  if (first === "check" && second === "") return { name: "check" };
  if (first === "me" && second === "") return { name: "me", rules: new URLSearchParams(query).get("rules") ?? "" };
  if (first === "daily" && second === "") return { name: "daily", date: new URLSearchParams(query).get("date") ?? "" };
  if (first === "replay" && second !== "") return { name: "replay", id: tidyCode(decode(second)) };
  return { name: "nothing" };
}

/** Reads a code or a link as people paste them; nothing if it is neither. */
export function tableIn(text: string): string | undefined {
  const code = tidyCode(text.trim().split(/[?#]/)[0]?.replace(/\/+$/, "").split("/").pop() ?? "");
  return /^[0-9a-z]{10}$/.test(code) ? code : undefined;
}

/** Reads the code with which a seat is taken over from another device, alone or in its link; nothing if it is none. */
export function transferIn(text: string): string | undefined {
  const code = text.trim().toLowerCase().split("#take=").pop()?.replaceAll("-", "") ?? "";
  return /^[0-9a-z]{12}$/.test(code) ? code : undefined;
}

/** Writes a code in the groups that people read out. */
export function grouped(code: string): string {
  if (code.length === 10) return `${code.slice(0, 5)}-${code.slice(5)}`;
  return code.length === 12 ? `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}` : code;
}

function tidyCode(text: string): string {
  return text.toLowerCase().replaceAll("-", "").replaceAll(" ", "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the address of a screen, for links. */
export const to = (path: string): string => (hasServer ? path : `#${path}`);

/** Returns the same as people send it to each other. */
export const addressOf = (path: string): string => new URL(to(path), hasServer ? location.origin : location.href).href;

/** Returns where the page is now: a path and what follows it. */
function here(): [path: string, query: string] {
  if (hasServer) return [location.pathname, location.search];
  const [path = "", query = ""] = location.hash.slice(1).split("?");
  return [path, query];
}

class Route {
  screen = $state<Screen>({ name: "home", rules: "" });

  /** Follows the address and the links of the page. */
  follow(): void {
    this.#read();
    addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (click) => this.#take(click));
  }

  go(path: string): void {
    history.pushState(null, "", to(path));
    this.#read();
    scrollTo(0, 0);
    // Whoever does not see the page change hears it from its beginning.
    document.getElementById("main")?.focus();
  }

  #read(): void {
    const [path, query] = here();
    // A hash that is no address leads to a place on this screen.
    if (!hasServer && path !== "" && !path.startsWith("/")) return;
    this.screen = screenAt(path, query);
  }

  #take(click: MouseEvent): void {
    const link = click.target instanceof Element ? click.target.closest("a") : null;
    const plain = click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey;
    if (!link || !plain || link.target || link.download || link.origin !== location.origin) return;
    const path = hasServer ? link.pathname + link.search : link.hash.slice(1);
    if (path.startsWith("/api") || (hasServer ? link.hash !== "" : !path.startsWith("/"))) return;
    click.preventDefault();
    this.go(path);
  }
}

export const route = new Route();
