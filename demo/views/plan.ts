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
  const rows = h("tbody");
  const printedCurves = readPrinted(table);

  const form = h(
    "form.card",
    { "aria-labelledby": "plan-title" },
    h("h1", { id: "plan-title", tabindex: -1, text: "Plan" }),
    h(
      "p.hint",
      "How many records does a typical value need? It depends on how many values are possible, and on the algorithm. This plan needs only public parameters, at no cost. With the records in the first column, a value lies within any data, with the confidence below. With the second column, half of the values lie within smooth data: this is not a guarantee.",
    ),
    field("Size of the domain", bits, { output: bitsShown, hint: bitsHint }),
    field("Epsilon", epsilon),
    delta.node,
    field("Confidence", confidence),
    h("label.check", printed, h("span", "Also the papers' printed constants")),
  );
  const view = place("#plan");
  view.append(
    form,
    h(
      "div.pane",
      chosenSection(rows),
      h("section.card.curve", { "aria-label": "Curves" }, figures),
    ),
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
    rows.replaceChildren(...tableRows(here!));
  });

  form.addEventListener("input", refresh);
  form.addEventListener("submit", (event) => event.preventDefault());
  new ResizeObserver(refresh).observe(figures);
  return { show: refresh };
}

/** The records that each algorithm needs at the chosen size. */
function chosenSection(rows: Node) {
  return h(
    "section.card.chosen",
    { "aria-labelledby": "plan-table" },
    h("h2", { id: "plan-table" }, "At this size"),
    h(
      "div.scroll",
      { tabindex: 0, role: "region", "aria-label": "People that each algorithm needs" },
      h(
        "table",
        h(
          "thead",
          h(
            "tr",
            h("th", { scope: "col", text: "Algorithm" }),
            h("th.number", { scope: "col", text: "Records" }),
            h("th.number", { scope: "col", text: "Usually" }),
          ),
        ),
        rows,
      ),
    ),
  );
}

function tableRows({ plans, least }: { plans: InteriorPointPlan[]; least: number }) {
  const limit = h(
    "tr.limit",
    h("th", { scope: "row" }, legendMark(), "any algorithm needs at least"),
    h("td.number", whole(least)),
    h("td"),
  );
  return [limit, ...algorithmRows(plans)];
}

function algorithmRows(plans: InteriorPointPlan[]) {
  return plans
    .toSorted((a, b) => a.records - b.records)
    .map(({ algorithm, records, usual, chosen }) =>
      h(
        chosen ? "tr.best" : "tr",
        h(
          "th",
          { scope: "row" },
          legendMark(algorithm),
          algorithmNames[algorithm] ?? algorithm,
          chosen && h("b", " (taken by auto)"),
        ),
        h("td.number", Number.isFinite(records) ? whole(records) : "needs a delta"),
        h("td.number", usual === undefined ? "" : whole(Math.ceil(usual))),
      ),
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
