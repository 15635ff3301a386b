import { isLeaf, type Leaf, leafOf, type Plain, plainOf } from "./leaves.js";

/**
 * Receives the facts of an outcome. `one` is called at most once for a path, `has` once for each thing that is
 * true of the list there, in words such as `contain "a"`.
 */
export interface Listener {
  one: (path: string, leaf: Leaf) => void;
  has: (path: string, words: string) => void;
}

export type Outcome = { answer: unknown } | { error: unknown };

/** The number of list positions that the walk compares one by one. */
const places = 8;
/** The number of first list members whose order the walk records. */
const ordered = 6;
/** The maximum number of list members that the walk records. */
const noted = 1000;
/** The walk does not compare a longer text as a whole. */
const wholeLength = 300;
/** The maximum depth of the walk, as an object may contain itself. */
const depths = 8;

/**
 * Lists the facts of an outcome. An answer yields its text and its parts by path; a list yields its length,
 * first elements, members and their order. An error yields its name and message.
 */
export function tellTraits(outcome: Outcome, listener: Listener) {
  if ("answer" in outcome) walk("answer", outcome.answer, listener, depths);
  else walk("error", outcome.error, listener, depths);
  if ("error" in outcome && outcome.error instanceof Error) {
    listener.one("error.name", leafOf(outcome.error.name));
  }
}

/** @returns its text */
function walk(path: string, value: unknown, listener: Listener, deeper: number): string {
  const plain = plainOf(value);
  if (isLeaf(plain)) {
    const leaf = leafOf(plain);
    listener.one(path, leaf);
    return leaf.name;
  }
  if (deeper === 0) return "...";
  const text = Array.isArray(plain)
    ? walkList(path, plain, listener, deeper)
    : walkObject(path, plain, listener, deeper);
  if (text.length <= wholeLength) listener.one(path, { name: text });
  return text;
}

function walkObject(
  path: string,
  object: Record<string, unknown>,
  listener: Listener,
  deeper: number,
) {
  const fields = Object.keys(object).map(
    (key) => `${key}: ${walk(`${path}.${key}`, object[key], listener, deeper - 1)}`,
  );
  return `{ ${fields.join(", ")} }`;
}

function walkList(path: string, list: unknown[], listener: Listener, deeper: number) {
  listener.one(`${path}.length`, leafOf(list.length));
  const silent = { one() {}, has() {} };
  const names = list
    .slice(0, noted)
    .map((one, i) => walk(`${path}[${i}]`, one, i < places ? listener : silent, deeper - 1));
  tellMembers(path, names, listener);
  tellFields(path, list.slice(0, noted).map(plainOf), listener);
  return `[${names.join(", ")}]`;
}

/**
 * In a list of records such as { item, count }, each field is a list too: the items may reveal a difference
 * that the noise of the counts hides.
 */
function tellFields(path: string, records: Plain[], listener: Listener) {
  const isRecord = (one: Plain): one is Record<string, unknown> =>
    !isLeaf(one) && !Array.isArray(one);
  for (const field of new Set(records.filter(isRecord).flatMap(Object.keys))) {
    const values = records.map((one) =>
      plainOf((one as Record<string, unknown> | null | undefined)?.[field]),
    );
    if (!values.every(isLeaf)) continue;
    const names = values.map((value) => leafOf(value).name);
    tellMembers(`${path}[].${field}`, names, listener);
    const text = `[${names.join(", ")}]`;
    if (text.length <= wholeLength) listener.one(`${path}[].${field}`, { name: text });
  }
}

function tellMembers(path: string, names: string[], listener: Listener) {
  const different = [...new Set(names)];
  for (const name of different) listener.has(path, `contain ${name}`);
  const first = different.slice(0, ordered);
  for (const [i, one] of first.entries()) {
    for (const other of first.slice(i + 1)) listener.has(path, `have ${one} before ${other}`);
  }
}
