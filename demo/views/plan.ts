// The number of records that each algorithm needs, and the lower bound for all: from public parameters only.
import type { InteriorPointPlan } from "#dist/index.js";
import { algorithmNames, legendMark, planChart } from "../charts/plan-chart.js";
import { h, lastOnly, place } from "../dom.js";
import { chooser, deltaChooser, field } from "../parts/controls.js";
import { whole } from "../words.js";
import type { Workspace } from "../workspace.js";

const powers = Array.from({ length: 18 }, (_, i) => 2 ** (i + 3));
const domains: Record<number, string> = {
  8: "a byte",
  16: "65,536 values",
  32: "whole numbers to four billion",
  64: "every number a computer calls a double",
  128: "an internet address",
  1024: "texts of 128 letters",
};

/** @param table docs/least-records.csv */
export function planView({ engine }: Workspace, table: string) {
  const bits = h("input", { type: "range", min: 3, max: 20, step: 1, value: 6 });
  const bitsShown = h("output");
  const bitsHint = h("p.hint");
  const epsilon = chooser(["0.05", "0.1", "0.2", "0.4", "0.5", "0.8", "1"]);
  epsilon.value = "1";
  const delta = deltaChooser("1e-6", [{ value: "0", text: "none" }]);
  const confidence = chooser(["0.9", "0.95", "0.99", "0.999"]);
  confidence.value = "0.95";
  const printed = h("input", { type: "checkbox" });
  const figures = h("div.figures");
  const chosen = chosenCard();
  const printedCurves = readPrinted(table);

  const form = h(
    "form.card",
    { "aria-labelledby": "plan-title" },
    h("h1", { id: "plan-title", tabindex: -1, text: "Plan" }),
    h(
      "p.hint",
      "How many people does an answer need? It depends on how many values are possible, and on the algorithm.",
    ),
    field("Size of the domain", bits, { output: bitsShown, hint: bitsHint }),
    field("Epsilon", epsilon),
    delta.node,
    field("Confidence", confidence),
    h("label.check", printed, h("span", "Also the papers' printed constants")),
    h("p.again", h("a", { href: "#/ask", text: "Ask something else" })),
  );
  const view = place("#plan");
  view.append(
    form,
    h("div.pane", chosen.node, h("section.card.curve", { "aria-label": "Curves" }, figures)),
  );

  const refresh = lastOnly(async () => {
    if (view.hidden) return;
    const size = 2 ** Number(bits.value);
    const options = {
      epsilon: Number(epsilon.value),
      delta: delta.value,
      confidence: Number(confidence.value),
    };
    bitsShown.textContent = `${whole(size)} bits`;
    bits.setAttribute("aria-valuetext", `${whole(size)} bits`);
    bitsHint.textContent = domains[size]
      ? `For example ${domains[size]}.`
      : `${whole(size)} bits distinguish 2^${whole(size)} values.`;
    const curves: { algorithm: string; bits: number; records: number }[] = [];
    const possible: { bits: number; records: number }[] = [];
    let here: { plans: InteriorPointPlan[]; least: number } | undefined;
    for (const power of powers) {
      const plans = await engine.plan.interiorPoint({ ...options, bits: power });
      const least = await engine.plan.leastPossible({ ...options, bits: power });
      possible.push({ bits: power, records: least });
      if (power === size) here = { plans, least };
      for (const { algorithm, records } of plans) {
        if (Number.isFinite(records)) curves.push({ algorithm, bits: power, records });
      }
    }
    // Printed curves have a delta, so only a picture with a delta compares them.
    const shown = printed.checked && delta.value > 0 ? printedCurves : [];
    figures.replaceChildren(planChart({ curves, possible, printed: shown, bits: size }));
    chosen.show(here!);
  });

  form.addEventListener("input", refresh);
  form.addEventListener("submit", (event) => event.preventDefault());
  new ResizeObserver(refresh).observe(figures);
  return { show: refresh };
}

/** The records that each algorithm needs at the chosen size. */
function chosenCard() {
  const value = h("p.value");
  const of = h("p.of");
  const rows = h("tbody");
  const head = (text: string, kind = "") => h(`th${kind}` as "th", { scope: "col", text });
  const node = h(
    "article.answer",
    { "aria-labelledby": "plan-table", "aria-live": "polite" },
    h(
      "div.kicker",
      h("b", "Nothing is spent"),
      h("h2", { id: "plan-table", text: "How many people an interior point needs" }),
    ),
    h("div", value, of),
    h(
      "div.scroll",
      { tabindex: 0, role: "region", "aria-label": "People that each algorithm needs" },
      h(
        "table.groups",
        h("thead", h("tr", head("algorithm"), head("people it needs"), head("usually", ".number"))),
        rows,
      ),
    ),
    h(
      "p.hint",
      "With so many people, a value lies within any data, with the confidence chosen. With the number under “usually”, half of the values lie within smooth data: this is not a guarantee. Bars grow by orders of magnitude.",
    ),
  );
  return {
    node,
    show({ plans, least }: { plans: InteriorPointPlan[]; least: number }) {
      const finite = plans.filter(({ records }) => Number.isFinite(records));
      const taken = finite.find(({ chosen }) => chosen);
      value.textContent = taken === undefined ? "" : `${whole(taken.records)} people`;
      of.textContent =
        taken === undefined ? "" : `Enough for ${nameOf(taken)}, which is what would be taken.`;
      const most = Math.max(least, ...finite.map(({ records }) => records));
      const limit = rowOf("any algorithm needs at least", { records: least, most });
      const sorted = plans.toSorted((a, b) => a.records - b.records);
      rows.replaceChildren(limit, ...sorted.map((plan) => rowOf(nameOf(plan), { ...plan, most })));
    },
  };
}

const nameOf = ({ algorithm }: InteriorPointPlan) => algorithmNames[algorithm] ?? algorithm;

type Row = {
  algorithm?: string;
  records: number;
  /** of all rows */
  most: number;
  usual?: number | undefined;
  chosen?: boolean;
};

function rowOf(name: string, { algorithm, records, most, usual, chosen }: Row) {
  const bar = h("i");
  bar.style.setProperty("--x", `${Math.log(records) / Math.log(most)}`);
  const cell = Number.isFinite(records)
    ? h("div.cell", h("span.hbar", { "aria-hidden": "true" }, bar), h("b", whole(records)))
    : "needs a delta";
  return h(
    chosen ? "tr.best" : "tr",
    h("th", { scope: "row" }, legendMark(algorithm), name),
    h("td", cell),
    h("td.number", usual === undefined ? "" : whole(Math.ceil(usual))),
  );
}

/** The rows of the table that are the papers' own formulas at the usual setting. */
function readPrinted(table: string) {
  return table
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","))
    .filter(([epsilon, , , , , kind]) => epsilon === "1" && kind === "printed")
    .map(([, , , bits, algorithm, , records]) => ({
      algorithm: algorithm!,
      bits: Number(bits),
      records: Number(records),
    }));
}
