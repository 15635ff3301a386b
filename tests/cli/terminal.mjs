// The command line as people use it: a separate folder, and one command after the other.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const program = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

export class Terminal {
  folder = mkdtempSync(join(tmpdir(), "logstar-cli-"));

  /** @param {string[]} args @returns {{ status: number | null, out: string, err: string }} */
  run(...args) {
    return this.node([program, ...args]);
  }

  /** @param {string[]} args of node @param {string} [first] the shell command to run before */
  node(args, first = "true") {
    const { status, signal, stdout, stderr } = spawnSync(
      "bash",
      ["-c", `${first}; exec "$@"`, "bash", process.execPath, ...args],
      { cwd: this.folder, encoding: "utf8" },
    );
    // As a shell says it.
    const ended = signal === null ? status : 128 + constants.signals[signal];
    return { status: ended, out: stdout, err: stderr };
  }

  /**
   * Starts a command while others run.
   * @param {{ before?: string[], onError?: (text: string) => void }} how arguments of node, and what hears each
   *   text of standard error
   * @param {string[]} args
   */
  begin({ before = [], onError = () => {} }, ...args) {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [...before, program, ...args], { cwd: this.folder });
      let out = "";
      let stderr = "";
      child.stdout.on("data", (text) => {
        out += text;
      });
      child.stderr.on("data", (text) => {
        stderr += text;
        onError(`${text}`);
      });
      child.on("close", (status) => resolve({ status, out, stderr }));
    });
  }

  path(name) {
    return join(this.folder, name);
  }

  write(name, content) {
    writeFileSync(this.path(name), content);
  }

  read(name) {
    return readFileSync(this.path(name), "utf8");
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Rows of 1,000 people, two each. Everyone in town "north" has 40 and equal values, 100 people of "south" have
 * 90, and one is alone in "lone". At epsilon 100 answers are certain except with probability 1e-9.
 */
export const visits = () => {
  const rows = [];
  for (let row = 0; row < 2000; ++row) {
    const person = row % 1000;
    const town = person === 0 ? "lone" : person <= 100 ? "south" : "north";
    const late = town === "south" ? "yes" : "no";
    rows.push([
      `p${person}`,
      town,
      town === "south" ? 90 : 40,
      `2026-0${row < 1000 ? 1 : 2}-15`,
      late,
    ]);
  }
  return rows;
};

export const names = ["person", "town", "minutes", "day", "late"];

/** Writes rows as a file of one line a row. @param {string} between */
export const delimited = (between) =>
  [names, ...visits()].map((row) => row.join(between)).join("\n");
