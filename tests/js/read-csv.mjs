// Reads a whole CSV file in pieces.
import { readCsv } from "../../build/programs/demo/files/csv.js";
import { textOf } from "../../build/programs/demo/files/text.js";

/** Reads a whole file: bytes as a Blob or text, in pieces of a number of bytes or letters. */
export async function readAll(content, { pieces = 2 ** 20, ...options } = {}) {
  const source =
    typeof content === "string"
      ? cut(content, pieces)
      : textOf(new Blob(content), { size: pieces, isStrict: options.lost === undefined });
  const all = { header: [], rows: [], leftOut: 0 };
  for await (const { header, rows, malformed } of readCsv(source, options)) {
    Object.assign(all, { header, leftOut: malformed.count });
    all.rows.push(...rows);
  }
  return all;
}

async function* cut(text, size) {
  for (let at = 0; at < text.length; at += size)
    yield { text: text.slice(at, at + size), share: 1 };
}

export const rowsOf = async (content, options) => (await readAll(content, options)).rows;
