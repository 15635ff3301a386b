// The questions about ranks that the first tab can ask, and how each is drawn and forecast.

import type { Domain, InteriorAlgorithm, Interval, UserRows, Values } from "#dist/index.js";
import type { Accuracy, ReleaseRecord, WorkerLibrary } from "../engine.js";

const shares = {
  quartiles: [0.25, 0.5, 0.75],
  deciles: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
};

/** The algorithms for an interior point; `sized` ones need the maximum number of rows, those `ofUsers` take rows of people, and can abstain. */
export const algorithms = [
  { value: "exponential", text: "exponential mechanism", ofUsers: true },
  { value: "cut", text: "cut choice", ofUsers: true },
  { value: "auto", text: "the smallest usual error", ofUsers: true },
  { value: "least-promise", text: "the best promise", ofUsers: true },
  { value: "rec-concave", text: "RecConcave" },
  { value: "tree-log", text: "TreeLog", sized: true },
  { value: "heavy-paths", text: "HeavyPaths", sized: true },
  { value: "tree-log-slices", text: "TreeLog by slices" },
];

/** Rows of users without groups. */
export type Ungrouped = UserRows & { groups?: undefined };

/** A column of numbers, or rows of users. */
export type RankData = Values | Ungrouped;

export interface RankAnswer {
  value: number | number[] | null;
  reason?: string;
  message?: string;
  /** with an interval asked for: where the true value is; null if there are too few people for one */
  interval?: Interval | null;
  /** of several values one each */
  intervals?: (Interval | null)[] | null;
  record: ReleaseRecord;
}

export interface RankTask {
  /** in the chooser */
  text: string;
  /** of the answer, before "of" and the column */
  title: string;
  /** of an answer with an exact law */
  q?: number;
  drawAnswer: (values: RankData, extras?: object) => Promise<RankAnswer>;
  accuracy: () => Promise<Accuracy>;
}

/** @param asked the current fields; `interior` has further options of an interior point */
export function rankTasks(
  engine: WorkerLibrary,
  {
    options: bounds,
    isOfUsers,
    share,
    interval,
    interior,
  }: {
    options: () => { epsilon: number; domain: Domain<number>; perUser?: number };
    isOfUsers: () => boolean;
    share: () => number;
    /** round medians and quantiles, if the user wants one */
    interval: () => "data" | "population" | undefined;
    interior: () => {
      algorithm: InteriorAlgorithm;
      delta: number;
      abstain: boolean;
      size?: number;
    };
  },
): Record<string, () => RankTask> {
  // Rather no answer than one outside of data that are few.
  const options = () => ({ ...bounds(), abstain: true });
  const planned = () => (isOfUsers() ? { perUser: "spread" as const, ...options() } : options());
  const valued = () => ({ ...options(), interval: interval() });
  const valuedPlan = () => ({ ...planned(), interval: interval() });
  const nothing = (): RankData => (isOfUsers() ? { values: [], users: [] } : new Float64Array(0));
  const several = (qs: number[], text: string) => () => {
    const drawAnswer = (values: RankData, extras?: object) =>
      engine.quantiles(values, qs, { ...valued(), ...extras });
    // Drawn from no data: the record contains the plan's accuracy, whatever the data.
    const accuracy = async () => (await drawAnswer(nothing())).record.accuracy;
    return { text, title: text.replace("t", "T"), drawAnswer, accuracy };
  };
  return {
    median: () => ({
      text: "the median",
      title: "The median",
      q: 0.5,
      drawAnswer: (values, extras) => engine.median(values, { ...valued(), ...extras }),
      accuracy: () => engine.accuracy.median(valuedPlan()),
    }),
    quantile: () => ({
      text: "a quantile",
      title: `The ${share()} quantile`,
      q: share(),
      drawAnswer: (values, extras) => engine.quantile(values, share(), { ...valued(), ...extras }),
      accuracy: () => engine.accuracy.quantile(share(), valuedPlan()),
    }),
    quartiles: several(shares.quartiles, "the three quartiles"),
    deciles: several(shares.deciles, "the nine deciles"),
    interior: () => ({
      text: "an interior point",
      title: "A value between the extremes",
      q: interior().algorithm === "exponential" ? 0.5 : undefined,
      drawAnswer: (values, extras) =>
        engine.interiorPoint(values, { ...options(), ...interior(), ...extras }),
      accuracy: () => engine.accuracy.interiorPoint({ ...planned(), ...interior() }),
    }),
  };
}
