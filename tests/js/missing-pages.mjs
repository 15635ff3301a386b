// Where documents say what a mechanism does with records that miss something: in a row of missing-records.md, or on the
// page of its own proof.
import { readFileSync } from "node:fs";
import { mechanisms } from "../exact/listed.mjs";

const folder = new URL("../../docs/guarantees/", import.meta.url);
const read = (page) => readFileSync(new URL(`${page}.md`, folder), "utf8");

/** A section of a page, or nothing. */
export const sectionOf = (page, title) =>
  read(page).split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";

export const named = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

/** The pages of a mechanism's proofs. @param {string} name of an export */
function ownPages(name) {
  const own = [...mechanisms.values()].filter(({ exports = [], modes }) =>
    [exports, ...modes.map((mode) => mode.exports ?? [])].flat().includes(name),
  );
  return own.flatMap(({ guarantees }) => guarantees);
}

/** Whether it is said of an export, by its name. */
export function isSaidOf(name) {
  const sections = [
    sectionOf("missing-records", "One record changed"),
    ...ownPages(name).map((page) => sectionOf(page, "Records that miss something")),
  ];
  return sections.some((text) => named(text).includes(name));
}
