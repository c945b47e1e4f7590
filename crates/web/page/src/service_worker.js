/** Keeps the files of the page, so that it works offline. The build fills in the names and the version. */

const CACHE = `minirow-page-${__VERSION__}`;

/** The files that the page needs to start. */
const FILES = __FILES__;

/** The files for printing, which are fetched when the page is ready. */
const LATER = __LATER__;

/** Takes files that are named by their contents from the cache of the browser: the page has just loaded them. */
const request = (name) => new Request(name, { cache: name.startsWith("assets/") ? "force-cache" : "default" });

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map(request)))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const removeOld = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("minirow-page-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(removeOld());
});

/** Fetches the files that are not yet there, and tells the page when all of them are. */
const fetchLater = async (client) => {
  const cache = await caches.open(CACHE);
  for (const name of LATER) {
    if (!(await cache.match(name))) {
      await cache.add(request(name));
    }
  }
  client.postMessage("offline");
};

self.addEventListener("message", (event) => {
  if (event.data === "ready") {
    event.waitUntil(fetchLater(event.source).catch(() => {}));
  }
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) {
    return;
  }
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true });
    return kept ?? fetch(request);
  };
  event.respondWith(answer());
});
