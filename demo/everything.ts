// The states in which data are asked. The page seals itself, and only then starts the threads that see data.
import { type Remote, wrap } from "comlink";
import { load } from "#dist/index.js";
import type { Accounts } from "./accounts.js";
import type { Store } from "./data/data-worker.js";
import { startEngine } from "./engine.js";
import type { Needs } from "./needs.js";
import { keepOffline } from "./offline.js";
import { releaseSheet } from "./parts/release-sheet.js";
import { seal, sealedWorker } from "./seal.js";
import type { dataView } from "./views/data.js";
import { Pages } from "./views/pages.js";
import { Workspace } from "./workspace.js";

type Parts = { accounts: Accounts; data: ReturnType<typeof dataView>; needs: Promise<Needs> };

/** Seals the page, and opens the states in which data are asked. */
export async function loadEverything({ accounts, data, needs }: Parts) {
  const { wasm, engineCode, dataCode, leastRecords, texts } = await needs;
  await keepOffline(); // afterwards, so that the browser finds the same files in its cache
  seal();

  const store: Remote<Store> = wrap(sealedWorker(dataCode, { name: "data", type: "module" })());
  const engine = await startEngine({ wasm, code: engineCode, store });
  await load({ wasm }); // for the ledgers, which this thread charges
  const workspace = new Workspace({ engine, store, accounts });
  releaseSheet(workspace);
  const pages = new Pages(workspace, { texts, leastRecords, data });
  // A page that returns from the history has missed the messages of other tabs.
  addEventListener("pageshow", ({ persisted }) => persisted && workspace.catchUp());
  performance.mark("sealed");
  document.documentElement.dataset.sealed = "true";
  return pages;
}
