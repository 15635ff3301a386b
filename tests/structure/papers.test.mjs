// docs/papers.md: every item of the five papers has a verdict, and what a row names exists.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/shell.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const page = read("docs/papers.md");
const sources = readdirSync(join(root, "web"), { recursive: true })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => read(join("web", name)))
  .join("\n");
const planned = read("web/plan.ts");
const exported = new Set(
  [...read("web/index.ts").matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) =>
    names.split(",").map((name) => name.trim()),
  ),
);

/** The rows of the tables whose first cell is an item's number. */
const itemsOf = (text) =>
  [...text.matchAll(/^\| ([KCDBS]\d+) \| (.*) \|$/gm)].map(([, item, rest]) => {
    const [printed, here, proof, verdict, ...more] = rest.split("|").map((cell) => cell.trim());
    assert.equal(more.length, 0, item);
    return { item, printed, here, proof, verdict };
  });
const items = itemsOf(page);

/** The names in a row that neither the package exports, nor its sources have as an option or a word. */
function unknownNames({ here }) {
  const codes = [...here.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
  const words = [...here.matchAll(/"([a-z-]+)"/g)].map(([, word]) => word);
  const isKnown = (code) => {
    const [name] = code.split(/[.:]/);
    return (
      exported.has(name) || code === "logstar/sql" || new RegExp(`\\b${name}\\b`).test(sources)
    );
  };
  return [
    ...codes.filter((code) => !isKnown(code)),
    ...words.filter((word) => !sources.includes(`"${word}"`)),
  ];
}

/** Whether the first name of a row is an export, a member of plan, or the entry for engines. */
function beginsWithFunction({ here }) {
  const [, name, member] = /`([\w/]+)(?:\.(\w+))?/.exec(here) ?? [];
  if (member === undefined) return exported.has(name) || here.includes("`logstar/sql`");
  return name === "plan" && new RegExp(`\\b${member}\\b`).test(planned);
}

const verdicts = /^(faithful|departs: .+|nothing to run: .+)$/;

test("every item of the five papers has one row, in order", () => {
  const counts = { K: 22, C: 23, D: 20, B: 31, S: 13 };
  const expected = Object.entries(counts).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, i) => `${letter}${i + 1}`),
  );
  assert.deepEqual(
    items.map(({ item }) => item),
    expected,
  );
});

test("every row is faithful, names its departure, or says why there is nothing to run", () => {
  for (const { item, verdict } of items) assert.match(verdict, verdicts, item);
});

test("a row that runs begins with a function of the package, and every name exists", () => {
  for (const row of items) {
    if (!row.verdict.startsWith("nothing")) assert.ok(beginsWithFunction(row), row.item);
    else assert.equal(row.here, "", row.item);
    assert.deepEqual(unknownNames(row), [], row.item);
  }
});

test("every row links to a page of docs", () => {
  for (const { item, proof } of items) {
    const [, file] = /\]\(([\w/.-]+\.md)(#[\w-]+)?\)/.exec(proof) ?? [];
    assert.ok(file !== undefined && existsSync(join(root, "docs", file)), item);
  }
});

test("control: a silent row and a name that nothing exports are found", () => {
  const [row] = itemsOf('| K1 | printed | `learnCircle` with "by-hand" | [page](a.md) | silent |');
  assert.doesNotMatch(row.verdict, verdicts);
  assert.deepEqual(unknownNames(row), ["learnCircle", "by-hand"]);
  assert.ok(!beginsWithFunction(row));
  assert.ok(!beginsWithFunction({ here: "`plan.learnCircle`" }));
  assert.ok(!beginsWithFunction({ here: "" }));
});
