// The browser of a test file, and its visitors.
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { openPage, startBrowser, visitPage } from "./page.mjs";

/** Started before the tests. */
export let session;

before(async () => {
  session = await startBrowser();
});

after(() => session?.close());

/** Runs as a new visitor; no error may appear in the console. */
export const visit = (use) => visitPage(session, use);

/**
 * The steps of a new visitor on one page that stays open, each a test. Its console stays free of errors.
 * @param {string} name
 * @param {Record<string, (page: import("playwright-core").Page) => Promise<void>>} tests
 */
export function visitor(name, tests) {
  suite(name, () => {
    let opened;
    before(async () => {
      opened = await openPage(session, { serviceWorkers: "block" });
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

/** The answer in large letters, as a number. */
export const valueIn = async (page) =>
  Number(
    (await page.locator("#answer .value").innerText()).replace(/^about /, "").replaceAll(",", ""),
  );
