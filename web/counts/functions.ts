import type { Domain } from "../data/domains.js";
import type { GroupsAsked, NeedsDelta } from "../data/group-names.js";
import type { UserRows } from "../data/user-rows.js";
import type { TablePlace } from "../tables/types.js";
import type { AnswerAt, OptionsAt } from "../worker/crossing.js";
import type { OfUsers } from "./by-group.js";
import type { FoundSum, UserSumOptions } from "./sum.js";

// The types of the functions that answer about users, here and in a worker.

/** A function of rows of users: an answer, or one for each group. */
export type ByGroupFunction<At extends TablePlace, Data, Options, Answer> = <
  Column = undefined,
  Groups extends GroupsAsked = undefined,
>(
  data: Data & { groups?: Column },
  options: OptionsAt<At, Options> & { groups?: Groups } & NeedsDelta<Groups>,
) => AnswerAt<At, OfUsers<Groups, Answer, Column>>;

/** `sum`: within a range that was found, unless a domain is known. */
export type SumFunction<At extends TablePlace> = <
  Column = undefined,
  Groups extends GroupsAsked = undefined,
  Known extends Domain<number | bigint> | undefined = undefined,
>(
  data: UserRows & { groups?: Column },
  options: OptionsAt<At, UserSumOptions> & {
    groups?: Groups;
    domain?: Known;
  } & NeedsDelta<Groups>,
) => AnswerAt<
  At,
  OfUsers<Groups, [Known] extends [undefined] ? FoundSum : { value: number }, Column>
>;
