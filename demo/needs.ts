// The files that answers need, beside the page's own code: fetched whole, always alike, so that nobody who hears the
// page learns what it will be about.
import wasmUrl from "../dist/logstar.wasm?url";
import engineUrl from "../dist/worker-inline.js?url";
import dataWorkerUrl from "./data/data-worker.ts?worker&url";
import { samples } from "./samples.js";

const get = async (address: string) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded: HTTP ${response.status}`);
  return response;
};
const text = async (address: string) => (await get(address)).text();
/** Compiled while the rest is on its way. */
const compiled = async (address: string) =>
  WebAssembly.compile(await (await get(address)).arrayBuffer());

export type Needs = Awaited<ReturnType<typeof fetchNeeds>>;

export async function fetchNeeds() {
  const [wasm, engineCode, dataCode, leastRecords, ...tables] = await Promise.all([
    compiled(wasmUrl),
    text(engineUrl),
    text(dataWorkerUrl),
    text("./least-records.csv"),
    ...samples.map(({ file }) => text(file)),
  ]);
  const texts = new Map(samples.map(({ key }, at) => [key, tables[at]!]));
  return { wasm, engineCode, dataCode, leastRecords, texts };
}
