import { describe, flagOption } from "../core/options.js";
import type { StoredAccount } from "../ledger/stored-account.js";
import type { Packed } from "./arguments.js";
import type { Errand } from "./connection.js";
import type { Controls, Progress } from "./controls.js";
import type { Reply } from "./host.js";

/** A task of the worker, from its request to its outcome. */
export class Job {
  errand;
  signal;
  onProgress;
  outcome: Promise<Reply>;

  packed: Packed = { args: [], references: [], long: [], later: [], thrown: [] };
  /** Buffers to be moved to the worker instead of copied. */
  moved: Iterable<ArrayBuffer> = [];
  /** Objects in the worker that it needs: the reference keeps them alive. */
  needs: { value: object; born?: number }[] = [];
  /** Accounts of `spend` among its arguments. */
  accounts: StoredAccount[] = [];
  /** Whether it has a ledger. */
  charges = false;
  charged = false;
  sent = false;
  aborted = false;
  done: (reply: Reply) => void = () => {};
  fail: (reason: unknown) => void = () => {};

  constructor(errand: Errand, { signal, onProgress, transfer }: Controls) {
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
    this.outcome = new Promise((resolve, reject) => {
      this.done = resolve;
      this.fail = reject;
    });
  }

  /** Whether some of its arguments cross before it, in pieces. */
  get isInPieces(): boolean {
    return this.packed.long.length > 0 || this.packed.later.length > 0;
  }

  /** Why it was aborted. */
  get reason(): unknown {
    return this.signal?.reason;
  }

  tell(stage: Progress["stage"]) {
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
