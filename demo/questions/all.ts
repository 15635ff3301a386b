// The questions of the page: six in plain words, and those under Advanced by their names.
import type { Dataset } from "../workspace.js";
import type { Asking, Making } from "./asking.js";
import { common } from "./common.js";
import { count } from "./count.js";
import { distribution } from "./distribution.js";
import { groups } from "./groups.js";
import { Interior } from "./interior.js";
import { Slices } from "./slices.js";
import { stream } from "./stream.js";
import { Threshold } from "./threshold.js";
import { Typical } from "./typical.js";
import { groupColumn, numericColumns, peopleOf } from "./words.js";

export const makeQuestions = (making: Making): Asking[] => [
  new Typical(making),
  groups(making),
  common(making),
  count(making),
  distribution(making),
  new Threshold(making, false),
  new Interior(making),
  new Threshold(making, true),
  stream(making),
  new Slices(making),
];

/** A card of the plain questions, with one line made of the data's own columns. */
interface Card {
  id: string;
  drawing: string;
  about: (dataset: Dataset) => string;
}

const number = (dataset: Dataset) =>
  dataset.sample?.quantiles.column ?? numericColumns(dataset)[0] ?? "a number";
const text = (dataset: Dataset) => groupColumn(dataset) ?? "group";

export const cards: Card[] = [
  {
    id: "typical",
    drawing: "M4 34h36M8 34v-5M14 34v-10M20 34v-18M32 34v-12M38 34v-6M26 36V8",
    about: (data) => `The middle of ${number(data)}, its mean, its quartiles`,
  },
  {
    id: "groups",
    drawing: "M6 10h22M6 22h32M6 34h14",
    about: (data) => `The same for each ${data.sample?.groups.by ?? text(data)}, side by side`,
  },
  {
    id: "common",
    drawing: "M6 38V20h10v18M17 38V8h10v30M28 38V26h10v12",
    about: (data) => `What comes most often in ${data.sample?.topK.column ?? text(data)}`,
  },
  {
    id: "count",
    drawing:
      "M20 14a5 5 0 1 1-10 0 5 5 0 0 1 10 0M6 36c0-7 4-11 9-11s9 4 9 11M27 28c6-2 11 2 11 8M35 17a4 4 0 1 1-8 0 4 4 0 0 1 8 0",
    about: (data) => `All ${peopleOf(data)}, or those who have something`,
  },
  {
    id: "dist",
    drawing: "M5 36h34M6 35c7 0 8-26 16-26s9 26 16 26",
    about: (data) => `How ${number(data)} is spread, from low to high`,
  },
  {
    id: "predict",
    drawing: "M24 6v6M24 17v6M24 28v6M10 14h.01M15 26h.01M9 33h.01M32 12h.01M37 24h.01M31 33h.01",
    about: (data) => {
      const { x, label, value, advice } = data.sample?.thresholds ?? {};
      return x === undefined || advice !== undefined
        ? "From which value on does a label change?"
        : `From which ${x} on is ${label} ${value}?`;
    },
  },
];

export const advanced = [
  {
    id: "interior",
    about:
      "A value between the extremes, from the fewest people there can be. Its algorithm is yours to choose.",
  },
  {
    id: "threshold",
    about:
      "Learn where a label changes, with every setting by hand. The rule may be published and used on anyone.",
  },
  {
    id: "common",
    about:
      "The k most common values, without a list of the possible ones. Values of too few people are not named.",
    name: "Top-k",
  },
  {
    id: "stream",
    about:
      "The same yes or no, week after week. One price pays for all the answers (sparse vector).",
  },
  {
    id: "slices",
    about:
      "The lowest or highest so many people by a column, and a question to each slice. One price pays for all.",
  },
  {
    id: "plan",
    about: "How many people does an answer need? It uses no data and has no price.",
    name: "Plan",
  },
];
