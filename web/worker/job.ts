import { describe, flagOption } from "../core/options.js";

/** Something to be done in the worker, from the moment it is asked for until its outcome. */
export class Job {
  /** @type {import("./arguments.js").Packed} */
  packed = { args: [], references: [], thrown: [] };
  /** Buffers to be moved to the worker instead of copied. @type {Iterable<ArrayBuffer>} */
  moved = [];
  /** Objects in the worker that it needs, held so that they stay. @type {{ value: object, born?: number }[]} */
  needs = [];
  /** Whether a ledger is among them. */
  charges = false;
  charged = false;
  sent = false;
  aborted = false;
  /** @type {(result: any) => void} */
  done = () => {};
  /** @type {(reason: unknown) => void} */
  fail = () => {};

  /**
   * @param {import("./connection.js").Errand} errand
   * @param {any} controls
   */
  constructor(errand, { signal, onProgress, transfer }) {
    if (signal !== undefined && typeof signal?.throwIfAborted !== "function") {
      throw new TypeError(`signal must be an AbortSignal, got ${describe(signal)}`);
    }
    if (onProgress !== undefined && typeof onProgress !== "function") {
      throw new TypeError(`onProgress must be a function, got ${describe(onProgress)}`);
    }
    if (transfer !== undefined) flagOption("transfer", transfer);
    signal?.throwIfAborted();
    this.errand = { ...errand };
    this.signal = signal;
    this.onProgress = onProgress;
    /** @type {Promise<any>} */
    this.outcome = new Promise((resolve, reject) => {
      this.done = resolve;
      this.fail = reject;
    });
  }

  /** Why it was aborted. */
  get reason() {
    return this.signal?.reason;
  }

  /** @param {string} stage */
  tell(stage) {
    const stages = ["sent", "received", ...(this.charges ? ["charged"] : []), "computing", "done"];
    try {
      this.onProgress?.({ stage, step: stages.indexOf(stage) + 1, steps: stages.length });
    } catch (error) {
      // The caller's own mistake, which changes nothing about the call.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
