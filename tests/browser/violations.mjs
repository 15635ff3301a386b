// The violations that axe finds on a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The serious and critical violations, one line each. */
export async function violations(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  return page.evaluate(async () => {
    // A page finishes its reaction to a size within two frames.
    for (let frame = 0; frame < 2; ++frame) await new Promise(requestAnimationFrame);
    const found = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return found.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  });
}
