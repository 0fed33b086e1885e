/**
 * Keeps the page on this device, so that it opens without a network.
 *
 * All files of a build are stored under its version, and thrown away when no page of that version is open any more: the browser starts the
 * next service worker only then. So an update never takes a file from under a game. Whoever reloads with a network gets the newest
 * page; its files have other names, and come over the network until the next version is stored.
 */
const VERSION = "b28716a3dd0541a4";
const FILES = ["assets/AfterGame-BWVFgzyu.css","assets/AfterGame-CKMrVKx4.js","assets/CheckPage-CmqIS12e.js","assets/CheckPage-CpfPsDxz.css","assets/Course-DI2PSrkt.js","assets/Course-DvDO4_L1.js","assets/Daily-DqQbWB_i.js","assets/Daily-w50inQ9U.css","assets/Die-B4TQt_Hh.css","assets/Die-Dlh1yPQ1.js","assets/ExplorePage-C7gd8TX9.js","assets/ExplorePage-CyPtUfbP.css","assets/Plot-DHnMkUBO.css","assets/Plot-aB92jB46.js","assets/Replay-ByY61XeE.css","assets/Replay-CYO8p55i.js","assets/Retry-B3z_u2Oz.js","assets/Retry-BOwDN39q.css","assets/RulesText-BnNVtKT6.css","assets/RulesText-bL3QGTAB.js","assets/Tray-Dnn_-vyU.js","assets/Tray-s8S6g7FM.css","assets/Triangle-Cn6zWBGv.js","assets/Triangle-DxvyQz_1.css","assets/Verdict-BJwTlaCB.css","assets/Verdict-YRsZQ5m0.js","assets/Yours-ABsAvJgY.css","assets/Yours-AQ_3ETM5.js","assets/api-CjK2gw1C.js","assets/de-CdilqWBs.js","assets/es-RK5wv5S8.js","assets/format-CQEmcjS4.js","assets/games-Cd-2gRXl.js","assets/history-C_pSu75q.js","assets/history-ohABAIYL.css","assets/house-Cy2YJhDQ.js","assets/house-rules-BHLVeSko.js","assets/index-BBOoPPJK.js","assets/index-C7vVPFP_.css","assets/index-client-DMfc4Gz1.js","assets/interpreter-ELMxLaRO.js","assets/keep-Cp4fzV1K.js","assets/opening-BFAVivOW.js","assets/route.svelte-dDi87Tpy.js","assets/saved-BzWzr4EC.js","assets/saved-CW_2fdHX.js","assets/server-de-64GMnWxM.js","assets/server-es-C9BA4H7i.js","assets/solving.svelte-6UUB1HCg.js","assets/story-DOawhOm7.js","assets/summary-CFCCxahT.js","assets/tables-B8o5DxKp.wasm","assets/thinking-BicFrRTN.wasm","assets/thinking-simd-XW64kAje.wasm","assets/words-BN2J2Ivl.js","assets/worker-Bs2RL7D4.js","icon-192.png","icon-512.png","icon-turn.svg","icon.svg","manifest.webmanifest"];
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
