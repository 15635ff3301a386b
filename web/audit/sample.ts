import { seededFill } from "../core/seeded-bytes.js";

/** @typedef {import("./traits.js").Outcome} Outcome */

const firstToSecond = /** @type {const} */ ([0, 1]);
const secondToFirst = /** @type {const} */ ([1, 0]);

/**
 * Runs a function on both inputs in turn. Which goes first in a turn is the seed's matter alone, so that
 * neither time nor a state that outlives a run favours one input.
 * @param {(input: any) => unknown} mechanism
 * @param {readonly unknown[]} inputs
 * @param {{ statistic: (answer: any) => unknown, seed: number | bigint }} terms
 */
export function sampler(mechanism, inputs, { statistic, seed }) {
  const coin = coins(seed);
  const thrown = { first: 0, second: 0 };
  let runs = 0;

  /**
   * Waits only where it has to: most functions answer at once, and waiting takes longer than they do.
   * @param {0 | 1} side
   * @returns {Outcome | Promise<Outcome>}
   */
  const outcomeOn = (side) => {
    let answer;
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

  /**
   * @param {0 | 1} side
   * @param {unknown} error
   * @returns {Outcome}
   */
  const failed = (side, error) => {
    ++thrown[side === 0 ? "first" : "second"];
    return { error };
  };

  /**
   * Makes so many turns; says how many runs have thrown so far.
   * @param {number} turns
   * @param {(outcome: Outcome, side: 0 | 1) => void} listen
   */
  return async (turns, listen) => {
    /** @type {Outcome | undefined} */
    let last;
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

/**
 * What a statistic made of an answer.
 * @param {unknown} answer
 * @returns {Outcome}
 */
function looked(answer) {
  if (isPromise(answer)) throw new TypeError("statistic must return a value, got a Promise");
  return { answer };
}

/**
 * @param {any} value
 * @returns {value is Promise<any>}
 */
function isPromise(value) {
  return typeof value?.then === "function";
}

/**
 * Fair coins of a seed.
 * @param {number | bigint} seed
 * @returns {() => boolean}
 */
function coins(seed) {
  const fill = seededFill(seed);
  const bytes = new Uint8Array(4096);
  let used = 8 * bytes.length;
  return () => {
    if (used === 8 * bytes.length) {
      fill(bytes);
      used = 0;
    }
    const bit = (bytes[used >> 3] >> (used & 7)) & 1;
    ++used;
    return bit === 1;
  };
}
