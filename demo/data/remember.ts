// The last result of something costly: a slider asks for the same columns again and again.

/** @returns a function whose `args` must be plain data */
export function rememberLast<Args extends unknown[], T>(
  work: (...args: Args) => T,
): ((...args: Args) => T) & { forget(): void } {
  let last: { key: string; value: T } | undefined;
  const remembering = (...args: Args) => {
    const key = JSON.stringify(args);
    if (last === undefined || key !== last.key) last = { key, value: work(...args) };
    return last.value;
  };
  remembering.forget = () => {
    last = undefined;
  };
  return remembering;
}
