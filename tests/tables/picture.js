// Runs in a page, where Plot draws the pictures of docs/least-records.md: the impossible region as an area, cut
// choice above it, and the needs of the others. Without a delta on the left, with one on the right.
const { Plot } = globalThis;
const names = {
  any: "lower bound",
  cut: "cut choice",
  exponential: "exponential mechanism",
  "tree-log": "TreeLog",
  "rec-concave": "RecConcave",
  "tree-log-slices": "TreeLog by slices",
  "heavy-paths": "HeavyPaths",
};
const colours = {
  any: "#666",
  cut: "#b3005e",
  exponential: "#1b7837",
  "tree-log": "#7570b3",
  "rec-concave": "#a6761d",
  "tree-log-slices": "#3182bd",
  "heavy-paths": "#5a5a5a",
};
const scale = (/** @type {number} */ records) => Math.log10(records);

/** Names next to the lines' ends, pushed apart if lines end close together. */
function ends(data) {
  const last = data.filter(({ bits }) => bits === 1 << 20);
  let above = Number.NEGATIVE_INFINITY;
  for (const end of last.sort((a, b) => a.records - b.records)) {
    above = Math.max(scale(end.records), above + 0.24);
    end.at = 10 ** above;
  }
  return last;
}

function marksOf(data, heading, lowest) {
  const usual = { x: "bits", y: "records", z: "line", stroke: (one) => colours[one.algorithm] };
  const impossible = data.filter(({ algorithm }) => algorithm === "any");
  return [
    Plot.text([heading], { frameAnchor: "top-left", dy: -26, fontWeight: "bold" }),
    Plot.areaY(impossible, { x: "bits", y1: lowest, y2: "records", fill: "#e4e4e4" }),
    Plot.line(data, {
      ...usual,
      strokeWidth: 1.5,
      filter: (one) => one.calibration === "tight",
    }),
    Plot.line(data, {
      ...usual,
      strokeDasharray: "5 4",
      filter: (one) => !["tight", "impossible below"].includes(one.calibration),
    }),
    Plot.line(impossible, { ...usual, strokeWidth: 2 }),
    Plot.line(data, { ...usual, strokeWidth: 3.5, filter: (one) => one.algorithm === "cut" }),
    Plot.text(ends(data), {
      x: "bits",
      y: "at",
      text: ({ algorithm, calibration }) =>
        ["tight", "impossible below"].includes(calibration)
          ? names[algorithm]
          : `${names[algorithm]} (${calibration})`,
      fill: (one) => colours[one.algorithm],
      textAnchor: "start",
      dx: 8,
    }),
  ];
}

function panel(data, { wide, heading, lowest, highest }) {
  return Plot.plot({
    width: wide ? 560 : 430,
    height: 480,
    marginLeft: 48,
    marginRight: wide ? 190 : 168,
    marginTop: 56,
    style: { background: "white", color: "#222", fontFamily: "sans-serif", fontSize: "12px" },
    x: {
      type: "log",
      base: 2,
      label: "bits of a value →",
      ticks: [8, 64, 1024, 1 << 13, 1 << 16, 1 << 20].filter((bits) => wide || bits !== 1 << 13),
      tickFormat: (bits) => (bits < 1 << 16 ? bits.toLocaleString("en") : `2^${Math.log2(bits)}`),
    },
    y: {
      type: "log",
      grid: true,
      label: null,
      domain: [lowest, highest],
      ticks: 7,
      tickFormat: "~s",
    },
    marks: marksOf(data, heading, lowest),
  });
}

/** An empty picture with its title. */
function titled(title) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({
    xmlns: "http://www.w3.org/2000/svg",
    width: 990,
    height: 510,
    viewBox: "0 0 990 510",
    style: "background: white; color: #222",
  })) {
    svg.setAttribute(name, String(value));
  }
  const heading = document.createElementNS("http://www.w3.org/2000/svg", "text");
  heading.setAttribute("x", "12");
  heading.setAttribute("y", "22");
  heading.setAttribute("style", "fill: #222; font: bold 14px sans-serif");
  heading.textContent = `Records that an interior point needs: ${title}`;
  svg.append(heading);
  return svg;
}

globalThis.drawRecords = ({ rows, title, delta, words }) => {
  const all = rows.map(({ bits, records, algorithm, calibration, ...row }) => ({
    bits: Number(bits),
    records: Number(records),
    algorithm,
    calibration,
    delta: row.delta,
    line: `${algorithm}, ${calibration}`,
  }));
  const needs = all.map(({ records }) => records);
  const lowest = Math.min(...needs) / 2;
  const highest = Math.max(...needs) * 1.5;

  const pure = all.filter((one) => one.delta === "0");
  const approximate = all.filter((one) => one.delta === delta);
  const common = { lowest, highest };
  const left = panel(pure, { ...common, wide: false, heading: "without a delta" });
  const right = panel(approximate, { ...common, wide: true, heading: `delta ${words}` });
  const svg = titled(title);
  for (const [plot, x] of [
    [left, 0],
    [right, 430],
  ]) {
    plot.setAttribute("x", String(x));
    plot.setAttribute("y", "30");
    svg.append(plot);
  }
  return svg.outerHTML;
};
