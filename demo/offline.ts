// The service worker is registered before the page seals itself: afterwards the policy forbids it.

/** Never fails: the page works without it, except offline. */
export async function keepOffline() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("./service-worker.js");
  } catch {
    // private windows and plain http refuse it
  }
}
