// A table as a stream: its rows step by step, and which of them meet a condition.

const day = 864e5;

/** The last table's steps: every question of one stream is about the same ones. */
let known = { key: "", table: undefined, value: undefined };

/**
 * Rows of each step: by day or week of a date column, or equal pieces in the file's order.
 * @param {{ rows: number }} table
 * @param {{ stepBy: { column?: string, unit: "day" | "week" | "part" }, pieces: number }} request
 */
function stepOfRows(table, { stepBy, pieces, column }) {
  const key = JSON.stringify([stepBy, pieces]);
  if (known.key !== key || known.table !== table) {
    const value =
      stepBy.unit === "part"
        ? parts(table.rows, pieces)
        : dated(table, column(stepBy.column), stepBy.unit);
    known = { key, table, value };
  }
  return known.value;
}

function parts(rows, pieces) {
  const count = Math.min(pieces, rows);
  return {
    steps: Int32Array.from({ length: rows }, (_, row) => Math.floor((row * count) / rows)),
    names: Array.from({ length: count }, (_, i) => `part ${i + 1}`),
  };
}

function dated({ rows }, { codes, labels }, unit) {
  const nameOf = labels.map((label) => stepName(label, unit));
  const names = [...new Set(nameOf.filter((name) => name !== undefined))].sort();
  const numberOf = new Map(names.map((name, number) => [name, number]));
  const stepOfCode = nameOf.map((name) => numberOf.get(name) ?? -1);
  return {
    steps: Int32Array.from({ length: rows }, (_, row) =>
      codes[row] < 0 ? -1 : stepOfCode[codes[row]],
    ),
    names,
  };
}

/** The day, or the week's Monday, as text that sorts by time. */
function stepName(label, unit) {
  const found = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(label);
  if (found === null) return undefined;
  const [, year, month, date] = found.map(Number);
  const time = Date.UTC(year, month - 1, date);
  const back = unit === "week" ? (new Date(time).getUTCDay() + 6) % 7 : 0;
  return new Date(time - back * day).toISOString().slice(0, 10);
}

/** A test of a row: a number above a limit, or a text that equals one. */
function testOf({ column, condition }) {
  const { numbers, codes, labels } = column(condition.column);
  if (condition.type === "above") return (row) => numbers[row] > condition.limit;
  const wanted = labels.indexOf(condition.value);
  return (row) => codes[row] === wanted;
}

/** The true count of every step: for the owner's picture. */
export function streamSteps(table, request) {
  const { steps, names } = stepOfRows(table, request);
  const test = testOf(request);
  const counts = new Float64Array(names.length);
  for (let row = 0; row < steps.length; ++row)
    if (steps[row] >= 0 && test(row)) ++counts[steps[row]];
  return { names, counts, rows: table.rows };
}

/** One flag a row: whether it counts in step number `step`. */
export function conditionFlags(table, request) {
  const { steps } = stepOfRows(table, request);
  const test = testOf(request);
  return Uint8Array.from(steps, (step, row) => (step === request.step && test(row) ? 1 : 0));
}
