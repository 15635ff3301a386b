// The paper: what may be published, and nothing of the data unless their owner says so.
import assert from "node:assert/strict";
import { test } from "node:test";

import { askMedian, openSample } from "../visitor.mjs";
import { visit } from "../visitors.mjs";

test("what is printed is the answer, and nothing of the data", () =>
  visit(async (page) => {
    await openSample(page, "flights");
    await askMedian(page, 0.2);
    await page.locator(".private summary").click();
    await page.waitForSelector(".private figure");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("#answer .value").isVisible(), true);
    assert.equal(await page.locator(".private").isVisible(), false);
    assert.equal(await page.locator("#question-form").isVisible(), false);
    await page.emulateMedia({ media: "screen" });
    await page.getByLabel("Print it too, marked “private”").check();
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".private").isVisible(), true);
  }));
