import { Declaration, type Example } from "../core/declaration.js";
import { type Request, readOptions } from "../core/fields.js";
import { readOnce } from "../core/read-once.js";
import { type Note, splitNote } from "./note.js";
import { type Accuracy, accuracyOf } from "./record.js";
import { type Claim, claimOf, release } from "./release.js";

/** What a call asks for: everything public about it was checked. */
export interface CheckedCall<Read> {
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
export function optionsOfAny(options: unknown, ...ways: ReleaseDeclaration<any>[]): any {
  const all = ways.flatMap(({ Fields, AccuracyOptions }) => [new Fields(), new AccuracyOptions()]);
  return readOnce(options, all.flatMap(Object.keys));
}

/** A function that releases something, or one of the ways in which it does. */
export class ReleaseDeclaration<F extends object> extends Declaration<F> {
  AccuracyOptions;

  #of;
  #request;
  #statement;
  #parameters;
  #told;

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
    AccuracyOptions?: new () => object;
    /** what the core is told of the options, if not just what was read */
    request?: (read: any, context: any) => object;
    /** of the accuracy */
    statement: (claim: Claim, read: any) => string;
    /** more than the core knows of */
    parameters?: (read: any, context: any) => Record<string, unknown>;
    /** what of the answer belongs there too, as the statement speaks of it */
    told?: (drawn: any) => Record<string, unknown>;
  }) {
    super({ name, Fields, example });
    this.AccuracyOptions = declared.AccuracyOptions ?? Fields;
    this.#of = declared.of;
    this.#request = declared.request ?? ((read) => read);
    this.#statement = declared.statement;
    this.#parameters = declared.parameters;
    this.#told = declared.told;
  }

  /**
   * Checks everything that is public about a call.
   * @param contextOf what besides the options is public, as the declaration takes it
   * @throws {RangeError | TypeError}
   */
  checkCall(options: unknown, contextOf?: (read: any) => unknown): CheckedCall<Request<F>> {
    const asked = this.#asked(this.read(options), contextOf);
    return { ...asked, parameters: this.#parameters?.(asked.read, asked.context) };
  }

  /** What the core says of a call, whatever the data. */
  claim(options: unknown, contextOf?: (read: unknown) => unknown): Claim {
    return this.#asked(readOptions(this.name, this.AccuracyOptions, options), contextOf).claim;
  }

  /** What its record will say of its accuracy, whatever the data. */
  accuracy(options: unknown, contextOf?: (read: unknown) => unknown): Accuracy {
    return this.accuracyOf(
      this.#asked(readOptions(this.name, this.AccuracyOptions, options), contextOf),
    );
  }

  /** The same of a call whose options were checked. */
  accuracyOf({ claim, read }: Pick<CheckedCall<unknown>, "claim" | "read">): Accuracy {
    return accuracyOf(claim, this.#statement(claim, read));
  }

  /** Charges, reads and draws what was asked for. */
  releaseAnswer(
    { read: options, of, request, claim, note, parameters }: CheckedCall<any>,
    read: Parameters<typeof release>[0]["read"],
  ) {
    return release({
      ...{ of, claim, request, read, note, ledger: options.ledger },
      mechanism: `${this.name} by ${claim.mechanism}`,
      words: (claimed, _, drawn) => ({
        statement: this.#statement(claimed, options),
        parameters: { ...parameters, ...this.#told?.(drawn) },
      }),
    });
  }

  #asked(read: any, contextOf: ((read: unknown) => unknown) | undefined) {
    const { request: options, note } = splitNote(read);
    const context = contextOf?.(read);
    const request = this.#request(options, context);
    const of = typeof this.#of === "string" ? this.#of : this.#of(context, options);
    return { read, context, of, request, note, claim: claimOf(of, request) };
  }
}
