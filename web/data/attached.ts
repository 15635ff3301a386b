/**
 * A detached buffer looks like an empty one; reading it as such would release an answer from no data.
 * Whatever is no view of a buffer passes.
 */
export function attached<T>(values: T, name: string): T {
  if (!ArrayBuffer.isView(values)) return values;
  try {
    new Uint8Array(values.buffer, values.byteOffset, 0);
  } catch {
    throw new TypeError(`${name} must not lie in a detached buffer (it was transferred elsewhere)`);
  }
  return values;
}
