// Links between the documents of the repository lead to existing files and headings.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { writtenPages } from "../../scripts/docs/contents.mjs";
import { root } from "../../scripts/shell.mjs";

const documents = readdirSync(root)
  .filter((name) => name.endsWith(".md"))
  .concat(writtenPages(), "examples/README.md", "proofs/README.md");

/** Text without code, as brackets there are not links and # is not a heading. */
const prose = (text) =>
  text
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]]/g, ""));

/** The anchors that headings get, as repositories on the web show them. */
export function anchors(text) {
  const seen = new Map();
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
    const anchor = words
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** The broken links of a text at a path. */
export function brokenLinks(document, text) {
  return [...prose(text).matchAll(/\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(
    ([link, target, anchor]) => {
      if (/^[a-z]+:/.test(target)) return [];
      const file = target === "" ? document : normalize(join(dirname(document), target));
      const path = join(root, file);
      if (target !== "" && !existsSync(path)) return [`${document}: ${link}: no such file`];
      if (anchor === undefined) return [];
      const there = anchors(prose(target === "" ? text : readFileSync(path, "utf8")));
      return there.includes(anchor) ? [] : [`${document}: ${link}: no such heading`];
    },
  );
}

for (const document of documents) {
  test(`links of ${document}`, () => {
    assert.deepEqual(brokenLinks(document, readFileSync(join(root, document), "utf8")), []);
  });
}

test("control: the check finds a missing file and a missing heading, and ignores code", () => {
  const text =
    "# One `two` [three](x)\n[a](#one-two-three) [b](nowhere.md) [c](../README.md#nowhere) `[d](e)`\n";
  assert.deepEqual(brokenLinks("docs/made-up.md", text), [
    "docs/made-up.md: ](x): no such file",
    "docs/made-up.md: ](nowhere.md): no such file",
    "docs/made-up.md: ](../README.md#nowhere): no such heading",
  ]);
});
