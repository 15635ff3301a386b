// The user's data lives here, off the page's thread: reading, counting, sorting and the laws for the
// pictures. Started from a blob after the page has sealed itself, so this thread is sealed too.
import { expose, transfer } from "comlink";
import { labelledPicture, thresholdLaw } from "./labelled.js";
import { rankLaw } from "./rank-law.js";
import { readTable } from "./read-table.js";
import { countBins, roundEdges, sortedColumn } from "./sorted-column.js";
import { conditionFlags, streamSteps } from "./stream-steps.js";

let table = { rows: 0, columns: [] };
let cancelled = false;
const sortedOf = new Map();

function column(name) {
  const found = table.columns.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no column ${name}.`);
  return found;
}

function sorted(name) {
  if (!sortedOf.has(name)) sortedOf.set(name, sortedColumn(column(name).numbers));
  return sortedOf.get(name);
}

/** How often each value of a column occurs, by the column's codes. */
function countsOf({ codes, labels }) {
  const counts = new Float64Array(labels.length);
  for (const code of codes) if (code >= 0) ++counts[code];
  return counts;
}

const api = {
  /** Reads a CSV; what was open before stays until it is there. */
  async open(source, onProgress) {
    cancelled = false;
    const read = await readTable(source, { onProgress, isCancelled: () => cancelled });
    if (read.cancelled) return { cancelled: true };
    table = read;
    sortedOf.clear();
    const columns = table.columns.map(({ numbers, codes, labels, ...facts }) => ({
      ...facts,
      labels: labels.slice(0, 50),
    }));
    return { rows: table.rows, columns };
  },

  cancel() {
    cancelled = true;
  },

  /** The numbers of a column for a mechanism, the empty cells left out. */
  numbers(name) {
    const present = column(name).numbers.filter((number) => !Number.isNaN(number));
    return transfer(present, [present.buffer]);
  },

  /** Values and how often each occurs, most frequent first; for a mechanism and for the chart. */
  counts(name) {
    const { codes, labels } = column(name);
    const counts = countsOf({ codes, labels });
    const order = Array.from(labels.keys()).sort(
      (a, b) => counts[b] - counts[a] || (labels[a] < labels[b] ? -1 : 1),
    );
    return order.map((code) => ({ item: labels[code], count: counts[code] }));
  },

  histogram(name) {
    const edges = roundEdges(sorted(name));
    return { edges, ...countBins(sorted(name), edges), records: sorted(name).length };
  },

  rankLaw: (request) => rankLaw(sorted(request.column), request),

  /** Values and labels 0 and 1 for a mechanism, rows without either left out. */
  labelled(request) {
    const { x, y } = labelsOf(request);
    return transfer({ x, y }, [x.buffer, y.buffer]);
  },

  labelledPicture: (request) => labelledPicture(labelsOf(request)),
  thresholdLaw: (request) => thresholdLaw(labelsOf(request), request),

  streamSteps: (request) => streamSteps(table, { ...request, column }),

  /** Which rows count in one step of the stream. */
  streamFlags(request) {
    const flags = conditionFlags(table, { ...request, column });
    return transfer(flags, [flags.buffer]);
  },

  /** For the page's button that shows that nothing gets out; the browser reports what it refused. */
  async trySending(address) {
    let refused = false;
    const note = () => {
      refused = true;
    };
    self.addEventListener("securitypolicyviolation", note);
    await fetch(address).catch(() => {});
    await new Promise((done) => setTimeout(done, 50));
    self.removeEventListener("securitypolicyviolation", note);
    return refused;
  },
};

/** @returns {{ x: Float64Array, y: Uint8Array }} */
function labelsOf({ x: xName, label: { column: name, value } }) {
  const { numbers } = column(xName);
  const { codes, labels } = column(name);
  const wanted = labels.indexOf(value);
  const rows = [];
  for (let row = 0; row < numbers.length; ++row) {
    if (!Number.isNaN(numbers[row]) && codes[row] >= 0) rows.push(row);
  }
  return {
    x: Float64Array.from(rows, (row) => numbers[row]),
    y: Uint8Array.from(rows, (row) => (codes[row] === wanted ? 1 : 0)),
  };
}

expose(api);
