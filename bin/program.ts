// The commands.
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { answer, planned } from "./ask.js";
import { fileOptions } from "./data-options.js";
import { makeLedger, showLedger } from "./ledger-commands.js";
import { collected } from "./lists.js";
import { optionsOf } from "./options.js";
import { type Question, questions } from "./questions.js";

const guide = `
The first steps, for a file in which people have several rows each:
  logstar ledger new budget.json --epsilon 2 --delta 1e-6 --unit user
  logstar median data.csv --column salary --domain 0,1000000,0 --user id --epsilon 0.5 --ledger budget.json
  logstar ledger show budget.json

Every answer reveals a little about each person in the file, and these privacy losses add up. The ledger tracks
the total for one set of people and rejects a question beyond its budget: ask all questions about them with it.
More: docs/command-line.md in the package.`;

export function program(): Command {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const all = new Command("logstar")
    .description(
      "Differentially private answers from files of people's data, which never leave this machine.",
    )
    .version(version)
    .exitOverride() // it throws: the process ends when it has nothing left to do, with all that it said written
    .showHelpAfterError("(logstar --help, or the command with --help, lists commands and options)")
    .configureHelp({ helpWidth: process.stdout.columns ?? 100 })
    .addHelpText("after", guide);
  ledgerCommands(
    all.command("ledger").description("create a budget for a set of people, and show it"),
  );
  for (const question of questions) {
    const command = all
      .command(question.name)
      .description(question.about)
      .argument(
        "<file>",
        "CSV, TSV, NDJSON, JSON, Parquet or Excel, also packed by gzip; - reads standard input",
      );
    dataOptions(command, question);
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
    command.option("--user <column>", 'a column, or "none"; default: a column', "id");
    command.action((written) => planned(question, written));
  }
  return all;
}

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
    .option("--composition <word>", '"basic" (default), or "concentrated" for many small questions')
    .action(makeLedger);
  ledger
    .command("show")
    .description("show the questions so far and the remaining budget")
    .argument("<file>")
    .option("--json", "the whole ledger")
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
