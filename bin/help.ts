// The help of each command: what one needs for a first answer fits a screen, and `--help --all` has the rest.
import type { Command, Help, Option } from "commander";

/** Options beside the necessary ones that a first question may take. */
const often = new Set([
  ...["domain", "delta", "group-by", "groups", "per-user", "edges", "items"],
  ...["decimal", "dates", "plan", "json"],
]);

/** The width of a screen, in letters. */
const width = 80;

/** Whether the help must be whole. */
const isWhole = () => process.argv.includes("--all");

/** The first words of an explanation, up to its first mark. */
function briefly(about: string) {
  const [words = ""] = about.split(/[:;(]|, /);
  return words.trim();
}

function isShown(option: Option) {
  return option.mandatory || often.has(option.long?.replace(/^--(no-)?/, "") ?? "");
}

/** The name of a command with those above it. */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** Lines of names and explanations, each within the screen. */
function rowsOf(rows: [string, string][]) {
  const broad = Math.max(...rows.map(([name]) => name.length));
  const most = width - broad - 4;
  return rows.map(([name, about]) => {
    const words = about.length > most ? `${about.slice(0, most - 1)}…` : about;
    return `  ${name.padEnd(broad)}  ${words}`.trimEnd();
  });
}

function briefHelp(command: Command, help: Help) {
  const shown = command.options.filter(isShown);
  const needed = (option: Option) => (option.mandatory ? " (necessary)" : "");
  const rows = shown.map(
    (option) =>
      [option.flags, briefly(option.description) + needed(option)] satisfies [string, string],
  );
  const commands = help
    .visibleCommands(command)
    .filter((one) => one.name() !== "help")
    .map((one) => [one.name(), briefly(one.description())] satisfies [string, string]);
  const files = command.registeredArguments.map((argument) => ` <${argument.name()}>`).join("");
  const parts = [`${pathOf(command)}${files}${rows.length > 0 ? " [options]" : ""}`];
  if (command.description()) parts.push(`  ${command.description()}`);
  const more =
    shown.length < command.options.length
      ? ["", `All options: ${pathOf(command)} --help --all`]
      : [];
  const lists = [...(rows.length > 0 ? ["", ...rowsOf(rows)] : [])];
  if (commands.length > 0) lists.push("", ...rowsOf(commands));
  return `${[...parts, ...lists, ...more].join("\n")}\n`;
}

/** @param whole commander's own */
export const helpWith = (whole: Help["formatHelp"]): Partial<Help> => ({
  helpWidth: process.stdout.columns ?? 100,
  formatHelp(command, help) {
    return isWhole() ? whole.call(help, command, help) : briefHelp(command, help);
  },
});

/** The help of the program alone: the first steps, and the names of the commands. */
export const guide = `logstar
  Answers about people from files of their data, with differential privacy. The
  files stay on this machine.

The first steps, for a file in which people have several rows each:
  logstar columns data.csv
  logstar ledger new budget.json --epsilon 2 --delta 1e-6 --unit user
  logstar median data.csv --column salary --user id --epsilon 0.5 --ledger budget.json
  logstar ledger show budget.json

Questions:
  median  quantile  quantiles  interior-point  mean  sum  count  count-distinct
  variance  standard-deviation  histogram  top-k  find-bounds  learn-threshold

Every answer reveals a little about each person, and these losses add up. The
ledger keeps the total for one set of people, and rejects what exceeds it.

plan QUESTION shows cost and error beforehand; COMMAND --help shows its options.
More: docs/command-line.md in the package.
`;
