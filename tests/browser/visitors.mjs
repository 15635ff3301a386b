// A browser and its visitors: each test is a step of a visitor on one page that stays open.
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { openPage, startBrowser } from "./page.mjs";
import { epsilonLeft } from "./visitor.mjs";

let session;

before(async () => {
  session = await startBrowser();
});

after(() => session?.close());

/**
 * The steps of a new visitor on one page that stays open, each a test. Its console stays free of errors.
 * @param {string} name
 * @param {Record<string, (page: import("playwright-core").Page) => Promise<void>>} tests
 * @param {object} [options] of the page; without the service worker, which caches the whole page each time
 */
export function visitor(name, tests, options) {
  suite(name, () => {
    let opened;
    before(async () => {
      opened = await openPage(session, { serviceWorkers: "block", ...options });
    });
    after(() => opened?.context.close());
    for (const [title, use] of Object.entries(tests)) {
      test(title, async () => {
        await use(opened.page);
        assert.deepEqual(opened.problems, []);
      });
    }
  });
}

/** Returns the result of `ask`, and checks that it spent `epsilon`. */
export async function spends(page, epsilon, ask) {
  const left = await epsilonLeft(page);
  const told = await ask();
  assert.equal(await epsilonLeft(page), Number((left - epsilon).toFixed(9)));
  return told;
}

export const fieldOf = (page, id, label) =>
  page.locator(`#panel-${id} .field:has(label:text-is("${label}")) select`);

export const textOf = (page, selector) => page.locator(selector).innerText();
