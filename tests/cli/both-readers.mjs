// One file through the command line and through the page's reader. At epsilon 100 a count half a person off has
// e^-50.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import { readTable } from "../../build/programs/demo/data/read-table.js";
import { OneProcess } from "./one-process.mjs";

export const people = (count) => Array.from({ length: count }, (_, i) => i);

export class BothReaders extends OneProcess {
  #connection;

  /** Makes the ledger that no stopped command may charge. */
  async begin() {
    this.#connection = await (await DuckDBInstance.create()).connect();
    await this.run(..."ledger new budget.json --epsilon 1000 --unit user".split(" "));
  }

  remove() {
    this.#connection.closeSync();
    super.remove();
  }

  asked(line, ledger, more) {
    return this.run(...line.split(" "), ...more, "--epsilon", "100", "--ledger", ledger);
  }

  ask(line, ...more) {
    return this.asked(line, "none", more);
  }

  /** The message of a command that stops before the charge. */
  async stopped(line, ...more) {
    const ledger = this.read("budget.json");
    const { status, out, err } = await this.asked(line, "budget.json", more);
    assert.equal(out, "", line);
    assert.equal(this.read("budget.json"), ledger, "nothing is charged");
    return { status, err };
  }

  /** The first line of the answer. */
  async answered(line, ...more) {
    const { status, out, err } = await this.ask(line, ...more);
    assert.equal(status, 0, err);
    return { value: out.split("\n")[1].trim(), err };
  }

  /** A file in both forms: on disk, and as a page opens it. */
  made(name, content) {
    this.write(name, content);
    return new File([content], name);
  }

  async parquet(name, query) {
    await this.#connection.run(`COPY (${query}) TO '${this.path(name)}' (FORMAT parquet)`);
    return new File([readFileSync(this.path(name))], name);
  }
}

/** How the page reads a column. */
export async function columnIn(file, name, how) {
  const { columns, ...rest } = await readTable(file, how);
  return { ...columns.find((column) => column.name === name), ...rest };
}
