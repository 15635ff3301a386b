// The data of the page: a parsed table, column by column. It never leaves this module's callers.
import Papa from "papaparse";

/**
 * @typedef {object} Column
 * @property {string} name
 * @property {string[]} cells as text, one a row
 * @property {Float64Array} numbers the numeric cells only
 * @property {boolean} isNumeric whether nearly all non-empty cells are numbers
 */

/** Parses CSV text or a File into columns. */
export function parseTable(source) {
  return new Promise((resolve, reject) => {
    Papa.parse(source, {
      skipEmptyLines: "greedy",
      complete: ({ data }) => {
        if (data.length < 2) {
          reject(new Error("This file has no rows below its first line, which names the columns."));
        } else resolve(columnsOf(data));
      },
      error: (error) => reject(new Error(`This file could not be read: ${error.message}`)),
    });
  });
}

function columnsOf([header, ...rows]) {
  const columns = header.map((name, index) => {
    const cells = rows.map((row) => (row[index] ?? "").trim());
    const filled = cells.filter((cell) => cell !== "");
    const numbers = Float64Array.from(filled, Number).filter((number) => !Number.isNaN(number));
    const isNumeric = filled.length > 0 && numbers.length >= 0.95 * filled.length;
    return { name: name || `column ${index + 1}`, cells, numbers, isNumeric };
  });
  return { rows: rows.length, columns };
}
