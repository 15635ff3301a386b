// The progress of a long command, for a person who waits at a terminal.

/** The time before the first message, and between two, in milliseconds. */
const [patience, pause] = [1000, 250];

/** Where it writes, and the clock. */
interface How {
  stream?: { isTTY?: boolean; write(text: string): unknown };
  now?: () => number;
}

/** Begins the line again. */
const cleared = "\r\u001b[K";

export class Progress {
  #name;
  #stream;
  #now;
  #next;
  #isShown = false;
  /** Whether reading took long. */
  #isLong = false;

  constructor(name: string, { stream = process.stderr, now = () => performance.now() }: How = {}) {
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

  /** @param words for what comes next, if the command has lasted long already */
  say(words: string) {
    if (this.#stream.isTTY && this.#isLong) this.#line(words);
  }

  /** The file is read: the answer comes next, or a message. */
  end() {
    if (!this.#isShown) return;
    this.#line("");
    this.#isShown = false;
    this.#isLong = true;
  }

  #line(text: string) {
    this.#isShown = true;
    this.#stream.write(`${cleared}${text}`);
  }
}

/** A wait of which no part can be counted: its seconds. */
export class Wait {
  #stream;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isShown = false;

  constructor(words: string, { stream = process.stderr, now = () => performance.now() }: How = {}) {
    this.#stream = stream;
    const begin = now();
    if (!stream.isTTY) return;
    this.#timer = setInterval(() => {
      this.#isShown = true;
      stream.write(`${cleared}${words}: ${Math.floor((now() - begin) / 1000)} s`);
    }, patience);
  }

  end() {
    clearInterval(this.#timer);
    if (this.#isShown) this.#stream.write(cleared);
    this.#isShown = false;
  }
}
