import { serve } from "./worker/serve.js";

// The worker that `connect` starts: a Web Worker in browsers, a worker thread in Node.
const node = globalThis.process?.getBuiltinModule?.("node:worker_threads");
serve((node?.parentPort ?? globalThis) as Parameters<typeof serve>[0]);
