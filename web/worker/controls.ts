/** How far a call is. */
export interface Progress {
  /**
   * "sent": the data is on its way; "received": the worker has begun with this call; "charged": all
   * that is public is checked and the ledger is charged (only with a ledger); "computing": the core
   * draws; "done".
   */
  stage: "sent" | "received" | "charged" | "computing" | "done";
  /** Which stage this is, counted from 1. */
  step: number;
  /** How many stages this call has. */
  steps: number;
}

/** What a call uses of an AbortSignal, by itself so that no library of types has to be there. */
export interface CancelSignal {
  /** Whether it was given. */
  readonly aborted: boolean;
  /** Why. */
  readonly reason: unknown;
  /** Throws the reason if it was given. */
  throwIfAborted(): void;
  /** Is told when it is given. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Is told no longer. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** What every call through a worker takes besides the function's own options. */
export interface Controls {
  /**
   * An AbortSignal. Cancels the call, which then rejects with the signal's reason. If the call has begun, the worker is
   * ended and another one started: see docs/worker.md.
   */
  signal?: CancelSignal | undefined;
  /** Is told how far the call is. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Whether typed arrays are moved to the worker instead of copied: yours are empty afterwards. */
  transfer?: boolean | undefined;
}
