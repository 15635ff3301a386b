// The table of contents: docs/README.md lists the pages, their order and their titles. The documentation site
// is built from it, and a page that it does not name is an error.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { root } from "../shell.mjs";

/** The page that lists all others, and where the site begins. */
export const start = "docs/README.md";

/** [{ title, file, section }] in order, files from the project's root on. */
export function contents() {
  const pages = [];
  let section;
  for (const line of readFileSync(join(root, start), "utf8").split("\n")) {
    section = /^## (.+)$/.exec(line)?.[1] ?? section;
    const [, title, target] = /^- \[([^\]]+)\]\(([^)#]+\.md)\)/.exec(line) ?? [];
    if (title !== undefined) pages.push({ title, file: normalize(`docs/${target}`), section });
  }
  check(pages.map(({ file }) => file));
  return pages;
}

/** @param {string[]} listed */
function check(listed) {
  const problems = listed
    .filter((file, i) => listed.indexOf(file) !== i)
    .map((file) => `${start} lists ${file} twice`);
  for (const file of listed) {
    if (!existsSync(join(root, file)))
      problems.push(`${start} lists ${file}, which is not there: npm run docs`);
  }
  for (const file of writtenPages()) {
    if (file !== start && !listed.includes(file)) {
      problems.push(
        `${file} is in no list of ${start}: add a line "- [Title](${file.slice(5)}): what it is"`,
      );
    }
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** All Markdown under docs/. */
export function writtenPages() {
  return readdirSync(join(root, "docs"), { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name))
    .sort();
}
