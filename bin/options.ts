// The options of a command, from the fields that the library declares.
import { Option } from "commander";
import { answering } from "../dist/tables/table.js";
import { domainOf, writtenDomains } from "./domain.js";
import { flagOf } from "./failures.js";
import { collected, edgesOf, namesOf, numberOf } from "./lists.js";
import { optionWords } from "./words.js";

/** What a command says in words of its own: where data come from, and what pays. */
const own = ["ledger", "groups", "x", "y", "users"];

/**
 * The fields of a question, by their names.
 * @param {string} asks
 * @returns {Record<string, any>}
 */
export function fieldsOf(asks) {
  const { Fields } = answering[asks][1];
  const fields = Object.entries(new Fields());
  return Object.fromEntries(fields.filter(([name]) => !own.includes(name)));
}

/** Options that may be there several times. */
const lists = ["edges", "items"];

/** Questions whose answers a guess of where values lie makes better. */
const guessing = ["median", "quantile", "quantiles", "interiorPoint"];

/** @param {any} field */
const isDomain = ({ kind = "" }) => kind.startsWith("domain");

/**
 * As commander takes them: what they are, is read when all are there.
 * @param {string} asks
 */
export function optionsOf(asks) {
  return Object.entries(fieldsOf(asks)).flatMap(([name, field]) => {
    const about = optionWords[name];
    if (field.kind === "true or false") {
      // Answers of tables abstain unless they are told not to.
      if (name !== "abstain") return [new Option(`--${flagOf(name)}`, about)];
      return [new Option("--no-abstain", `an answer in any case; default: ${about}`)];
    }
    const option = new Option(`--${flagOf(name)} <${wordOf(field)}>`, aboutField(about, field));
    if (lists.includes(name)) option.argParser(collected);
    option.makeOptionMandatory(field.usual === undefined);
    if (!isDomain(field) || !guessing.includes(asks)) return [option];
    return [option, new Option("--expect <from..to>", optionWords.expect)];
  });
}

/** What stands for the value in the help. @param {any} field */
function wordOf(field) {
  const { kind = "" } = field;
  if (isDomain(field)) return "domain";
  if (/^(increasing|list)/.test(kind)) return "list";
  if (/^(whole )?number/.test(kind)) return "number";
  return kind.startsWith('"') ? "word" : kind.startsWith("text") ? "text" : "date";
}

/** @param {string} about @param {any} field */
function aboutField(about, field) {
  const { kind = "" } = field;
  if (isDomain(field)) return `${about}: ${writtenDomains}`;
  return kind.startsWith('"') ? `${about} (${kind.replaceAll('"', "")})` : about;
}

/**
 * What was written, as the library takes it.
 * @param {string} asks
 * @param {Record<string, any>} written by the library's names
 * @returns {{ options: Record<string, any>, cells: string }} `cells`: how the values of the domain are read
 */
export function readOptions(asks, written) {
  /** @type {Record<string, any>} */
  const options = {};
  let cells = "number";
  for (const [name, field] of Object.entries(fieldsOf(asks))) {
    if (isDomain(field) && written.expect !== undefined) written.domain ??= "reals";
    if (written[name] === undefined) continue;
    if (isDomain(field)) {
      const { domain, cells: read } = domainOf(written[name], written.expect);
      options[name] = domain;
      cells = read;
    } else if (name === "edges") options.edges = edgesOf(written.edges);
    else if (name === "items") options.items = namesOf("items", written.items, written.null);
    else options[name] = read(name, field, written[name]);
  }
  if (options.items !== undefined) cells = "text";
  if (options.edges?.[0] instanceof Date) cells = "dates";
  return { options, cells };
}

/**
 * @param {string} name
 * @param {any} field
 * @param {any} written
 */
function read(name, { kind = "" }, written) {
  if (typeof written !== "string") return written; // a flag
  if (!kind.includes("number")) return perhapsNumber(name, written);
  if (kind.includes('"') && !/\d/.test(written)) return written; // a word, as "spread"
  return numberOf(name, written);
}

/** One value a user is a word for ranks, and a number for all else. @param {string} name @param {string} written */
const perhapsNumber = (name, written) =>
  name === "perUser" && /^\d+$/.test(written) ? Number(written) : written;
