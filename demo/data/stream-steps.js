// A table as a stream: its rows step by step, and which of them meet a condition.

/** Rows of each step: by day of a date column, or equal pieces in the file's order. */
function stepOfRows({ rows }, { stepBy, pieces, column }) {
  const steps = new Int32Array(rows).fill(-1);
  if (stepBy === "order") {
    const count = Math.min(pieces, rows);
    for (let row = 0; row < rows; ++row) steps[row] = Math.floor((row * count) / rows);
    return { steps, names: Array.from({ length: count }, (_, i) => `part ${i + 1}`) };
  }
  const { codes, labels } = column(stepBy);
  const dayOf = labels.map((label) => label.slice(0, 10).trim());
  const days = [...new Set(dayOf)].sort();
  const numberOf = new Map(days.map((day, number) => [day, number]));
  const stepOfCode = Int32Array.from(dayOf, (day) => numberOf.get(day));
  for (let row = 0; row < rows; ++row) if (codes[row] >= 0) steps[row] = stepOfCode[codes[row]];
  return { steps, names: days };
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
  for (let row = 0; row < steps.length; ++row) if (steps[row] >= 0 && test(row)) ++counts[steps[row]];
  return { names, counts, rows: table.rows };
}

/** One flag a row: whether it counts in step number `step`. */
export function conditionFlags(table, request) {
  const { steps } = stepOfRows(table, request);
  const test = testOf(request);
  return Uint8Array.from(steps, (step, row) => (step === request.step && test(row) ? 1 : 0));
}
