// Answers of all people or by group, as a table.
import type { Bin } from "#dist/index.js";
import { h } from "../dom.js";
import type { ReleaseRecord } from "../engine.js";
import { readable } from "../words.js";

/** An answer of all people or of one group. */
export interface GroupAnswer {
  group?: string | number;
  value: number | number[] | Bin[] | null;
  reason?: string;
  error?: number;
}

/** Why there is no answer, in words. */
const reasons: Record<string, string> = { "too-few": "too few", "not-found": "not found" };

/** The range to which the mechanism clamped values, if it found one. */
export function rangeOf({ parameters }: ReleaseRecord, what: string) {
  const foundRange = parameters.foundRange as [number, number] | null | undefined;
  if (foundRange === undefined) return undefined;
  if (foundRange === null) return h("p.of", "No range was found: too few people");
  const [from, to] = foundRange.map((end) => readable(end));
  return h("p.of", `${what} clamped to the found range, ${from} to ${to}`);
}

export function answerTable(answers: GroupAnswer[], task: string, group: string | undefined) {
  const bins = task === "histogram" ? answers.find(({ value }) => value)?.value : undefined;
  const headsOf: Record<string, string[]> = {
    count: ["people"],
    median: ["median"],
    quartiles: ["a quarter below", "half below", "three quarters below"],
    mean: ["mean", "off by at most"],
    sum: ["total", "off by at most"],
    histogram: ((bins ?? []) as Bin[]).map(binName),
  };
  const heads = headsOf[task]!;
  return h(
    "div.scroll",
    { tabindex: 0, role: "region", "aria-label": "Answers" },
    h(
      "table.answers",
      h(
        "thead",
        h("tr", ...[group ?? "", ...heads].map((text) => h("th", { scope: "col", text }))),
      ),
      h(
        "tbody",
        ...answers.map((answer) =>
          h(
            "tr",
            h("th", { scope: "row" }, answer.group === "all" ? "all" : `${answer.group}`),
            ...cellsOf(answer, heads.length),
          ),
        ),
      ),
    ),
  );
}

function cellsOf({ value, reason = "", error }: GroupAnswer, count: number) {
  if (value === null || value === undefined) {
    return [h("td.few", { colspan: Math.max(1, count) }, reasons[reason] ?? reason)];
  }
  const values = Array.isArray(value)
    ? value.map((one) => (typeof one === "number" ? one : one.count))
    : [value];
  const off = error === undefined ? [] : [error];
  return [...values, ...off].map((one) => h("td.number", readable(one, 5)));
}

function binName({ from, to }: Bin) {
  if (from === undefined) return `below ${readable(to)}`;
  return to === undefined ? `from ${readable(from)}` : `${readable(from)} to ${readable(to)}`;
}
