// The cost of a first visit. The time is printed; only sizes are asserted.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { folder, openPage, startBrowser } from "../page.mjs";

test("a first visit transfers less than 600 KB gzipped besides the data", async (t) => {
  const session = await startBrowser();
  const start = performance.now();
  const { context, page } = await openPage(session);
  t.diagnostic(`ready in ${(performance.now() - start).toFixed(0)} ms, browser context included`);
  const marks = await page.evaluate(() => ({
    ready: performance.getEntriesByName("ready")[0].startTime,
    files: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.startsWith(location.origin))
      .map(({ name }) => new URL(name).pathname.slice(1)),
  }));
  t.diagnostic(`ready ${marks.ready.toFixed(0)} ms after navigation`);
  const files = [...new Set(["index.html", ...marks.files])];
  const sizes = files.map((name) => ({
    name,
    size: gzipSync(readFileSync(`${folder}/${name}`), { level: 6 }).length,
  }));
  for (const { name, size } of sizes)
    t.diagnostic(`${name}: ${(size / 1000).toFixed(1)} KB gzipped`);
  const total = sizes
    .filter(({ name }) => !name.endsWith(".csv"))
    .reduce((sum, { size }) => sum + size, 0);
  t.diagnostic(`together without the data: ${(total / 1000).toFixed(0)} KB gzipped`);
  assert.ok(sizes.length >= 6, "the log of the browser sees the page's files");
  assert.ok(total < 600_000, `${total}`);
  await context.close();
  await session.close();
});
