// Visits a page in Chromium.
import { after, before } from "node:test";
import { startChromium } from "../browser/chromium.mjs";
import { serveFolder } from "../browser/static-site.mjs";

let browser;

/** To be called by each test file that visits pages. */
export function useBrowser() {
  before(async () => {
    browser = await startChromium();
  });
  after(() => browser?.close());
}

/** The final title of a page, its problems, and the number of modules that it fetches and compiles while streaming. */
export async function visit(url) {
  const page = await browser.newPage();
  const problems = [];
  const fetched = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => fetched.push(request.url()));
  await page.addInitScript(() => {
    const compile = WebAssembly.compileStreaming;
    globalThis.streamed = 0;
    WebAssembly.compileStreaming = (response) => {
      ++globalThis.streamed;
      return compile(response);
    };
  });
  try {
    await page.goto(url);
    await page.waitForFunction(() => /\d|failed/.test(document.title), undefined, {
      timeout: 30_000,
    });
    const wasm = fetched.filter((one) => /\.wasm(\?|$)/.test(one)).length;
    const streamed = await page.evaluate(() => globalThis.streamed);
    return { title: await page.title(), problems, wasm, streamed };
  } finally {
    await page.close();
  }
}

/** Visits a folder on a server, by default under a policy without 'unsafe-eval'. */
export async function visitFolder(folder, policy) {
  const site = await serveFolder(folder, policy);
  try {
    return await visit(site.url);
  } finally {
    await site.close();
  }
}
