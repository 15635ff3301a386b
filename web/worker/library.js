import { remoteClasses, remoteFunctions } from "./classes.js";
import { splitControls } from "./controls.js";
import { remoteLedgers } from "./ledger.js";
import { remoteObject } from "./objects.js";
import { unpackResult } from "./results.js";

/**
 * The functions and classes of the main entry, each a promise.
 * @param {import("./connection.js").Connection} connection
 * @returns {any}
 */
export function remoteLibrary(connection) {
  /** @type {Record<string, any>} */
  const library = { plan: {}, accuracy: {}, composition: {} };
  for (const [name, at] of Object.entries(remoteFunctions)) {
    const [owner, member] = name.includes(".") ? name.split(".") : [undefined, name];
    const home = owner === undefined ? library : library[owner];
    home[member] = async (/** @type {any[]} */ ...all) => {
      const { args, controls } = splitControls(all, at);
      return unpackResult(await connection.do({ verb: "call", name }, args, controls));
    };
  }
  for (const [name, { options, resumes }] of Object.entries(remoteClasses)) {
    if (options !== undefined) library[name] = remoteClass(connection, name, options, resumes);
  }
  library.Ledger = remoteLedgers(connection);
  library.dispose = () => connection.close();
  return Object.freeze(
    Object.assign(library, { [Symbol.dispose ?? Symbol.for("Symbol.dispose")]: library.dispose }),
  );
}

/**
 * What stands for a class: called with or without `new`, it gives a promise of an object.
 * @param {import("./connection.js").Connection} connection
 * @param {string} of
 * @param {number} at which argument has the options
 * @param {boolean} [resumes] whether saved ones can be gone on with
 */
function remoteClass(connection, of, at, resumes = false) {
  /** @param {any[]} all */
  function make(...all) {
    return begin("construct", of, all, at);
  }
  /** @type {(verb: "construct" | "call", name: string, all: any[], at: number) => Promise<any>} */
  const begin = async (verb, name, all, place) => {
    const { args, controls } = splitControls(all, place);
    return remoteObject(connection, of, { verb, name }, args, controls);
  };
  if (resumes) {
    make.fromJSON = (/** @type {any[]} */ ...all) => begin("call", `${of}.fromJSON`, all, 1);
  }
  return make;
}
