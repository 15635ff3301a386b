import { readOnce } from "../core/read-once.js";

/** The names of data columns and of the facts beside them. */
const names = ["values", "counts", "users", "items", "groups", "orderBy", "perUser", "protects"];
/** Names that mark data as columns. */
const telling = ["values", "users", "items", "groups", "orderBy"];

/** Data in columns, with these read once; it reads no value. Other data come back as they are. */
export function columnsOnce<Data>(data: Data): Data {
  if (typeof data !== "object" || data === null || ArrayBuffer.isView(data)) return data;
  const isOneColumn = Symbol.iterator in data || "toArray" in data;
  if (isOneColumn || !telling.some((name) => name in data)) return data;
  return readOnce(data, names) as Data;
}

/** Columns of data, read on first request. */
export function columnsWhenAsked<Data>(data: Data): () => Data {
  let once: Data | undefined;
  return () => {
    once ??= columnsOnce(data);
    return once;
  };
}
