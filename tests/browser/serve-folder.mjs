// A folder served on localhost under a sub-path, as static hosts do, and a browser to look at it with.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** @returns {Promise<{ url: string, close: () => Promise<void> }>} `url` ends with a slash */
export async function serveFolder(folder, prefix = "/") {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const inside = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : "nowhere";
    const path = join(
      folder,
      normalize(inside === "" || inside.endsWith("/") ? `${inside}index.html` : inside),
    );
    try {
      const body = await readFile(path);
      response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    close: () => new Promise((done) => server.close(done)),
  };
}

export function startChromium() {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
    ],
  });
}

/** A new page whose requests and complaints are written down. */
export async function watchedPage(browser, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const [requests, problems] = [[], []];
  page.on("request", (request) => requests.push(request.url()));
  page.on("requestfailed", (request) => problems.push(`failed: ${request.url()}`));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  return { context, page, requests, problems };
}
