// The progress of a long reading, for a user who waits.

/** The minimum pause between two messages, in milliseconds. */
const patience = 2000;

export class Progress {
  #name;
  #last = performance.now();
  #isShown = false;

  constructor(name: string) {
    this.#name = name;
  }

  show(share: number, rows: number) {
    if (performance.now() - this.#last < patience) return;
    this.#last = performance.now();
    this.#isShown = true;
    const text = `reading ${this.#name}: ${Math.floor(100 * share)}%, ${rows.toLocaleString("en")} rows`;
    process.stderr.write(process.stderr.isTTY ? `\r${text}` : `${text}\n`);
  }

  end() {
    if (this.#isShown && process.stderr.isTTY) process.stderr.write("\n");
  }
}
