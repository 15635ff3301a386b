const takesNone = "takes public parameters only, no data";

/** Exports without a law, with the reason. */
export const drawNothing = {
  accuracy: takesNone,
  composition: takesNone,
  plan: takesNone,
  topKForecast: takesNone,
  createLedger: "stores a budget",
  ledgerInBrowser: "names a store",
  ledgersInBrowser: "reads stores",
  endLedgerInBrowser: "deletes from a store",
  spend: "charges a store; its function calls the others",
  version: "is a text",
  load: "starts the module, before there are data",
  EntropyUnavailable: "is thrown before anything is read, by a platform without entropy",
};

/** The exports of the worker entry alone. */
export const workerDrawsNothing = {
  connect: "starts the worker, through which all others go",
  WorkerStopped: "is thrown when the worker has ended, which data cannot make it do",
};

/** Exports whose laws are enumerated here alone, with the reason why that suffices. */
export const workerCompared = {
  RowSliceSession: "answers as here, draw by draw (tests/js/worker-row-slices.test.mjs)",
};
