// The progress of a long command, for a person who waits at a terminal.

/** The time before the first message, and between two, in milliseconds. */
const [patience, pause] = [1000, 250];

export class Progress {
  #name;
  #stream;
  #now;
  #next;
  #isShown = false;

  /** @param how where it writes, and the clock */
  constructor(
    name: string,
    {
      stream = process.stderr,
      now = () => performance.now(),
    }: { stream?: { isTTY?: boolean; write(text: string): unknown }; now?: () => number } = {},
  ) {
    this.#name = name;
    this.#stream = stream;
    this.#now = now;
    this.#next = now() + patience;
  }

  /** @param share of the file; 0 where its size is unknown */
  show(share: number, rows: number) {
    if (!this.#stream.isTTY || this.#now() < this.#next) return;
    this.#next = this.#now() + pause;
    const part = share === 0 ? "" : `${Math.floor(100 * share)}%, `;
    this.#line(`reading ${this.#name}: ${part}${rows.toLocaleString("en")} rows`);
  }

  /** The file is read: the answer comes next, or a message. */
  end() {
    if (this.#isShown) this.#line("");
  }

  #line(text: string) {
    this.#isShown = true;
    this.#stream.write(`\r\u001b[K${text}`);
  }
}
