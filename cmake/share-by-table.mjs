// What the second module takes from the first is some hundred functions. Exported one by one they are 2 KB of names, and
// each is made an object of JavaScript's when the first starts, a millisecond together. So they stand in a table that is
// exported, `shared`, in the order of their numbers, by which the second imports them (web/core/second.js).

/** @param {string} text of a module, as wasm-dis writes it */
export function exportsOf(text) {
  return new Set([...text.matchAll(/^ \(export "([^"]+)"/gm)].map(([, name]) => name));
}

/**
 * @param {Set<string>} kept names of exports that JavaScript takes itself
 * @param {string} first both as wasm-dis writes them
 * @param {string} second
 */
export function shareByTable(kept, first, second) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const functions = [];
  const rest = first.replace(
    /^ \(export "([^"]+)" \(func (\$[^\s)]+)\)\)\n/gm,
    (line, name, of) => {
      if (kept.has(name)) return line;
      numbers.set(name, functions.push(of) - 1);
      return "";
    },
  );
  const size = functions.length;
  const table = ` (table $shared ${size} ${size} funcref)
 (elem $shared (table $shared) (i32.const 0) func ${functions.join(" ")})
 (export "shared" (table $shared))
)
`;
  return {
    first: rest.replace(/\)\s*$/, table),
    second: second.replace(/^ \(import "a" "([^"]+)"/gm, (line, name) =>
      numbers.has(name) ? ` (import "a" "${numbers.get(name)}"` : line,
    ),
  };
}
