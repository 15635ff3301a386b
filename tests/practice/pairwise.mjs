// A few rows that contain every pair of values of a table's columns, because most faults appear where two
// values meet.

const pairsOf = (row) => {
  const cells = Object.entries(row).map(([column, value]) => `${column}=${value}`);
  return cells.flatMap((one, i) => cells.slice(i + 1).map((other) => `${one}, ${other}`));
};

/**
 * Selects rows that contain every pair of values that occurs in any row. Each row is the one with the most
 * pairs that are still missing; ties go to the first.
 * @template {Record<string, string | number>} Row
 * @param {Row[]} rows all possible rows
 * @returns {Row[]}
 */
export function pairwise(rows) {
  let open = rows.map((row) => ({ row, pairs: pairsOf(row) }));
  const chosen = [];
  for (;;) {
    const best = open.reduce((most, one) => (one.pairs.length > most.pairs.length ? one : most), {
      pairs: [],
    });
    if (best.pairs.length === 0) return chosen;
    chosen.push(best.row);
    const held = new Set(best.pairs);
    for (const one of open) one.pairs = one.pairs.filter((pair) => !held.has(pair));
    open = open.filter(({ pairs }) => pairs.length > 0);
  }
}
