/// <reference lib="esnext.disposable" preserve="true" />

import type { Rule } from "../learning/rules.js";
import type { Ledger } from "../ledger/ledger.js";
import type { LedgerPart, LedgerParts } from "../ledger/parts.js";
import type { LedgerSteps } from "../ledger/steps.js";
import type { TablePlace } from "../tables/types.js";
import type { Controls } from "./controls.js";
import type {
  RemoteLedger,
  RemoteLedgerPart,
  RemoteLedgerParts,
  RemoteLedgerSteps,
  RemoteSliceLedger,
} from "./object-types.js";
import type { Fixed, Inner } from "./offered.js";

// How types of the main entry change on their way through the worker.

/** The type of an argument: ledgers are those of the worker. Functions do not cross, and neither do rules. */
type Crossing<Given> = Given extends ((...args: never) => unknown) | Rule[]
  ? never
  : Given extends Ledger
    ? RemoteLedger | RemoteSliceLedger
    : Given extends LedgerPart
      ? RemoteLedgerPart
      : Given extends LedgerSteps
        ? RemoteLedgerSteps
        : Given;

/** The type of a result: objects that ledgers make stay in the worker. */
type Coming<Result> = Result extends LedgerParts
  ? RemoteLedgerParts
  : Result extends LedgerSteps
    ? RemoteLedgerSteps
    : Result;

/** Options of the main entry with a ledger and the options of the worker. */
export type Remote<Options> = Options extends object
  ? { [Name in keyof Options]: Crossing<Options[Name]> } & Controls
  : Options;

/** Options of the main entry as they are given there. */
export type OptionsAt<At extends TablePlace, Options> = At extends "worker"
  ? Remote<Options>
  : Options;

/** The answer, or a promise of it unless the place is "here". */
export type AnswerAt<At extends TablePlace, Answer> = At extends "here" ? Answer : Promise<Answer>;

type IsOptions<Given> = [Given] extends [ArrayLike<unknown> | Iterable<unknown>]
  ? false
  : [Given] extends [object]
    ? true
    : false;

/** "0" for the first. */
type LastPlace<Args> = Args extends readonly [unknown?, ...infer Others]
  ? `${Required<Others>["length"]}`
  : never;

/** Arguments: a last argument of options takes the controls; else they follow it. */
type Sent<Args extends readonly unknown[]> =
  Required<Args> extends readonly [...unknown[], infer Last]
    ? IsOptions<Crossing<Last>> extends true
      ? {
          [Place in keyof Args]: Place extends LastPlace<Args>
            ? Remote<Args[Place]>
            : Crossing<Args[Place]>;
        }
      : [...{ [Place in keyof Args]: Crossing<Args[Place]> }, controls?: Controls]
    : [controls?: Controls];

/** A function of the worker. A generic or overloaded one loses the detail of its result type. */
export type Later<Call> = Call extends (...args: infer Args) => infer Result
  ? (...args: Sent<Args>) => Promise<Coming<Result>>
  : never;

/** Functions of a namespace. */
export type AllLater<Functions> = { readonly [Name in keyof Functions]: Later<Functions[Name]> };

type LaterMembers<Members> = {
  readonly [Name in keyof Members]: Members[Name] extends (...args: never) => unknown
    ? Later<Members[Name]>
    : Name extends Fixed
      ? Members[Name]
      : Promise<Members[Name]>;
};

/** An object in the worker, without its members that are written by hand. */
export type RemoteObject<Made, ByHand = never> = LaterMembers<
  Pick<Made, Exclude<keyof Made & string, Inner | ByHand>>
> & {
  /** Ends it in the worker too. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Class = abstract new (...args: never) => unknown;

/** A class of the main entry: with or without `new` it gives a promise of an object in the worker. */
export type RemoteClass<Of extends Class, Made> = {
  new (...args: Sent<ConstructorParameters<Of>>): Promise<Made>;
  (...args: Sent<ConstructorParameters<Of>>): Promise<Made>;
} & (Of extends { fromJSON(saved: never, data?: infer Data): unknown }
  ? {
      /** Resumes from `toJSON`. */
      fromJSON(saved: string | object, data?: Data & Controls): Promise<Made>;
    }
  : unknown);

/** An export of the main entry as it is in the worker; `Made` for a class. */
export type RemoteEntry<Entry, Made> = Entry extends Class
  ? RemoteClass<Entry, Made extends undefined ? RemoteObject<InstanceType<Entry>> : Made>
  : Entry extends (...args: never) => unknown
    ? Later<Entry>
    : AllLater<Entry>;
