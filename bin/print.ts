// What a person sees: answers in words and tables, or all of it as JSON.

/** @typedef {import("./questions.js").Question} Question */

/**
 * @param {Question} question
 * @param {Record<string, any>} written
 * @param {any} result what the library returned
 * @param {import("logstar").Ledger} [ledger]
 */
export function shownAnswer(question, written, result, ledger) {
  if (written.json) return console.log(JSON.stringify(result, plainly, 2));
  const { record } = result;
  const lines = [titleOf(question, written), ...answerLines(result, question), ""];
  const message = messageOf(result);
  if (message) lines.push(`No answer:  ${message}`);
  lines.push(`How far off:  ${howFarOff(record.accuracy)}`);
  lines.push(`What it tells:  ${record.guarantee}`);
  if (ledger) lines.push(`${written.ledger}:  ${leftOf(ledger)}`);
  console.log(lines.join("\n"));
}

/**
 * @param {Question} question
 * @param {{ epsilon: number, delta: number, accuracy: any }} plan
 */
export function shownPlan({ name }, { epsilon, delta, accuracy }) {
  const cost = delta > 0 ? `epsilon ${epsilon}, delta ${delta}` : `epsilon ${epsilon}`;
  console.log(`${name} would cost ${cost}.\n${howFarOff(accuracy)}`);
}

/**
 * From how many people on there is an answer, if one is missing.
 * @param {{ message?: string, groups?: { message?: string }[] }} result
 */
const messageOf = ({ message, groups = [] }) =>
  message ?? groups.find((one) => one.message !== undefined)?.message;

/** What is promised, and what is usual. @param {import("logstar").Accuracy} accuracy */
const howFarOff = ({ statement, usually }) => [statement, usually].join(" ").trimEnd();

/**
 * @param {string} file
 * @param {import("logstar").Ledger} ledger
 */
export function shownLedger(file, ledger) {
  const { epsilon, delta, unit } = ledger.budget;
  const whom = { user: "one person, with all rows", record: "one row" }[unit ?? "record"];
  console.log(`${file}: a budget of epsilon ${epsilon}, delta ${delta} for ${whom}.`);
  const rows = ledger.entries.map((entry) => [
    entry.date ?? "",
    `${entry.asked.epsilon}`,
    `${entry.asked.delta}`,
    entry.status,
    entry.label ?? entry.mechanism,
  ]);
  if (rows.length > 0) {
    const head = ["when", "epsilon", "delta", "status", "what"];
    console.log(["", ...table([head, ...rows]), ""].join("\n"));
  }
  console.log(leftOf(ledger));
}

/** @param {import("logstar").Ledger} ledger */
function leftOf({ budget, remaining }) {
  const left = `epsilon ${rounded(remaining.epsilon)} of ${budget.epsilon}`;
  return budget.delta > 0
    ? `left are ${left} and delta ${rounded(remaining.delta)} of ${budget.delta}.`
    : `left are ${left}.`;
}

/** @param {number} number */
const rounded = (number) => Number(number.toPrecision(4));

/**
 * @param {Question} question
 * @param {Record<string, any>} written
 */
function titleOf({ name, columns }, written) {
  const names = Object.values(columns).map(({ flag }) => written[flag.slice(2)]);
  const of = names.length > 0 ? ` of ${names.join(" and ")}` : "";
  const by = written.groupBy ? ` by ${written.groupBy.split(",").join(" and ")}` : "";
  return written.label ? `${written.label} (${name}${of}${by})` : `${name}${of}${by}`;
}

/** @param {any} result @param {Question} question @returns {string[]} */
function answerLines(result, question) {
  if (result.groups) {
    if (result.groups.length === 0) return ["  no group has enough people to be named"];
    return table(
      result.groups.flatMap(({ group, ...one }) => {
        const name = Array.isArray(group) ? group.join(" / ") : `${group}`;
        return cellsOf(one, question).map((cells, place) => [place === 0 ? name : "", ...cells]);
      }),
    );
  }
  if (result.items) {
    const none = result.items.length === 0 ? ["  no item stands out"] : [];
    const rows = result.items.map(({ item, count }) => [
      item,
      count === undefined ? "" : counted(count),
    ]);
    return [...none, ...table(rows)];
  }
  return table(cellsOf(result, question));
}

/** The rows of one answer. @param {any} answer @param {Question} question @returns {string[][]} */
function cellsOf({ value, reason, error, users }, { asks }) {
  if (value === null || value === undefined) return [[reasons[reason] ?? reason]];
  if (Array.isArray(value) && typeof value[0] === "object" && "count" in value[0]) {
    return value.map((bin) => [binOf(bin), counted(bin.count)]);
  }
  if (asks === "count" || asks === "countDistinct") return [[counted(value)]];
  if (Array.isArray(value)) return [value.map(shown)];
  if (value.threshold !== undefined) return [[ruleOf(value)]];
  if (error === undefined) return [[shown(value)]];
  return [
    [
      aboutRight(value, error),
      `at most ${shown(rounded(error))} off`,
      ...(users === undefined ? [] : [`${shown(Math.round(users))} people`]), // of a mean or a spread
    ],
  ];
}

/** @type {Record<string, string>} */
const reasons = {
  "too-few": "too few people to say",
  "not-found": "nothing was found",
};

/** @param {any} bin */
function binOf({ from, to, item }) {
  if (item !== undefined) return `${item}`;
  if (from === undefined) return `below ${shown(to)}`;
  return to === undefined ? `from ${shown(from)}` : `${shown(from)} to below ${shown(to)}`;
}

/** @param {any} rule */
function ruleOf({ threshold, ones, constant }) {
  if (constant !== undefined) return `${constant} for all values`;
  return ones === "below"
    ? `1 up to ${shown(threshold)}, then 0`
    : `0 up to ${shown(threshold)}, then 1`;
}

/** People are whole, also where a noisy number of them is not. @param {number} count */
const counted = (count) => shown(Math.round(count) + 0);

/** As many digits as say something, where it is off by so much. @param {number} value @param {number} off */
function aboutRight(value, off) {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(off, 1e-9))));
  return `${Number(value.toFixed(Math.min(digits, 12)))}`;
}

/** @param {any} value @returns {string} */
function shown(value) {
  if (value instanceof Date) return value.toISOString().replace("T00:00:00.000Z", "");
  if (typeof value?.text === "string") return value.after ? `${value.text}…` : value.text;
  return `${value}`;
}

/** Columns side by side. @param {any[][]} rows */
function table(rows) {
  const cells = rows.map((row) => row.map((cell) => `${cell}`));
  const widths = (cells[0] ?? []).map((_, at) =>
    Math.max(...cells.map((row) => row[at]?.length ?? 0)),
  );
  return cells.map((row) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at])).join("  ")}`.trimEnd(),
  );
}

/** JSON has no BigInts: they are text. @param {string} _ @param {any} value */
const plainly = (_, value) => (typeof value === "bigint" ? `${value}` : value);
