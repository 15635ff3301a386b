// The number of people with each value, for the owner's pictures.

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
