import { Declaration } from "../core/declaration.js";
import { readOptions } from "../core/fields.js";
import { readOnce } from "../core/read-once.js";
import { apart } from "./note.js";
import { accuracyOf } from "./record.js";
import { claimOf, release } from "./release.js";

/** @typedef {import("./release.js").Claim} Claim */

/**
 * What a call asks for: everything public about it was checked.
 * @template Read
 * @typedef {object} Asked
 * @property {Read} read its options
 * @property {string} of the mechanism's name in the core
 * @property {any} request as the core takes it
 * @property {Claim} claim
 * @property {any} context
 * @property {import("./note.js").Note} note
 * @property {Record<string, unknown>} [parameters] for the record, more than the core knows of
 */

/**
 * Options read once, where one of them says which of several ways takes them all.
 * @param {any} options
 * @param {Released<any>[]} ways
 * @returns {any}
 */
export function optionsOfAny(options, ...ways) {
  const all = ways.flatMap(({ Fields, Known }) => [new Fields(), new Known()]);
  return readOnce(options, all.flatMap(Object.keys));
}

/**
 * A function that releases something, or one of the ways in which it does.
 * @template {object} F
 * @extends {Declaration<F>}
 */
export class Released extends Declaration {
  #of;
  #request;
  #statement;
  #parameters;
  #told;

  /**
   * @param {object} declared
   * @param {string} declared.name
   * @param {new () => F} declared.Fields
   * @param {import("../core/declaration.js").Example & { known?: object }} declared.example `known`: options of
   *   `accuracy` that the function itself does not have
   * @param {string | ((context: any, read: any) => string)} declared.of the mechanism's name in the core
   * @param {new () => object} [declared.Known] what `accuracy` takes; default: the options
   * @param {(read: any, context: any) => object} [declared.request] what the core is told of the options, if
   *   not just what was read
   * @param {(claim: Claim, read: any) => string} declared.statement of the accuracy
   * @param {(read: any, context: any) => Record<string, unknown>} [declared.parameters] more than the core
   *   knows of
   * @param {(drawn: any) => Record<string, unknown>} [declared.told] what of the answer belongs there too, as the
   *   statement speaks of it
   */
  constructor({ name, Fields, example, ...declared }) {
    super({ name, Fields, example });
    this.Known = declared.Known ?? Fields;
    this.#of = declared.of;
    this.#request = declared.request ?? ((read) => read);
    this.#statement = declared.statement;
    this.#parameters = declared.parameters;
    this.#told = declared.told;
  }

  /**
   * Checks everything that is public about a call.
   * @param {any} options
   * @param {(read: any) => any} [contextOf] what besides the options is public, as the declaration takes it
   * @returns {Asked<import("../core/fields.js").Request<F>>}
   * @throws {RangeError | TypeError}
   */
  ask(options, contextOf) {
    const asked = this.#asked(this.read(options), contextOf);
    return { ...asked, parameters: this.#parameters?.(asked.read, asked.context) };
  }

  /**
   * What the core says of a call, whatever the data.
   * @param {any} options
   * @param {(read: any) => any} [contextOf]
   * @returns {Claim}
   */
  claim(options, contextOf) {
    return this.#asked(readOptions(this.name, this.Known, options), contextOf).claim;
  }

  /**
   * What its record will say of its accuracy, whatever the data.
   * @param {any} options
   * @param {(read: any) => any} [contextOf]
   * @returns {import("./record.js").Accuracy}
   */
  accuracy(options, contextOf) {
    return this.accuracyOf(this.#asked(readOptions(this.name, this.Known, options), contextOf));
  }

  /**
   * The same of a call whose options were checked.
   * @param {Pick<Asked<any>, "claim" | "read">} asked
   * @returns {import("./record.js").Accuracy}
   */
  accuracyOf({ claim, read }) {
    return accuracyOf(claim, this.#statement(claim, read));
  }

  /**
   * Charges, reads and draws what was asked for.
   * @param {Asked<any>} asked
   * @param {Parameters<typeof release>[0]["read"]} read
   */
  draw({ read: options, of, request, claim, note, parameters }, read) {
    return release({
      ...{ of, claim, request, read, note, ledger: options.ledger },
      mechanism: `${this.name} by ${claim.mechanism}`,
      words: (claimed, _, drawn) => ({
        statement: this.#statement(claimed, options),
        parameters: { ...parameters, ...this.#told?.(drawn) },
      }),
    });
  }

  /**
   * @param {any} read
   * @param {((read: any) => any) | undefined} contextOf
   */
  #asked(read, contextOf) {
    const { request: options, note } = apart(read);
    const context = contextOf?.(read);
    const request = this.#request(options, context);
    const of = typeof this.#of === "string" ? this.#of : this.#of(context, options);
    return { read, context, of, request, note, claim: claimOf(of, request) };
  }
}
