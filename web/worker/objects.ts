import { makeLedger } from "./ledger.js";
import { LedgerMirror } from "./ledger-mirror.js";
import { unpackResult } from "./results.js";

/** @typedef {import("./connection.js").Connection} Connection */

/**
 * Has something done in the worker.
 * @param {Connection} connection
 * @param {import("./connection.js").Errand} errand
 * @param {any[]} all the arguments, in the last of them what concerns the worker
 * @param {object} [owner] which object does it
 * @returns {Promise<any>} the result; for an object that stays there one that stands for it here
 */
export async function done(connection, errand, all, owner) {
  const { args, controls } = splitControls(all);
  const as = connection.nextId();
  const reply = await connection.do({ ...errand, as }, args, controls, owner);
  if (reply.object === undefined) return unpackResult(reply);
  const object = standIn(connection, reply.object);
  const mirror = reply.ledger && new LedgerMirror(reply.ledger);
  if (mirror) makeLedger(connection, object, mirror);
  connection.keep(object, as, mirror);
  return Object.freeze(object);
}

/** Stands for an object in the worker. */
class RemoteObject {}

/**
 * @param {Connection} connection
 * @param {import("./offered.js").Description} description
 */
function standIn(connection, { facts, asked, methods }) {
  /** @type {Record<string | symbol, any>} */
  const object = Object.assign(new RemoteObject(), facts);
  for (const name of asked) {
    const get = () => done(connection, { verb: "get", name }, [], object);
    Object.defineProperty(object, name, { get, configurable: true });
  }
  for (const name of methods) {
    object[name] = (/** @type {any[]} */ ...all) =>
      done(connection, { verb: "call", name }, all, object);
  }
  object.dispose = () => connection.release(object);
  object[Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")] = object.dispose;
  return object;
}

const controlNames = ["signal", "onProgress", "transfer"];

/**
 * Takes what concerns the worker out of the last argument, which the library would not know.
 * @param {any[]} all
 * @returns {{ args: any[], controls: any }}
 */
function splitControls(all) {
  const last = all.at(-1);
  const isObject = typeof last === "object" && last !== null;
  if (!isObject || !controlNames.some((name) => name in last)) return { args: all, controls: {} };
  const { signal, onProgress, transfer, ...own } = last;
  return { args: [...all.slice(0, -1), own], controls: { signal, onProgress, transfer } };
}
