// All contests, and their table on docs/practice.md.
import { bestOther, held, inFigures } from "../contest.mjs";
import { inMarkdown } from "../table.mjs";
import { counts } from "./counts.mjs";
import { items } from "./items.mjs";
import { rules } from "./rules.mjs";
import { streams } from "./streams.mjs";

export const contests = [...items, ...counts, ...rules, ...streams];

/**
 * @param {{ runs?: number, contests?: typeof contests }} [options]
 * @returns {string} one row per contest: the default, and the best of the others
 */
export function tableOfContests({ runs, contests: some = contests } = {}) {
  const rows = some.map((contest) => {
    const results = held(contest, { runs: Math.min(runs ?? contest.runs, contest.runs) });
    const best = bestOther(results);
    const other = best ? `${inFigures(best)} ${best.name}` : "";
    return [contest.title, contest.unit, `**${inFigures(results[0])}**`, other];
  });
  return inMarkdown(["question", "in", "by default", "the best of the others"], rows);
}
