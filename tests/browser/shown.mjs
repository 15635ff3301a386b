// What state the page shows. The address is there earlier: the page hears of it in a later task.

/** Waits until the page shows the state of an address, which it does after the address has changed. */
export const shows = (page, hash, options) =>
  page.waitForSelector(`html[data-state="${hash}"]`, options);

/** Waits until no dialog is open. */
export const showsNoDialog = (page) => page.waitForSelector('html:not([data-state*="open="])');
