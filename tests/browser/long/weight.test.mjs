// The cost of a first visit. The time is printed; only sizes are asserted.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { folder, openPage, seal, startBrowser } from "../page.mjs";
import { follow } from "../visitor.mjs";

/** In the page: the names of the files that it has asked for. */
const filesAsked = () =>
  performance
    .getEntriesByType("resource")
    .filter(({ name }) => name.startsWith(location.origin))
    .map(({ name }) => new URL(name).pathname.slice(1));

/** Files of the package, whose sizes tests/package/size.test.mjs limits. */
const isOfPackage = (name) => /\.wasm$|\/worker-inline-/.test(name);

/** The gzipped size of the files but the samples, together, and of those that are the page's own. */
function weigh(t, names) {
  let [total, own] = [0, 0];
  for (const name of new Set(["index.html", ...names])) {
    const { length } = gzipSync(readFileSync(`${folder}/${name}`), { level: 6 });
    t.diagnostic(`${name}: ${(length / 1000).toFixed(1)} KB gzipped`);
    if (name.endsWith(".csv")) continue;
    total += length;
    if (!isOfPackage(name)) own += length;
  }
  return { total, own };
}

test("a visit transfers less than 400 KB gzipped until a file is opened, and less than 342 KB beside the module and its worker with all that answers need", async (t) => {
  const session = await startBrowser();
  try {
    const { context, page } = await openPage(session, { serviceWorkers: "block" });
    await follow(page, "#/data");
    await page.waitForSelector("#data:not([hidden])");
    await page.waitForLoadState("networkidle");
    const first = await page.evaluate(filesAsked);
    assert.ok(first.length >= 2, "the log of the browser sees the page's files");
    const { total: before } = weigh(t, first);
    t.diagnostic(`before a file is opened: ${(before / 1000).toFixed(0)} KB gzipped`);
    assert.ok(before < 400_000, `${before}`);
    await seal(page);
    const all = await page.evaluate(filesAsked);
    assert.ok(all.some((name) => name.endsWith(".wasm")) && all.length >= first.length + 4);
    assert.equal(all.filter(isOfPackage).length, 2);
    const { total, own } = weigh(t, all);
    t.diagnostic(`together without the data: ${(total / 1000).toFixed(0)} KB gzipped`);
    assert.ok(own < 342_000, `${own}`);
    await context.close();
  } finally {
    await session.close();
  }
});
