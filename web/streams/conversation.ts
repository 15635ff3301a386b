import type { Declaration } from "../core/declaration.js";
import { type Request, readOptions } from "../core/fields.js";
import { call } from "../core/load.js";
import { CoreObject } from "../core/object.js";
import type { QuestionData, QuestionFields } from "../data/questions.js";
import type { AnyLedger } from "../ledger/ledger.js";
import { splitNote } from "../ledger/note.js";
import type { ReleaseRecord } from "../ledger/record.js";
import { type Claim, claimOf, release } from "../ledger/release.js";
import { readSaved, type SavedMechanism, samePlan, savedMechanism } from "./saved-state.js";

type Field<T> = { read: (name: string, value: unknown) => T };

/** The fields of all conversations, and optional ones of some. */
interface CommonFields extends Partial<QuestionFields> {
  epsilon: Field<number>;
  delta: Field<number>;
  method?: Field<string>;
  ledger: Field<AnyLedger | undefined>;
  label: Field<string | undefined>;
  date: Field<string | Date | undefined>;
}

/** The core's request: the options without data, ledger and note. */
export type Asked<Fields> = Omit<
  Request<Fields>,
  keyof QuestionFields | "ledger" | "label" | "date"
>;
type CommonAsked = Asked<CommonFields>;

/** The differences of one mechanism in a conversation: methods, as each has its own data, request and state. */
export interface Kind<Of extends CommonAsked = CommonAsked, Kept = unknown> {
  /** its class, and its name in the core too */
  declared: Declaration<CommonFields>;
  /** the fields that contain records */
  Data: new () => object;
  /** throws for invalid or absent records */
  checkData(data: QuestionData): unknown;
  /** reads the data: the core's part, and the conversation's part */
  read(data: QuestionData, request: Of): { data?: unknown; kept: Kept };
  /** of its accuracy */
  statement: (claim: Claim) => string;
  /** the names of the claim's calibration facts: the state saves them, and a resumed one must have the same */
  plan: string[];
  /** options that a saved state need not have, as it then ran with */
  unsaid?: object;
  /** the core's private state as plain JSON */
  save(state: object, kept: Kept): Record<string, unknown>;
  /** the other way round */
  restore(saved: SavedMechanism, data: QuestionData, request: Of): { state: object; kept: Kept };
}

/** The parts of a conversation. */
export interface Parts<Of extends CommonAsked = CommonAsked, Kept = unknown> {
  core: CoreObject;
  /** the data beside the core: questions with their records, or users */
  kept: Kept;
  /** as it runs: with the granted loss, and every choice */
  request: Of;
  plan: Record<string, unknown>;
  record: ReleaseRecord;
}

/** For the classes that extend it. */
export let partsOf: <Of extends CommonAsked, Kept>(
  conversation: Conversation<Of, Kept>,
) => Parts<Of, Kept>;

/** A mechanism that charges once, then answers repeatedly, and can be saved. */
export class Conversation<Of extends CommonAsked = CommonAsked, Kept = unknown> {
  #kind;
  #parts: Parts<Of, Kept>;

  static {
    partsOf = (conversation) => conversation.#parts;
  }

  /** @param options or the result of `resumed` */
  constructor(kind: Kind<Of, Kept>, options: unknown) {
    this.#kind = kind;
    this.#parts =
      options instanceof Resumed ? (options.parts as Parts<Of, Kept>) : begin(kind, options);
  }

  /** The release record, with which a data officer checks it. */
  get record() {
    return this.#parts.record;
  }

  /** Private state to resume from: keep it as secret as the data, and resume it once only. */
  toJSON() {
    const { core, kept, request, plan, record } = this.#parts;
    const state = this.#kind.save(core.call("stateOf"), kept);
    return savedMechanism(this.#kind.declared.name, { request, plan, record, state });
  }

  /** Frees the memory in the core; it cannot be asked afterwards. */
  dispose() {
    this.#parts.core.dispose();
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}

function begin<Of extends CommonAsked, Kept>(
  kind: Kind<Of, Kept>,
  options: unknown,
): Parts<Of, Kept> {
  const { name } = kind.declared;
  const { request, data, ledger, note } = readAll(kind, name, options);
  kind.checkData(data);
  const asked = claimOf(name, request, ledger);
  const { drawn, kept, claim, record } = release({
    of: name,
    mechanism: asked.mechanism,
    claim: asked,
    request,
    ledger,
    note,
    read: () => kind.read(data, request),
    words: (drawn) => ({ statement: kind.statement(drawn) }),
  });
  const { id, epsilon, delta } = drawn;
  const { method } = claim.parameters;
  const ran = { ...request, epsilon, delta, ...(request.method === "auto" && { method }) };
  const plan = planOf(kind, { ...claim, delta: Math.min(claim.delta, delta) });
  return { core: new CoreObject(name, id), kept, request: ran, plan, record };
}

/** Replaces the options of a constructor that resumes a saved state. */
class Resumed {
  parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }
}

/**
 * Resumes from a saved state, without a draw or a charge.
 * @param saved the result of `toJSON`, or its text
 * @param given the data
 * @returns an argument for the constructor, in place of its options
 */
export function resumed<Options extends object>(
  kind: Kind,
  saved: unknown,
  given: object = {},
): Options {
  const { name } = kind.declared;
  const data = readOptions(`${name}.fromJSON`, kind.Data, given);
  const plain = readSaved(name, saved);
  const { request } = readAll(kind, `${name}.fromJSON`, {
    ...kind.unsaid,
    ...plain.request,
  });
  const { state, kept } = kind.restore(plain, data, request);
  const plan = planOf(kind, claimOf(name, request));
  samePlan(plain, plan);
  const core = new CoreObject(name, call<{ id: number }>(`resume${name}`, request, state).id);
  return new Resumed({ core, kept, request, plan, record: plain.record }) as object as Options;
}

/**
 * The options, also saved ones: the request that the core takes and the state saves, apart from data, ledger and
 * note.
 */
function readAll<Of extends CommonAsked>(kind: Kind<Of>, caller: string, options: unknown) {
  const read = readOptions(caller, kind.declared.Fields, options);
  const { request: all, ledger, note } = splitNote(read);
  const { rows, columns, records, ...request } = all;
  return { request: request as CommonAsked as Of, data: { rows, columns, records }, ledger, note };
}

function planOf(kind: Kind, { delta, parameters, conditions }: Claim) {
  const facts: Record<string, unknown> = { delta, ...parameters, ...conditions };
  return Object.fromEntries(
    kind.plan.filter((name) => name in facts).map((name) => [name, facts[name]]),
  );
}
