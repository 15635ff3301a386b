// That pages, the table of proofs/README.md and the files of proofs/ name the same theorems. tests/proofs
// checks whether Coq accepts them, and their assumptions.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  idOf,
  linkedTheorems,
  modules,
  pageLinks,
  proofsFolder,
  tableRows,
} from "../proofs/table.mjs";

const textOf = (module) => readFileSync(join(proofsFolder, `${module}.v`), "utf8");

/** Files used by several pages, or by a law compared with the code: they need not name a page. */
const generalFiles = ["Privacy", "CutChoiceReference", "UserRanksReference", "DiscoveryReference"];

/** The names of a Coq file's statements, without comments. */
const statedIn = (text) =>
  [
    ...text.replace(/\(\*[\s\S]*?\*\)/g, "").matchAll(/^(?:Theorem|Lemma|Corollary) ([\w']+)/gm),
  ].map(([, name]) => name);

/** The theorems of each page in the table, sorted. */
function theoremsByPage() {
  const byPage = {};
  for (const { pages, theorems } of tableRows())
    for (const page of pages) byPage[page] = [...(byPage[page] ?? []), ...theorems.map(idOf)];
  for (const page of Object.keys(byPage)) byPage[page] = [...new Set(byPage[page])].sort();
  return byPage;
}

test("each page of guarantees links to exactly its theorems in the table", () => {
  const linked = pageLinks().filter(({ theorems }) => theorems.length > 0);
  assert.ok(linked.length >= 8);
  const byPage = Object.fromEntries(
    linked.map(({ page, theorems }) => [page, [...new Set(theorems.map(idOf))].sort()]),
  );
  assert.deepEqual(byPage, theoremsByPage());
});

test("each theorem of the table is stated in the file that the table names", () => {
  for (const theorem of tableRows().flatMap(({ theorems }) => theorems)) {
    const { file, name } = theorem;
    assert.ok(modules().includes(file), `${file}.v is not in proofs/_CoqProject`);
    assert.ok(statedIn(textOf(file)).includes(name), `${idOf(theorem)} is not stated there`);
  }
});

test("every file of proofs is compiled, and named by the table or used by a named file", () => {
  const names = modules();
  const files = readdirSync(proofsFolder).filter((file) => file.endsWith(".v"));
  assert.deepEqual([...names].sort(), files.map((file) => file.slice(0, -2)).sort());
  const used = new Set(tableRows().flatMap(({ theorems }) => theorems.map(({ file }) => file)));
  for (const name of names.toReversed()) {
    if (!used.has(name)) continue;
    for (const [, needed] of textOf(name).matchAll(
      /From Logstar Require (?:Import|Export) ([\w ]+)\./g,
    ))
      for (const other of needed.split(" ")) used.add(other);
  }
  assert.deepEqual(
    names.filter((name) => !used.has(name)),
    [],
  );
});

test("each file in the table starts with its page and with its omissions", () => {
  for (const { pages, theorems } of tableRows()) {
    for (const { file } of theorems) {
      const [opening] = /^\(\* [\s\S]*?\*\)/.exec(textOf(file)) ?? [""];
      assert.match(opening, /Not covered:/, `${file}.v`);
      const names = pages.some((page) => opening.includes(`docs/guarantees/${page}`));
      assert.ok(names || generalFiles.includes(file), `${file}.v opens without ${pages}`);
    }
  }
});

test("control: a theorem counts if linked, in a page and in the table, and unlinked code does not", () => {
  assert.deepEqual(
    linkedTheorems(
      "[`a_b'`](../../proofs/One.v), [`c`](Two.v), `d`, [`e`](../other.md), [f](Three.v)",
    ),
    [
      { file: "One", name: "a_b'" },
      { file: "Two", name: "c" },
    ],
  );
  assert.deepEqual(statedIn("(* Theorem no *)\nLemma yes' : True.\n  Theorem inner : True."), [
    "yes'",
  ]);
});
