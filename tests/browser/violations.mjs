// The violations that axe finds on a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const bad = ["serious", "critical"];

/**
 * The violations, one line each.
 * @param {object} page
 * @param {{ all?: boolean }} [options] whether moderate and minor ones count: by default serious and critical ones do
 */
export async function violations(page, { all = false } = {}) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  return page.evaluate(
    async (impacts) => {
      // A page finishes its reaction to a size within two frames.
      for (let frame = 0; frame < 2; ++frame) await new Promise(requestAnimationFrame);
      const found = await globalThis.axe.run(document, { resultTypes: ["violations"] });
      return found.violations
        .filter(({ impact }) => impacts === undefined || impacts.includes(impact))
        .map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
        );
    },
    all ? undefined : bad,
  );
}
