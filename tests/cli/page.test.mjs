// The command-line page shows the output of the commands, except for drawn numbers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { program, Terminal } from "./terminal.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs/command-line.md"), "utf8");

/** The commands of the page, each with its output. */
const examples = [...page.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block]) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const end = text.indexOf("\n");
      return { command: text.slice(0, end), output: text.slice(end + 1).trimEnd() };
    }),
);

/** Drawn values lie between 40,000 and 80,000; all other numbers are the same in every run, except the date. */
const undrawn = (text) =>
  text
    .replace(/^( {2}\S* *)[4-7]\d{4}$/gm, "$1drawn")
    .replace(/^ {2}20\d\d-\d\d-\d\d/gm, "  today");

test("the page shows the output of its commands", () => {
  const terminal = new Terminal();
  try {
    const [, code] = /```mjs\n([\s\S]*?)```/.exec(page);
    terminal.write("make.mjs", code);
    terminal.node(["make.mjs"]);
    assert.ok(examples.length >= 6);
    for (const { command, output } of examples) {
      const line = command.replace(/^npx logstar/, '"$0" "$1"');
      const printed = execFileSync("bash", ["-c", line, process.execPath, program], {
        cwd: terminal.folder,
        encoding: "utf8",
      });
      // The first two groups may lack a median: with 1,320 people this is e^-300 times as likely.
      assert.equal(undrawn(printed.trimEnd()), undrawn(output), command);
    }
  } finally {
    terminal.remove();
  }
});

test("the page and the help write domains in the same way", async () => {
  const { writtenDomains } = await import("../../build/programs/bin/domain.js");
  const plain = page
    .replace(/[`\n]+/g, " ")
    .replace(/\s+/g, " ")
    .replaceAll(" ,", ",")
    .replaceAll(" )", ")");
  assert.ok(
    plain.replaceAll("( ", "(").includes(writtenDomains.replace(/, /g, ", ")),
    writtenDomains,
  );
});
