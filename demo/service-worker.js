// Keeps the page's static files, so that it opens without a network. It sees only requests for these files,
// which it answers; it takes no messages. The build fills in the next two lines.
const version = "VERSION";
const files = ["FILES"];

const prefix = `logstar ${self.registration.scope} `;
const cacheName = prefix + version;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith(prefix) && name !== cacheName)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches
      .open(cacheName)
      .then((cache) => cache.match(event.request))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
