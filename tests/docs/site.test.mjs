// The built documentation site: it has every page, every link resolves, and it loads nothing from elsewhere.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { contents } from "../../scripts/docs/contents.mjs";
import { site } from "../../scripts/docs.mjs";
import { root } from "../../scripts/shell.mjs";

const pages = new Map(
  readdirSync(site, { recursive: true })
    .filter((name) => name.endsWith(".html"))
    .map((name) => [name, readFileSync(join(site, name), "utf8")]),
);

/** The broken links of a page. */
function brokenLinks(name, html) {
  const links = [...html.matchAll(/<(a|script|link|img|use)\b[^>]*?\s(?:href|src)="([^"]*)"/g)];
  return links.flatMap(([, element, link]) => {
    if (/^[a-z]+:/.test(link)) return element === "a" ? [] : [`${name} loads ${link}`];
    const [target, anchor] = link.split("#");
    let file = target === "" ? name : normalize(join(dirname(name), decodeURI(target)));
    if (file.endsWith("/") || file === ".") file = join(file, "index.html");
    if (!existsSync(join(site, file))) return [`${name} leads to ${link}, which is not there`];
    if (!anchor || element !== "a") return [];
    const there = (file === name ? html : pages.get(file))?.includes(`id="${decodeURI(anchor)}"`);
    return there ? [] : [`${name} leads to ${link}, where there is no such place`];
  });
}

test("every page of docs/ exists, under its own path", () => {
  for (const { file } of contents()) {
    assert.ok(pages.has(file.replace(/^docs\//, "").replace(/\.md$/, ".html")), file);
  }
});

test("every export of the package has a page", () => {
  const index = readFileSync(join(root, "web/index.ts"), "utf8");
  const exported = [...index.matchAll(/^export \{ ([^}]+) \}/gm)].flatMap(([, names]) =>
    names.split(", "),
  );
  assert.ok(exported.length > 30);
  const documented = [...pages.keys()].map(
    (name) => /^api\/\w+\/logstar\.(\w+)\.html$/.exec(name)?.[1],
  );
  assert.deepEqual(
    exported.filter((name) => !documented.includes(name)),
    [],
  );
});

test("every link leads somewhere, and nothing loads from another host", () => {
  assert.ok(pages.size > 100);
  assert.deepEqual(
    [...pages].flatMap(([name, html]) => brokenLinks(name, html)),
    [],
  );
});

test("control: the check finds a missing page, a missing anchor and a foreign script", () => {
  const html = '<a href="x.html">a</a><a href="#x">b</a><script src="https://x.org/x.js"></script>';
  assert.deepEqual(brokenLinks("index.html", html), [
    "index.html leads to x.html, which is not there",
    "index.html leads to #x, where there is no such place",
    "index.html loads https://x.org/x.js",
  ]);
});
