import { remoteClasses } from "./classes.js";
import { splitControls } from "./controls.js";
import { unpackResult } from "./results.js";

/** @typedef {import("./connection.js").Connection} Connection */

/**
 * Makes an object in the worker, and one here that stands for it.
 * @param {Connection} connection
 * @param {string} of its class
 * @param {{ verb: "construct" | "call", name: string }} errand
 * @param {any[]} args
 * @param {object} controls
 * @param {object} [owner] the object whose method makes it
 * @returns {Promise<any>}
 */
export async function remoteObject(connection, of, errand, args, controls, owner) {
  const id = connection.nextId();
  const facts = await connection.do({ ...errand, as: id, of }, args, controls, owner);
  const object = standIn(connection, of, facts);
  connection.keep(object, id);
  return object;
}

/**
 * @param {Connection} connection
 * @param {string} of
 * @param {object} facts what never changes
 */
function standIn(connection, of, facts) {
  const { asked = [], methods = {} } = remoteClasses[of];
  const dispose = () => connection.release(object);
  /** @type {Record<string | symbol, any>} */
  const object = {
    ...facts,
    dispose,
    [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]: dispose,
  };
  for (const name of asked) {
    const get = async () =>
      unpackResult(await connection.do({ verb: "get", name }, [], {}, object));
    Object.defineProperty(object, name, { get });
  }
  for (const [name, method] of Object.entries(methods)) {
    object[name] = (/** @type {any[]} */ ...all) => call(connection, object, name, method, all);
  }
  return Object.freeze(object);
}

/**
 * @param {Connection} connection
 * @param {object} object
 * @param {string} name
 * @param {import("./classes.js").RemoteMethod} method
 * @param {any[]} all
 */
async function call(connection, object, name, { options, args: count = 0, makes }, all) {
  const { args, controls } = splitControls(all, options ?? count, options === undefined);
  const errand = { verb: /** @type {const} */ ("call"), name };
  if (makes !== undefined) return remoteObject(connection, makes, errand, args, controls, object);
  return unpackResult(await connection.do(errand, args, controls, object));
}
