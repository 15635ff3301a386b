// Every piece of JavaScript in docs/ runs and prints the page's output.
//
// The pieces of a page run one after the other, each in its own scope, after its imports and the page's sample
// data (folded away at its beginning). A snippet before a block of plain text has to print that text; in a line
// "expression; // value" the expression has to have that value.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { writtenPages } from "../../../scripts/docs/contents.mjs";
import { root } from "../../../scripts/shell.mjs";

const pieces =
  /(?:<!-- in (?:a page|Jest) only -->\n\n```js[\s\S]*?```)|<summary>Data to try it with<\/summary>\n\n```js\n([\s\S]*?)```|```js\n([\s\S]*?)```(?:\n+```(?:text)?\n([\s\S]*?)```)?/g;

/** The frame of every piece. */
const frame = `import assert from "node:assert/strict";
const printed = [];
console.log = (...values) => printed.push(values.join(" "));
function same(actual, stated) {
  if (typeof stated === "number") {
    assert.ok(Math.abs(actual - stated) <= 1e-5 * Math.abs(stated), actual + " is not " + stated);
  } else if (typeof stated === "object" && stated !== null) {
    assert.deepEqual(Object.keys(actual), Object.keys(stated));
    for (const key of Object.keys(stated)) same(actual[key], stated[key]);
  } else assert.deepEqual(actual, stated);
}
function said(output) {
  assert.equal(printed.splice(0).join("\\n"), output.trimEnd());
}
`;

/** Turns "expression; // value" into a comparison, if the comment is a value. */
function compared(line) {
  const [, expression, comment] =
    /^(?!\s*(?:const|let|if|import) )(.+); *\/\/ (.+)$/.exec(line) ?? [];
  if (comment === undefined) return line;
  try {
    const value = new Function(`"use strict"; return (${comment})`)();
    return ["string", "number", "boolean", "object"].includes(typeof value)
      ? `same(${expression}, ${comment});`
      : line;
  } catch {
    return line; // words
  }
}

/** A page's code as one module. */
function moduleOf(page) {
  const imports = new Map();
  const withoutImports = (code) =>
    code.replace(/^import \{([^}]*)\} from "([^"]+)";\n/gm, (_, names, from) => {
      const known = imports.get(from) ?? new Set();
      for (const name of names.split(",")) if (name.trim() !== "") known.add(name.trim());
      imports.set(from, known);
      return "";
    });
  let body = "";
  for (const [, given, code, output] of page.matchAll(pieces)) {
    if (given !== undefined) body += withoutImports(given);
    else if (code !== undefined) {
      const lines = withoutImports(code).split("\n").map(compared).join("\n");
      body += `{\n${lines}\n${output === undefined ? "printed.length = 0;" : `said(${JSON.stringify(output)});`}\n}\n`;
    }
  }
  if (body === "") return undefined;
  // Draws are seeded, as the likely output on a page is not certain: one in twenty runs failed otherwise.
  if (imports.get("logstar")?.delete("load")) {
    imports.set("logstar/testing", new Set(["loadForTesting"]));
    body = `const load = () => loadForTesting({ seed: 7 });\nawait load();\n${body}`;
  }
  const head = [...imports].map(
    ([from, names]) => `import { ${[...names].join(", ")} } from "${from}";\n`,
  );
  return head.join("") + frame + body;
}

const folder = join(root, "build/snippets");
mkdirSync(folder, { recursive: true });

function run(name, code) {
  const file = join(folder, `${name.replaceAll("/", "-")}.mjs`);
  writeFileSync(file, code);
  execFileSync("node", [file], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  rmSync(file);
}

for (const page of writtenPages()) {
  const code = moduleOf(readFileSync(join(root, page), "utf8"));
  if (code !== undefined)
    test(`the code in ${page} runs and prints the page's output`, () => run(page, code));
}

test("control: a page that states a wrong value or a wrong output is rejected", () => {
  const wrong = ["1 + 1; // 3\n```", "[1]; // [2]\n```", "console.log(1);\n```\n\n```\n2\n```"];
  const right = ["1 + 1; // 2\n```", "[1]; // [1]\n```", "console.log(1);\n```\n\n```\n1\n```"];
  for (const page of wrong) assert.throws(() => run("control", moduleOf(`\`\`\`js\n${page}`)));
  for (const page of right) run("control", moduleOf(`\`\`\`js\n${page}`));
});
