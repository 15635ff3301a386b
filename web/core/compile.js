import { describe } from "./options.js";

/**
 * Where to find the `.wasm` (a URL or its text, relative to the package's modules), its bytes, a Response with
 * them, or the WebAssembly.Module compiled from them, which has no type of its own where the DOM
 * library is not.
 * @typedef {string | { readonly href: string } | ArrayBuffer | ArrayBufferView
 *   | { arrayBuffer(): Promise<ArrayBuffer> } | object} WasmSource
 */

// Where the package's own modules are, in the form that bundlers know. A URL has no type of its own where the DOM
// library is not.

/** @returns {any} */
export const firstModule = () => new URL("../logstar.wasm", import.meta.url);

/** @returns {any} */
export const secondModule = () => new URL("../logstar-second.wasm", import.meta.url);

/**
 * @param {any} wasm
 * @returns {Promise<object>} a WebAssembly.Module
 */
export async function compile(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) {
    return WebAssembly.compile(/** @type {BufferSource} */ (wasm));
  }
  // By what it does: to name Response would make Node load its whole fetch, three times all the rest.
  if (typeof wasm?.arrayBuffer === "function") return compileResponse(wasm);
  if (typeof wasm !== "string" && !(wasm instanceof URL)) {
    throw new TypeError(
      `wasm must be a URL, its text, an ArrayBuffer, a typed array, a Response or a WebAssembly.Module, got ${describe(wasm)}`,
    );
  }
  const here = import.meta.url; // apart, as bundlers want to know what the form stands for
  const url = new URL(wasm, new URL("..", here));
  return url.protocol === "file:" ? compileFile(url) : compileFetched(await fetch(url));
}

/**
 * Whether it can be read without waiting, as by Node.
 * @param {{ protocol: string }} url
 */
export function isFile(url) {
  return url.protocol === "file:" && nodeModule("fs") !== undefined;
}

/**
 * Without waiting.
 * @param {any} url of a file
 * @returns {object} a WebAssembly.Module
 */
export function compileNow(url) {
  return new WebAssembly.Module(nodeModule("fs").readFileSync(url));
}

/** @param {Response} response */
async function compileResponse(response) {
  if (!response.ok)
    throw new Error(`${nameOf(response)} could not be fetched: HTTP ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @param {Response} response without an address if it was made by hand */
function nameOf({ url }) {
  return url?.split("/").at(-1) || "logstar.wasm";
}

/**
 * Compiled while it comes, where the server says that it is WebAssembly: where not, platforms refuse to.
 * @param {Response} response
 */
function compileFetched(response) {
  const isTyped = response.headers.get("content-type") === "application/wasm";
  return response.ok && isTyped
    ? WebAssembly.compileStreaming(response)
    : compileResponse(response);
}

/**
 * Node's fetch reads no files.
 * @param {any} url
 */
async function compileFile(url) {
  const node = nodeModule("fs/promises");
  if (node === undefined) {
    throw new Error("only Node 20.16 or later reads files: give load() the bytes, load({ wasm })");
  }
  return WebAssembly.compile(await node.readFile(url));
}

/**
 * Asked for at run time, so that bundlers see no Node import.
 * @param {string} name
 */
function nodeModule(name) {
  return /** @type {any} */ (globalThis).process?.getBuiltinModule?.(`node:${name}`);
}
