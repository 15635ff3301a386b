import { tableOf } from "../tables/tables.js";
import { done } from "./objects.js";

/** @typedef {import("./connection.js").Connection} Connection */

/**
 * The functions and classes of the main entry, each a promise. A table stays here, where the functions of a row
 * run that do not cross; its answers are promises.
 * @param {Connection} connection
 * @param {import("./offered.js").Offer} offer
 * @returns {any}
 */
export function remoteLibrary(connection, { functions, classes }) {
  /** @type {Record<string | symbol, any>} */
  const library = {};
  for (const name of functions) {
    const [member, owner] = name.split(".").reverse();
    if (owner !== undefined) library[owner] ??= {};
    const home = owner === undefined ? library : library[owner];
    home[member] = (/** @type {any[]} */ ...all) => done(connection, { verb: "call", name }, all);
  }
  for (const one of classes) library[one.name] = remoteClass(connection, one);
  library.table = (/** @type {any} */ rows, /** @type {any} */ options) =>
    tableOf(rows, options, {
      call: (name, args) => library[name](...args),
      accuracy: (name, asked, given) => library.accuracy[name](...asked, given),
    });
  library.dispose = () => connection.close();
  library[Symbol.dispose ?? Symbol.for("Symbol.dispose")] = library.dispose;
  return Object.freeze(library);
}

/**
 * What stands for a class: called with or without `new`, it gives a promise of an object.
 * @param {Connection} connection
 * @param {import("./offered.js").Offer["classes"][number]} one
 */
function remoteClass(connection, { name, resumes }) {
  /** @param {any[]} all */
  function make(...all) {
    return done(connection, { verb: "construct", name }, all);
  }
  if (!resumes) return make;
  make.fromJSON = (/** @type {any} */ saved, /** @type {any[]} */ ...rest) => {
    // One of this side, a `Ledger` say, would lose what it holds on its way.
    const plain = typeof saved?.toJSON === "function" ? saved.toJSON() : saved;
    return done(connection, { verb: "call", name: `${name}.fromJSON` }, [plain, ...rest]);
  };
  return make;
}
