// The kind of a file, by its first bytes, or else by its name. A kind that is not read is refused by name, with
// what to do.

import type { Flow } from "./bytes.js";

/** The endings of names for each format. */
const endings: Record<string, string[]> = {
  csv: ["csv", "txt"],
  tsv: ["tsv", "tab"],
  ndjson: ["ndjson", "jsonl"],
  json: ["json"],
  parquet: ["parquet", "pq"],
  xlsx: ["xlsx", "xlsm"],
};

/** The formats, by the names that people know them by. */
export const formats = Object.keys(endings);

/** The format by a file's name; CSV by default. */
export function formatOf(name: string) {
  const ending = endingOf(name);
  return formats.find((format) => endings[format]!.includes(ending)) ?? "csv";
}

const endingOf = (name: string) => name.toLowerCase().split(".").at(-1) ?? "";

/** An unsupported kind, with a remedy. */
export class NotRead extends Error {
  constructor(what: string, remedy: string) {
    super(`the file is ${what}; ${remedy}`);
  }
}

const sheet = "save it as .xlsx or CSV";
const toParquet = "save it as Parquet";
const asCsv = "save it as CSV or Parquet";
const unpack = (program: string) => `unpack it first (${program})`;
const picture = ["a picture, not a table", "choose a file of rows"] as const;

/** The first bytes of unsupported kinds, as bytes or letters. */
const beginnings: [number[] | string, string, string][] = [
  [[0x1f, 0x8b], "packed by gzip twice", unpack("gunzip")],
  [[0x28, 0xb5, 0x2f, 0xfd], "packed by Zstandard", unpack("unzstd")],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "packed by xz", unpack("unxz")],
  ["BZh", "packed by bzip2", unpack("bunzip2")],
  [[0x37, 0x7a, 0xbc, 0xaf], "a 7z archive", unpack("7z x")],
  [[0xd0, 0xcf, 0x11, 0xe0], "an old Excel workbook (.xls) or another old Office file", sheet],
  [[0x89, 0x50, 0x4e, 0x47], picture[0], picture[1]],
  [[0xff, 0xd8, 0xff], picture[0], picture[1]],
  ["GIF8", picture[0], picture[1]],
  ["%PDF", "a PDF, not a table", "choose the file of rows behind it"],
  ["PARE", "an encrypted Parquet file", "write it without encryption"],
  ["ARROW1", "an Arrow file", toParquet],
  [[0xff, 0xff, 0xff, 0xff], "an Arrow stream", toParquet],
  ["FEA1", "a Feather file", toParquet],
  ["Obj\u0001", "an Avro file", toParquet],
  ["ORC", "an ORC file", toParquet],
  ["SQLite format 3", "a SQLite database", "save the table as CSV"],
  [[0x89, 0x48, 0x44, 0x46], "an HDF5 file", asCsv],
  ["$FL2", "a file of SPSS", sheet],
  ["<stata_dta>", "a file of Stata", sheet],
  [[0xff, 0xfe, 0, 0], "text in UTF-32", "save it as UTF-8"],
];

/** Kinds by ending, for files whose first bytes decide nothing. */
const otherEndings: Record<string, [string, string]> = {
  ...{ ods: ["called a sheet, but is not one", sheet] },
  ...{ xls: ["called an old workbook, but is not one", sheet] },
  ...{ avro: ["called an Avro file, but is not one", toParquet], orc: ["called ORC", toParquet] },
  ...{ arrow: ["called an Arrow file", toParquet], feather: ["called a Feather file", toParquet] },
  ...{ sav: ["a file of SPSS", sheet], dta: ["a file of Stata", sheet] },
  ...{ sas7bdat: ["a file of SAS", sheet], rds: ["a file of R", sheet], db: ["a database", sheet] },
  ...{
    gz: ["called a packed file, but is not one", "rename it by its real kind"],
    xml: ["XML", asCsv],
  },
};

/** The number of bytes that the check reads. */
const mostLooked = 4096;

/**
 * The format of a file.
 * @returns one of `formats`
 * @throws {NotRead}
 */
export async function formatIn(
  source: Flow | string,
  {
    name = "",
    format,
    encoding,
  }: {
    /** the file's */
    name?: string;
    /** if given, the name does not matter */
    format?: string | undefined;
    /** if given */
    encoding?: string | undefined;
  } = {},
): Promise<string> {
  const bytes = await firstOf(source);
  if (begins(bytes, "PAR1")) return "parquet";
  for (const [beginning, what, remedy] of beginnings) {
    if (begins(bytes, beginning)) throw new NotRead(what, remedy);
  }
  if (begins(bytes, "PK\u0003\u0004")) return archiveOf(bytes);
  const text = textIn(bytes, encoding);
  const found = format ?? formatOf(name);
  if (found === "parquet")
    throw new NotRead("not a Parquet file, which begins with PAR1", "name its kind by --format");
  if (found === "xlsx")
    throw new NotRead("called a workbook, but is not one", "name its kind by --format");
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) throw new NotRead("HTML or XML", asCsv);
  if (format === undefined && (found === "csv" || found === "json"))
    return textFormatOf(text, endingOf(name));
  return found;
}

async function firstOf(source: Flow | string) {
  if (typeof source === "string") return new TextEncoder().encode(source.slice(0, mostLooked));
  return source.first(mostLooked);
}

function begins(bytes: Uint8Array, beginning: number[] | string) {
  const wanted =
    typeof beginning === "string"
      ? Array.from(beginning, (letter) => letter.charCodeAt(0))
      : beginning;
  return wanted.every((byte, at) => bytes[at] === byte);
}

/** A zip archive reveals its contents by the names in it: a workbook, or what is not read. */
function archiveOf(bytes: Uint8Array) {
  const text = new TextDecoder("windows-1252").decode(bytes);
  if (/opendocument\.spreadsheet/.test(text)) {
    throw new NotRead("an OpenDocument sheet", sheet);
  }
  if (/\[Content_Types\]\.xml|\bxl\/|docProps\//.test(text)) return "xlsx";
  throw new NotRead("a zip archive", unpack("unzip"));
}

/** The letters it begins with. */
function textIn(bytes: Uint8Array, encoding: string | undefined) {
  const isWide =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (encoding === undefined && !isWide) {
    const end = bytes.findIndex((byte) => byte === 10 || byte === 13);
    if (bytes.subarray(0, end < 0 ? bytes.length : end).includes(0)) {
      throw new NotRead(
        "of an unsupported kind: its first line contains zero bytes, as in files of numbers or UTF-16 text without a mark",
        "save it as CSV in UTF-8, or name its encoding (utf-16le)",
      );
    }
  }
  const label = encoding ?? (isWide ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8");
  return new TextDecoder(label).decode(bytes);
}

/**
 * Text of undeclared format. A file named NDJSON never comes here: its first line is a person's.
 */
function textFormatOf(text: string, ending: string) {
  if (/^\s*\[\s*(\{|\]|$)/.test(text)) return "json";
  if (/^\s*\[\s*[[{"\d-]/.test(text)) {
    throw new NotRead("a JSON array of lists or values", "write an array of objects, with names");
  }
  if (/^\s*\{\s*("|\}|$)/.test(text)) {
    if (/^\s*\{[ \t]*[\r\n]/.test(text)) {
      throw new NotRead(
        "a JSON object of several lines",
        "write one object a line (NDJSON), as `jq -c .` does",
      );
    }
    return "ndjson";
  }
  if (ending === "json") {
    throw new NotRead("called JSON, but is not", "name its kind by --format");
  }
  const other = otherEndings[ending];
  if (other) throw new NotRead(...other);
  return "csv";
}
