// Start: fetch everything, seal the page, then start the threads that see data. The page opens no data by itself.
import { type Remote, wrap } from "comlink";
import wasmUrl from "../dist/logstar.wasm?url";
import engineUrl from "../dist/worker-inline.js?url";
import { Accounts } from "./accounts.js";
import type { Store } from "./data/data-worker.js";
import dataWorkerUrl from "./data/data-worker.ts?worker&url";
import { place } from "./dom.js";
import { startEngine } from "./engine.js";
import { keepOffline } from "./offline.js";
import { releaseSheet } from "./parts/release-sheet.js";
import { samples } from "./samples.js";
import { seal, sealedWorker } from "./seal.js";
import { Pages } from "./views/pages.js";
import { Workspace } from "./workspace.js";

const get = async (address: string) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded: HTTP ${response.status}`);
  return response;
};
const text = async (address: string) => (await get(address)).text();
const bytes = async (address: string) => (await get(address)).arrayBuffer();

async function start() {
  const [wasm, engineCode, dataCode, leastRecords, ...tables] = await Promise.all([
    bytes(wasmUrl),
    text(engineUrl),
    text(dataWorkerUrl),
    text("./least-records.csv"),
    ...samples.map(({ file }) => text(file)),
  ]);
  await keepOffline();
  seal();

  const store: Remote<Store> = wrap(sealedWorker(dataCode, { name: "data", type: "module" })());
  const engine = await startEngine({ wasm, code: engineCode, store });
  const accounts = await new Accounts(engine).begin();
  const workspace = new Workspace({ engine, store, accounts });
  releaseSheet(workspace);
  place("#sources").textContent = samples.map(({ source }) => source).join(" ");
  const texts = new Map(samples.map(({ key }, i) => [key, tables[i]!]));
  const pages = new Pages(workspace, { texts, leastRecords });
  await pages.show();
  // A page that returns from the history has missed the messages of other tabs.
  addEventListener("pageshow", ({ persisted }) => persisted && workspace.catchUp());
  performance.mark("ready");
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => {
  place("#page-error").textContent = `The page could not start: ${error.message}`;
  place("#page-error").hidden = false;
});
