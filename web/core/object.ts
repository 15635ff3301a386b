import { call } from "./load.js";

/**
 * An object in the core, which JavaScript holds by number. It is freed when it is disposed of, or with
 * the JavaScript object that holds it.
 */
export class CoreObject {
  #kind;
  #id;

  /** @param kind the class's name in the core's functions */
  constructor(kind: string, id: number) {
    this.#kind = kind;
    this.#id = id;
    released.register(this, { kind, id }, this);
  }

  call<Answer>(verb: string, ...args: unknown[]): Answer {
    return call<Answer>(`${verb}${this.#kind}`, this.#id, ...args);
  }

  dispose() {
    released.unregister(this);
    call(`dispose${this.#kind}`, this.#id);
  }
}

const released = new FinalizationRegistry(({ kind, id }: { kind: string; id: number }) =>
  call(`dispose${kind}`, id),
);
