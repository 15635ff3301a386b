// examples/index.html: the package as a plain module in a page, without a bundler.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { root } from "../../../scripts/shell.mjs";
import { startChromium } from "../chromium.mjs";
import { serve } from "../static-server.mjs";
import { watchedPage } from "../watched-page.mjs";

let server;
let browser;

before(async () => {
  server = await serve(root, "/some/where/");
  browser = await startChromium();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

test("examples/index.html draws a private median of the numbers in the page and sends nothing", async () => {
  const { context, page, requests, problems } = await watchedPage(browser);
  await page.goto(`${server.url}examples/`);
  const button = page.getByRole("button", { name: "Draw a private median" });
  await page.waitForSelector("button:not([disabled])");
  const before = requests.length;
  await page.getByLabel(/Numbers/).fill(Array.from({ length: 3001 }, (_, i) => 1000 + i).join(" "));
  await page.getByLabel("epsilon").fill("1");
  await button.click();
  const [value, guarantee, accuracy] = (await page.locator("output").innerText()).split("\n");
  // 48.04 with 95% confidence (docs/guarantees/exponential.md), in whole records.
  assert.ok(Math.abs(Number(value) - 2500) < 100, value);
  assert.match(guarantee, /factor of at most 2\.72 \(epsilon 1\)/);
  assert.match(accuracy, /at most 49 records lie between this value and the true median/);
  assert.deepEqual(requests.slice(before), []);
  assert.deepEqual(problems, []);
  await context.close();
});
