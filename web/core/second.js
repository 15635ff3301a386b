import { compile, compileNow, firstModule, isFile, secondModule } from "./compile.js";

// The core is two modules of one memory (bindings/second_module.hpp): the first has medians, quantiles, counts,
// frequent items, learned thresholds and ledgers, the second what else there is.

/** Whether something was imported that calls the second one. */
let wanted = false;

/** For files that call what stands in the second module, when they are imported: `load` brings it then. */
export function wantSecond() {
  wanted = true;
}

/**
 * @param {any} [source] as `load` takes it; default: the package's own
 * @returns {Promise<object>} a WebAssembly.Module
 */
async function compileSecond(source) {
  try {
    return await compile(source ?? secondModule());
  } catch (cause) {
    if (source !== undefined) throw cause;
    throw new Error("logstar-second.wasm was not found where it usually is: give it as `second`", {
      cause,
    });
  }
}

/**
 * Both modules of a core, compiled. The second is left out where the first is whole, as in tests.
 * @param {{ wasm?: any, second?: any }} sources as `load` takes them
 */
export async function compileBoth({ wasm, second }) {
  const coming = compileSecond(second);
  coming.catch(() => {}); // told below, if it is needed
  const module = await compile(wasm ?? firstModule());
  return { wasm: module, second: markOf(module) === undefined ? undefined : await coming };
}

/** The second module of a core. */
export class Second {
  #source;
  #isGiven;
  #isThere = false;
  /** @type {Promise<object> | undefined} */
  #coming;
  /** @type {(module: any) => void} */
  #add = () => {};

  /** @param {any} source as `load` takes it; undefined: the package's own */
  constructor(source) {
    this.#isGiven = source !== undefined;
    this.#source = source;
    if (this.#isDue()) this.#compile().catch(() => {}); // while the first one comes; bring() tells of it
  }

  /**
   * To be called when the first one runs.
   * @param {object} module a WebAssembly.Module
   * @param {{ exports: any }} instance
   * @param {() => void} register tells JavaScript what the second one has
   */
  completes(module, instance, register) {
    const mark = markOf(module);
    this.#isThere = mark === undefined; // linked as one, for tests
    this.#add = (second) => {
      if (markOf(second) !== mark) {
        throw new Error("this second .wasm is not the one of this version of logstar");
      }
      new WebAssembly.Instance(second, { a: takenFrom(instance) });
      register();
      this.#isThere = true;
    };
    if (this.#isThere) register();
  }

  /**
   * Brings it if it is wanted.
   * @param {any} [source] as `load` takes it, if it is told only now
   */
  async bring(source) {
    if (source !== undefined) {
      this.#isGiven = true;
      this.#source = source;
    }
    if (this.#isThere || !this.#isDue()) return;
    const module = await this.#compile();
    if (!this.#isThere) this.#add(module);
  }

  /** Brings it at once, where that is possible. */
  bringNow() {
    if (!this.#isThere && !this.#isGiven && this.#isAtHand()) this.#add(compileNow(secondModule()));
  }

  /** Files are read when they are called for. */
  #isDue() {
    return this.#isGiven || (wanted && !this.#isAtHand());
  }

  #isAtHand() {
    return isFile(secondModule());
  }

  #compile() {
    this.#coming ??= compileSecond(this.#source).catch((error) => {
      this.#coming = undefined; // a later call may try again
      throw error;
    });
    return this.#coming;
  }
}

/**
 * What the second module takes from the first: what it exports, and functions by their number in a table
 * (cmake/share-by-table.mjs).
 * @param {{ exports: any }} instance
 */
export function takenFrom({ exports }) {
  const taken = { ...exports };
  for (let number = 0; number < exports.shared.length; ++number) {
    taken[number] = exports.shared.get(number);
  }
  return taken;
}

/**
 * Which first and second modules belong together (cmake/finish-module.mjs).
 * @param {any} module
 */
function markOf(module) {
  const [mark] = WebAssembly.Module.customSections(module, "logstar");
  return mark && new Uint8Array(mark).join();
}
