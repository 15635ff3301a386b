import { Declaration, type Example } from "../core/declaration.js";
import { type Request, readOptions } from "../core/fields.js";
import { readOnce } from "../core/read-once.js";
import type { IntervalRecord } from "./interval-record.js";
import { apart, type Note } from "./note.js";
import { type Accuracy, accuracyOf } from "./record.js";
import { type Claim, claimOf, release } from "./release.js";

/** What a call asks for: everything public about it was checked. */
export interface Asked<Read> {
  /** its options */
  read: Read;
  /** the mechanism's name in the core */
  of: string;
  /** as the core takes it */
  request: any;
  claim: Claim;
  context: any;
  note: Note;
  /** for the record, more than the core knows of */
  parameters?: Record<string, unknown>;
}

/** Options read once, where one of them says which of several ways takes them all. */
export function optionsOfAny(options: unknown, ...ways: Released<any>[]): any {
  const all = ways.flatMap(({ Fields, Known }) => [new Fields(), new Known()]);
  return readOnce(options, all.flatMap(Object.keys));
}

/** A function that releases something, or one of the ways in which it does. */
export class Released<F extends object> extends Declaration<F> {
  Known;

  #of;
  #request;
  #statement;
  #parameters;
  #told;
  #interval;

  constructor({
    name,
    Fields,
    example,
    ...declared
  }: {
    name: string;
    Fields: new () => F;
    /** `known`: options of `accuracy` that the function itself does not have */
    example: Example & { known?: object };
    /** the mechanism's name in the core */
    of: string | ((context: any, read: unknown) => string);
    /** what `accuracy` takes; default: the options */
    Known?: new () => object;
    /** what the core is told of the options, if not just what was read */
    request?: (read: any, context: any) => object;
    /** of the accuracy */
    statement: (claim: Claim, read: any) => string;
    /** more than the core knows of */
    parameters?: (read: any, context: any) => Record<string, unknown>;
    /** what of the answer belongs there too, as the statement speaks of it */
    told?: (drawn: any) => Record<string, unknown>;
    /** of its intervals, of which more is known once they are drawn */
    interval?: (claim: Claim, read: never, drawn?: never) => IntervalRecord | undefined;
  }) {
    super({ name, Fields, example });
    this.Known = declared.Known ?? Fields;
    this.#of = declared.of;
    this.#request = declared.request ?? ((read) => read);
    this.#statement = declared.statement;
    this.#parameters = declared.parameters;
    this.#told = declared.told;
    this.#interval = declared.interval;
  }

  /**
   * Checks everything that is public about a call.
   * @param contextOf what besides the options is public, as the declaration takes it
   * @throws {RangeError | TypeError}
   */
  ask(options: unknown, contextOf?: (read: any) => unknown): Asked<Request<F>> {
    const asked = this.#asked(this.read(options), contextOf);
    return { ...asked, parameters: this.#parameters?.(asked.read, asked.context) };
  }

  /** What the core says of a call, whatever the data. */
  claim(options: unknown, contextOf?: (read: unknown) => unknown): Claim {
    return this.#asked(readOptions(this.name, this.Known, options), contextOf).claim;
  }

  /** What its record will say of its accuracy, whatever the data. */
  accuracy(options: unknown, contextOf?: (read: unknown) => unknown): Accuracy {
    return this.accuracyOf(this.#asked(readOptions(this.name, this.Known, options), contextOf));
  }

  /** The same of a call whose options were checked. */
  accuracyOf({ claim, read }: Pick<Asked<unknown>, "claim" | "read">): Accuracy {
    const interval = this.#interval?.(claim, read as never);
    return { ...accuracyOf(claim, this.#statement(claim, read)), ...(interval && { interval }) };
  }

  /** Charges, reads and draws what was asked for. */
  draw(
    { read: options, of, request, claim, note, parameters }: Asked<any>,
    read: Parameters<typeof release>[0]["read"],
  ) {
    return release({
      ...{ of, claim, request, read, note, ledger: options.ledger },
      mechanism: `${this.name} by ${claim.mechanism}`,
      words: (claimed, _, drawn) => ({
        statement: this.#statement(claimed, options),
        parameters: { ...parameters, ...this.#told?.(drawn) },
        interval: this.#interval?.(claimed, options as never, drawn as never),
      }),
    });
  }

  #asked(read: any, contextOf: ((read: unknown) => unknown) | undefined) {
    const { request: options, note } = apart(read);
    const context = contextOf?.(read);
    const request = this.#request(options, context);
    const of = typeof this.#of === "string" ? this.#of : this.#of(context, options);
    return { read, context, of, request, note, claim: claimOf(of, request) };
  }
}
