// The built demo page, served, in headless Chromium, with every request written down.
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { preview } from "vite";

const demo = fileURLToPath(new URL("../../demo", import.meta.url));

/** Starts server and browser; `close` ends both. */
export async function startBrowser() {
  const server = await preview({
    root: demo,
    configFile: `${demo}/vite.config.js`,
    preview: { port: 0, host: "127.0.0.1" },
    logLevel: "error",
  });
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  return {
    url: server.resolvedUrls.local[0],
    browser,
    async close() {
      await browser.close();
      await new Promise((done) => server.httpServer.close(done));
    },
  };
}

/** Opens the page and waits until it can be used. */
export async function openPage({ browser, url }, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const requests = [];
  const problems = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  await page.goto(url);
  await page.waitForSelector("html[data-ready=true]");
  return { context, page, requests, problems };
}
