import { describe, type Fields } from "./options.js";

/**
 * The source of `logstar.wasm`: a URL or its text, relative to the page; a Response; its bytes; or the compiled
 * WebAssembly.Module. The last has no type where the DOM library is absent.
 */
export type WasmSource =
  | string
  | { readonly href: string }
  | ArrayBuffer
  | ArrayBufferView
  | { arrayBuffer(): Promise<ArrayBuffer> }
  | object;

/** @returns a WebAssembly.Module */
export async function compile(wasm: unknown): Promise<object> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) {
    return WebAssembly.compile(wasm as BufferSource);
  }
  // Test by behaviour: a reference to Response makes Node load its whole fetch, three times everything else.
  if (typeof (wasm as Fields)?.arrayBuffer === "function") return compileResponse(wasm as Response);
  const address = typeof wasm === "string" ? wasm : (wasm as Fields)?.href;
  if (typeof address !== "string") {
    throw new TypeError(
      `wasm must be a URL, its text, an ArrayBuffer, a typed array, a Response or a WebAssembly.Module, got ${describe(wasm)}`,
    );
  }
  // Node's fetch reads no files. Asked for at run time, so that bundlers see no import of Node's.
  const files = globalThis.process?.getBuiltinModule?.("node:fs/promises");
  return address.startsWith("file:") && files !== undefined
    ? WebAssembly.compile(await files.readFile(new URL(address)))
    : compileResponse(await fetch(address));
}

/** @param response without an address if it was made by hand */
async function compileResponse(response: Response) {
  if (response.ok === false) {
    const name = response.url?.split("/").at(-1) || "logstar.wasm";
    throw new Error(`${name} could not be fetched: HTTP ${response.status}`);
  }
  // Compiled while it comes, where the server says that it is WebAssembly: where not, platforms refuse to.
  return response.headers?.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
