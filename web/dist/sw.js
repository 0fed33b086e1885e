/**
 * Keeps the page on this device, so that it opens without a network.
 *
 * All files of a build are stored under its version, and thrown away when no page of that version is open any more: the browser starts the
 * next service worker only then. So an update never takes a file from under a game. Whoever reloads with a network gets the newest
 * page; its files have other names, and come over the network until the next version is stored.
 */
const VERSION = "36d66038cc2012d8";
const FILES = ["assets/AfterGame-Ak2aIgX0.js","assets/AfterGame-BWVFgzyu.css","assets/CheckPage-C6DoUKz3.js","assets/CheckPage-CpfPsDxz.css","assets/Course-BqB29sjh.js","assets/Course-D028GGio.js","assets/Daily-B2Uyau5i.js","assets/Daily-w50inQ9U.css","assets/Die-B4TQt_Hh.css","assets/Die-DrDVD0OR.js","assets/ExplorePage-CyPtUfbP.css","assets/ExplorePage-d4WAyFlR.js","assets/Plot-B6_GHWnN.js","assets/Plot-DHnMkUBO.css","assets/Replay-ByY61XeE.css","assets/Replay-w_2aGYdC.js","assets/Retry-BOwDN39q.css","assets/Retry-m8O8of-n.js","assets/RulesText-BnNVtKT6.css","assets/RulesText-QVZ1hlRu.js","assets/Tray-bTcsZPP-.js","assets/Tray-s8S6g7FM.css","assets/Triangle-DpLKdHaM.js","assets/Triangle-DxvyQz_1.css","assets/Verdict-BJwTlaCB.css","assets/Verdict-Cycd5Fmw.js","assets/Yours-ABsAvJgY.css","assets/Yours-DM2tESXx.js","assets/api-CNxUyQ13.js","assets/de-CdilqWBs.js","assets/es-RK5wv5S8.js","assets/format-CQEmcjS4.js","assets/games-D7sJLjxD.js","assets/history-CeL-doJ_.js","assets/history-ohABAIYL.css","assets/house-BXS9JbWS.js","assets/house-rules-ftzj92lG.js","assets/index-C7vVPFP_.css","assets/index-CDGrNnl4.js","assets/index-client-DMfc4Gz1.js","assets/interpreter-ELMxLaRO.js","assets/keep-B_K1bdco.js","assets/opening-QKpaOGev.js","assets/route.svelte-D0TsFswe.js","assets/saved-BzWzr4EC.js","assets/saved-CW_2fdHX.js","assets/server-de-Dyg7UWrz.js","assets/server-es-CtshEJJL.js","assets/solving.svelte-6UUB1HCg.js","assets/story-CAGvRWOy.js","assets/summary-BKafPZ8I.js","assets/tables-3tnJ8xom.wasm","assets/thinking-BLqg0bg-.wasm","assets/thinking-simd-DLdh6fkx.wasm","assets/words-DOxcnItH.js","assets/worker-Bs2RL7D4.js","icon-192.png","icon-512.png","icon-turn.svg","icon.svg","manifest.webmanifest"];
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
