// The last result of something costly: a slider asks for the same columns again and again.

/**
 * @template T
 * @param {(...args: any[]) => T} work
 * @returns {((...args: any[]) => T) & { forget(): void }} `args` have to be plain data
 */
export function rememberLast(work) {
  let last = { key: undefined, value: undefined };
  const remembering = (...args) => {
    const key = JSON.stringify(args);
    if (key !== last.key) last = { key, value: work(...args) };
    return last.value;
  };
  remembering.forget = () => {
    last = { key: undefined, value: undefined };
  };
  return remembering;
}
