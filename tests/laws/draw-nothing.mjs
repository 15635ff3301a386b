const takesNone = "takes public parameters only, no data";

/** Exports that no law can be of, with the reason. */
export const drawNothing = {
  accuracy: takesNone,
  composition: takesNone,
  plan: takesNone,
  topKForecast: takesNone,
  version: "is a text",
  load: "starts the module, before there are data",
  EntropyUnavailable: "is thrown before anything is read, by a platform without entropy",
};

/** The same for what the worker entry has of its own. */
export const workerDrawsNothing = {
  connect: "starts the worker, through which all others go",
  WorkerStopped: "is thrown when the worker has ended, which data cannot make it do",
};
