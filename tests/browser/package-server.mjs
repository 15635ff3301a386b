// Serves the built package and a few pages of a test's own, as any plain web server would.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

const dist = new URL("../../dist/", import.meta.url);
const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

/**
 * @param {Record<string, string>} pages by their path
 * @param {Record<string, string>} headers of every answer
 */
export async function serve(pages, headers) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const type = types[extname(path)] ?? "text/html";
    try {
      const body =
        pages[path] ??
        (path.startsWith("/dist/") ? await readFile(new URL(path.slice(6), dist)) : undefined);
      if (body === undefined) throw new Error("no such page");
      response.writeHead(200, { "content-type": type, ...headers }).end(body);
    } catch {
      response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((closed) => server.close(closed)),
  };
}
