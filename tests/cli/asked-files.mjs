// A ledger and both readers, for tests of one file after another.
import { after, before } from "node:test";
import { BothReaders } from "./both-readers.mjs";

export const terminal = new BothReaders();
before(() => terminal.begin());
after(() => terminal.remove());

export const ask = (...args) => terminal.ask(...args);
export const stopped = (...args) => terminal.stopped(...args);
export const answered = (...args) => terminal.answered(...args);
export const made = (name, content) => terminal.made(name, content);
export const parquet = (name, query) => terminal.parquet(name, query);
