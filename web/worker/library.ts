import type { Accuracy } from "../ledger/record.js";
import type { Functions } from "../tables/subject.js";
import { tableOf } from "../tables/tables.js";
import type { Connection } from "./connection.js";
import { done } from "./objects.js";
import type { Offer } from "./offered.js";
import { rowSlices } from "./row-slices.js";
import type { WorkerLibrary } from "./types.js";

/** A function of the worker; `WorkerLibrary` has its types. */
type Remote<Result = unknown> = (...all: unknown[]) => Promise<Result>;

/**
 * The functions and classes of the main entry, each a promise. A table stays here, where the functions of a row
 * run that do not cross; its answers are promises.
 */
export function remoteLibrary(
  connection: Connection,
  { functions, classes }: Offer,
): WorkerLibrary {
  const library: Record<string | symbol, unknown> = {};
  for (const name of functions) {
    const [member, owner] = name.split(".").reverse() as [string, string?];
    if (owner !== undefined) library[owner] ??= {};
    const home = owner === undefined ? library : (library[owner] as typeof library);
    home[member] = (...all: unknown[]) => done(connection, { verb: "call", name }, all);
  }
  for (const one of classes) library[one.name] = remoteClass(connection, one);
  const answering: Functions = {
    readsLater: true,
    call: (name, args) => (library[name] as Remote)(...args),
    accuracy: (name, asked, given) =>
      (library.accuracy as Record<string, Remote<Accuracy>>)[name]!(...asked, given),
  };
  const { make, ofTable } = rowSlices(connection, answering);
  library.RowSliceSession = make;
  library.table = (rows: unknown, options: unknown) =>
    tableOf<unknown, "worker">(rows, options, { ...answering, slices: ofTable });
  library.dispose = () => connection.close();
  library[Symbol.dispose ?? Symbol.for("Symbol.dispose")] = library.dispose;
  return Object.freeze<object>(library) as WorkerLibrary;
}

/** Stand-in for a class: called with or without `new`, it returns a promise of an object. */
function remoteClass(connection: Connection, { name, resumes }: Offer["classes"][number]) {
  function make(...all: unknown[]) {
    return done(connection, { verb: "construct", name }, all);
  }
  if (!resumes) return make;
  make.fromJSON = (saved: { toJSON?: unknown } | undefined, ...rest: unknown[]) => {
    // An object of this side, such as a `Ledger`, would lose its private fields on the way.
    const plain = typeof saved?.toJSON === "function" ? saved.toJSON() : saved;
    return done(connection, { verb: "call", name: `${name}.fromJSON` }, [plain, ...rest]);
  };
  return make;
}
