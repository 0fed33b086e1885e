/**
 * Keeps the page on this device, so that it opens without a network.
 *
 * All files of a build are stored under its version, and thrown away when no page of that version is open any more: the browser starts the
 * next service worker only then. So an update never takes a file from under a game. Whoever reloads with a network gets the newest
 * page; its files have other names, and come over the network until the next version is stored.
 */
const VERSION = "494134e335d7e1b6";
const FILES = ["assets/AfterGame-BWVFgzyu.css","assets/AfterGame-O5ell1ik.js","assets/CheckPage-CpfPsDxz.css","assets/CheckPage-T5i2e53-.js","assets/Course-BqB29sjh.js","assets/Course-D028GGio.js","assets/Daily-Cwo2iZlR.js","assets/Daily-w50inQ9U.css","assets/Die-B4TQt_Hh.css","assets/Die-DrDVD0OR.js","assets/ExplorePage-CyPtUfbP.css","assets/ExplorePage-x2l68gk_.js","assets/Plot-B6_GHWnN.js","assets/Plot-DHnMkUBO.css","assets/Replay-ByY61XeE.css","assets/Replay-CUkhQUhS.js","assets/Retry-BOwDN39q.css","assets/Retry-BrdI6KxW.js","assets/RulesText-BnNVtKT6.css","assets/RulesText-QVZ1hlRu.js","assets/Tray-YjAWFiCY.js","assets/Tray-s8S6g7FM.css","assets/Triangle-BIoZE9Lv.js","assets/Triangle-DxvyQz_1.css","assets/Verdict-BJwTlaCB.css","assets/Verdict-Bv7pZjXx.js","assets/Yours-ABsAvJgY.css","assets/Yours-sy_CCt-G.js","assets/api-BUcla_8-.js","assets/de-CdilqWBs.js","assets/es-RK5wv5S8.js","assets/format-CQEmcjS4.js","assets/games-D7sJLjxD.js","assets/history-COo3-uxf.js","assets/history-ohABAIYL.css","assets/house-Cy2YJhDQ.js","assets/house-rules-ftzj92lG.js","assets/index-BbCzq46j.js","assets/index-C7vVPFP_.css","assets/index-client-DMfc4Gz1.js","assets/interpreter-ELMxLaRO.js","assets/keep-B_K1bdco.js","assets/opening-mtP6OojC.js","assets/route.svelte-CYL1eFKD.js","assets/saved-BzWzr4EC.js","assets/saved-CW_2fdHX.js","assets/server-de-Dyg7UWrz.js","assets/server-es-CtshEJJL.js","assets/solving.svelte-6UUB1HCg.js","assets/story-CAGvRWOy.js","assets/summary-BKafPZ8I.js","assets/tables-B8o5DxKp.wasm","assets/thinking-BicFrRTN.wasm","assets/thinking-simd-XW64kAje.wasm","assets/words-DOxcnItH.js","assets/worker-Bs2RL7D4.js","icon-192.png","icon-512.png","icon-turn.svg","icon.svg","manifest.webmanifest"];
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
