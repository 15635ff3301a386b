import type { CancelSignal } from "../worker/controls.js";

/**
 * An engine that failed, or was cancelled, after the charge. `cause` is the engine's own error, which may quote rows:
 * it is for the owner of the data only.
 */
export class EngineFailed extends Error {
  /** Identifies the class of the error. */
  name = "EngineFailed";
  /** Whether `retry` charges nothing. */
  readonly isFree: boolean;
  #retry: (options: { signal?: CancelSignal | undefined }) => Promise<unknown>;
  #retried: Promise<unknown> | undefined;

  /** @param how what `retry` does, and whether a ledger was charged */
  constructor(
    cause: unknown,
    how: {
      isFree: boolean;
      isCharged: boolean;
      retry: (options: { signal?: CancelSignal | undefined }) => Promise<unknown>;
    },
  ) {
    const { isFree, isCharged, retry } = how;
    const again = isFree
      ? "error.retry() is free and keeps the random bits"
      : "error.retry() is another release with a charge of its own";
    super(
      `the engine failed; error.cause has its own words, for the owner of the rows only; ${again}${isCharged ? "; the ledger stays charged" : ""}`,
      { cause },
    );
    this.isFree = isFree;
    this.#retry = retry;
  }

  /**
   * Asks again, for the answer that the method would have promised. If `isFree`, it sends the failed query again and
   * goes on with the same random bits. Later calls return the same promise.
   */
  retry(options: { signal?: CancelSignal | undefined } = {}): Promise<unknown> {
    this.#retried ??= this.#retry(options);
    return this.#retried;
  }
}

/** Rows that an earlier query of the same release found are no longer there. */
export class TableChanged extends Error {
  /** Identifies the class of the error. */
  name = "TableChanged";

  constructor() {
    super("the table changed while it was read, which a transaction does not allow");
  }
}

/** An error that `run` rejected with. It never leaves this folder. */
export class RunFailed extends Error {
  constructor(cause: unknown) {
    super("the engine failed", { cause });
  }
}
