// The page works offline after the first visit, and from a folder of any static host.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, seal, startBrowser } from "../page.mjs";
import { choose, openSample, release } from "../visitor.mjs";

for (const prefix of ["/", "/some/where/logstar/"]) {
  test(`served from ${prefix}, the page works, and after a first visit also offline`, async () => {
    const session = await startBrowser(prefix);
    try {
      const { context, page, problems } = await openPage(session);
      await seal(page);
      await page.evaluate(() => navigator.serviceWorker.ready);
      for (const request of session.server.requests) {
        assert.ok(request.startsWith(`GET ${prefix}`), request);
      }
      await session.server.close(); // stops the host itself, since a browser's offline switch would not be enough
      await page.reload();
      await page.waitForSelector("html[data-ready=true]");
      await openSample(page, "flights");
      assert.match(await page.locator("#open-sealed").innerText(), /Sealed/);
      await choose(page, "common");
      assert.match(await release(page), /ORD/);
      assert.deepEqual(problems, []);
      await context.close();
    } finally {
      await session.browser.close();
    }
  });
}

test("the service worker caches exactly what the page needs, and drops files that the page no longer has", async () => {
  const session = await startBrowser();
  const { context, page } = await openPage(session);
  await seal(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await (await caches.open(names[0])).keys();
    return { names, paths: requests.map(({ url }) => new URL(url).pathname) };
  });
  assert.equal(kept.names.length, 1);
  assert.ok(kept.paths.includes("/"));
  assert.ok(kept.paths.includes("/flights.csv"));
  assert.ok(kept.paths.some((path) => /logstar-.*\.wasm$/.test(path)));
  assert.ok(
    !kept.paths.some((path) => path.includes("worker-thread") || path.includes("service-worker")),
  );
  await context.close();
  await session.close();
});
