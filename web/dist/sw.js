/**
 * Keeps the page on this device, so that it opens without a network.
 *
 * All files of a build are stored under its version, and thrown away when no page of that version is open any more: the browser starts the
 * next service worker only then. So an update never takes a file from under a game. Whoever reloads with a network gets the newest
 * page; its files have other names, and come over the network until the next version is stored.
 */
const VERSION = "509b7d99220d1db7";
const FILES = ["assets/AfterGame-BWVFgzyu.css","assets/AfterGame-Dt-cxpTU.js","assets/CheckPage-CpfPsDxz.css","assets/CheckPage-CvrXaQ7Z.js","assets/Course-DGkILL40.js","assets/Course-Jmee7zh6.js","assets/Daily-D4h74Xj0.js","assets/Daily-w50inQ9U.css","assets/DiceProof-CVm859Ro.css","assets/DiceProof-rMD93nvH.js","assets/Die-7aqAOwXY.js","assets/Die-B4TQt_Hh.css","assets/ExplorePage-BFxV0ueY.js","assets/ExplorePage-CyPtUfbP.css","assets/LevelChoice-D0NVTKEJ.js","assets/Plot-DHnMkUBO.css","assets/Plot-kFPeufE2.js","assets/Replay-BQf4Dy6e.js","assets/Replay-ByY61XeE.css","assets/Retry-BOwDN39q.css","assets/Retry-CWdTB-vF.js","assets/RulesText-BnNVtKT6.css","assets/RulesText-DslBAuKF.js","assets/Tray-BRUuqba0.js","assets/Tray-s8S6g7FM.css","assets/Triangle-DsUzQUJn.js","assets/Triangle-DxvyQz_1.css","assets/Verdict-BJwTlaCB.css","assets/Verdict-Bhq7OhqT.js","assets/Yours-ABsAvJgY.css","assets/Yours-DNkX4UUK.js","assets/api-CIwRROWN.js","assets/chain-Brx_ATfG.js","assets/chain-DXwhTU1c.js","assets/de-BfJo7-QF.js","assets/disclose-version-xihTtKlq.js","assets/es-B9u4C8bs.js","assets/format-Bv4b2nFl.js","assets/games-CJBKescb.js","assets/history-CwzgDOz5.js","assets/history-ohABAIYL.css","assets/house-DcFXe7m1.js","assets/house-rules-CWD8klfb.js","assets/index-BSJQ4azd.css","assets/index-WQvnY93a.js","assets/interpreter-xzSPTiq7.js","assets/keep-BmYAXwu1.js","assets/linked-dice.svelte-CS-2ifa9.js","assets/preload-helper-D3YqKckf.js","assets/reach-BNn_T1SF.js","assets/refused-BEpPvgQ8.js","assets/route.svelte-DDXM7r3f.js","assets/saved-BzWzr4EC.js","assets/saved-CW_2fdHX.js","assets/server-de-DT2FFhH7.js","assets/server-es-Cvidllz9.js","assets/solving.svelte-D13-n6pP.js","assets/story-BseqRmk0.js","assets/summary-DcnftV57.js","assets/tables-QdLUQ__q.wasm","assets/thinking-BUz_6yHa.wasm","assets/thinking-simd-B5bSd2Xx.wasm","assets/words-DfJOkB7p.js","assets/worker-Bs2RL7D4.js","icon-192.png","icon-512.png","icon-turn.svg","icon.svg","manifest.webmanifest"];
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
