// The options of a command, from the fields that the library declares.
import { Option } from "commander";
import type { Needed, Optional } from "#dist/core/fields.js";
import { answering } from "#dist/tables/table.js";
import { domainOf, writtenDomains } from "./domain.js";
import { Failure, flagOf } from "./failures.js";
import { collected, edgesOf, namesOf, numberOf } from "./lists.js";
import type { WrittenNotation } from "./notations.js";
import { optionWords } from "./words.js";

/** Options that the commands define themselves: the source of the data, and the ledger. */
const own = ["ledger", "groups", "x", "y", "users"];

/** The words of a command by the library's names: text, flags, and lists of repeatable options. */
export interface Written extends WrittenNotation {
  [name: string]: string | string[] | boolean | number | undefined;
  user: string;
  ledger?: string;
  label?: string;
  json?: boolean;
  groupBy?: string;
  groups?: string[];
  orderBy?: string;
  expect?: string;
  rowsPerUser?: string;
  /** only the cost and the accuracy */
  plan?: boolean;
  edges?: string[];
  items?: string[];
}

type Field = Needed<unknown> | Optional<unknown>;

/** The fields of a question, by their names. */
export function fieldsOf(asks: string): Record<string, Field> {
  const { Fields } = answering[asks]![1] as { Fields: new () => Record<string, Field> };
  const fields = Object.entries(new Fields());
  return Object.fromEntries(fields.filter(([name]) => !own.includes(name)));
}

/** Options that may be there several times. */
const lists = ["edges", "items"];

/** Questions whose answers improve with a guess of the range of values. */
const guessing = ["median", "quantile", "quantiles", "interiorPoint"];

/** Ranks of rows: `--per-user` with a number, by a name of its own. */
const rowsPerUser = () =>
  new Option(
    "--rows-per-user <number>",
    "ranks of rows instead of people: at most this number of rows of a person count, each once",
  );

const isDomain = ({ kind = "" }: Field) => kind.startsWith("domain");

/** Options for commander; `readOptions` reads their values together. */
export function optionsOf(asks: string) {
  return Object.entries(fieldsOf(asks)).flatMap(([name, field]) => {
    const about = optionWords[name];
    if (field.kind === "true or false") {
      // Answers of tables abstain by default.
      if (name !== "abstain") return [new Option(`--${flagOf(name)}`, about)];
      return [new Option("--no-abstain", `an answer in any case; default: ${about}`)];
    }
    const option = new Option(`--${flagOf(name)} <${wordOf(field)}>`, aboutField(about!, field));
    if (lists.includes(name)) option.argParser(collected);
    option.makeOptionMandatory(field.fallback === undefined);
    if (name === "perUser" && guessing.includes(asks)) return [option, rowsPerUser()];
    if (!isDomain(field) || !guessing.includes(asks)) return [option];
    return [option, new Option("--expect <from,to>", optionWords.expect)];
  });
}

/** The placeholder for the value in the help. */
function wordOf(field: Field) {
  const { kind = "" } = field;
  if (isDomain(field)) return "domain";
  if (/^(increasing|list)/.test(kind)) return "list";
  if (/^(whole )?number/.test(kind)) return "number";
  return kind.startsWith('"') ? "word" : kind.startsWith("text") ? "text" : "date";
}

function aboutField(about: string, field: Field) {
  const { kind = "" } = field;
  if (isDomain(field)) return `${about}: ${writtenDomains}`;
  return kind.startsWith('"') ? `${about} (${kind.replaceAll('"', "")})` : about;
}

/**
 * The options as the library takes them.
 * @param written by the library's names
 * @param empty words for an empty cell of the items
 * @returns `cells`: how the values of the domain are read
 */
export function readOptions(
  asks: string,
  written: Written,
  empty?: readonly string[],
): { options: Record<string, unknown>; cells: string } {
  const options: Record<string, unknown> = {};
  let cells = "number";
  for (const [name, field] of Object.entries(fieldsOf(asks))) {
    if (isDomain(field) && written.expect !== undefined) written.domain ??= "reals";
    if (written[name] === undefined) continue;
    if (isDomain(field)) {
      const { domain, cells: read } = domainOf(written[name] as string, written.expect);
      options[name] = domain;
      cells = read;
    } else if (name === "edges") options.edges = edgesOf(written.edges!);
    else if (name === "items") options.items = namesOf("items", written.items!, empty);
    else options[name] = read(name, field, written[name]);
  }
  if (written.rowsPerUser !== undefined) {
    if (written.perUser !== undefined) {
      throw new Failure("--rows-per-user and --per-user must not be given together");
    }
    options.perUser = numberOf("rowsPerUser", written.rowsPerUser);
  }
  if (options.items !== undefined) cells = "text";
  if ((options.edges as unknown[] | undefined)?.[0] instanceof Date) cells = "dates";
  return { options, cells };
}

function read(name: string, { kind = "" }: Field, written: Written[string]) {
  if (typeof written !== "string") return written; // a flag
  if (!kind.includes("number")) return perhapsNumber(name, written);
  if (kind.includes('"') && !/\d/.test(written)) return written; // a word, as "spread"
  return numberOf(name, written);
}

/** One value a user is a word for ranks, and a number for all else. */
const perhapsNumber = (name: string, written: string) =>
  name === "perUser" && /^\d+$/.test(written) ? Number(written) : written;
