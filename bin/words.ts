// The words for each option in a terminal; the library declares which options a command has, and their values.

export const optionWords: Record<string, string> = {
  epsilon:
    "the privacy loss, how much the answer may reveal about one person: 0.1 is little, 1 is usual, 10 is almost no protection",
  delta: "the addend of the guarantee, far below 1 / (number of people): for example 1e-6",
  domain:
    "the possible values, known beforehand and never read off the data; mean and sum find a range if it is absent",
  expect:
    "the expected range of most values, if you know it beforehand: 1000,1000000; values outside still count",
  algorithm:
    "the algorithm; the default usually errs least, least-promise promises the smallest error",
  by: "the algorithm that finds the threshold's place, with --algorithm interior-point; the default, cut, promises the fewest errors",
  levels: "how often the algorithm shrinks the domain: 1 to 3",
  depth: "the number of people on either side of the answer",
  neighbors:
    '"add-remove" (default) protects the presence of a person, "replace" protects the contents of their rows',
  confidence: "the confidence of the accuracy statement; default 0.95",
  outside:
    "values outside the domain are clamped to its nearest end (default), dropped, or an error",
  missing: "empty cells are skipped (default), or an error, which reveals that one exists",
  label: "your name for this answer, in its record and in the ledger",
  date: "the date of the question, in the same places: 2026-03-02",
  perUser:
    "a person's contribution: all rows, split evenly (spread); for ranks also a maximum number of rows, each of weight 1; or one value (median, mean, sum, min, max, first, last). In counts and sums by group, histograms and top-k also a maximum number of groups, bins or items",
  discoveryShare:
    "the share of epsilon that finds private groups; default 0.2 for sums, 0.5 for medians and other quantiles",
  noise:
    "the distribution of the noise: laplace, or gaussian for people in several groups; the default errs least",
  abstain: "with few people, no answer instead of one outside the data (default)",
  size: "the (maximum) number of rows, if it is public",
  interval:
    "an interval around the value that contains the true one: of the data, or of the population that the people are a random sample of",
  intervalShare: "the share of epsilon that chooses the interval; default 0.5",
  k: "the number of items",
  kBar: "the number of most frequent items to draw from; default 10 k",
  variant: "the variant; the default returns an item from the fewest people",
  counts: "with noisy counts",
  countShare: "the share of epsilon for the counts; default 0.5",
  edges: "the edges between ranges: 18,30,45,65, or dates",
  items: "the items, instead of edges: red,green,blue",
  tolerance: "the wrong labels of the best threshold that the accuracy statement allows; default 0",
  ones: "the expected side of label 1: below (default) or above",
};
