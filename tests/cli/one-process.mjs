// The command line as people use it, but with all commands in one process: for tests of questions and answers.
// The other tests, and those of the installed package, check that a command works in a separate process.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { program, Terminal } from "./terminal.mjs";

const commands = fileURLToPath(new URL("many-commands.mjs", import.meta.url));

export class OneProcess extends Terminal {
  #process = fork(commands, [program], { cwd: this.folder, execArgv: [] });
  #stopped = once(this.#process, "exit").then(([status]) => {
    throw new Error(`the process of commands ended with ${status}`);
  });

  /** @param {string[]} args @returns {Promise<{ status: number, out: string, err: string }>} */
  async run(...args) {
    this.#process.send(args);
    const [ended] = await Promise.race([once(this.#process, "message"), this.#stopped]);
    return ended;
  }

  /** @returns {Promise<any>} the JSON answer of a command */
  async json(...args) {
    const { status, out, err } = await this.run(...args, "--json");
    if (status !== 0) throw new Error(err);
    return JSON.parse(out);
  }

  remove() {
    this.#process.disconnect();
    super.remove();
  }
}
