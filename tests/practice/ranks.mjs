// The distance of an answer from the truth in ranks: of records, or of users with one vote each.

/** The sort key of values and answers: numbers, dates and text. */
const keyOf = (value) => (value instanceof Date ? value.getTime() : value);

/** Texts here are ASCII, so their order as strings equals that of their bytes. */
const isAbove = (key, answer) =>
  answer?.after ? key > answer.text && !key.startsWith(answer.text) : key > (answer.text ?? answer);
const isBelow = (key, answer) =>
  answer?.after ? !isAbove(key, answer) : key < (answer.text ?? answer);

/** The length of the prefix of keys on which a monotone condition is true. */
function firstOf(keys, holds) {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(keys[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The sorted values of a column or group, with the total weight up to each. */
export class Ranks {
  /**
   * @param {any[]} values
   * @param {number[]} [weights] 1 each by default
   */
  constructor(values, weights) {
    if (weights === undefined && typeof values[0] === "number") {
      this.keys = Float64Array.from(values).sort();
      this.weight = Float64Array.from({ length: values.length + 1 }, (_, i) => i);
      return;
    }
    const order = values.map((value, i) => ({ key: keyOf(value), weight: weights?.[i] ?? 1 }));
    order.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    this.keys = order.map(({ key }) => key);
    this.weight = new Float64Array(values.length + 1);
    for (const [i, { weight }] of order.entries()) this.weight[i + 1] = this.weight[i] + weight;
  }

  get total() {
    return this.weight[this.keys.length];
  }

  /**
   * @param {any} value
   * @param {number} q
   * @returns {{ miss: number, isOutside: boolean }} by how many ranks it misses the quantile, and whether it
   *   lies below or above all data
   */
  judge(value, q) {
    const answer = keyOf(value);
    const below = this.weight[firstOf(this.keys, (key) => isBelow(key, answer))];
    const upTo = this.weight[firstOf(this.keys, (key) => !isAbove(key, answer))];
    const target = q * this.total;
    const miss = Math.max(0, below - target, target - upTo);
    return { miss, isOutside: upTo === 0 || below === this.total };
  }

  /** The miss of the mildest answer outside the data, which also counts for a missing answer. */
  missOfNone(q) {
    return Math.min(q, 1 - q) * this.total;
  }
}
