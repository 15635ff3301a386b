import type { Connection, Errand } from "./connection.js";
import type { Controls } from "./controls.js";
import { giveParts, makeLedger } from "./ledger.js";
import { LedgerMirror } from "./ledger-mirror.js";
import type { Description } from "./offered.js";
import { unpackResult } from "./results.js";

/**
 * Has something done in the worker.
 * @param all the arguments, the options of the worker in the last of them
 * @param owner which object does it
 * @returns the result; for an object that stays in the worker, its stand-in
 */
export async function done(
  connection: Connection,
  errand: Errand,
  all: unknown[],
  owner?: object,
): Promise<unknown> {
  const { args, controls } = splitControls(all);
  const as = connection.nextId();
  const reply = await connection.do({ ...errand, as }, args, controls, owner);
  if (reply.object === undefined) return unpackResult(reply);
  const object = standIn(connection, reply.object);
  const mirror = reply.ledger && new LedgerMirror(reply.ledger);
  if (mirror) makeLedger(object, mirror);
  if ("parallel" in object) giveParts(connection, object);
  connection.keep(object, as, mirror);
  return Object.freeze(object);
}

/** Stand-in for an object in the worker: its facts, and its methods. */
export type StandIn = { [name: string | symbol]: unknown };

class RemoteObject {}

function standIn(connection: Connection, { facts, asked, methods }: Description) {
  const object = Object.assign(new RemoteObject(), facts) as StandIn;
  for (const name of asked) {
    const get = () => done(connection, { verb: "get", name }, [], object);
    Object.defineProperty(object, name, { get, configurable: true });
  }
  for (const name of methods) {
    object[name] = (...all: unknown[]) => done(connection, { verb: "call", name }, all, object);
  }
  object.dispose = () => connection.release(object);
  object[Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")] = object.dispose;
  return object;
}

const controlNames = ["signal", "onProgress", "transfer"];

/** Takes the options of the worker out of the last argument, as the library does not know them. */
export function splitControls(all: unknown[]): { args: unknown[]; controls: Controls } {
  const last = all.at(-1);
  const isObject = typeof last === "object" && last !== null;
  if (!isObject || !controlNames.some((name) => name in last)) return { args: all, controls: {} };
  const { signal, onProgress, transfer, ...own } = last as Controls;
  return { args: [...all.slice(0, -1), own], controls: { signal, onProgress, transfer } };
}
