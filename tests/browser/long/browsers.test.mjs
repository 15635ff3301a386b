// The package in a plain module script under a strict policy, and the demo page, in every browser
// that Debian has.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import { chromiumProgram } from "../chromium.mjs";
import { folder as demo } from "../page.mjs";
import { serve } from "../static-server.mjs";
import { serveFolder, strictPolicy } from "../static-site.mjs";

const drawing = `
  import { load, median, topK } from "/dist/index.js";
  export async function draw() {
    await load();
    const column = Float64Array.from({ length: 5000 }, (_, i) => i);
    const { value, record } = median(column, { epsilon: 1 });
    const rows = [...Array(500).fill("Oslo"), ...Array(300).fill("Bergen"), "Hamar"];
    const { items } = topK(rows, { k: 2, epsilon: 1, delta: 1e-6 });
    const uniform = { epsilon: 1, algorithm: "exponential", abstain: false };
    const wide = Array.from({ length: 100 }, () => median([], uniform).value);
    return { value, epsilon: record.epsilon, items: items.map(({ item }) => item), wide };
  }`;

const pages = {
  "index.html": `<!doctype html><link rel="icon" href="data:,"><title>package</title><script type="module" src="/page.js"></script>`,
  "drawing.js": drawing,
  "page.js": `
    import { draw } from "/drawing.js";
    const worker = () => new Promise((resolve, reject) => {
      const one = new Worker("/worker.js", { type: "module" });
      one.onmessage = ({ data }) => resolve(data);
      one.onerror = (event) => reject(new Error(event.message));
    });
    Promise.all([draw(), worker(), worker()]).then(
      (results) => { globalThis.results = results; },
      (error) => { globalThis.results = String(error); });`,
  "worker.js": `
    import { draw } from "/drawing.js";
    draw().then((result) => postMessage(result));`,
};

const browsers = {
  firefox: { executablePath: "/usr/bin/firefox-esr" },
  chrome: {
    executablePath: chromiumProgram,
    headless: "shell",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"],
  },
};

let folder;
let packageServer;
let demoServer;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "logstar-page-"));
  symlinkSync(fileURLToPath(new URL("../../../dist", import.meta.url)), join(folder, "dist"));
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);
  packageServer = await serveFolder(folder, `${strictPolicy}; img-src data:`);
  demoServer = await serve(demo);
});

after(async () => {
  await packageServer?.close();
  await demoServer?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens an address; records its errors and its network requests. */
async function open(browser, url) {
  const page = await browser.newPage();
  const requests = [];
  const problems = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (["error", "warn", "warning"].includes(message.type())) problems.push(message.text());
  });
  await page.goto(url);
  const foreign = () =>
    requests.filter((one) => !one.startsWith(new URL(url).origin) && !/^(data|blob):/.test(one));
  return { page, requests, problems, foreign };
}

for (const [name, options] of Object.entries(browsers)) {
  test(`${name}: package and page work, and send nothing to other hosts`, async (t) => {
    const browser = await puppeteer.launch({ browser: name, headless: true, ...options });
    t.after(() => browser.close());

    await t.test("the package draws in a module script and in module workers", async () => {
      const { page, requests, problems, foreign } = await open(browser, packageServer.url);
      await page.waitForFunction(() => globalThis.results !== undefined, { timeout: 60_000 });
      const results = await page.evaluate(() => globalThis.results);
      assert.equal(results.length, 3, `${results}`);
      for (const { value, epsilon, items } of results) {
        assert.ok(Math.abs(value - 2500) < 100, `${value}`);
        assert.equal(epsilon, 1);
        assert.deepEqual(items, ["Oslo", "Bergen"]);
      }
      assert.deepEqual(problems, []);
      assert.ok(requests.length >= 3);
      assert.deepEqual(foreign(), []);
      // Medians without data by the exponential mechanism are uniform over all doubles, so all values differ,
      // in page and workers together.
      const drawn = results.flatMap(({ wide }) => wide);
      assert.equal(new Set(drawn).size, 300);
    });

    await t.test("the demo page is ready within seconds, without errors", async () => {
      const { page, problems, foreign } = await open(browser, demoServer.url);
      await page.waitForSelector("html[data-ready=true]", { timeout: 30_000 });
      assert.match(await page.title(), /logstar/);
      assert.deepEqual(problems, []);
      assert.deepEqual(foreign(), []);
      // The policy of the page itself holds in this browser too.
      const sent = await page.evaluate(() =>
        fetch("http://127.0.0.1:9/").then(
          () => "sent",
          () => "blocked",
        ),
      );
      assert.equal(sent, "blocked");
    });
  });
}
