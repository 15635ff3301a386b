// The commands, with their own columns and arguments.
import { Failure } from "./failures.js";
import { listOf, numberOf } from "./lists.js";

export interface Question {
  /** of the command */
  name: string;
  /** the function behind it */
  asks: string;
  /** in a line */
  about: string;
  /** by role: the option that names a column, and the type of its cells, if its domain does not decide */
  columns: Record<string, { flag: string; about: string; cells?: string }>;
  /** that comes before the options */
  argument?: { flag: string; about: string; read: (written: string) => unknown };
  /** not by group */
  isOfAll?: boolean;
  /** may need an order of the rows of a person */
  isOrdered?: boolean;
  /** the options that are its own */
  example: string;
}

const values = (about = "the column of the values") => ({ flag: "--column", about });

/** A share of people. Percentages are a usual mistake. */
function shareOf(written: string) {
  const share = numberOf("at", written);
  if (share >= 0 && share <= 1) return share;
  const remedy =
    share > 1 && share <= 100 ? `; write ${share / 100} for ${share} in a hundred` : "";
  throw new Failure(`--at must be a share from 0 to 1, got ${written}${remedy}`);
}

const sharesOf = (written: string) => listOf("at", [written]).map(shareOf);

export const questions: Question[] = [
  {
    name: "median",
    asks: "median",
    about: "the middle value of a column",
    columns: { values: values() },
    isOrdered: true,
    example: "--column salary --domain 0,1000000,0",
  },
  {
    name: "quantile",
    asks: "quantile",
    about: "the value that a share of people is below",
    columns: { values: values() },
    argument: {
      flag: "--at",
      about: "the share, 0.9 for nine in ten",
      read: shareOf,
    },
    isOrdered: true,
    example: "--column salary --at 0.9 --domain 0,1000000,0",
  },
  {
    name: "quantiles",
    asks: "quantiles",
    about: "several quantiles at once, at a lower cost than one after the other",
    columns: { values: values() },
    argument: { flag: "--at", about: "the shares, in order: 0.25,0.5,0.75", read: sharesOf },
    isOrdered: true,
    example: "--column salary --at 0.25,0.5,0.75 --domain 0,1000000,0",
  },
  {
    name: "interior-point",
    asks: "interiorPoint",
    about: "some value between the smallest and the largest",
    columns: { values: values() },
    isOrdered: true,
    example: "--column salary --domain 0,1000000,0",
  },
  {
    name: "count",
    asks: "count",
    about: "how many people there are",
    columns: {},
    example: "",
  },
  {
    name: "sum",
    asks: "sum",
    about:
      "the sum of people's totals, each clamped to the domain, or to a range that the function finds",
    columns: { values: values() },
    isOrdered: true,
    example: "--column hours --domain integers:0,80",
  },
  {
    name: "mean",
    asks: "mean",
    about: "the average over people",
    columns: { values: values() },
    isOrdered: true,
    example: "--column salary --domain 0,1000000,0",
  },
  {
    name: "variance",
    asks: "variance",
    about: "how far people's values spread: the mean square of their distance from their mean",
    columns: { values: values() },
    isOrdered: true,
    example: "--column salary --domain 0,1000000,0",
  },
  {
    name: "standard-deviation",
    asks: "standardDeviation",
    about: "the root of the variance, in the units of the values",
    columns: { values: values() },
    isOrdered: true,
    example: "--column salary --domain 0,1000000,0",
  },
  {
    name: "count-distinct",
    asks: "countDistinct",
    about: "how many distinct items people have",
    columns: { values: { ...values("the column of the items"), cells: "text" } },
    isOfAll: true,
    example: "--column title --per-user 3",
  },
  {
    name: "find-bounds",
    asks: "findBounds",
    about: "between which powers of two the values lie, without a domain",
    columns: { values: values() },
    isOfAll: true,
    example: "--column salary",
  },
  {
    name: "histogram",
    asks: "histogram",
    about: "how many people are in each range of values, or have each item",
    columns: { values: values() },
    isOrdered: true,
    example: "--column age --edges 18,30,45,65",
  },
  {
    name: "top-k",
    asks: "topK",
    about: "the items that most people have",
    columns: { values: { ...values("the column of the items"), cells: "text" } },
    isOfAll: true,
    example: "--column title --k 10 --per-user 3 --delta 1e-7",
  },
  {
    name: "learn-threshold",
    asks: "learnThreshold",
    about: "the value at which a yes becomes a no",
    columns: {
      x: { flag: "--x", about: "the column of the values" },
      y: {
        flag: "--y",
        about: "the column of the labels: 1, true, yes or 0, false, no",
        cells: "label",
      },
    },
    isOfAll: true,
    example: "--x age --y retired --ones above --domain integers:0,120",
  },
];
