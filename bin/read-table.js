// A file to the columns that a question needs, piece by piece: what is not needed is not kept.
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { formatOf, readRows } from "../demo/files/formats.js";
import { columnOf } from "./columns.js";
import { Failure } from "./failures.js";

/** A file of a disk, to be read like one of a page. */
class FileSource {
  #handle;

  /**
   * @param {import("node:fs/promises").FileHandle} handle
   * @param {number} size
   */
  constructor(handle, size) {
    this.#handle = handle;
    this.size = size;
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  slice(start, end) {
    const arrayBuffer = async () => {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, this.size) - start));
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await this.#handle.read(bytes, at, bytes.length - at, start + at);
        if (bytesRead === 0) throw new Failure("the file became shorter while it was read");
        at += bytesRead;
      }
      return bytes.buffer;
    };
    return { arrayBuffer };
  }
}

/**
 * @param {string} path
 * @param {Record<string, { column: string, flag: string, cells: string }>} wanted by what they are for: which
 *   column, the option that named it, and what its cells have to be
 * @param {{ format?: string, multiline?: boolean, onProgress: (share: number, rows: number) => void }} how
 * @returns {Promise<{ columns: Record<string, any>, rows: number, leftOut: number }>}
 */
export async function readTable(path, wanted, { format = formatOf(path), multiline, onProgress }) {
  const handle = await open(path).catch((error) => {
    throw new Failure(`${path} cannot be read: ${reasonOf(error)}`);
  });
  try {
    const { size } = await handle.stat();
    const needed = Object.values(wanted).map(({ column }) => column);
    const batches = readRows(/** @type {any} */ (new FileSource(handle, size)), {
      ...{ format, multiline, columns: needed },
    });
    return await filled(path, batches, wanted, onProgress);
  } finally {
    await handle.close();
  }
}

/**
 * @param {string} path
 * @param {AsyncGenerator<import("../demo/files/csv.js").Batch>} batches
 * @param {Parameters<typeof readTable>[1]} wanted
 * @param {(share: number, rows: number) => void} onProgress
 */
async function filled(path, batches, wanted, onProgress) {
  const columns = Object.entries(wanted).map(([name, one]) => ({
    ...{ ...one, name, place: -1, into: columnOf(one.cells) },
  }));
  let isPlaced = false;
  let rows = 0;
  let leftOut = 0;
  for await (const batch of batches) {
    if (!isPlaced && batch.header.length > 0) {
      const names = batch.header.map((name) => name.trim());
      for (const one of columns) one.place = placeOf(path, names, one);
      isPlaced = true;
    }
    for (const { place, into } of columns) for (const row of batch.rows) into.push(row[place]);
    rows += batch.rows.length;
    leftOut = batch.leftOut;
    onProgress(batch.share, rows);
  }
  if (!isPlaced) throw new Failure(`${path} is empty: its first line has to name the columns`);
  const found = columns.map(({ name, into }) => [name, into.finish()]);
  return { columns: Object.fromEntries(found), rows, leftOut };
}

/**
 * @param {string} path
 * @param {string[]} names
 * @param {{ column: string, flag: string }} wanted
 */
function placeOf(path, names, { column, flag }) {
  const place = names.indexOf(column);
  const known = names.join(", ");
  if (place < 0) {
    throw new Failure(`${flag} must be a column of ${basename(path)} (${known}), got ${column}`);
  }
  if (names.lastIndexOf(column) !== place) {
    throw new Failure(`${flag}: ${basename(path)} has two columns ${column}; rename one`);
  }
  return place;
}

/** What went wrong, without the words of system calls. @param {any} error */
export function reasonOf(error) {
  const reasons = {
    ENOENT: "there is no such file",
    EACCES: "it may not be opened",
    EISDIR: "it is a folder",
    ENOSPC: "the disk is full",
    EFBIG: "it may not become so large",
    EROFS: "the disk cannot be written",
  };
  return reasons[error?.code] ?? error?.message ?? `${error}`;
}
