// The worker with a repeatable source of random bits, to compare it with direct calls.
import { parentPort } from "node:worker_threads";
import { loadForTesting } from "../../../dist/testing.js";
import { serve } from "../../../dist/worker/serve.js";

serve(parentPort, (modules) => loadForTesting({ seed: 7, ...modules }));
