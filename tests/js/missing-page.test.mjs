// docs/guarantees/missing-records.md covers every option and every proof by which a dropped record could
// matter.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as logstar from "../../dist/index.js";
import { declarations } from "./declared-calls.mjs";
import { isSaidOf, named, sectionOf } from "./missing-pages.mjs";

const folder = new URL("../../docs/guarantees/", import.meta.url);
const section = (title) => sectionOf("missing-records", title);

const leavesOut = section("What leaves a record out");
const rows = leavesOut.split("\n").filter((line) => line.startsWith("| `"));
const dropping = rows.flatMap((row) => {
  const [options, owners = ""] = row.split("|")[1].split(" of ");
  return named(options).map((option) => ({ option, owners: named(owners) }));
});
const inPlace = named(leavesOut.split("leave every record in place, as does")[1]);

/** Options whose documentation in web/ says that they leave every record in place. */
const web = new URL("../../web/", import.meta.url);
const sayThemselves = readdirSync(web, { recursive: true })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => [
    ...readFileSync(new URL(file, web), "utf8").matchAll(
      /\/\*\*(?:(?!\*\/)[\s\S])*leaves every record in place(?:(?!\*\/)[\s\S])*\*\/\s+(\w+) =/g,
    ),
  ])
  .map(([, option]) => option);

/** They release nothing about records: a ledger's sums, plans, and forecasts for the owner only. */
const readNoRecords = /^(plan\.|Ledger\b|topKForecast$)/;

/** Functions that release values of records, which replace protects too. */
const ofReplace = declarations.filter(
  ({ name, Fields }) =>
    "neighbors" in new Fields() && name.split(".")[0] in logstar && !readNoRecords.test(name),
);

test("the page classifies every option of a function whose neighbours may be replace", () => {
  assert.ok(ofReplace.length > 15);
  const known = new Set([...dropping.map(({ option }) => option), ...inPlace, ...sayThemselves]);
  for (const { name, Fields } of ofReplace) {
    assert.deepEqual(
      Object.keys(new Fields()).filter((option) => !known.has(option)),
      [],
      name,
    );
  }
});

test("the page names only options of functions", () => {
  const all = new Set(declarations.flatMap(({ Fields }) => Object.keys(new Fields())));
  const said = [...dropping.map(({ option }) => option), ...inPlace];
  assert.deepEqual(
    said.filter((option) => !all.has(option)),
    [],
  );
  assert.equal(new Set(said).size, said.length);
});

test("the page, or that of its proof, has a row for every function whose neighbours may be replace", () => {
  for (const { name } of ofReplace) assert.ok(isSaidOf(name.split(".")[0]), name);
});

test("the page has a row for every algorithm of quantiles", () => {
  const { Fields } = declarations.find(({ name }) => name === "quantiles");
  const algorithms = named(new Fields().algorithm.kind.replaceAll('"', "`"));
  assert.ok(algorithms.includes("slices"));
  for (const algorithm of algorithms.filter((one) => !/^(auto|least-promise)$/.test(one))) {
    assert.ok(section("One record changed").includes(`\`quantiles\` ${algorithm} |`), algorithm);
  }
});

test("the page has a row for every proof about replace or a public size", () => {
  const proofs = section("Every proof that knows replace");
  const knowing = readdirSync(folder).filter(
    (file) =>
      file !== "missing-records.md" &&
      /\breplace\b|public size/.test(readFileSync(new URL(file, folder), "utf8")),
  );
  assert.ok(knowing.length > 20);
  assert.deepEqual(
    knowing.filter((file) => !proofs.includes(`\n| [${file}](${file}) |`)),
    [],
  );
});
