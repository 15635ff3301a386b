// The package in Firefox: both entries as plain modules under a strict policy.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import { serveFolder } from "../static-site.mjs";

const program = `
import { load, median } from "./index.js";
import { connect } from "./worker.js";

async function use() {
  await load();
  const values = Float64Array.from({ length: 3e6 }, (_, i) => i);
  // At 0.95 one in a hundred medians may be any value on these data.
  const confidence = 1 - 1e-9;
  const off = ({ value, record }) => Math.abs(value - 1.5e6) / record.accuracy.error;
  const here = off(median(values, { epsilon: 1, confidence }));
  const script = await (await fetch("./worker-inline.js")).text();
  const blob = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const found = [];
  for (const options of [{}, { worker: () => new Worker(blob) }]) {
    const logstar = await connect(options);
    const ledger = await new logstar.Ledger({ epsilon: 1 });
    const asked = { epsilon: 0.25, confidence, ledger };
    const controller = new AbortController();
    const onProgress = ({ stage }) => stage === "computing" && controller.abort();
    const cancelled = await logstar
      .median(values, { ...asked, onProgress, signal: controller.signal })
      .catch(({ name }) => name);
    const there = off(await logstar.median(values.slice(), { ...asked, transfer: true }));
    const refused = await logstar.median(values, { epsilon: 1, ledger }).catch(({ name }) => name);
    found.push({ cancelled, there, refused, spent: ledger.spent.epsilon });
    logstar.dispose();
  }
  return { here, found };
}

use().then(
  (result) => { document.title = JSON.stringify(result); },
  (error) => { document.title = JSON.stringify({ failed: String(error) }); },
);
`;

let folder;
let site;
let browser;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "logstar-firefox-"));
  cpSync(fileURLToPath(new URL("../../../dist", import.meta.url)), folder, { recursive: true });
  // The page uses its own script: code that a driver evaluates may bypass the policy.
  writeFileSync(join(folder, "index.html"), '<script type="module" src="./use.js"></script>\n');
  writeFileSync(join(folder, "use.js"), program);
  site = await serveFolder(folder);
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    headless: true,
  });
});
after(async () => {
  await browser?.close();
  await site?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

test("both entries work in Firefox, the worker from its file and from a blob, with cancelling", async () => {
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction(() => document.title !== "", { timeout: 60_000 });
  const { failed, here, found } = JSON.parse(await page.title());
  assert.equal(failed, undefined);
  assert.ok(here <= 1, `${here} of what was promised`);
  for (const { there, ...rest } of found) {
    assert.ok(there <= 1, `${there} of what was promised`);
    assert.deepEqual(rest, { cancelled: "AbortError", refused: "BudgetExceeded", spent: 0.5 });
  }
  assert.equal(found.length, 2);
});
