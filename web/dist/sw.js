/**
 * Keeps the page on this device, so that it opens without a network.
 *
 * All files of a build are stored under its version, and thrown away when no page of that version is open any more: the browser starts the
 * next service worker only then. So an update never takes a file from under a game. Whoever reloads with a network gets the newest
 * page; its files have other names, and come over the network until the next version is stored.
 */
const VERSION = "157b2e2eee080b99";
const FILES = ["assets/AfterGame-B6uMZbME.js","assets/AfterGame-BWVFgzyu.css","assets/CheckPage-CpfPsDxz.css","assets/CheckPage-CtpoidG9.js","assets/Course-BG-ZDkwR.js","assets/Course-DE6TITmy.js","assets/Daily-DpbSjhnX.js","assets/Daily-w50inQ9U.css","assets/DiceProof-CVm859Ro.css","assets/DiceProof-CkvuffpY.js","assets/Die-B4TQt_Hh.css","assets/Die-DoxxZQ7I.js","assets/ExplorePage-CifoINiM.js","assets/ExplorePage-CyPtUfbP.css","assets/Plot-DDVPmL6B.js","assets/Plot-DHnMkUBO.css","assets/Replay-ByY61XeE.css","assets/Replay-CqbPM_Hi.js","assets/Retry-BOwDN39q.css","assets/Retry-CXzhVOA1.js","assets/RulesText-BdnJ08oB.js","assets/RulesText-BnNVtKT6.css","assets/Tray-B-rVpxQi.js","assets/Tray-s8S6g7FM.css","assets/Triangle-DxvyQz_1.css","assets/Triangle-H9MVO1VK.js","assets/Verdict-BJwTlaCB.css","assets/Verdict-Dni_YDX8.js","assets/Yours-ABsAvJgY.css","assets/Yours-Due8X44c.js","assets/api-C9xBmkCi.js","assets/chain-CuQAIu8J.js","assets/chain-D3KfuvY4.js","assets/de-CHFl9qma.js","assets/disclose-version-xihTtKlq.js","assets/es-CeHEoFPN.js","assets/format-Bv4b2nFl.js","assets/games-CJBKescb.js","assets/history-BCAF0nJo.js","assets/history-ohABAIYL.css","assets/house-BdXeQ0O_.js","assets/house-rules-CWD8klfb.js","assets/index-41rwczRo.js","assets/index-BdzPgsZg.css","assets/index-client-DMfc4Gz1.js","assets/interpreter-xzSPTiq7.js","assets/keep-BmYAXwu1.js","assets/linked-dice.svelte-DOu190QP.js","assets/opening-QKVQ87v8.js","assets/preload-helper-D3YqKckf.js","assets/reach-Br9KUCNP.js","assets/route.svelte-B4SHukh6.js","assets/saved-BzWzr4EC.js","assets/saved-CW_2fdHX.js","assets/server-de-wHjxnnht.js","assets/server-es-DcjuYoEv.js","assets/solving.svelte-6UUB1HCg.js","assets/story-BT902oN6.js","assets/summary-m-9V2XlD.js","assets/tables-BqXdxVhB.wasm","assets/thinking-DsFGo-H4.wasm","assets/thinking-simd-CruS2iA7.wasm","assets/words-BG3dEYjv.js","assets/worker-Bs2RL7D4.js","icon-192.png","icon-512.png","icon-turn.svg","icon.svg","manifest.webmanifest"];
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
