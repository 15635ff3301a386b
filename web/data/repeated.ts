/**
 * Grouped numbers, each as often as it occurs.
 * @param all as long as the sum of the counts, to be filled
 */
export function repeated<All extends Float64Array | Uint32Array>(
  numbers: ArrayLike<number>,
  counts: number[],
  all: All,
) {
  let end = 0;
  for (let i = 0; i < counts.length; ++i) {
    all.fill(numbers[i]!, end, end + counts[i]!);
    end += counts[i]!;
  }
  return all;
}
