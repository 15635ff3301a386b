// The package's worker with the module that enumerates: it also takes the steps of a walk, `{ walk: [verb,
// ...args] }`, in their order among what the library is asked for, and tells `{ walked }` of each.
import { parentPort } from "node:worker_threads";
import { call } from "../../../build/enumerating/core/load.js";
import { serve } from "../../../build/enumerating/worker/serve.js";

serve(parentPort);
const verbs = {
  start: (scope) => call("startEnumeration", scope),
  begin: () => call("startPath"),
  end: () => ({ probability: call("pathProbability"), more: call("nextPath") }),
};
parentPort.on("message", ({ walk }) => {
  if (walk === undefined) return;
  const [verb, ...args] = walk;
  parentPort.postMessage({ walked: verbs[verb](...args) });
});
