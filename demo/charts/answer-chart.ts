// The pictures of what may be published, made of the answer alone: HTML, whose numbers can be read.
import { h } from "../dom.js";
import type { Chart, ToldSlice } from "../questions/asking.js";
import { readable, whole } from "../words.js";

/** Custom properties of a node: the page's policy forbids style attributes. */
function placed<Node extends HTMLElement>(node: Node, places: Record<string, number>) {
  for (const [name, value] of Object.entries(places)) {
    node.style.setProperty(`--${name}`, value.toFixed(4));
  }
  return node;
}

/** Round numbers around an answer. They come from the answer only, never from the data. */
function ticksAround(points: number[]) {
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const width = most > least ? 2 * (most - least) : Math.abs(most) || 1;
  const step = roundStep(width / 4);
  const low = Math.floor((least - width / 4) / step) * step;
  const from = least >= 0 && low < 0 ? 0 : low;
  const count = Math.ceil((most + width / 4 - from) / step);
  return Array.from({ length: count + 1 }, (_, at) => Number((from + at * step).toPrecision(12)));
}

function roundStep(rough: number) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999)!;
}

/** Round numbers between two limits, and the limits themselves. */
function ticksWithin([low, high]: [number, number]) {
  const step = roundStep((high - low) / 4);
  const first = Math.ceil((low + step / 2) / step);
  const count = Math.max(0, Math.floor((high - step / 2) / step) - first + 1);
  const round = Array.from({ length: count }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
  return [low, ...round, high];
}

/** The line of an answer, and the part of it that is marked. */
export function lineOf({ points, band, side, limits }: Chart & { type: "line" }) {
  const isWide = limits !== undefined && limits[0] < limits[1];
  const ticks = isWide ? ticksWithin(limits) : ticksAround([...points, ...(band ?? [])]);
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const ofSide = { above: [points[0]!, high], below: [low, points[0]!] } as const;
  return { ticks, low, high, marked: side === undefined ? band : ofSide[side] };
}

function numberLine(chart: Chart & { type: "line" }, title: string) {
  const { points, band, side, limits, words } = chart;
  const { ticks, low, high, marked } = lineOf(chart);
  const at = (value: number) => Math.min(1, Math.max(0, (value - low) / (high - low)));
  const middle = points[Math.floor(points.length / 2)]!;
  const said = [
    band && `between ${readable(band[0])} and ${readable(band[1])}`,
    side && `with all that is ${side} it`,
    limits && `asked for between ${readable(limits[0])} and ${readable(limits[1])}`,
  ].filter(Boolean);
  return h(
    "div.numline",
    {
      role: "img",
      "aria-label": `${title} on a line: ${[points.map((one) => readable(one)).join(", "), ...said].join(", ")}`,
    },
    h("span.rule"),
    marked && placed(h("span.band"), { x: at(marked[0]), w: at(marked[1]) - at(marked[0]) }),
    ...points.map((point) => placed(h("span.point"), { x: at(point) })),
    placed(h("span.mark", words), { x: Math.min(0.85, Math.max(0.15, at(middle))) }),
    ...ticks.map((tick) => placed(h("span.tick", readable(tick)), { x: at(tick) })),
  );
}

function columns({ columns }: Chart & { type: "columns" }, title: string) {
  const most = Math.max(1, ...columns.map(({ value }) => value));
  const said = columns.map(({ name, value }) => `${name} ${whole(value)}`).join(", ");
  const node = h(
    "div.hist",
    { role: "img", "aria-label": `${title}: ${said}` },
    ...columns.map(({ name, value }) =>
      h(
        "div.colm",
        h("span.n", whole(value)),
        placed(h("i"), { y: Math.max(0, value) / most }),
        h("span.x", name),
      ),
    ),
  );
  node.style.setProperty("--n", `${columns.length}`);
  return node;
}

const steps = ({ steps: all }: Chart & { type: "steps" }) =>
  h(
    "ol.weeks",
    ...all.map(({ name, yes }) =>
      h(yes ? "li.yes" : "li.no", h("b", yes ? "yes" : "no"), name.slice(5) || name),
    ),
  );

/** A line of all people for each slice, with those that it took, and those that slices before it had taken. */
function slices({ slices: all }: Chart & { type: "slices" }) {
  const part = partOf(all);
  return h(
    "ol.cuts",
    ...all.map(({ whom, from, before, asked, answer, usual }) =>
      h(
        "li",
        h(
          `div.line.${from}`,
          { "aria-hidden": "true" },
          before > 0 && placed(h("span.gone"), { w: before * part }),
          placed(h("span.taken"), { x: before * part, w: part }),
        ),
        h(
          "p",
          h("span.whom", whom),
          h("span.asked", asked),
          h("b", answer),
          h("span.usual", usual),
        ),
      ),
    ),
  );
}

/** The drawn share of a slice: how many people there are is not public. */
export const partOf = (slices: ToldSlice[]) =>
  1 / (2 + Math.max(...slices.map(({ before }) => before + 1)));

const mostRows = 15;

/** A table with bars, sorted by value or by name: 15 rows, and then all; on paper all. */
function bars({ heads, bars: all, isRanked }: Chart & { type: "bars" }) {
  const most = Math.max(1, ...all.map(({ value }) => value ?? 0));
  const body = h("tbody");
  let by: "value" | "name" = "value";
  let areAll = false;
  const head = (key: "value" | "name", text: string) => {
    const arrow = h("span", { "aria-hidden": "true" });
    const button = h("button", { type: "button", onclick: () => sort(key) }, text, " ", arrow);
    return { key, arrow, node: h("th", { scope: "col" }, isRanked ? text : button) };
  };
  const hasValues = heads[1] !== "";
  const columns = [head("name", heads[0]), ...(hasValues ? [head("value", heads[1])] : [])];
  const more = h("button.more-rows", { type: "button", onclick: () => showAll() });

  function rowOf({ name, value }: (typeof all)[number], at: number) {
    const cell =
      value === null
        ? h("td.few", "too few")
        : h(
            "td",
            h(
              "div.cell",
              h(
                "span.hbar",
                { "aria-hidden": "true" },
                placed(h("i"), { x: Math.max(0, value) / most }),
              ),
              h("b", readable(value, 4)),
            ),
          );
    return h(
      areAll || at < mostRows ? "tr" : "tr.beyond",
      h("th", { scope: "row" }, name),
      hasValues && cell,
    );
  }

  function draw() {
    const order = (one: (typeof all)[number], other: (typeof all)[number]) =>
      by === "value"
        ? (other.value ?? -Infinity) - (one.value ?? -Infinity)
        : one.name.localeCompare(other.name);
    const sorted = isRanked ? all : all.toSorted(order);
    body.replaceChildren(...sorted.map(rowOf));
    for (const { key, arrow, node } of columns) {
      arrow.textContent = key !== by ? "↕" : key === "value" ? "↓" : "↑";
      if (!isRanked) {
        node.setAttribute(
          "aria-sort",
          key !== by ? "none" : key === "value" ? "descending" : "ascending",
        );
      }
    }
    more.hidden = all.length <= mostRows;
    more.textContent = areAll ? `Show ${mostRows}` : `Show all ${all.length}`;
  }
  function sort(key: "value" | "name") {
    by = key;
    draw();
  }
  function showAll() {
    areAll = !areAll;
    draw();
  }
  draw();
  const table = h("table.groups", h("thead", h("tr", ...columns.map(({ node }) => node))), body);
  return h("div", table, more);
}

export function answerChart(chart: Chart, title: string): HTMLElement {
  if (chart.type === "line") return numberLine(chart, title);
  if (chart.type === "columns") return columns(chart, title);
  if (chart.type === "slices") return slices(chart);
  return chart.type === "steps" ? steps(chart) : bars(chart);
}
