// A worker restarted after the end of an earlier one is equally sealed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sealedPage, settle } from "../page.mjs";
import { canAsk, choose, openFile } from "../visitor.mjs";
import { session } from "../visitors.mjs";
import { tryAllWays } from "../ways-out.mjs";

test("after a cancelled draw, every way out of the new worker is blocked", async () => {
  const { context, page } = await sealedPage(session);
  await openFile(page, { name: "many.csv", mimeType: "text/csv", buffer: manyRows() });
  // Cancelling a draw ends its worker; the next draw comes from the same sealed page.
  const replaced = page.waitForEvent("worker");
  await choose(page, "typical");
  await canAsk(page);
  await page.evaluate(cancelOnceCharged);
  await page.locator("#go").click();
  const worker = await replaced;
  await worker.evaluate(tryAllWays, { base: session.url, inPage: false });
  await settle(page, session.server);
  assert.deepEqual(session.server.requests, []);
  await context.close();
});

/** In the page: presses the button again right after the charge of the draw. */
function cancelOnceCharged() {
  const go = document.querySelector("#go");
  new MutationObserver(() => {
    if (go.dataset.stage === "charged") go.click();
  }).observe(go, { attributes: true });
}

function manyRows() {
  return Buffer.from(
    `number\n${Array.from({ length: 1_500_000 }, (_, i) => (i * 7919) % 1_000_003).join("\n")}\n`,
  );
}
