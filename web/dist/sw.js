/**
 * Keeps the page on this device, so that it opens without a network.
 *
 * All files of a build are stored under its version, and thrown away when no page of that version is open any more: the browser starts the
 * next service worker only then. So an update never takes a file from under a game. Whoever reloads with a network gets the newest
 * page; its files have other names, and come over the network until the next version is stored.
 */
const VERSION = "1c8b50bc6790a0b7";
const FILES = ["assets/AfterGame-BVOoa8Gs.js","assets/AfterGame-BWVFgzyu.css","assets/CheckPage-CpfPsDxz.css","assets/CheckPage-DDRKXUs9.js","assets/Course-C-rPGH5K.js","assets/Course-CPn_VEb1.js","assets/Daily-DrNix-b6.js","assets/Daily-w50inQ9U.css","assets/DiceProof-CMOOUry7.js","assets/DiceProof-CVm859Ro.css","assets/Die-B4TQt_Hh.css","assets/Die-DoxxZQ7I.js","assets/ExplorePage-CsnRqzKj.js","assets/ExplorePage-CyPtUfbP.css","assets/Plot-DDVPmL6B.js","assets/Plot-DHnMkUBO.css","assets/Replay-ByY61XeE.css","assets/Replay-wrDxVIAw.js","assets/Retry-BOwDN39q.css","assets/Retry-DkVstRcb.js","assets/RulesText-BdnJ08oB.js","assets/RulesText-BnNVtKT6.css","assets/Tray-f5nSVaMc.js","assets/Tray-s8S6g7FM.css","assets/Triangle-C7K6UCXO.js","assets/Triangle-DxvyQz_1.css","assets/Verdict-BJwTlaCB.css","assets/Verdict-CyWDZixC.js","assets/Yours-ABsAvJgY.css","assets/Yours-BwL5pHjd.js","assets/api-Bx5yR0pX.js","assets/chain-DOczd733.js","assets/chain-sD0jWuwb.js","assets/de-CHFl9qma.js","assets/disclose-version-xihTtKlq.js","assets/es-CeHEoFPN.js","assets/format-Bv4b2nFl.js","assets/games-CJBKescb.js","assets/history-CVeMiLLl.js","assets/history-ohABAIYL.css","assets/house-C2-d7bXz.js","assets/house-rules-CWD8klfb.js","assets/index-BdzPgsZg.css","assets/index-TJo42ZsV.js","assets/index-client-DMfc4Gz1.js","assets/interpreter-xzSPTiq7.js","assets/keep-BmYAXwu1.js","assets/linked-dice.svelte-D6-9FmJZ.js","assets/opening-B-vm4DfO.js","assets/preload-helper-D3YqKckf.js","assets/reach-BHAWlbSN.js","assets/route.svelte-C_Fli2LV.js","assets/saved-BzWzr4EC.js","assets/saved-CW_2fdHX.js","assets/server-de-B-9cHAXT.js","assets/server-es-fkOeMniY.js","assets/solving.svelte-6UUB1HCg.js","assets/story-ejGlzCs8.js","assets/summary-GjyHi_gN.js","assets/tables-DR1nsOE9.wasm","assets/thinking-BO3z2KTN.wasm","assets/thinking-simd-DjDPVpi4.wasm","assets/words-GYT4-8VM.js","assets/worker-Bs2RL7D4.js","icon-192.png","icon-512.png","icon-turn.svg","icon.svg","manifest.webmanifest"];
const CACHE = `hotdice-${VERSION}`;

/** The smallest module that uses SIMD: of the two solvers only the one for this browser is stored. */
const SIMD = WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]));
const isForOthers = (file) => (SIMD ? /thinking-(?!simd)[^/]*\.wasm$/ : /thinking-simd[^/]*\.wasm$/).test(file);

self.addEventListener("install", (event) => {
  const store = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(["./", ...FILES.filter((file) => !isForOthers(file))]);
  };
  event.waitUntil(store());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("hotdice-") && name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const path = url.pathname.slice(new URL(self.registration.scope).pathname.length);
  if (event.request.method !== "GET" || url.origin !== location.origin || /^(api|metrics)\b/.test(path)) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else event.respondWith(file(event.request));
});

/** The newest page if there is a network, and otherwise the stored one, whatever its address. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok || answer.status === 404) return answer;
  } catch {
    // No network.
  }
  return (await caches.match("./", { cacheName: CACHE })) ?? Response.error();
}

async function file(request) {
  return (await caches.match(request, { cacheName: CACHE, ignoreSearch: true })) ?? fetch(request);
}

/** A tap on a notice leads to the table. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const show = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const open = pages.find(({ url }) => url === event.notification.data) ?? pages[0];
    if (open) await open.focus();
    else if (event.notification.data) await self.clients.openWindow(event.notification.data);
  };
  event.waitUntil(show());
});
