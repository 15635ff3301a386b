// What the questions say alike: expectations, people, and numbers as they are rounded for a reader.
import { h } from "../dom.js";
import type { Accuracy } from "../engine.js";
import { readable, whole } from "../words.js";
import type { Dataset } from "../workspace.js";
import type { Expected, Shown } from "./asking.js";

/** Whom the rows of data belong to, as the page calls them. */
/** What the open data's rows are called; data that are no longer open were of people. */
export const peopleOf = (dataset: Dataset | undefined) => dataset?.sample?.ones ?? "people";

const unitOf = (kind: Accuracy["kind"], ones: string) =>
  kind === "errors" ? `${ones} more` : ones;

/** What to expect, from the accuracy of a record. */
export function expectedOf(accuracy: Accuracy, ones: string): Expected {
  const { kind, error, usual, statement, usually, confidence } = accuracy;
  const sure = `${Number((100 * confidence).toPrecision(6))}%`;
  const all = [statement, usually].filter(Boolean).join(" ");
  if (kind === "units" || kind === "quality" || !Number.isFinite(error)) {
    return { short: "It comes with how far off it may be", statement: all };
  }
  const unit = unitOf(kind, ones);
  const most = whole(Math.ceil(error));
  if (kind === "interior") {
    const half = usual === undefined ? "" : `usually from ${whole(Math.ceil(usual))} ${ones} on; `;
    return {
      short: `${half}with ${sure} confidence from ${most} ${ones} on`,
      statement: all,
      people: error,
    };
  }
  const half = usual === undefined ? "" : `usually within ${whole(Math.ceil(usual))} ${unit}; `;
  return {
    short: `${half}with ${sure} confidence within ${most} ${unit}`,
    statement: all,
    people: error,
  };
}

/** A value to three digits, or to the digit of a tenth of the width of its interval. */
export function roundedValue(value: number, [low, high]: [number?, number?] = []) {
  if (low === undefined || high === undefined || !(high > low)) return readable(value, 3);
  const step = 10 ** Math.floor(Math.log10((high - low) / 10));
  return readable(Math.round(value / step) * step, 15);
}

/** A count to tens. */
export const roundedCount = (count: number) => 10 * Math.round(count / 10);

const paid = "The price is paid all the same";

/** The sentences for the reasons that the library gives for no answer. */
export const reasons: Record<string, { value: string; of: string }> = {
  "too-few": {
    value: "Too few to say",
    of: `No answer, rather than one that is no more than chance. ${paid}: that there are too few is an answer too.`,
  },
  "not-found": {
    value: "Nothing stands out",
    of: `No value stands out from chance. ${paid}: that there is none is an answer too.`,
  },
  "no threshold stood out": {
    value: "Nothing stands out",
    of: `No threshold stands out from chance. ${paid}: that there is none is an answer too.`,
  },
};

/** The library's sentence about records or users, as the page calls them. */
const pageWords = (message: string, ones: string) =>
  message.replace(/\b(?:records|users)\b/g, ones).replace(/\b(?:record|user)\b/g, "person");

/** No answer: an answer that an earlier page has kept has no reason, and was of too few. */
export function noAnswer(
  title: string,
  { reason = "too-few", message }: { reason?: string; message?: string },
  ones: string,
): Shown {
  return {
    title,
    ...reasons[reason]!,
    ...(message !== undefined && { why: pageWords(message, ones) }),
    full: "none",
    rows: [["value"], ["none"]],
  };
}

/** The true numbers as a table. */
export function ownTable(
  heads: [string, string],
  rows: { name: string; value: number }[],
  most = 8,
) {
  const table = h(
    "table",
    h("thead", h("tr", ...heads.map((text) => h("th", { scope: "col", text })))),
    h(
      "tbody",
      ...rows
        .slice(0, most)
        .map(({ name, value }) =>
          h("tr", h("th", { scope: "row" }, name), h("td.number", readable(value))),
        ),
    ),
  );
  const hint =
    rows.length > most ? [h("p.hint", `The first ${most} of ${whole(rows.length)}.`)] : [];
  return [table, ...hint];
}

export const numericColumns = ({ columns, person }: Dataset) =>
  columns.filter(({ isNumeric, name }) => isNumeric && name !== person).map(({ name }) => name);

/** Columns of texts, for groups and rankings. */
export const textColumns = ({ columns, person }: Dataset) =>
  columns
    .filter((one) => one.canRank && !one.isDate && one.name !== person)
    .map(({ name }) => name);

/** The column of texts that most likely tells people apart into groups: one with a text for each row does not. */
export const groupColumn = (dataset: Dataset) =>
  dataset.columns.find(
    (one) =>
      textColumns(dataset).includes(one.name) && !one.isNumeric && one.distinct < dataset.rows / 2,
  )?.name;
