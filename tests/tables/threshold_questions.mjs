// The tables of docs/sparse-vector-figures.md: the accuracy of threshold queries by each mechanism. A test
// compares the two.
import { load, plan } from "logstar";

const budget = { epsilon: 1, delta: 1e-6 };
const columns = ["AboveThreshold", "charging", "sampled", "laplace charging", "paper"];
const number = (value) => (value < 100 ? value.toFixed(1) : Math.ceil(value).toLocaleString("en"));

function table(head, rows) {
  console.log(`| ${head.join(" | ")} |\n|${"---|".repeat(head.length)}`);
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
  console.log();
}

/** One row of the plan: a number for each method, with the best value of `cell` in bold. */
function row(stream, names, cell, best) {
  const plans = plan.thresholdQuestions({ ...budget, ...stream });
  return names.map((name) => {
    const found = plans.find(({ algorithm }) => algorithm === name);
    if (found === undefined) return "-";
    return best(found) ? `**${cell(found)}**` : cell(found);
  });
}

const scale = ({ noiseScale }) => number(noiseScale);
const width = ({ sureYesAbove, sureNoBelow }) => number(sureYesAbove + sureNoBelow);
const sides = ({ sureYesAbove, sureNoBelow }) => `${number(sureNoBelow)} + ${number(sureYesAbove)}`;
const none = () => false;
const chosen = (found) => found.chosen;

await load();
console.log("## Noise scale of a question, in records\n");
const common = { threshold: 1000, questions: 1000 };
table(
  ["k (yeses a record)", ...columns.slice(1)],
  [1, 2, 5, 10, 50, 200, 1000].map((perRecord) => [
    perRecord.toLocaleString("en"),
    ...row({ ...common, perRecord, answers: 1 }, columns.slice(1), scale, none),
  ]),
);
table(
  ["c (yeses in all)", columns[0]],
  [1, 10, 30, 100, 300, 1000, 10_000].map((answers) => [
    answers.toLocaleString("en"),
    ...row({ ...common, perRecord: 1, answers }, columns.slice(0, 1), scale, none),
  ]),
);

for (const questions of [1000, 1_000_000]) {
  console.log(`## Sure no + sure yes, ${questions.toLocaleString("en")} questions\n`);
  const rows = [];
  for (const threshold of [100, 1000, 100_000]) {
    for (const perRecord of [1, 10, 100]) {
      for (const answers of [1, 30, 1000]) {
        if (answers < perRecord) continue; // a record cannot be in more yeses than the total
        const stream = { threshold, questions, perRecord, answers };
        rows.push([
          threshold.toLocaleString("en"),
          perRecord,
          answers.toLocaleString("en"),
          ...row(stream, columns.slice(0, 3), sides, chosen),
          ...row(stream, columns.slice(3), width, none),
        ]);
      }
    }
  }
  table(
    ["threshold", "k", "c", ...columns.slice(0, 3), `${columns[3]}, width`, `${columns[4]}, width`],
    rows,
  );
}
