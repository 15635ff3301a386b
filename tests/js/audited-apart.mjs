// A thread that audits one call of the library with a module of its own: what it draws depends on no other call.
// `workerData` names the call.
import { parentPort, workerData } from "node:worker_threads";
import { audit } from "../../dist/audit.js";
import * as logstar from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { audited } from "../exact/listed.mjs";

await loadForTesting({ seed: 5 });
const { name, ...options } = workerData;
const { run, inputs, claim } = audited[name];
const report = await audit((input) => run(logstar, input), inputs, { ...claim, ...options });
const { refuted, epsilon, thrown, statement } = report;
parentPort?.postMessage({ refuted, epsilon, thrown, statement });
