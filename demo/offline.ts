// The page registers its service worker before it seals itself: afterwards the policy forbids it.

/** Ignores a failure: the page needs its service worker only offline. */
export async function keepOffline() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("./service-worker.js");
  } catch {
    // private windows and plain http refuse it
  }
}
