// Every state of the page, reached with keys alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { keys } from "../hands.mjs";
import { openPage } from "../page.mjs";
import { states, unexpected } from "../states.mjs";
import { session } from "../visitors.mjs";

/** In each page: tells what a pointer does, and no click that a key causes. */
const watchPointer = () => {
  for (const type of ["pointerdown", "mousedown", "touchstart"])
    addEventListener(type, () => globalThis.tellPointed(), true);
};

for (const width of [1280, 390]) {
  test(`keys alone reach every state of a page of ${width} pixels`, {
    timeout: 600_000,
  }, async () => {
    const options = { viewport: { width, height: 900 }, reducedMotion: "reduce" };
    const { context, page, problems } = await openPage(session, {
      ...options,
      serviceWorkers: "block",
    });
    let pointed = 0;
    await page.exposeFunction("tellPointed", () => ++pointed);
    await page.addInitScript(watchPointer);
    await page.reload();
    await page.waitForSelector("html[data-ready=true]");
    for (const [name, reach] of states) {
      await reach(page, keys).catch((error) => {
        throw new Error(`${name}: ${error.message}`, { cause: error });
      });
    }
    assert.equal(pointed, 0);
    await page.locator("main").click();
    assert.ok(pointed > 0, "control");
    assert.deepEqual(unexpected(problems), []);
    await context.close();
  });
}
