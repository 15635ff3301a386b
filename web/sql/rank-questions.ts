import type { ReleaseDeclaration } from "../ledger/released.js";
import {
  type DrawnGroup,
  drawnFigures,
  type IntervalRead,
  intervalAnswers,
} from "../ranks/intervals.js";
import type { InteriorFields } from "../ranks/options.js";
import { quantilesDeclaration } from "../ranks/quantiles.js";
import { checkUserOptions } from "../ranks/user-options.js";
import { type RankContext, rankedAnswers } from "../ranks/users.js";
import { TableChanged } from "./failed.js";
import { checkColumnFor, checkKeys, keysOf } from "./keys.js";
import { type Begun, type DrawnRank, type Rows, rankAnswers } from "./ranks.js";
import { reducedBy } from "./reduced.js";
import type { Asking, Question } from "./release.js";
import { checkReducer, columnsFor, declaredGroups } from "./subject.js";
import { salt } from "./sums.js";

/** The options that all functions of ranks share. */
type RankFields = Pick<
  InteriorFields<unknown>,
  "epsilon" | "delta" | "domain" | "outside" | "perUser"
>;

/** A question about the ranks of a column: median, quantiles, interior points. */
export const askedForRank =
  (
    released: Question["released"] &
      Pick<ReleaseDeclaration<RankFields, RankContext, { epsilon: number }>, "checkCall">,
  ): Asking =>
  (table, column, [q], options) => {
    const { groups, dialect } = table;
    const columns = columnsFor(table, column);
    const windowsOf = (read: object) =>
      (read as Partial<IntervalRead>).interval === undefined
        ? "UserRanksWindows"
        : "UserRanksIntervalWindows";
    const asked = released.checkCall(
      options,
      (read) => {
        checkUserOptions(read, columns);
        checkReducer(read, "spread");
        checkKeys(read.domain);
        return { q, columns, isKnown: true };
      },
      windowsOf,
    );
    const { read } = asked;
    const { interval } = read as { interval?: IntervalRead["interval"] };
    const of = windowsOf(read);
    return {
      ...{ released, asked, of, begin: () => ({ data: { ahead: 4 } }) },
      rowsFor: (rows, value) => {
        checkColumnFor(value, read.domain);
        const chosen =
          typeof read.perUser === "number" ? { most: read.perUser, salt: salt() } : undefined;
        const { rows: own, value: reduced } = reducedBy(rows, value, read.perUser);
        return { ...own, keys: keysOf(dialect, reduced, read), chosen };
      },
      answers: async (begun: Begun, queryRows, rows: Rows) => {
        const drawnBy = async <Drawn>() => {
          const found = await rankAnswers<Drawn>(of, begun, queryRows, rows, declaredGroups(table));
          if (found === undefined) throw new TableChanged();
          const kept = Array.isArray(groups) ? (i: number) => groups[i] : found.nameOf;
          return { drawn: found.answers, kept };
        };
        if (interval !== undefined) {
          const result = await drawnBy<DrawnGroup>();
          return { ...intervalAnswers(result, asked), toldOfInterval: drawnFigures(result.drawn) };
        }
        return rankedAnswers(await drawnBy<DrawnRank>(), asked, (values) => {
          const decoded = values.map(read.domain.decode);
          return released === quantilesDeclaration ? decoded : decoded[0];
        });
      },
    };
  };
