/** Stores the page on this device, once it has come and is at rest. */
import { base } from "../net/reach";

export function storePage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => void navigator.serviceWorker.register(new URL("sw.js", base), { scope: base.pathname }).catch(() => {});
  const later = () => setTimeout(register, 1000);
  if (document.readyState === "complete") later();
  else addEventListener("load", later);
}
