// A worker on a platform without random bits.
import { parentPort } from "node:worker_threads";
import { serve } from "../../../dist/worker/serve.js";

Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
serve(parentPort);
