import { call } from "./load.js";

/**
 * An object in the core, which JavaScript holds by number. It is freed when it is disposed of, or with
 * the JavaScript object that holds it.
 */
export class CoreObject {
  #kind;
  #id;

  /**
   * @param {string} kind the class's name in the core's functions
   * @param {number} id
   */
  constructor(kind, id) {
    this.#kind = kind;
    this.#id = id;
    released.register(this, { kind, id }, this);
  }

  /**
   * @param {string} verb
   * @param {...any} args
   */
  call(verb, ...args) {
    return call(`${verb}${this.#kind}`, this.#id, ...args);
  }

  dispose() {
    released.unregister(this);
    call(`dispose${this.#kind}`, this.#id);
  }
}

const released = new FinalizationRegistry(
  (/** @type {{ kind: string, id: number }} */ { kind, id }) => call(`dispose${kind}`, id),
);
