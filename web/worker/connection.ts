import { holdsBackOf } from "../ledger/elsewhere.js";
import type { PartName } from "../ledger/groups.js";
import { StoredAccount } from "../ledger/stored-account.js";
import {
  buffersOf,
  crossing,
  type ObjectName,
  packArguments,
  type Returned,
  refuseLong,
  thrownHere,
  withoutUnclonable,
} from "./arguments.js";
import type { Controls, Progress } from "./controls.js";
import { WorkerStopped } from "./errors.js";
import type { Claimed, Notice, Reply, Task } from "./host.js";
import { Job } from "./job.js";
import { nextTask, readLater } from "./later.js";
import type { LedgerMirror, LedgerNews } from "./ledger-mirror.js";
import type { Offer } from "./offered.js";
import { Payments } from "./payments.js";
import { sendInPieces } from "./pieces.js";
import { type Running, spawn, type WorkerLike } from "./spawn.js";

/**
 * An object that lives in the worker. `born`: the number of that worker, from 1; ledgers live on in the next
 * one, and have a mirror instead.
 */
export type Known = ObjectName & { born?: number; mirror?: LedgerMirror; gone?: boolean };

export type Errand = Omit<Task, "args" | "references">;

/** One worker after the other, with a queue of jobs that run in order and one at a time. */
export class Connection {
  #module;
  #makeWorker;
  #running: Running | undefined;
  #ready = false;
  #workers = 0;
  #queue: Job[] = [];
  #current: Job | undefined;
  #closed = false;
  #lastId = 0;
  #ledgers: Map<number, LedgerMirror> = new Map();
  #payments = new Payments();
  #known: WeakMap<object, Known> = new WeakMap();
  #forgotten = new FinalizationRegistry((id: number) => this.#forget(id));

  /** @param module a WebAssembly.Module */
  constructor(module: Promise<object>, makeWorker: () => WorkerLike) {
    this.#module = module;
    this.#makeWorker = makeWorker;
  }

  /** Starts the first worker. */
  async open(): Promise<Offer> {
    const { running, offer } = await this.#start();
    running.hold(false);
    return offer;
  }

  /** A number for an object to come. */
  nextId() {
    return ++this.#lastId;
  }

  /**
   * Takes note of an object in the worker.
   * @param object its stand-in here
   * @param mirror of a ledger
   */
  keep(object: object, id: number, mirror?: LedgerMirror) {
    const born = mirror === undefined ? this.#workers : undefined;
    this.#known.set(object, { id, born, mirror });
    if (mirror !== undefined) this.#ledgers.set(id, mirror);
    this.#forgotten.register(object, id, object);
  }

  keepPart(object: object, ledger: object, part: PartName) {
    this.#known.set(object, { ...(this.#known.get(ledger) as Known), part });
  }

  /**
   * Does something in the worker, when everything before it is done.
   * @param args taken as they are now, also if the errand has to wait
   * @param object to whom it is done
   */
  async do(
    errand: Errand,
    args: unknown[],
    controls: Controls = {},
    object: object | undefined = undefined,
  ): Promise<Reply> {
    const job = new Job(errand, controls);
    if (this.#closed) throw new WorkerStopped("the connection to the worker is closed");
    if (object !== undefined) job.errand.object = this.#nameOf(object, job)?.id;
    job.packed = packArguments(args, (value) => this.#nameOf(value, job));
    const moved = controls.transfer ? buffersOf(job.packed.args) : [];
    job.moved = moved;
    if (this.#current !== undefined || !this.#ready || job.isInPieces) {
      job.packed = cloned(job.packed, moved);
      job.moved = buffersOf(job.packed.args);
    }
    const abort = () => this.#abort(job);
    controls.signal?.addEventListener("abort", abort);
    this.#queue.push(job);
    this.#work();
    try {
      return await job.outcome;
    } finally {
      controls.signal?.removeEventListener("abort", abort);
    }
  }

  /** Ends an object in the worker. */
  async release(object: object) {
    const known = this.#known.get(object);
    if (known === undefined || known.gone || this.#closed) return;
    if (known.born === undefined || known.born === this.#workers) {
      await this.do({ verb: "release", name: "dispose" }, [], {}, object);
    }
    known.gone = true;
    this.#forgotten.unregister(object);
    this.#ledgers.delete(known.id);
  }

  /** Ends the worker and everything in it. */
  close() {
    if (this.#closed) return;
    this.#closed = true;
    const reason = new WorkerStopped("the connection to the worker was closed");
    for (const job of this.#queue.splice(0)) job.fail(reason);
    this.#running?.end(reason);
  }

  #nameOf(value: object, job: Job): ObjectName | undefined {
    if (value instanceof StoredAccount) {
      job.charges = true;
      const account = { budget: value.budget, holdsBack: holdsBackOf(value) };
      return { id: job.accounts.push(value) - 1, account };
    }
    const known = this.#known.get(value);
    if (known === undefined) return undefined;
    const { id, part, born, mirror, gone } = known;
    if (gone) throw new TypeError("an object that was disposed of cannot be used any more");
    job.needs.push({ value, born });
    job.charges ||= mirror !== undefined;
    return { id, part };
  }

  async #work() {
    if (this.#current !== undefined) return;
    for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
      this.#current = job;
      await this.#perform(job);
      this.#current = undefined;
    }
    this.#running?.hold(false);
  }

  async #perform(job: Job) {
    try {
      if (!this.#ready) await this.#start();
      const running = this.#running;
      if (running === undefined || job.aborted) throw job.reason;
      running.hold(true);
      if (job.needs.some(({ born }) => born !== undefined && born !== this.#workers)) {
        throw new WorkerStopped(
          "this object is gone: it lived in a worker that has ended, because a call was cancelled or failed",
        );
      }
      // Without them the arguments cross at once, before the caller can change any.
      if (job.isInPieces) await this.#sendLong(job, running);
      const answer = unlessUnclonable(job.packed, ({ args, references }) =>
        running.send(["run", { ...job.errand, args, references }], job.moved),
      );
      job.sent = true;
      job.tell("sent");
      const first = await Promise.race([answer, running.ended]);
      const result = "claim" in first ? await this.#paid(job, running, first) : first;
      if (job.aborted) throw job.reason;
      job.tell("done");
      job.done(result);
    } catch (error) {
      job.fail(job.aborted ? job.reason : thrownHere(error as Returned, job.packed.thrown));
    }
  }

  /** Writes the charge of a job into its store, and only then has the answer drawn. */
  async #paid(job: Job, running: Running, { claim, account }: Claimed): Promise<Reply> {
    let paid: Awaited<ReturnType<Payments["pay"]>>;
    try {
      paid = await this.#payments.pay(job.accounts[account]!, claim);
      job.charged = true;
      job.tell("charged");
      if (job.aborted) throw job.reason;
    } catch (error) {
      await Promise.race([running.send(["drop"]), running.ended]);
      throw error;
    }
    const { granted, payment } = paid;
    return Promise.race([running.send(["resume", granted, payment]), running.ended]);
  }

  async #sendLong(job: Job, running: Running) {
    const { packed } = job;
    const unlessOver = <T>(next: () => Promise<T>) => {
      if (job.aborted) throw job.reason;
      return Promise.race([next(), running.ended]);
    };
    if (packed.later.length > 0) {
      await readLater(packed, () => unlessOver(nextTask));
      job.moved = buffersOf(packed.args);
    }
    await sendInPieces(
      packed.long,
      (...piece) => unlessOver(() => running.send(["piece", ...piece])),
      (...refused) => refuseLong(packed, ...refused),
    );
    if (job.aborted) throw job.reason;
  }

  /** A worker with all ledgers of the last one. */
  async #start() {
    const running = spawn(this.#makeWorker, (notice) => this.#hear(notice));
    this.#running = running;
    running.ended.catch(() => {
      this.#ready = false;
      this.#payments.forget();
    });
    const ready = async () => {
      const offer = await running.send(["start", { wasm: await this.#module }]);
      for (const [id, { saved, steps }] of this.#ledgers) {
        await running.send(["restore", id, saved, steps]);
      }
      return offer;
    };
    try {
      const offer = await Promise.race([ready(), running.ended]);
      this.#ready = true;
      this.#workers += 1;
      return { running, offer };
    } catch (error) {
      running.end(error);
      throw error;
    }
  }

  #hear({ stage, ledger, paid, ...news }: Notice) {
    const job = this.#current;
    if (paid !== undefined) return this.#payments.hear(paid);
    if (ledger === undefined) return job?.tell(stage as Progress["stage"]);
    if (!this.#ledgers.get(ledger)?.add(news as LedgerNews) || job === undefined) return;
    job.charged = true;
    job.tell("charged");
    if (job.aborted) this.#running?.end(job.reason);
  }

  /**
   * A job in the queue costs nothing. A running job keeps its charge: whether it reached the charge may depend
   * on the data. So the worker runs until the charge, and no further.
   */
  #abort(job: Job) {
    job.aborted = true;
    const place = this.#queue.indexOf(job);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      job.fail(job.reason);
    } else if (job === this.#current && job.sent && (job.charged || !job.charges)) {
      this.#running?.end(job.reason);
    }
  }

  /** @param id of an object that is unreachable here */
  #forget(id: number) {
    this.#ledgers.delete(id);
    if (this.#ready) this.do({ verb: "release", name: "forget", object: id }, []).catch(() => {});
  }
}

/** Packed arguments as they are now. */
function cloned(packed: Job["packed"], moved: Iterable<ArrayBuffer>): Job["packed"] {
  return unlessUnclonable(packed, ({ args, ...rest }) => ({
    args: structuredClone(args, { transfer: [...moved] }),
    ...rest,
  }));
}

function unlessUnclonable<T>(packed: Job["packed"], run: (packed: Job["packed"]) => T): T {
  try {
    return run(packed);
  } catch {
    try {
      return run(withoutUnclonable(packed));
    } catch (error) {
      throw crossing(error, packed.args, []);
    }
  }
}
