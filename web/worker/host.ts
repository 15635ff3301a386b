import { watchCalls } from "../core/load.js";
import type { Making } from "../data/domains.js";
import { ExactColumn } from "../data/exact-column.js";
import * as logstar from "../index.js";
import type { Ledger, Loss } from "../ledger/ledger.js";
import { LedgerPart } from "../ledger/parts.js";
import { RecordLists } from "../ledger/record-lists.js";
import type { LedgerRequest } from "../ledger/requests.js";
import { Till } from "../ledger/till.js";
import type { ObjectName, Reference } from "./arguments.js";
import { ClaimedAccount, type TaskClaim } from "./claimed-account.js";
import type { Progress } from "./controls.js";
import { errorFrom, type PlainError, WorkerStopped } from "./errors.js";
import { HostedCuts } from "./hosted-cuts.js";
import type { LedgerNews, SavedLedger } from "./ledger-mirror.js";
import { type Description, described } from "./offered.js";
import type { PaidNews } from "./payments.js";
import { type PackedResult, packResult } from "./results.js";
import { type LedgerStep, WatchedLedger } from "./watched-ledger.js";

/** One thing to do in the worker. */
export interface Task {
  verb: "call" | "construct" | "get" | "release";
  /** the function, class, method or property */
  name: string;
  /** of which object */
  object?: number;
  args: unknown[];
  /** what belongs into the arguments */
  references: Reference[];
  /** if the result is an object that cannot cross, keep it as this one */
  as?: number;
}

/** The outcome of a task: a result, or an object that stays, with the state of a ledger. */
export type Reply =
  | (PackedResult & { object?: undefined })
  | { object: Description; ledger?: SavedLedger };

/** The charge that a task needs before it reads or draws anything, and which of its accounts pays. */
export type Claimed = { claim: LedgerRequest; account: number };

/** Notices to the page meanwhile: the stage of a task, an event of a ledger, or records of what the page paid for. */
export type Notice = {
  stage?: Progress["stage"];
  ledger?: number;
  paid?: PaidNews;
} & Partial<LedgerNews>;

// The page names the task: only a run shows whether the name exists.
type Named = Record<string, unknown>;
type Call = (...args: unknown[]) => unknown;
type Class = new (...args: unknown[]) => object;
type Members = Record<string, Call>;
type Holder = { [key: string | number]: unknown };

/** Calls of the core that draw: they take long, and come after the charge. */
const draws = /^(draw|ask|step$|take$|compute$|boundEvents|create(?!Ledger))/;

/** The library as the worker's side does it: one task after the other, each from start to end. */
export class Host {
  #objects: Map<number, object> = new Map();
  /** the long arrays of the next task, as far as they have crossed */
  #long: unknown[][] = [];
  /** a task that waits for its charge */
  #unpaid: ((granted: Loss, payment: number) => Reply) | undefined;
  /** records of sessions that the page paid for, by payment */
  #sessions = new RecordLists<number>();
  #notify;

  /** @param notify sends a notice to the page, without waiting */
  constructor(notify: (notice: Notice) => void) {
    this.#notify = notify;
  }

  /**
   * A piece of a long array of the next task.
   * @param place of the array among them
   * @param isFirst whether the task has sent none before: those of a cancelled one are dropped
   */
  piece(place: number, values: unknown[], isFirst: boolean) {
    if (isFirst) this.#long = [];
    this.#long[place] ??= [];
    const all = this.#long[place];
    for (const value of values) all.push(value);
  }

  /** @returns its outcome, or the charge that the page must write first, and then `resume` or `drop` the task */
  run(task: Task): Reply | Claimed {
    this.#notify({ stage: "received" });
    let drawing = false;
    watchCalls((name) => {
      if (drawing || !draws.test(name)) return;
      drawing = true;
      this.#notify({ stage: "computing" });
    });
    const till = new Till<TaskClaim>();
    const args = this.#filled(task, till);
    const work = () => this.#done(task, args);
    const first = till.upToCharge(work);
    if (first.claim === undefined) return this.#replied(task, first.result);
    const { claim } = first;
    this.#unpaid = (granted, payment) => {
      const attach = (record: object) => this.#attached(payment, record);
      return this.#replied(task, till.afterCharge(claim, { granted, attach }, work));
    };
    return { claim: claim.request, account: claim.account };
  }

  /** Does a task whose charge is in the store. */
  resume(granted: Loss, payment: number): Reply {
    const resumed = this.#unpaid!;
    this.drop();
    return resumed(granted, payment);
  }

  /** Forgets a task that is not paid. */
  drop() {
    this.#unpaid = undefined;
  }

  #attached(payment: number, record: object) {
    if (Array.isArray(record)) this.#sessions.add(payment, record);
    else this.#notify({ paid: { payment, record } });
  }

  #replied(task: Task, result: unknown): Reply {
    for (const object of this.#objects.values()) {
      if (object instanceof WatchedLedger) object.tellRecords();
    }
    for (const [payment, records] of this.#sessions.take()) {
      this.#notify({ paid: { payment, records } });
    }
    if (task.as === undefined || isPlain(result)) return packResult(result);
    this.#objects.set(task.as, result as object);
    if (!(result instanceof WatchedLedger)) return { object: described(result as object) };
    this.#watch(task.as, result);
    return { object: described(result), ledger: result.toJSON() };
  }

  /**
   * A ledger that another worker had.
   * @param saved as it was when it came
   * @param steps the events since
   */
  restore(id: number, saved: object, steps: LedgerStep[]) {
    const ledger = WatchedLedger.fromJSON(saved) as WatchedLedger;
    ledger.repeat(steps);
    this.#objects.set(id, ledger);
    this.#watch(id, ledger);
  }

  #watch(id: number, ledger: WatchedLedger) {
    ledger.watch((step) => this.#notify({ ledger: id, step, ...totals(ledger) }));
  }

  #done({ verb, name, object }: Task, args: unknown[]): unknown {
    if (object === undefined) {
      if (verb === "construct") return new (classOf(name) as Class)(...args);
      const [owner, method] = name.split(".") as [string, string?];
      if (method === undefined) return ((logstar as Named)[owner] as Call)(...args);
      return (classOf(owner) as Members)[method]!(...args);
    }
    const found = this.#kept(object) as Members;
    if (verb === "get") return found[name];
    if (verb === "call") {
      const result = found[name]!(...args);
      return name === "parallel" ? undefined : result; // parts cross by their names
    }
    this.#objects.delete(object);
    if (name === "dispose") found.dispose?.();
  }

  #filled({ args, references }: Task, till: Till<TaskClaim>) {
    const known = this.#long;
    this.#long = [];
    for (const { path, domain, worth, object, long, unreadable } of references) {
      const holder = path
        .slice(0, -1)
        .reduce((inside, key) => inside[key] as Holder, args as object as Holder);
      const at = path.at(-1) as string | number;
      if (unreadable !== undefined) holder[at] = failing(unreadable);
      else if (long !== undefined) holder[at] = known[long];
      else if (worth !== undefined)
        holder[at] = new ExactColumn(holder[at] as ExactColumn["whole"], worth);
      else
        holder[at] =
          domain === undefined ? this.#objectAt(object as ObjectName, till) : made(domain);
    }
    return args;
  }

  #objectAt({ id, part, account }: ObjectName, till: Till<TaskClaim>) {
    if (account !== undefined) return new ClaimedAccount(account, id, till);
    return part === undefined ? this.#kept(id) : new LedgerPart(this.#kept(id) as Ledger, part);
  }

  #kept(id: number): object {
    const object = this.#objects.get(id);
    if (object === undefined) throw new WorkerStopped("an object among the arguments is gone");
    return object;
  }
}

function made({ maker, of }: Making) {
  return ((logstar as Named)[maker] as Call)(...of);
}

/** An array that throws when it is read, instead of data that were unreadable on the other side. */
function failing(why: PlainError) {
  const fail = () => {
    throw errorFrom(why);
  };
  return new Proxy([], {
    get: (array, name) => {
      if (name === Symbol.iterator) return fail;
      return name === "length" || /^\d/.test(String(name)) ? fail() : Reflect.get(array, name);
    },
  });
}

/** Classes of which the worker has its own form, or which only it has. */
const own: Named = { Ledger: WatchedLedger, HostedCuts };

/** A class, or an object of functions such as `plan`. */
function classOf(name: string): unknown {
  return own[name] ?? (logstar as Named)[name];
}

function totals({ spent, remaining }: Ledger) {
  return { spent, remaining };
}

/** Whether something can cross; objects of the library's classes stay. */
function isPlain(result: unknown) {
  if (typeof result !== "object" || result === null) return true;
  return [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(result));
}
