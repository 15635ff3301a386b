// What answers are like: the default beside each algorithm that can be named, in ranks that they miss by. Fixed seeds;
// `--quick` takes two minutes, `--only WORD` runs the tables with this word in their title, `--page` writes
// docs/practice.md.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPackage } from "../../scripts/build.mjs";
import { setUpWasm } from "../../scripts/setup.mjs";
import { main, root, say } from "../../scripts/shell.mjs";

const quickly = { dataSets: 28, epsilons: [0.1, 1], n: [1000] };

main(async () => {
  const { values: asked } = parseArgs({
    options: {
      quick: { type: "boolean" },
      only: { type: "string" },
      page: { type: "boolean" },
    },
  });
  setUpWasm();
  await buildPackage();
  const { loadForTesting } = await import("../../dist/testing.js");
  await loadForTesting({ seed: 1 });
  if (asked.page) {
    const { measuredPage } = await import("./page.mjs");
    writeFileSync(join(root, "docs/practice.md"), measuredPage());
    return;
  }
  const { sheets, toldIn } = await import("./questions.mjs");
  const { measure } = await import("./measure.mjs");
  const { tableOf, titleOf } = await import("./table.mjs");
  const { contests, tableOfContests } = await import("./contests/all.mjs");
  const wanted = sheets.filter((sheet) => titleOf(sheet).includes(asked.only ?? ""));
  const wantedContests = contests.filter(({ title }) => title.includes(asked.only ?? ""));
  if (wanted.length + wantedContests.length === 0) {
    const titles = [...sheets.map(titleOf), ...contests.map(({ title }) => title)];
    throw new Error(`--only must be in one of ${titles.join("; ")}, got ${asked.only}`);
  }
  if (wanted.length > 0) {
    say(
      "Misses in ranks, half of them at most and 95 in 100 at most; where there is no answer, those of the nearest one outside the data",
    );
  }
  for (const sheet of wanted) {
    const epsilons = asked.quick ? quickly.epsilons : [0.1, 0.5, 1, 2];
    const cells = epsilons.flatMap((epsilon) => toldIn(sheet).map((told) => ({ epsilon, told })));
    const some = asked.quick ? sheet.n.filter((n) => quickly.n.includes(n)) : sheet.n;
    const dataSets = Math.min(sheet.dataSets, asked.quick ? quickly.dataSets : sheet.dataSets);
    const parts = some.map((n) => ({ n, measured: measure(sheet, n, cells, { dataSets }) }));
    console.log(`\n### ${titleOf(sheet)} (${dataSets} data sets)\n\n${tableOf(sheet, parts)}`);
  }
  if (wantedContests.length > 0) {
    say("Misses in the unit of each question, of half of the runs and of 95 in 100");
    const runs = asked.quick ? 12 : undefined;
    console.log(`\n${tableOfContests({ runs, contests: wantedContests })}`);
  }
});
