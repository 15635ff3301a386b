// Converts the results of public functions to text that is equal only for indistinguishable results.

/** @param {unknown} value @returns {string} */
export function canonical(value) {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value !== "object") return String(value);
  if (value instanceof Date) return `Date ${value.getTime()}`;
  const kind = value.constructor?.name ?? "null";
  if (value instanceof Error) return `${kind}(${canonical([value.name, value.message])})`;
  if (value instanceof Map) return `Map${canonical([...value])}`;
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (ArrayBuffer.isView(value)) return `${kind}${canonical([...value])}`;
  // Objects with private fields expose their whole state when saved.
  const plain = typeof value.toJSON === "function" ? value.toJSON() : value;
  const fields = Object.entries(plain).map(([name, field]) => `${name}:${canonical(field)}`);
  return `${kind === "Object" ? "" : kind}{${fields.join()}}`;
}
