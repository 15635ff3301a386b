// What was measured, in Markdown.
import { quantileOf } from "./measure.mjs";

const rank = (miss) =>
  miss < 9.95 && miss % 1 !== 0 ? miss.toFixed(1) : Math.round(miss).toLocaleString("en");
const percent = (share) =>
  share > 0 && share < 0.005 ? "below 1%" : `${Math.round(100 * share)}%`;

/** @param {import("./measure.mjs").Tally | undefined} tally @param {boolean} [isPoint] */
export function shown(tally, isPoint) {
  if (tally === undefined) return "";
  const { misses, none, outside, n } = tally;
  if (isPoint) return `${percent((n - none - outside) / n)} inside`;
  const notes = [
    ...(none > 0 ? [`${percent(none / n)} null`] : []),
    ...(outside > 0 ? [`${percent(outside / n)} outside`] : []),
  ];
  return [`${rank(quantileOf(misses, 0.5))}/${rank(quantileOf(misses, 0.95))}`, ...notes].join(
    ", ",
  );
}

/** @param {import("./questions.mjs").Sheet} sheet */
export const titleOf = ({ question, kind, of }) => `${question.name} of ${of}, ${kind}`;

const line = (cells) => `| ${cells.join(" | ")} |`;

/**
 * The table of a sheet: a row for each n and cell, a column for each algorithm that answered anything.
 * @param {import("./questions.mjs").Sheet} sheet
 * @param {{ n: number, measured: import("./measure.mjs").Measured[] }[]} parts
 */
export function tableOf({ question }, parts) {
  const answered = (name) =>
    parts.some(({ measured }) =>
      measured.some(({ tallies }) => tallies.some((one) => one.name === name)),
    );
  const names = question.algorithms.filter(answered);
  const head = [
    "n",
    "epsilon",
    "told",
    "default",
    "took",
    "states",
    ...names.map((name) => `\`${name}\``),
  ];
  const rows = parts.flatMap(({ n, measured }) =>
    measured.map(({ epsilon, told, tallies: [byDefault, ...named] }) => [
      n.toLocaleString("en"),
      epsilon,
      told.name,
      `**${shown(byDefault, question.isPoint)}**`,
      [...byDefault.took].join(", "),
      byDefault.stated === undefined || question.isPoint ? "" : rank(byDefault.stated),
      ...names.map((name) =>
        shown(
          named.find((one) => one.name === name),
          question.isPoint,
        ),
      ),
    ]),
  );
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
