import { Declaration, type Example } from "../core/declaration.js";
import { type Request, readOptions } from "../core/fields.js";
import { readOnce } from "../core/read-once.js";
import type { IntervalRecord } from "./interval-record.js";
import { type Note, type Noted, splitNote } from "./note.js";
import { type Accuracy, accuracyOf } from "./record.js";
import { type Claim, claimOf, type Reading, release } from "./release.js";

/** A call whose public parameters are checked. */
export interface CheckedCall<Read, Context = unknown, Told extends object = object> {
  /** its options */
  read: Read;
  /** the mechanism's name in the core */
  of: string;
  /** as the core takes it */
  request: Told;
  claim: Claim;
  /** what besides the options is public */
  context: Context;
  note: Note;
  /** for the record, more than the core knows of */
  parameters?: Record<string, unknown>;
}

/** Any declaration, as far as its options do not matter. */
export type AnyDeclaration = Pick<
  ReleaseDeclaration<object, unknown>,
  "name" | "checkCall" | "releaseAnswer" | "accuracy" | "accuracyOf"
>;

/** Options read once, before one of them decides which declaration takes them all. */
export function optionsOfAny(
  options: unknown,
  ...ways: Pick<ReleaseDeclaration<object>, "Fields" | "AccuracyOptions">[]
): Readonly<Record<string, unknown>> {
  const all = ways.flatMap(({ Fields, AccuracyOptions }) => [new Fields(), new AccuracyOptions()]);
  return readOnce(options, all.flatMap(Object.keys)) as Record<string, unknown>;
}

/** The declaration of a function that releases, or of one way of releasing. */
export class ReleaseDeclaration<
  F extends object,
  Context = undefined,
  Told extends object = object,
> extends Declaration<F> {
  AccuracyOptions;

  #of;
  #request;
  #statement;
  #parameters;
  #told;
  #interval:
    | ((claim: Claim, read: Request<F>, drawn?: unknown) => IntervalRecord | undefined)
    | undefined;

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
    of: string | ((context: Context, read: Request<NoInfer<F>>) => string);
    /** the options of `accuracy`; default: the options */
    AccuracyOptions?: new () => object;
    /** the core's parameters, if other than the options */
    request?(read: Request<NoInfer<F>>, context: Context): Told;
    /** of the accuracy */
    statement(claim: Claim, read: Request<NoInfer<F>>): string;
    /** more than the core knows of */
    parameters?(read: Request<NoInfer<F>>, context: Context): Record<string, unknown>;
    /** what of the answer belongs there too, as the statement speaks of it */
    told?: (drawn: any) => Record<string, unknown>;
    /** of its intervals, with more figures once they are drawn */
    interval?(claim: Claim, read: Request<NoInfer<F>>, drawn?: unknown): IntervalRecord | undefined;
  }) {
    super({ name, Fields, example });
    this.AccuracyOptions = declared.AccuracyOptions ?? Fields;
    this.#of = declared.of;
    this.#request = declared.request ?? ((read: Request<F>) => read as object as Told);
    this.#statement = declared.statement;
    this.#parameters = declared.parameters;
    this.#told = declared.told;
    this.#interval = declared.interval;
  }

  /**
   * Checks everything that is public about a call.
   * @param contextOf the public facts in addition to the options, as the declaration takes it
   * @param engineOf the core's name of the release that claims and draws in its place, in an engine
   * @throws {RangeError | TypeError}
   */
  checkCall<Given extends Context = Context>(
    options: unknown,
    contextOf?: (read: Request<F>) => Given,
    engineOf?: (read: Request<F>) => string,
  ): CheckedCall<Request<F>, Given, Told> {
    const asked = this.#asked(this.read(options), contextOf, engineOf);
    return { ...asked, parameters: this.#parameters?.(asked.read, asked.context) };
  }

  /** The core's claim on a call, for any data. */
  claim(options: unknown, contextOf?: (read: Request<F>) => Context): Claim {
    return this.#asked(this.#known(options), contextOf).claim;
  }

  /** The accuracy in its record, for any data. */
  accuracy(options: unknown, contextOf?: (read: Request<F>) => Context): Accuracy {
    return this.accuracyOf(this.#asked(this.#known(options), contextOf));
  }

  /** The accuracy of a call with checked options. */
  accuracyOf({ claim, read }: Pick<CheckedCall<Request<F>>, "claim" | "read">): Accuracy {
    const interval = this.#interval?.(claim, read);
    return { ...accuracyOf(claim, this.#statement(claim, read)), ...(interval && { interval }) };
  }

  /** Charges, reads and draws. */
  releaseAnswer<Kept = undefined>(
    { read: options, of, request, claim, note, parameters }: CheckedCall<Request<F>>,
    read: Reading<Kept>,
  ) {
    const { ledger } = options as { ledger?: unknown };
    return release({
      ...{ of, claim, request, read, note, ledger },
      mechanism: `${this.name} by ${claim.mechanism}`,
      words: (claimed, _, drawn) => ({
        statement: this.#statement(claimed, options),
        parameters: { ...parameters, ...this.#told?.(drawn) },
        interval: this.#interval?.(claimed, options, drawn),
      }),
    });
  }

  /** The options of `accuracy`: those of the function, without options that the data decide. */
  #known(options: unknown) {
    return readOptions(this.name, this.AccuracyOptions, options) as Request<F>;
  }

  #asked<Given extends Context>(
    read: Request<F>,
    contextOf: ((read: Request<F>) => Given) | undefined,
    engineOf?: (read: Request<F>) => string,
  ) {
    const { request, note } = splitNote(read as Noted);
    const options = request as Request<F>;
    const context = contextOf?.(read) as Given;
    const told = this.#request(options, context);
    const of = typeof this.#of === "string" ? this.#of : this.#of(context, options);
    const { ledger } = read as { ledger?: unknown };
    const claim = claimOf(engineOf?.(read) ?? of, told, ledger);
    return { read, context, of, request: told, note, claim };
  }
}
