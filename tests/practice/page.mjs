// docs/practice.md: what people ask most, by default and by the least promise; and defaults beside other ways.
import { tableOfContests } from "./contests/all.mjs";
import { measure } from "./measure.mjs";
import { sheets, toldIn } from "./questions.mjs";
import { inMarkdown, rowsOf, titleOf } from "./table.mjs";

/** The sheets of the page, with the records, epsilons and what is told there. */
const shown = [
  {
    title: "median of records, numbers",
    n: 1000,
    epsilons: [0.1, 0.5, 1],
    told: ["", "delta 1e-8"],
  },
  { title: "median of records, numbers", n: 1000, epsilons: [1], told: ["size"] },
  { title: "0.95-quantile of records, decimals 0 to 1e6", n: 1000, epsilons: [1], told: [""] },
  { title: "quartiles of records, numbers", n: 1000, epsilons: [1], told: ["", "delta 1e-8"] },
  { title: "deciles of records, numbers", n: 1000, epsilons: [1], told: ["", "delta 1e-8"] },
  { title: "deciles of records, numbers", n: 10_000, epsilons: [0.1], told: [""] },
  // Sorting a million takes seconds: each shape once.
  { title: "deciles of records, numbers", n: 1_000_000, epsilons: [1], told: [""], dataSets: 7 },
  {
    title: "interiorPoint of records, numbers",
    n: 100,
    epsilons: [0.2, 0.5],
    told: ["", "delta 1e-8"],
  },
  { title: "SliceSession median of records, numbers", n: 1000, epsilons: [1], told: [""] },
  { title: "median of records, texts", n: 1000, epsilons: [0.1, 1], told: [""] },
  { title: "median of users, numbers", n: 1000, epsilons: [0.1, 1], told: [""] },
  { title: "quartiles of users, numbers", n: 1000, epsilons: [1], told: [""] },
];

const usualSets = 200;
const byPromise = "least-promise";

function* rows() {
  for (const { title, n, epsilons, told, dataSets = usualSets } of shown) {
    const sheet = sheets.find((one) => titleOf(one) === title);
    const cells = epsilons.flatMap((epsilon) =>
      toldIn(sheet)
        .filter(({ name }) => told.includes(name))
        .map((one) => ({ epsilon, told: one })),
    );
    const measured = measure(sheet, n, cells, { dataSets, names: [byPromise] });
    for (const row of rowsOf(sheet, n, measured, [byPromise])) yield [title, ...row];
  }
}

/** @returns {string} the page, measured anew */
export function measuredPage() {
  const head = [
    ...["question", "n", "epsilon", "told", "by default", "it took"],
    ...["usually", "promised", `\`${byPromise}\``],
  ];
  return `# What answers are like

Written by \`npm run bench -- practice --page\`. Each row is ${usualSets} data sets at random places and scales (7 of a
million records), with fixed seeds: log-normal, even, clustered, tied, heavy-tailed, multi-scale and zero-inflated numbers, or texts. Errors are in
ranks: half of the answers miss by at most the first figure, and 95 in 100 by at most the second. Where there is no
answer, the miss is that of the nearest one outside the data. An error of several quantiles is that of each one.

"Usually" and "promised" are what the record states: \`accuracy.usual\` and \`accuracy.error\`. Plan by "usually" if your data
are like these, and by "promised" if others rely on the statement
([both](choosing-an-algorithm.md#what-an-algorithm-promises-and-what-is-usual)). The last column is \`algorithm: "least-promise"\`,
which looks at promises alone. Measured figures promise nothing for other data.

${inMarkdown(head, [...rows()])}

## Counts, items and rules

Here each run is one number, and half of the runs miss by at most the first figure, 95 in 100 by at most the second. The
last column is the best of what else could be had at the same epsilon and delta: another algorithm, variant or option
by name, or "by hand", a dozen lines of script that are as private. Defaults are to miss at most 1.6 times as much, which a
test of the second tier compares. A row "within" a range is told more than the default is.

${tableOfContests()}

\`npm run bench -- practice\` measures every function by every algorithm that can be named, with 100 to 100,000 records and
epsilon from 0.1 to 2. It takes long; \`-- --quick\` takes two minutes, and \`-- --only deciles\` measures some tables.
`;
}
