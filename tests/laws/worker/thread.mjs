// The package's worker with the enumerating module. It also takes the steps of a walk, `{ walk: [verb, ...args]
// }`, in order with the library's calls, and replies `{ walked }` to each.
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
