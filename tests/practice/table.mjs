// The measurements in Markdown.
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

/** The errors in the record, for answers in ranks: the usual one and the bound. */
const stated = ({ stated: { usual, error } }, isPoint) =>
  isPoint ? ["", ""] : [usual, error].map((figure) => (figure === undefined ? "" : rank(figure)));

/** @param {string[]} head @param {(string | number)[][]} rows */
export const inMarkdown = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/**
 * The rows of a sheet at one n: its options, the default with its chosen algorithm and stated error, then each
 * of `names`.
 * @param {import("./questions.mjs").Sheet} sheet
 * @param {number} n
 * @param {import("./measure.mjs").Measured[]} measured
 * @param {string[]} names
 */
export function rowsOf({ question: { isPoint } }, n, measured, names) {
  return measured.map(({ epsilon, told, tallies: [byDefault, ...named] }) => [
    n.toLocaleString("en"),
    epsilon,
    told.name,
    `**${shown(byDefault, isPoint)}**`,
    `\`${[...byDefault.took].join(", ")}\``,
    ...stated(byDefault, isPoint),
    ...names.map((name) => {
      const tally = named.find((one) => one.name === name);
      return shown(tally, isPoint);
    }),
  ]);
}

const headOfRows = ["n", "epsilon", "told", "default", "took", "usually", "promised"];
const quoted = (names) => names.map((name) => `\`${name}\``);

/**
 * The table of a sheet: a row for each n and cell, a column for each algorithm with an answer.
 * @param {import("./questions.mjs").Sheet} sheet
 * @param {{ n: number, measured: import("./measure.mjs").Measured[] }[]} parts
 */
export function tableOf(sheet, parts) {
  const tallies = parts.flatMap(({ measured }) =>
    measured.flatMap((cell) => cell.tallies.slice(1)),
  );
  const names = [...new Set(tallies.map(({ name }) => name))];
  const rows = parts.flatMap(({ n, measured }) => rowsOf(sheet, n, measured, names));
  return inMarkdown([...headOfRows, ...quoted(names)], rows);
}
