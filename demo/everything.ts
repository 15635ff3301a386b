// What answers need: fetched whole, always alike, so that nobody who hears the page learns what it will be about.
// Then the page seals itself, and only then starts the threads that see data.
import { type Remote, wrap } from "comlink";
import wasmUrl from "../dist/logstar.wasm?url";
import engineUrl from "../dist/worker-inline.js?url";
import type { Accounts } from "./accounts.js";
import type { Store } from "./data/data-worker.js";
import dataWorkerUrl from "./data/data-worker.ts?worker&url";
import { startEngine } from "./engine.js";
import { keepOffline } from "./offline.js";
import { releaseSheet } from "./parts/release-sheet.js";
import { samples } from "./samples.js";
import { seal, sealedWorker } from "./seal.js";
import type { dataView } from "./views/data.js";
import { Pages } from "./views/pages.js";
import { Workspace } from "./workspace.js";

const get = async (address: string) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded: HTTP ${response.status}`);
  return response;
};
const text = async (address: string) => (await get(address)).text();
const bytes = async (address: string) => (await get(address)).arrayBuffer();

/** Seals the page, and opens the states in which data are asked. */
export async function loadEverything(accounts: Accounts, data: ReturnType<typeof dataView>) {
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
  accounts.engine = engine;
  const workspace = new Workspace({ engine, store, accounts });
  releaseSheet(workspace);
  const texts = new Map(samples.map(({ key }, i) => [key, tables[i]!]));
  const pages = new Pages(workspace, { texts, leastRecords, data });
  // A page that returns from the history has missed the messages of other tabs.
  addEventListener("pageshow", ({ persisted }) => persisted && workspace.catchUp());
  performance.mark("sealed");
  document.documentElement.dataset.sealed = "true";
  return pages;
}
