// CSV to columns, in chunks, so that a file of any size can be read, watched and cancelled.
import Papa from "papaparse";
import { Column } from "./columns.js";

const noRows = "This file has no rows below its first line, which has to name the columns.";

/**
 * @param {File | string} source
 * @param {{ onProgress?: (share: number, rows: number) => void, isCancelled?: () => boolean }} watch
 * @returns {Promise<{ rows: number, columns: object[], cancelled?: boolean }>}
 */
export function readTable(source, { onProgress, isCancelled = () => false } = {}) {
  return new Promise((resolve, reject) => {
    const table = new TableInProgress();
    const size = typeof source === "string" ? source.length : source.size;
    if (size === 0) throw new Error(noRows);
    Papa.parse(source, {
      skipEmptyLines: "greedy",
      chunkSize: 1 << 20,
      chunk: ({ data, meta }, parser) => {
        if (isCancelled()) {
          resolve({ rows: 0, columns: [], cancelled: true }); // first: abort() calls `complete`
          parser.abort();
          return;
        }
        table.add(data);
        onProgress?.(size === 0 ? 1 : Math.min(1, meta.cursor / size), table.rows);
      },
      complete: () => {
        if (table.rows === 0) reject(new Error(noRows));
        else resolve(table.finish());
      },
      error: (error) => reject(new Error(`This file could not be read: ${error.message}`)),
    });
  });
}

class TableInProgress {
  rows = 0;
  #columns;

  add(rows) {
    if (this.#columns === undefined && rows.length > 0) this.#columns = columnsOf(rows.shift());
    if (rows.length === 0) return;
    this.#columns.forEach((column, index) => column.add(rows, index));
    this.rows += rows.length;
  }

  finish() {
    return { rows: this.rows, columns: this.#columns.map((column) => column.finish()) };
  }
}

/** Names of columns are made different from one another, as choosers tell them apart by name. */
function columnsOf(header) {
  const seen = new Map();
  return header.map((cell, index) => {
    const name = cell.trim() || `column ${index + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return new Column(times === 1 ? name : `${name} (${times})`);
  });
}
