// docs/errata-figures.md: the figures of docs/errata.md, as tests/exact computed them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../shell.mjs";
import { cell, notEnumerated, readFindings } from "./claims.mjs";

/** The slips whose figures docs/errata.md links to, each with the title of its section. @returns {[string, string][]} */
export function slipsOf(errata) {
  return errata.split(/^#+ /m).flatMap((section) => {
    const links = section.matchAll(/\(errata-figures\.md#([a-z-]+)\)/g);
    return [...links].map(([, slip]) => [slip, section.split("\n")[0]]);
  });
}

/** The page of the latest figures. */
export function errataFiguresPage({ figures } = readFindings()) {
  const slips = slipsOf(readFileSync(join(root, "docs/errata.md"), "utf8"));
  const known = slips.map(([slip]) => slip);
  for (const { slip, test } of figures) {
    if (!known.includes(slip)) throw new Error(`docs/errata.md has no place for ${slip}: ${test}`);
  }
  const sections = slips.map(([slip, title]) => {
    const own = figures.filter((figure) => figure.slip === slip);
    return `## ${slip}\n\n${title}.\n\n${own.length > 0 ? tables(own) : `${notEnumerated}\n`}`;
  });
  return `# Figures of the slips

What tests computed of each [slip](errata.md). The first line of a table names the test in \`tests/exact/\`, which fails if
its figures change.

${sections.join("\n")}`;
}

/** One table for each test. */
function tables(figures) {
  const tests = [...new Set(figures.map(({ test }) => test))];
  return tests
    .map((test) => {
      const rows = figures
        .filter((figure) => figure.test === test)
        .map(({ what, found }) => `| ${escaped(what)} | ${escaped(found)} |`);
      return [`| *${escaped(test)}* | found |`, "|---|---|", ...rows, ""].join("\n");
    })
    .join("\n");
}

const escaped = (text) => cell(text).replaceAll("*", "\\*");
