import { seededFill } from "../core/seeded-bytes.js";
import type { Outcome } from "./traits.js";

const firstToSecond = [0, 1] as const;
const secondToFirst = [1, 0] as const;

/**
 * Runs a function on both inputs in turn. The seed alone decides the order within a turn. So neither time nor
 * state that outlives a run favours one input.
 */
export function sampler<Input>(
  mechanism: (input: Input) => unknown,
  inputs: readonly [Input, Input],
  { statistic, seed }: { statistic: (answer: unknown) => unknown; seed: number | bigint },
) {
  const coin = coins(seed);
  const thrown = { first: 0, second: 0 };
  let runs = 0;

  /** Waits only if it must: most functions answer at once, and waiting takes longer than they do. */
  const outcomeOn = (side: 0 | 1): Outcome | Promise<Outcome> => {
    let answer: unknown;
    try {
      answer = mechanism(inputs[side]);
    } catch (error) {
      return failed(side, error);
    }
    if (!isPromise(answer)) return looked(statistic(answer));
    return Promise.resolve(answer).then(
      (held) => looked(statistic(held)),
      (error) => failed(side, error),
    );
  };

  const failed = (side: 0 | 1, error: unknown): Outcome => {
    ++thrown[side === 0 ? "first" : "second"];
    return { error };
  };

  /** Makes `turns` turns and returns the number of runs that have thrown so far. */
  return async (turns: number, listen: (outcome: Outcome, side: 0 | 1) => void) => {
    let last: Outcome | undefined;
    for (let i = 0; i < turns; ++i) {
      for (const side of coin() ? firstToSecond : secondToFirst) {
        const outcome = outcomeOn(side);
        last = isPromise(outcome) ? await outcome : outcome;
        listen(last, side);
      }
    }
    runs += 2 * turns;
    if (last !== undefined && "error" in last && thrown.first + thrown.second === runs) {
      const message = `audit: none of ${runs} runs has an answer; see the cause of the last`;
      throw new Error(message, { cause: last.error });
    }
    return thrown;
  };
}

/** The outcome that a statistic makes of an answer. */
function looked(answer: unknown): Outcome {
  if (isPromise(answer)) throw new TypeError("statistic must return a value, got a Promise");
  return { answer };
}

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | null | undefined)?.then === "function";
}

/** Fair coins of a seed. */
function coins(seed: number | bigint): () => boolean {
  const fill = seededFill(seed);
  const bytes = new Uint8Array(4096);
  let used = 8 * bytes.length;
  return () => {
    if (used === 8 * bytes.length) {
      fill(bytes);
      used = 0;
    }
    const bit = (bytes[used >> 3]! >> (used & 7)) & 1;
    ++used;
    return bit === 1;
  };
}
