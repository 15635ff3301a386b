// The number of people: of a table, and with each value for the owner's pictures.
import type { TableColumn } from "./columns.js";

/** The values that most people have, each with the number of people. */
export function peopleByItem(
  items: { codes: Int32Array; labels: string[] },
  person: { codes: Int32Array },
  limit: number,
) {
  const counts = new Float64Array(items.labels.length);
  const seen = new Set();
  for (let row = 0; row < items.codes.length; ++row) {
    const item = items.codes[row]!;
    const one = person.codes[row]!;
    if (item < 0 || one < 0) continue;
    const pair = one * items.labels.length + item;
    if (seen.has(pair)) continue;
    seen.add(pair);
    ++counts[item]!;
  }
  return Array.from(counts, (count, code) => ({ item: items.labels[code]!, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, limit);
}

/** The number of people of a read table, and how many rows one has. */
export function peopleIn({ columns }: { columns: TableColumn[] }, name: string) {
  const { codes, labels } = columns.find((one) => one.name === name)!;
  const rows = new Float64Array(labels.length);
  for (const code of codes!) if (code >= 0) rows[code]! += 1;
  const least = rows.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  return {
    count: labels.length,
    least: labels.length === 0 ? 0 : least,
    most: rows.reduce((one, other) => Math.max(one, other), 0),
  };
}
