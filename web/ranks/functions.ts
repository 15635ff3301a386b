import type { GroupsAsked, NeedsDelta } from "../data/group-names.js";
import type { AnswerAt, OptionsAt, Place } from "../worker/crossing.js";
import type { InteriorAlgorithm, RankAnswer, RankData, RankOptions, Written } from "./options.js";
import type { QuantilesOptions } from "./quantiles.js";

// The types of the functions of ranks, here and in a worker.

/**
 * `median`, `quantile` or `interiorPoint`.
 * @template Asked what it takes between the rows and the options
 * @template Own the options that it does not share with the others
 * @template Surely algorithms that always find an answer
 */
export type RankFunction<At extends Place, Asked extends unknown[], Own, Surely> = <
  T = number,
  Column = undefined,
  Groups extends GroupsAsked = undefined,
  Abstain extends boolean | undefined = undefined,
  Delta extends number | undefined = 0,
  Algorithm extends InteriorAlgorithm | undefined = undefined,
  Size extends number | undefined = undefined,
>(
  ...all: [
    rows: RankData<Column>,
    ...asked: Asked,
    options: OptionsAt<At, RankOptions<T>> &
      Own &
      Written<Groups, Abstain, Delta, Algorithm, Size> &
      NeedsDelta<Groups>,
  ]
) => AnswerAt<At, RankAnswer<T, Column, Groups, Abstain, Delta, Algorithm, Size, Surely>>;

/** `quantiles`: all of them or none. */
export type QuantilesFunction<At extends Place> = <
  T = number,
  Column = undefined,
  Groups extends GroupsAsked = undefined,
  Abstain extends boolean | undefined = undefined,
>(
  rows: RankData<Column>,
  qs: ArrayLike<number> | Iterable<number>,
  options: OptionsAt<At, QuantilesOptions<T>> & {
    groups?: Groups;
    abstain?: Abstain;
  } & NeedsDelta<Groups>,
) => AnswerAt<At, RankAnswer<T[], Column, Groups, Abstain, undefined, undefined, undefined, never>>;
