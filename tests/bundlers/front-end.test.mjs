// The front end of the examples, as Vite builds it: its questions to the visitor's file.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../../scripts/shell.mjs";
import { startChromium } from "../browser/chromium.mjs";
import { serveFolder, strictPolicy } from "../browser/static-site.mjs";
import { imported, project } from "./place.mjs";

let browser;
before(async () => {
  browser = await startChromium();
});
after(() => browser?.close());

// With 1,000 people in each department, at epsilon 0.4 a median is 250 people off with probability e^-100.
test("the front end of the examples, built by Vite, queries a CSV with several rows per person", async () => {
  const { build } = await imported("vite");
  const source = project("front-end", {});
  cpSync(join(root, "examples/front-end"), source, { recursive: true });
  const outDir = join(source, "built");
  await build({
    root: source,
    logLevel: "error",
    configFile: false,
    resolve: { alias: { papaparse: join(root, "node_modules/papaparse") } },
    build: { target: "es2022", outDir },
  });
  const rows = Array.from({ length: 6000 }, (_, row) => {
    const person = row % 2000;
    return `p${person},${["Sales", "Support"][person % 2]},${person === 7 ? "" : 30_000 + 10 * person}`;
  });
  const site = await serveFolder(outDir, strictPolicy);
  const page = await browser.newPage();
  try {
    await page.goto(site.url);
    await page.waitForLoadState("networkidle");
    const csv = ["id,department,salary", ...rows, "lone,Board,900000"].join("\n");
    await page.setInputFiles("#file", {
      ...{ name: "staff.csv", mimeType: "text/csv", buffer: Buffer.from(csv) },
    });
    await page.waitForSelector("#answers tr");
    const answers = (await page.locator("#answers").innerText())
      .split("\n")
      .map((line) => line.split("\t"));
    assert.deepEqual(
      answers.map(([group]) => group),
      ["Sales", "Support"],
    );
    for (const [, value] of answers) assert.ok(value > 34_000 && value < 46_000, `${answers}`);
    assert.match(
      await page.locator("#promise").innerText(),
      /^Adding or removing all rows of one user/,
    );
    assert.equal(await page.locator("#left").innerText(), "Left: epsilon 1.5 of 2.");
  } finally {
    await page.close();
    await site.close();
  }
});
