import { readOnce } from "../core/read-once.js";

/** What columns of data are called, and what is said of them beside. */
const names = ["values", "counts", "users", "items", "groups", "orderBy", "perUser", "protects"];
/** By which data are known to be columns. */
const telling = ["values", "users", "items", "groups", "orderBy"];

/** Data in columns with these read once; nothing that a column holds is read. Other data come back as they are. */
export function columnsOnce<Data>(data: Data): Data {
  if (typeof data !== "object" || data === null || ArrayBuffer.isView(data)) return data;
  const isOneColumn = Symbol.iterator in data || "toArray" in data;
  if (isOneColumn || !telling.some((name) => name in data)) return data;
  return readOnce(data, names) as Data;
}

/** The same, read when they are asked for first. */
export function columnsWhenAsked<Data>(data: Data): () => Data {
  let once: Data | undefined;
  return () => {
    once ??= columnsOnce(data);
    return once;
  };
}
