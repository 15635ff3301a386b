// What is said of each option in a terminal; which options a command has, and what they may be, the library
// declares.

export const optionWords: Record<string, string> = {
  epsilon:
    "how much the answer may tell about one person: 0.1 is little, 1 is usual, 10 protects next to nothing",
  delta: "the chance that it tells more, far below 1 / (number of people): 1e-6, say",
  domain:
    "which values there may be, known beforehand and not read off the data; mean and sum find one without it",
  expect:
    "where most values are expected, if you know it without looking: 1000..1000000; nothing is moved there",
  algorithm:
    "how it is computed; by default by what usually errs least, with least-promise by what promises most",
  neighbors:
    'what is hidden: "add-remove", that a person is there at all (default), or "replace", what they say',
  confidence: "of the statement how far off the answer may be; default 0.95",
  outside:
    "what becomes of values outside the domain: moved to its end (default), left out, or an error",
  missing:
    "what becomes of empty cells: left out (default), or an error, which tells that there is one",
  label: "what you call this answer, in its record and in the ledger",
  date: "when it was asked, for the same: 2026-03-02",
  perUser:
    "what one person gives: all rows, each a share (spread); of ranks also a number, so many rows at most, each a full one; or one value (median, mean, sum, min, max, first, last); in counts and sums by group, histograms and top-k also a number, in how many a person counts",
  discoveryShare:
    "of epsilon, that finds private groups; default 0.2 for sums, 0.5 for medians and other quantiles",
  noise:
    "the law of the noise: laplace, or gaussian for people who count in several groups; by default as errs least",
  abstain: "no answer rather than one outside the data where people are few (default)",
  size: "how many rows there are (at most), if everybody may know",
  interval:
    "an interval round the value that contains the true one: of the data, or of the population that the people are a random sample of",
  intervalShare: "of epsilon, that chooses the interval; default 0.5",
  k: "how many items",
  kBar: "from how many of the most frequent items to draw; default 10 k",
  variant: "how it is computed; by default as promises most",
  counts: "with noisy counts",
  countShare: "of epsilon, that pays for the counts; default 0.5",
  edges: "where ranges meet: 18,30,45,65, or dates",
  items: "in place of edges, the items: red,green,blue",
  tolerance:
    "how many wrong labels the best threshold may have for the accuracy statement; default 0",
  ones: "on which side label 1 is expected: below (default) or above",
};
