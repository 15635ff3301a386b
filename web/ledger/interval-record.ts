/** An interval around a value. An end is null where the interval is not bounded on that side, or by the domain only. */
export interface Interval<T = number> {
  /** the true quantile is not below it */
  lo: T | null;
  /** nor above it */
  hi: T | null;
  /** the noisy number of records or users, if one was drawn */
  count?: number;
}

/** What is promised of intervals. */
export interface IntervalRecord {
  /** whose quantile they contain: that of the data, or of a population that these are a random sample of */
  of: "data" | "population";
  /** the probability that no interval is returned that misses */
  confidence: number;
  /**
   * how far an interval has to reach beyond the quantile's rank, in records or users; of several quantiles the largest.
   * Of a population it depends on their number, and is known once one quantile was drawn
   */
  target?: number;
  /** the usual half-width on smooth data, in records or users; no guarantee */
  usual?: number;
  /** with the same confidence one step inside the interval one of its sides reaches fewer records or users */
  most?: number;
  /** from so many on an interval is returned with that confidence, if the data stay clear of the domain's ends */
  records?: number;
  /** the promise in words */
  statement: string;
}
