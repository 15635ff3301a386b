// A minimal static host with a log of every request.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".csv": "text/csv",
};

/**
 * @param {string} folder
 * @param {string} [prefix] its sub-path on the server
 */
export async function serve(folder, prefix = "/") {
  const requests = [];
  /** @type {Map<string, string>} further pages by path */
  const extra = new Map();
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const { pathname } = new URL(request.url, "http://host");
    if (extra.has(pathname)) {
      response.writeHead(200, { "content-type": types[".html"] }).end(extra.get(pathname));
      return;
    }
    const name = normalize(decodeURIComponent(pathname.slice(prefix.length)));
    const file = join(folder, pathname.endsWith("/") ? `${name}/index.html` : name);
    if (
      !pathname.startsWith(prefix) ||
      name.startsWith("..") ||
      !existsSync(file) ||
      !statSync(file).isFile()
    ) {
      response.writeHead(404).end("not here");
      return;
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  server.on("upgrade", (request, socket) => {
    requests.push(`${request.method} ${request.url}`);
    socket.destroy();
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    requests,
    extra,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}
