// Start: fetch everything, seal the page, then start the threads that see data.
import { type Remote, wrap } from "comlink";
import wasmUrl from "../dist/logstar.wasm?url";
import engineUrl from "../dist/worker-inline.js?url";
import { Accounts } from "./accounts.js";
import type { Store } from "./data/data-worker.js";
import dataWorkerUrl from "./data/data-worker.ts?worker&url";
import { h, place } from "./dom.js";
import { startEngine } from "./engine.js";
import { keepOffline } from "./offline.js";
import { budgetBadge } from "./parts/budget-badge.js";
import { dataCard } from "./parts/data-card.js";
import { releaseSheet } from "./parts/release-sheet.js";
import { sealDialog } from "./parts/seal-dialog.js";
import { samples } from "./samples.js";
import { seal, sealedWorker } from "./seal.js";
import { groupsTab } from "./tabs/groups.js";
import { ledgerTab } from "./tabs/ledger.js";
import { lessonTab } from "./tabs/lesson.js";
import { planTab } from "./tabs/plan.js";
import { quantilesTab } from "./tabs/quantiles.js";
import { streamTab } from "./tabs/stream.js";
import { showTabs } from "./tabs/tab-list.js";
import { thresholdsTab } from "./tabs/thresholds.js";
import { topKTab } from "./tabs/top-k.js";
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
  const engine = await startEngine({ wasm, code: engineCode });
  const accounts = await new Accounts(engine).begin();
  const workspace = new Workspace({ engine, store, accounts });
  const quantiles = quantilesTab(workspace);
  const tabs = [
    quantiles,
    groupsTab(workspace),
    topKTab(workspace),
    thresholdsTab(workspace),
    streamTab(workspace),
    planTab(workspace, leastRecords),
    ledgerTab(workspace),
    lessonTab(),
  ];
  const { choose } = showTabs({ list: place("#tabs"), panels: place("#panels") }, tabs);
  place("#to-lesson").addEventListener("click", (event) => {
    event.preventDefault();
    choose("lesson");
    place("#question").scrollIntoView({ block: "start" });
  });
  budgetBadge(workspace);
  releaseSheet(workspace);
  sealDialog(store);
  dataCard(workspace, new Map(samples.map(({ key }, i) => [key, tables[i]!])));
  place("#sources").textContent = samples.map(({ source }) => source).join(" ");
  await workspace.openSample(samples[0]!.key);
  // The samples are public: one answer shows the page's work, once in a browser. The page draws from a file
  // only on request.
  if (workspace.account.answers.length === 0) {
    await quantiles.release({ note: "An example, drawn from the sample when the page opened." });
  }
  // A page that returns from the history has missed the messages of other tabs.
  addEventListener("pageshow", ({ persisted }) => persisted && workspace.catchUp());
  performance.mark("ready");
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => {
  place("#data-summary").replaceChildren(
    h("span.error", `The page could not start: ${error.message}`),
  );
});
