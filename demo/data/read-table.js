// A file to columns.
import { readRows } from "../files/formats.js";
import { Column } from "./columns.js";

/**
 * @param {File | string} source
 * @param {{ multiline?: boolean, format?: string, person?: string | null, onProgress?: (share: number, rows: number) => void, isCancelled?: () => boolean }} how
 * @returns {Promise<{ rows: number, leftOut: number, columns: object[], cancelled?: boolean }>}
 */
export async function readTable(source, how = {}) {
  const { multiline = false, format, person, onProgress, isCancelled = () => false } = how;
  let columns;
  let rows = 0;
  let leftOut = 0;
  for await (const batch of readRows(source, { format, multiline })) {
    if (isCancelled()) return { rows: 0, leftOut: 0, columns: [], cancelled: true };
    columns ??= batch.header.length > 0 ? columnsOf(batch.header, person) : undefined;
    if (batch.rows.length > 0) columns.forEach((column, index) => column.add(batch.rows, index));
    rows += batch.rows.length;
    leftOut = batch.leftOut;
    onProgress?.(batch.share, rows);
  }
  if (rows === 0) throw new Error(noRows(leftOut, columns?.length));
  return { rows, leftOut, columns: columns.map((column) => column.finish()) };
}

function noRows(leftOut, columns) {
  const none = "This file has no rows below its first line, which has to name the columns.";
  if (leftOut === 0) return none;
  return `${none} Lines that were left out: ${leftOut}; none is well formed with ${columns} fields, as the first one is.`;
}

/**
 * The names of a file's columns, before it is read.
 * @param {File | string} source
 * @param {{ multiline?: boolean, format?: string }} how
 * @returns {Promise<string[]>}
 */
export async function readNames(source, how) {
  for await (const { header } of readRows(source, how))
    if (header.length > 0) return namesOf(header);
  throw new Error(noRows(0));
}

/** @param {string[]} header @param {string | null} [person] */
function columnsOf(header, person) {
  return namesOf(header).map((name) => new Column(name, { isPerson: name === person }));
}

/** Names of columns are made different from one another, as choosers tell them apart by name. @param {string[]} header */
function namesOf(header) {
  const seen = new Map();
  return header.map((cell, index) => {
    const name = cell.trim() || `column ${index + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
