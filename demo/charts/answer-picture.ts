// An answer's chart as a picture to download: drawn by Plot from the same numbers, in black on white.
import * as Plot from "@observablehq/plot";
import type { Chart, Shown, ToldSlice } from "../questions/asking.js";
import { readable } from "../words.js";
import { lineOf, partOf } from "./answer-chart.js";

const width = 900;
const ink = "#1b1926";
const accent = "#4437b3";
const bar = "#8275d4";
const text = { fill: ink, fontSize: 14 };

function marksOf(chart: Chart): { marks: Plot.Markish[]; height: number; options: object } {
  if (chart.type === "line") {
    const { points } = chart;
    const { ticks, low, high, marked } = lineOf(chart);
    const x = { domain: [low, high], label: null, ticks };
    const marks = [
      marked && Plot.rect([marked], { x1: "0", x2: "1", y1: 0.35, y2: 0.65, fill: bar }),
      Plot.ruleX(points, { stroke: accent, strokeWidth: 4, y1: 0.3, y2: 0.7 }),
      Plot.text(points, {
        x: (one) => one,
        y: 0.9,
        text: (one) => readable(one, 4),
        ...text,
        fontWeight: 700,
      }),
    ].filter((mark) => mark !== undefined);
    return { marks, height: 140, options: { x, y: { axis: null, domain: [0, 1] } } };
  }
  if (chart.type === "columns" || chart.type === "steps") {
    const rows =
      chart.type === "columns"
        ? chart.columns
        : chart.steps.map(({ name, yes }) => ({ name, value: yes ? 1 : 0 }));
    const labels =
      chart.type === "columns"
        ? [Plot.text(rows, { x: "name", y: "value", text: "value", dy: -9, ...text })]
        : [];
    const x = { domain: rows.map(({ name }) => name), label: null };
    const marks = [Plot.barY(rows, { x: "name", y: "value", fill: bar }), ...labels];
    const y =
      chart.type === "steps"
        ? { ticks: [0, 1], tickFormat: (one: number) => (one ? "yes" : "no") }
        : { label: null };
    return { marks, height: 300, options: { x, y } };
  }
  if (chart.type === "slices") return marksOfSlices(chart.slices);
  const rows = chart.bars.map(({ name, value }) => ({ name, value: value ?? 0 }));
  const y = { domain: rows.map(({ name }) => name), label: null };
  const marks = [
    Plot.barX(rows, { y: "name", x: "value", fill: bar }),
    Plot.text(rows, {
      y: "name",
      x: "value",
      text: ({ value }) => readable(value, 4),
      dx: 6,
      textAnchor: "start",
      ...text,
    }),
  ];
  return {
    marks,
    height: 40 + 26 * rows.length,
    options: { y, x: { label: chart.heads[1] }, marginLeft: 160, marginRight: 70 },
  };
}

/** A line of all people for each slice, with those that it took, under what was asked and told. */
function marksOfSlices(slices: ToldSlice[]) {
  const part = partOf(slices);
  const rows = slices.map(({ from, before, whom, asked, answer }, at) => {
    const [near, far] = [before * part, (before + 1) * part];
    const [x1, x2] = from === "low" ? [near, far] : [1 - far, 1 - near];
    return { y: at, x1, x2, words: `${whom}: ${asked}`, answer };
  });
  const span = (from: number, to: number, fill: string) =>
    Plot.rect(rows, {
      ...{ fill, y1: ({ y }) => y + 0.5, y2: ({ y }) => y + 0.75 },
      ...(from === to ? { x1: "x1", x2: "x2" } : { x1: () => from, x2: () => to }),
    });
  const words = { y: ({ y }: { y: number }) => y + 0.3, ...text };
  const marks = [
    span(0, 1, "#f0eee8"),
    span(0, 0, bar),
    Plot.text(rows, { ...words, x: () => 0, text: "words", textAnchor: "start" }),
    Plot.text(rows, { ...words, x: () => 1, text: "answer", textAnchor: "end", fontWeight: 700 }),
  ];
  const y = { axis: null, domain: [slices.length, 0] };
  const options = { x: { axis: null, domain: [0, 1] }, y, marginLeft: 20, marginRight: 20 };
  return { marks, height: 60 + 64 * slices.length, options };
}

/** @returns a PNG */
export async function answerPicture({ title, chart }: Shown): Promise<Blob> {
  const { marks, height, options } = marksOf(chart!);
  const style = { color: ink, background: "white", fontSize: "13px" };
  const drawn = Plot.plot({ className: "plot", width, height, marginTop: 44, ...options, marks });
  const svg = (drawn instanceof SVGElement ? drawn : drawn.querySelector("svg")) as SVGElement;
  for (const part of svg.querySelectorAll("style")) part.remove();
  svg.setAttribute("color", style.color);
  svg.setAttribute("font-family", "sans-serif");
  svg.setAttribute("font-size", "13");
  const heading = document.createElementNS("http://www.w3.org/2000/svg", "text");
  for (const [key, value] of Object.entries({
    x: "12",
    y: "22",
    "text-anchor": "start",
    "font-size": "16",
    "font-weight": "700",
    fill: ink,
  })) {
    heading.setAttribute(key, value);
  }
  heading.textContent = title;
  svg.append(heading);
  return pngOf(new XMLSerializer().serializeToString(svg), height);
}

async function pngOf(svg: string, height: number) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  const context = canvas.getContext("2d")!;
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise<Blob>((done) => canvas.toBlob((blob) => done(blob!), "image/png"));
}
