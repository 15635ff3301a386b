// The built demo page on a static host, in headless Chromium.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { startChromium } from "./chromium.mjs";
import { showsNoDialog } from "./shown.mjs";
import { serve } from "./static-server.mjs";

/** The built page. */
export const folder = fileURLToPath(new URL("../../demo/dist", import.meta.url));

/**
 * Starts server and browser; `close` ends both.
 * @param {string} [prefix] the host's sub-path
 */
export async function startBrowser(prefix = "/") {
  const server = await serve(folder, prefix);
  const browser = await startChromium();
  return {
    url: server.url,
    server,
    browser,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** The message caused by the test's own option { serviceWorkers: "block" }. */
const asked = "Service Worker registration blocked by Playwright";

/** Opens the page and waits until it is usable. `problems` are the console's errors. */
export async function openPage({ browser, url }, { path = "", ...options } = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    const isProblem = ["error", "warning"].includes(message.type());
    if (isProblem && message.text() !== asked) problems.push(message.text());
  });
  await page.goto(url + path);
  await page.waitForSelector("html[data-ready=true]");
  return { context, page, problems };
}

/** Runs as a new visitor; no error may appear in the console. */
export async function visitPage(session, use, options) {
  const { context, page, problems } = await openPage(session, options);
  try {
    await use(page, context);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

/** Waits until the service worker has cached everything and the host is idle. */
export async function settle(page, { requests }) {
  await page.evaluate(() =>
    navigator.serviceWorker?.getRegistration().then((one) => one && navigator.serviceWorker.ready),
  );
  let before;
  do {
    before = requests.length;
    await page.waitForTimeout(400);
  } while (requests.length !== before);
}

/** Seals the page, as a visitor may before choosing a file, and waits until everything is there. */
export async function seal(page) {
  await page.getByRole("button", { name: /^Not sealed yet/ }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await showsNoDialog(page);
}

/** A page that is sealed and idle, with a request log that starts now. */
export async function sealedPage(session) {
  const opened = await openPage(session);
  await seal(opened.page);
  await settle(opened.page, session.server);
  session.server.requests.length = 0;
  return opened;
}
