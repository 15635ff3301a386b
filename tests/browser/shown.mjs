// What state the page shows. The address is there earlier: the page hears of it in a later task.

/** Loads the page again; from now on it hears of a new address after 150 ms, as on a busy machine. */
export async function hearLate(page) {
  await page.addInitScript(() => {
    const late = new WeakSet();
    addEventListener("hashchange", (event) => {
      if (late.has(event)) return;
      event.stopImmediatePropagation();
      const again = new HashChangeEvent("hashchange");
      late.add(again);
      setTimeout(() => dispatchEvent(again), 150);
    });
  });
  await page.reload();
  await page.waitForSelector("html[data-ready=true]");
}

/** Waits until the page shows the state of an address, which it does after the address has changed. */
export const shows = (page, hash, options) =>
  page.waitForSelector(`html[data-state="${hash}"]`, options);

/** Waits until no dialog is open. */
export const showsNoDialog = (page) => page.waitForSelector('html:not([data-state*="open="])');
