import { buffersOf, crossing, packArguments, thrownHere, withoutUnclonable } from "./arguments.js";
import { WorkerStopped } from "./errors.js";
import { Job } from "./job.js";
import { spawn } from "./spawn.js";

/**
 * An object that lives in the worker. `born`: in which one, counted from 1; ledgers live on in the next
 * one, and have a mirror instead.
 * @typedef {import("./arguments.js").ObjectName & { born?: number,
 *   mirror?: import("./ledger-mirror.js").LedgerMirror, gone?: boolean }} Known
 *
 * @typedef {Omit<import("./host.js").Task, "args" | "references">} Errand
 */

/** One worker after the other, and what is to be done in them, in order and one at a time. */
export class Connection {
  #module;
  #makeWorker;
  /** @type {import("./spawn.js").Running | undefined} */
  #running;
  #ready = false;
  #workers = 0;
  /** @type {Job[]} */
  #queue = [];
  /** @type {Job | undefined} */
  #current;
  #closed = false;
  #lastId = 0;
  /** @type {Map<number, import("./ledger-mirror.js").LedgerMirror>} */
  #ledgers = new Map();
  /** @type {WeakMap<object, Known>} */
  #known = new WeakMap();
  #forgotten = new FinalizationRegistry((/** @type {number} */ id) => this.#forget(id));

  /**
   * @param {Promise<object>} module a WebAssembly.Module
   * @param {() => any} makeWorker
   */
  constructor(module, makeWorker) {
    this.#module = module;
    this.#makeWorker = makeWorker;
  }

  /**
   * Starts the first worker.
   * @returns {Promise<import("./offered.js").Offer>}
   */
  async open() {
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
   * @param {object} object which stands for it here
   * @param {number} id
   * @param {import("./ledger-mirror.js").LedgerMirror} [mirror] of a ledger
   */
  keep(object, id, mirror) {
    const born = mirror === undefined ? this.#workers : undefined;
    this.#known.set(object, { id, born, mirror });
    if (mirror !== undefined) this.#ledgers.set(id, mirror);
    this.#forgotten.register(object, id, object);
  }

  /**
   * @param {object} object
   * @param {object} ledger
   * @param {import("../ledger/groups.js").PartName} part
   */
  keepPart(object, ledger, part) {
    const { id, mirror } = /** @type {Known} */ (this.#known.get(ledger));
    this.#known.set(object, { id, mirror, part });
  }

  /**
   * Does something in the worker, when everything before it is done.
   * @param {Errand} errand
   * @param {any[]} args taken as they are now, also if the errand has to wait
   * @param {{ signal?: AbortSignal, onProgress?: Function, transfer?: boolean }} [controls]
   * @param {object} [object] to whom it is done
   * @returns {Promise<any>}
   */
  async do(errand, args, controls = {}, object = undefined) {
    const job = new Job(errand, controls);
    if (this.#closed) throw new WorkerStopped("the connection to the worker is closed");
    if (object !== undefined) job.errand.object = this.#nameOf(object, job)?.id;
    job.packed = packArguments(args, (value) => this.#nameOf(value, job));
    const moved = controls.transfer ? buffersOf(job.packed.args) : [];
    job.moved = moved;
    if (this.#current !== undefined || !this.#ready) {
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

  /**
   * Ends an object in the worker.
   * @param {object} object
   */
  async release(object) {
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

  /**
   * @param {object} value
   * @param {Job} job
   */
  #nameOf(value, job) {
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

  /** @param {Job} job */
  async #perform(job) {
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
      const answer = unlessUnclonable(job.packed, ({ args, references }) =>
        running.ask(["run", { ...job.errand, args, references }], job.moved),
      );
      job.sent = true;
      job.tell("sent");
      const result = await Promise.race([answer, running.ended]);
      if (job.aborted) throw job.reason;
      job.tell("done");
      job.done(result);
    } catch (error) {
      job.fail(job.aborted ? job.reason : thrownHere(error, job.packed.thrown));
    }
  }

  /** A worker with all ledgers of the last one. */
  async #start() {
    const running = spawn(this.#makeWorker, (notice) => this.#hear(notice));
    this.#running = running;
    running.ended.catch(() => {
      this.#ready = false;
    });
    const ready = async () => {
      const offer = await running.ask(["start", { wasm: await this.#module }]);
      for (const [id, { saved, steps }] of this.#ledgers) {
        await running.ask(["restore", id, saved, steps]);
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

  /** @param {any} notice */
  #hear({ stage, ledger, ...news }) {
    const job = this.#current;
    if (ledger === undefined) return job?.tell(stage);
    if (!this.#ledgers.get(ledger)?.add(news) || job === undefined) return;
    job.charged = true;
    job.tell("charged");
    if (job.aborted) this.#running?.end(job.reason);
  }

  /**
   * A job that has not begun costs nothing. One that has is charged in any case: whether it got as far
   * as the charge may have depended on the data. So the worker goes on until then, and no further.
   * @param {Job} job
   */
  #abort(job) {
    job.aborted = true;
    const place = this.#queue.indexOf(job);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      job.fail(job.reason);
    } else if (job === this.#current && job.sent && (job.charged || !job.charges)) {
      this.#running?.end(job.reason);
    }
  }

  /** @param {number} id of an object that nobody can reach any more */
  #forget(id) {
    this.#ledgers.delete(id);
    if (this.#ready) this.do({ verb: "release", name: "forget", object: id }, []).catch(() => {});
  }
}

/**
 * Packed arguments as they are now.
 * @param {Job["packed"]} packed
 * @param {Iterable<ArrayBuffer>} moved
 * @returns {Job["packed"]}
 */
function cloned(packed, moved) {
  return unlessUnclonable(packed, ({ args, references, thrown }) => ({
    args: structuredClone(args, { transfer: [...moved] }),
    references,
    thrown,
  }));
}

/**
 * @template T
 * @param {Job["packed"]} packed
 * @param {(packed: Job["packed"]) => T} run
 * @returns {T}
 */
function unlessUnclonable(packed, run) {
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
