// Finishes each page of the documentation site after TypeDoc has written it.
import { createHash } from "node:crypto";

/** @param {{ contents?: string, url: string }} page */
export function finishPage(page, pages) {
  if (page.contents === undefined) return;
  page.contents = withPolicy(linkProofs(page, pages));
}

/** Allows only the site's own files, and the few scripts that TypeDoc writes into each page. */
function withPolicy(html) {
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  const policy = `default-src 'none'; script-src 'self' ${[...new Set(inline)].join(" ")}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' data:; base-uri 'none'; form-action 'none'`;
  return html.replace(
    '<meta charset="utf-8"/>',
    `$&<meta http-equiv="Content-Security-Policy" content="${policy}"/>`,
  );
}

/** "docs/guarantees/top-k.md" in a comment leads to that page. */
function linkProofs({ contents, url }, pages) {
  const up = "../".repeat(url.split("/").length - 1);
  const known = new Set(pages.map(({ file }) => file));
  return contents.replace(/(?<![\w/">])docs\/[\w/-]+\.md/g, (file) =>
    known.has(file)
      ? `<a href="${up}${file.slice(5).replace(/\.md$/, ".html")}">${file}</a>`
      : file,
  );
}
