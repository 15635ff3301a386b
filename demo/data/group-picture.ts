// The true values of each group, for the owner only: its people, and the values at the stated error on either
// side of the true rank.

/** The maximum number of groups in the picture, those with the most people. */
const mostGroups = 40;

export function groupPicture({
  rows,
  groups,
  numbers,
  people,
  perUser,
  q,
  error,
}: {
  rows: number;
  /** undefined for all together */
  groups: { codes: Int32Array; labels: string[] } | undefined;
  /** the values; undefined for counts */
  numbers: Float64Array | undefined;
  /** the person of each row; undefined if each row is a different person's */
  people: Int32Array | undefined;
  /** the maximum number of rows of a person, if the question is about rows */
  perUser?: number;
  /** the quantile */
  q: number;
  /** its maximum error in people */
  error: number;
}): {
  group: string;
  people: number;
  low?: number;
  truth?: number;
  high?: number;
  mean?: number;
  sum?: number;
}[] {
  const counted = countedRows({ rows, groups, numbers, people });
  const weightOf = sharesOf(counted, people, perUser);
  const members = grouped(counted, groups);
  return [...members]
    .map(([code, own]) => ({
      group: groups?.labels[code] ?? "all",
      people: own.reduce((sum, row) => sum + weightOf(row), 0),
      ...(numbers && ranksOf(own, numbers, weightOf, q, error)),
    }))
    .sort((a, b) => b.people - a.people)
    .slice(0, mostGroups);
}

/** Each person counts once, split evenly over their counting rows, or each row by its probability of selection. */
function sharesOf(rows: number[], people: Int32Array | undefined, perUser: number | undefined) {
  const times: Map<number | undefined, number> = new Map();
  for (const row of rows) times.set(people?.[row], (times.get(people?.[row]) ?? 0) + 1);
  const shares: Map<number, number> = new Map();
  const shareOf = (own: number) => (perUser === undefined ? 1 / own : Math.min(1, perUser / own));
  for (const row of rows)
    shares.set(row, people === undefined ? 1 : shareOf(times.get(people[row])!));
  return (row: number) => shares.get(row)!;
}

/** A row counts if its own person, group and value are there. */
function countedRows({
  rows,
  groups,
  numbers,
  people,
}: Pick<Parameters<typeof groupPicture>[0], "rows" | "groups" | "numbers" | "people">) {
  const counted: number[] = [];
  for (let row = 0; row < rows; ++row) {
    const isThere = (people?.[row] ?? 0) >= 0 && (groups?.codes[row] ?? 0) >= 0;
    if (isThere && !Number.isNaN(numbers?.[row] ?? 0)) counted.push(row);
  }
  return counted;
}

function grouped(rows: number[], groups: { codes: Int32Array; labels: string[] } | undefined) {
  const members: Map<number, number[]> = new Map();
  for (const row of rows) {
    const code = groups?.codes[row] ?? 0;
    if (members.has(code)) members.get(code)!.push(row);
    else members.set(code, [row]);
  }
  return members;
}

function ranksOf(
  rows: number[],
  numbers: Float64Array,
  weightOf: (row: number) => number,
  q: number,
  error: number,
) {
  const sorted = rows.toSorted((a, b) => numbers[a]! - numbers[b]!);
  const all = sorted.reduce((sum, row) => sum + weightOf(row), 0);
  const mean = sorted.reduce((sum, row) => sum + weightOf(row) * numbers[row]!, 0) / all;
  const at = (rank: number) => {
    let below = 0;
    for (const row of sorted) {
      below += weightOf(row);
      if (below >= rank - 1e-9) return numbers[row]!;
    }
    return numbers[sorted.at(-1)!]!;
  };
  const rank = q * all;
  const sum = rows.reduce((total, row) => total + numbers[row]!, 0);
  return { low: at(rank - error), truth: at(rank), high: at(rank + error), mean, sum };
}
