import type { GroupsAsked, NeedsDelta } from "../data/group-names.js";
import type { TablePlace } from "../tables/types.js";
import type { AnswerAt, OptionsAt } from "../worker/crossing.js";
import type {
  AlwaysFound,
  DeclaredSizeOption,
  InteriorAlgorithm,
  RankAnswer,
  RankData,
  RankOptions,
  Written,
} from "./options.js";
import type { QuantilesOptions } from "./quantiles.js";

// The types of the functions of ranks, here and in a worker.

/** The options of `median`, `quantile` and `interiorPoint`; `Own`: those that they do not share. */
type RankCall<At extends TablePlace, T, Own, Groups, Abstain, Delta, Algorithm, Size> = OptionsAt<
  At,
  RankOptions<T>
> &
  Own &
  Written<Groups, Abstain, Delta, Algorithm, Size> &
  NeedsDelta<Groups>;

/**
 * `median` or `interiorPoint`.
 * @template Own the options that they do not share
 * @template Surely algorithms that always find an answer
 */
export type RankFunction<At extends TablePlace, Own, Surely> = <
  T = number,
  Column = undefined,
  Groups extends GroupsAsked = undefined,
  Abstain extends boolean | undefined = undefined,
  Delta extends number | undefined = 0,
  Algorithm extends InteriorAlgorithm | undefined = undefined,
  Size extends number | undefined = undefined,
>(
  rows: RankData<Column>,
  options: RankCall<At, T, Own, Groups, Abstain, Delta, Algorithm, Size>,
) => AnswerAt<At, RankAnswer<T, Column, Groups, Abstain, Delta, Algorithm, Size, Surely>>;

/** `quantile`, with the requested quantile as an option. */
export type QuantileFunction<At extends TablePlace> = <
  T = number,
  Column = undefined,
  Groups extends GroupsAsked = undefined,
  Abstain extends boolean | undefined = undefined,
  Delta extends number | undefined = 0,
  Algorithm extends InteriorAlgorithm | undefined = undefined,
  Size extends number | undefined = undefined,
>(
  rows: RankData<Column>,
  q: number,
  options: RankCall<At, T, DeclaredSizeOption, Groups, Abstain, Delta, Algorithm, Size>,
) => AnswerAt<At, RankAnswer<T, Column, Groups, Abstain, Delta, Algorithm, Size, AlwaysFound>>;

/** `quantiles`: all of them or none. */
export type QuantilesFunction<At extends TablePlace> = <
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
