// docs/options.md is made from the fields that read options: it cannot say anything else than they do.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { optionsFile, optionsPage } from "../../scripts/options-page.mjs";
import { declarations } from "./declared-calls.mjs";

const page = await optionsPage();

test("docs/options.md says what the declarations say", () => {
  assert.equal(readFileSync(optionsFile, "utf8"), page, "run node scripts/options-page.mjs");
});

test("every option of everything that is declared is in docs/options.md", () => {
  assert.ok(declarations.length > 30);
  for (const { name, Fields } of declarations) {
    const sections = page.split("\n## ").filter((section) => section.startsWith(`\`${name}\``));
    for (const option of Object.keys(new Fields())) {
      assert.ok(
        sections.some((section) => section.includes(`| \`${option}\` |`)),
        `${name}: ${option}`,
      );
    }
  }
});
