// docs/options.md is generated from the fields that read options, so both always agree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { optionsPage } from "../../scripts/pages/options.mjs";
import { declarations } from "./declared-calls.mjs";

const page = await optionsPage();

test("every option of every declared export is in docs/options.md", () => {
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
