// An object of the caller may change between reads, as a getter or a proxy does. So it is read once, and all
// that is checked, charged and drawn is about the same values.

/**
 * An object's fields as they are now, as a plain object.
 * @param object any value; one of another type than an object is returned unchanged
 * @param names fields to read even if the object does not list them
 */
export function readOnce(object: unknown, names: Iterable<string> = []): unknown {
  if (typeof object !== "object" || object === null) return object;
  const all = new Set(Object.keys(object));
  for (const name of names) if (name in object) all.add(name);
  return Object.fromEntries(
    Array.from(all, (name) => [name, (object as Record<string, unknown>)[name]]),
  );
}

/**
 * JSON as it is now, all the way down. A value outside of JSON stays as it is, and so does a cycle.
 * @param holders of it
 */
export function copiedJson(json: unknown, holders: unknown[] = []): unknown {
  if (typeof json !== "object" || json === null || holders.includes(json)) return json;
  const within = [...holders, json];
  if (Array.isArray(json)) return Array.from(json, (one) => copiedJson(one, within));
  const prototype = Object.getPrototypeOf(json);
  if (prototype !== Object.prototype && prototype !== null) return json;
  const entries = Object.entries(json);
  return Object.fromEntries(entries.map(([name, one]) => [name, copiedJson(one, within)]));
}
