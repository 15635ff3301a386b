// The documentation site, served under a sub-path and read in Chromium.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { contents } from "../../../scripts/docs/contents.mjs";
import { site } from "../../../scripts/docs.mjs";
import { root } from "../../../scripts/shell.mjs";
import { startChromium } from "../../browser/chromium.mjs";
import { serve } from "../../browser/static-server.mjs";
import { violations } from "../../browser/violations.mjs";
import { watchedPage } from "../../browser/watched-page.mjs";

const screenshots = join(root, "build/screenshots");
const looked = [
  "index",
  "start-here",
  "least-records",
  "guarantees/top-k",
  "api/functions/logstar.median",
];
let server;
let browser;

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  server = await serve(site, "/project/docs/");
  browser = await startChromium();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** TypeDoc's own contents: a section's name that leads to its page is a link inside a summary. */
const ofTypeDoc = 'nested-interactive: <summary class="tsd-accordion-summary"';

const tooWide = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const width of [1280, 390]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`pages ${width} wide, ${colorScheme}: accessible, without errors, foreign requests or sideways scrolling`, async () => {
      const options = { viewport: { width, height: 900 }, colorScheme };
      const { context, page, requests, problems } = await watchedPage(browser, options);
      for (const name of looked) {
        await page.goto(`${server.url}${name}.html`);
        await page.waitForSelector("#tsd-nav-container a", { state: "attached" });
        const over = await tooWide(page);
        assert.ok(over <= 0, `${name} is ${over} pixels too wide`);
        const found = await violations(page);
        assert.deepEqual(
          found.filter((line) => !line.startsWith(ofTypeDoc)),
          [],
          name,
        );
        const file = `docs-${name.replaceAll("/", "-")}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(screenshots, file) });
      }
      assert.deepEqual(problems, []);
      assert.deepEqual(
        requests.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:")),
        [],
      );
      await context.close();
    });
  }
}

test("no page of docs/ scrolls sideways on a phone", async () => {
  const { context, page } = await watchedPage(browser, { viewport: { width: 390, height: 800 } });
  for (const { file } of contents()) {
    await page.goto(server.url + file.replace(/^docs\//, "").replace(/\.md$/, ".html"));
    assert.ok((await tooWide(page)) <= 0, file);
  }
  await context.close();
});

test("the search finds a function and leads to its page", async () => {
  const { context, page, problems } = await watchedPage(browser);
  await page.goto(server.url);
  await page.getByRole("button", { name: "Search" }).click();
  await page.locator("#tsd-search-input").fill("learnThreshold");
  await page.locator("#tsd-search-results a").first().click();
  await page.waitForURL(/api\/functions\/logstar[.\w]*learnThreshold\.html/);
  assert.match(await page.locator("h1").first().innerText(), /learnThreshold/);
  assert.deepEqual(problems, []);
  await context.close();
});
