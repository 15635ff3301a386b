// The commands.
import { readFileSync } from "node:fs";
import { Command, Help } from "commander";
import { answer, planned } from "./ask.js";
import { showColumns } from "./columns-command.js";
import { fileOptions } from "./data-options.js";
import { engineOptions } from "./engine.js";
import { guide, helpWith } from "./help.js";
import { makeLedger, showLedger } from "./ledger-commands.js";
import { collected } from "./lists.js";
import { optionsOf } from "./options.js";
import { type Question, questions } from "./questions.js";

const fileKinds = "CSV, TSV, NDJSON, JSON, Parquet or Excel, also packed by gzip";

export function program(): Command {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const all = new Command("logstar")
    .description(
      "Differentially private answers from files of people's data, which never leave this machine.",
    )
    .version(version)
    .exitOverride() // it throws: the process ends when it has nothing left to do, with all that it said written
    .showHelpAfterError("(logstar --help, or the command with --help, lists commands and options)")
    .configureHelp(helpWith(Help.prototype.formatHelp));
  all.helpInformation = () => guide;
  ledgerCommands(
    all.command("ledger").description("create a budget for a set of people, and show it"),
  );
  all
    .command("columns")
    .description("show the owner which columns a file has, and how a question would read them")
    .argument("<file>", fileKinds)
    .addHelpText("after", "\nFor example:\n  logstar columns data.csv")
    .action(showColumns);
  fileOptions(all.commands.at(-1)!);
  for (const question of questions) {
    const command = all
      .command(question.name)
      .description(question.about)
      .argument("[file]", `${fileKinds}; - reads standard input`);
    dataOptions(command, question);
    engineOptions(command);
    questionOptions(command, question);
    command.action((file, written) => answer(question, file, written));
    const rest = "--user id --epsilon 0.5 --ledger budget.json";
    command.addHelpText(
      "after",
      `\nFor example:\n  logstar ${question.name} data.csv ${[question.example, rest].filter(Boolean).join(" ")}`,
    );
  }
  const plan = all
    .command("plan")
    .description(
      "show the cost and the accuracy of a question; reads no data and charges no ledger",
    );
  for (const question of questions) {
    const command = plan.command(question.name).description(question.about);
    questionOptions(command, question);
    const example = `logstar plan ${question.name} ${exampleOf(question)}--epsilon 0.5`;
    command.addHelpText("after", `\nFor example:\n  ${example}`);
    command.option("--user <column>", 'a column, or "none"; default: a column', "id");
    command.action((written) => planned(question, written));
  }
  return all;
}

/** Its own options, without columns: a plan has none. */
const exampleOf = ({ example }: Question) =>
  example.replace(/--(column|x|y) \S+ ?/g, "").replace(/(.)$/, "$1 ");

function ledgerCommands(ledger: Command) {
  ledger
    .command("new")
    .description("create a ledger for all questions about one set of people")
    .argument("<file>")
    .requiredOption(
      "--epsilon <number>",
      "the privacy loss of all answers together about one person",
    )
    .option("--delta <number>", "the probability that they reveal more; default 0")
    .requiredOption(
      "--unit <word>",
      'the unit of privacy: "user", a person with all rows, or "record", one row',
    )
    .option("--neighbors <word>", '"add-remove" (default) or "replace"')
    .option("--about <text>", "your words about the people and the data: payroll 2026")
    .option("--composition <word>", '"basic" (default), or "concentrated" for many small questions')
    .addHelpText(
      "after",
      "\nFor example:\n  logstar ledger new budget.json --epsilon 2 --delta 1e-6 --unit user",
    )
    .action(makeLedger);
  ledger
    .command("show")
    .description("show the questions so far and the remaining budget")
    .argument("<file>")
    .option("--json", "the whole ledger")
    .addHelpText("after", "\nFor example:\n  logstar ledger show budget.json")
    .action(showLedger);
}

function dataOptions(command: Command, { columns }: Question) {
  command.optionsGroup("Data:");
  for (const { flag, about } of Object.values(columns)) {
    command.requiredOption(`${flag} <column>`, about);
  }
  command.requiredOption(
    "--user <column>",
    'the column of user ids, or "none" if every row is a different person',
  );
  fileOptions(command);
  command
    .optionsGroup("Ledger:")
    .requiredOption("--ledger <file>", 'a file of `logstar ledger new`, or "none"')
    .optionsGroup("Output:")
    .option("--plan", "only the cost and the accuracy; reads no data and charges nothing")
    .option("--json", "the function's whole result, with the release record");
}

function questionOptions(command: Command, { asks, argument, isOfAll, isOrdered }: Question) {
  if (!isOfAll) {
    command
      .optionsGroup("Groups:")
      .option("--group-by <columns>", "an answer for each group: a column, or several with commas")
      .option(
        "--groups <names>",
        'names of groups, with commas, known beforehand (\'"R&D, Oslo",Sales\'; may be repeated); or "private" for groups with enough people, which takes a delta',
        collected,
      );
  }
  command.optionsGroup("Question:");
  if (argument)
    command.requiredOption(`${argument.flag} <${argument.flag.slice(2)}>`, argument.about);
  for (const option of optionsOf(asks)) command.addOption(option);
  if (isOrdered) {
    command.option(
      "--order-by <column>",
      "for --per-user first or last: the column of dates or numbers that orders a person's rows",
    );
  }
}
