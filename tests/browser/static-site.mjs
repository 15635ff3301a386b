// Serves any folder as a site with a content security policy.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** It allows neither 'unsafe-eval' nor foreign sources. */
export const strictPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'";

/** Serves files below a folder on localhost; `/` is its index.html, or an empty page. */
export async function serveFolder(folder, policy = strictPolicy) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    const headers = { "content-security-policy": policy };
    try {
      const file = join(folder, path === "/" ? "index.html" : path);
      statSync(file);
      response.writeHead(200, { ...headers, "content-type": types[extname(file)] ?? "text/plain" });
      createReadStream(file).pipe(response);
    } catch {
      response.writeHead(path === "/" ? 200 : 404, { ...headers, "content-type": "text/html" });
      response.end("<!doctype html><title>an empty page</title>");
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((done) => server.close(done)),
  };
}
