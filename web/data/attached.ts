/**
 * A detached buffer looks like an empty one; reading it as such would release an answer from no data.
 * Any other value passes.
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
