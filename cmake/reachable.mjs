// Which functions of a WebAssembly module can be called without another one, told from its text and from where the
// linker put the data. What is not sure counts as reached: a number that could be the address of a function or of
// data is taken for one.

/** A load or a store may add a constant to an address that points before or behind what it means. */
const margin = 64;

const word = 4;

/**
 * What a function calls and means.
 * @typedef {object} Body
 * @property {Set<string>} calls
 * @property {Map<string, Set<number>>} handed the numbers that it calls each function with
 * @property {Set<number>} numbers these and all others
 * @property {Set<number>} offsets
 */

/**
 * @typedef {object} Module
 * @property {Map<string, Body>} functions by their names, in their order
 * @property {string[]} table the functions that have an address, which is their place plus one
 * @property {string[]} exported
 */

/**
 * @param {string} text as wasm-dis writes it
 * @returns {Module}
 */
export function moduleOf(text) {
  const functions = new Map();
  const exported = [];
  let table = [];
  let inside;
  /** The calls that a line stands in, the innermost last. */
  let open = [];
  for (const line of text.split("\n")) {
    const begins = /^ \(func (\$\S+)/.exec(line);
    if (begins) {
      inside = { calls: new Set(), handed: new Map(), numbers: new Set(), offsets: new Set() };
      functions.set(begins[1], inside);
      continue;
    }
    if (/^ \(?\S/.test(line) || line === " )") inside = undefined;
    const isExported = /^ \(export \S+ \(func (\$\S+?)\)\)/.exec(line);
    if (isExported) exported.push(isExported[1]);
    if (line.startsWith(" (elem ")) {
      const all = / \(elem \$\S+ \(i32\.const 1\)((?: \$[^\s)]+)+)\)$/.exec(line);
      if (!all || table.length > 0) throw new Error("one list of functions from 1 on was expected");
      table = all[1].trim().split(" ");
    }
    if (inside === undefined) continue;
    for (const [, name] of line.matchAll(/\((?:return_call|call|ref\.func) (\$[^\s)]+)/g))
      inside.calls.add(name);
    for (const [, number] of line.matchAll(/\(i32\.const (\d+)\)/g)) inside.numbers.add(+number);
    for (const [, offset] of line.matchAll(/ offset=(\d+)/g)) inside.offsets.add(+offset);
    const [, indent, called, argument] =
      /^( +)\((?:(?:return_call|call) (\$[^\s)]+)$|i32\.const (\d+)\)$)?/.exec(line) ?? [];
    if (indent === undefined) continue;
    open = open.filter((call) => call.indent < indent.length);
    const into = open.at(-1);
    if (argument !== undefined && into?.indent === indent.length - 1) into.handed.add(+argument);
    if (called === undefined) continue;
    if (!inside.handed.has(called)) inside.handed.set(called, new Set());
    open.push({ indent: indent.length, handed: inside.handed.get(called) });
  }
  return { functions, table, exported };
}

/**
 * What lies where in the memory at the start.
 * @param {string} map as wasm-ld writes it
 * @param {string} text
 */
export function dataOf(map, text) {
  const bytes = new Map();
  for (const [, at, content] of text.matchAll(/^ \(data \S+ \(i32\.const (\d+)\) "(.*)"\)$/gm))
    bytes.set(+at, bytesOf(content));
  const objects = [];
  let inData = false;
  for (const line of map.split("\n")) {
    const [, address, size, indent] =
      /^\s+(-|[0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)( +)\S/.exec(line) ?? [];
    if (indent?.length === 1) inData = / DATA$/.test(line) || (inData && address !== "-");
    else if (inData && indent?.length === 9)
      objects.push({
        start: parseInt(address, 16),
        end: parseInt(address, 16) + parseInt(size, 16),
      });
  }
  for (const at of bytes.keys())
    if (!objects.some(({ start, end }) => start <= at && at < end))
      throw new Error(`the map does not tell what lies at ${at}`);
  if (bytes.size !== text.match(/^ \(data /gm)?.length)
    throw new Error("data of another form was expected");
  const wordAt = (address) => {
    for (const [start, content] of bytes) {
      const at = address - start;
      // What is zero is left out of a segment, at its ends too.
      if (at > -word && at < content.length)
        return [0, 1, 2, 3].reduce((sum, i) => sum + (content[at + i] ?? 0) * 256 ** i, 0);
    }
    return 0;
  };
  return objects.map(({ start, end }) => {
    const words = new Set();
    for (let at = Math.ceil(start / word) * word; at + word <= end; at += word)
      words.add(wordAt(at));
    words.delete(0);
    return { start, end, words };
  });
}

/** @param {string} content of a string of the text format */
function bytesOf(content) {
  const named = { n: 10, t: 9, r: 13, '"': 34, "'": 39, "\\": 92 };
  const bytes = [];
  for (let at = 0; at < content.length; ++at) {
    if (content[at] !== "\\") bytes.push(content.charCodeAt(at));
    else if (content[++at] in named) bytes.push(named[content[at]]);
    else bytes.push(parseInt(content.slice(at, ++at + 1), 16));
  }
  return bytes;
}

/**
 * @param {Module} module
 * @param {ReturnType<typeof dataOf>} objects
 * @param {string[]} roots
 * @param {(called: string, number: number, where?: string) => boolean} means whether a number that is a function's
 *   address means it, in another function or in data
 * @returns {Set<string>} names of functions
 */
export function reachedFrom({ functions, table }, objects, roots, means) {
  const reached = new Set();
  const read = new Set();
  const functionsToDo = [...roots];
  const objectsToDo = [];
  const seeFunction = (number, caller) => {
    const called = table[number - 1];
    if (called && means(called, number, caller)) functionsToDo.push(called);
  };
  const seeAddress = (address) => {
    for (const object of objects) {
      if (object.start - margin <= address && address < object.end + margin && !read.has(object)) {
        read.add(object);
        objectsToDo.push(object);
      }
    }
  };
  while (functionsToDo.length + objectsToDo.length > 0) {
    const object = objectsToDo.pop();
    if (object) {
      for (const number of object.words) {
        seeFunction(number);
        seeAddress(number);
      }
      continue;
    }
    const name = functionsToDo.pop();
    const found = functions.get(name);
    if (found === undefined || reached.has(name)) continue; // undefined: it is imported
    reached.add(name);
    functionsToDo.push(...found.calls);
    for (const number of found.numbers) {
      seeFunction(number, name);
      seeAddress(number);
    }
    for (const offset of found.offsets) seeAddress(offset);
  }
  return reached;
}
