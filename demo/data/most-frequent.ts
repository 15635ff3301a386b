// The head of a ranking, as a mechanism needs it.

/**
 * The most frequent values, `limit` of them and all ties with the last. Which of the tied ones count is the
 * library's to decide, by the values alone.
 * @returns most frequent first
 */
export function mostFrequent(
  { codes, labels }: { codes: Int32Array; labels: string[] },
  limit: number,
): { values: string[]; counts: number[] } {
  const counts = new Float64Array(labels.length);
  for (const code of codes) if (code >= 0) ++counts[code]!;
  const border = counts.length > limit ? counts.slice().sort()[counts.length - limit]! : 0;
  const head: number[] = [];
  for (let code = 0; code < counts.length; ++code) if (counts[code]! >= border) head.push(code);
  head.sort((a, b) => counts[b]! - counts[a]! || (labels[a]! < labels[b]! ? -1 : 1));
  return { values: head.map((code) => labels[code]!), counts: head.map((code) => counts[code]!) };
}
