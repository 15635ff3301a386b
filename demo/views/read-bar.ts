// The bar at the end of the step: what is missing, then what is being read, then what was.
import type { WhatIsRead } from "../data/data-worker.js";
import { h } from "../dom.js";
import { counted, share, whole } from "../words.js";

export class ReadBar {
  readonly node: HTMLElement;
  readonly #words = h("p", { role: "status" });
  readonly #error = h("p.error", { role: "alert", hidden: true });
  readonly #progress = h("progress", { max: 1, value: 0, "aria-label": "Reading", hidden: true });
  readonly #stop: HTMLButtonElement;
  readonly #leave: HTMLButtonElement;
  readonly #use = h("button.primary", { type: "submit", text: "Use these data" });

  constructor({ stop, leave }: { stop: () => void; leave: () => void }) {
    this.#stop = h("button", { type: "button", text: "Cancel", hidden: true, onclick: stop });
    this.#leave = h("button", { type: "button", text: "Do not open it", onclick: leave });
    this.node = h(
      "div.bar",
      h("div.bar-words", this.#words, this.#error, this.#progress),
      h("div.buttons", this.#stop, this.#leave, this.#use),
    );
  }

  /** @param state what is missing, what was read, and whether it is being read */
  tell({
    missing,
    read,
    isReading,
  }: {
    missing: string | undefined;
    read: WhatIsRead | undefined;
    isReading: boolean;
  }) {
    this.#error.hidden = true;
    this.#words.hidden = false;
    this.#use.disabled = false;
    this.#progress.hidden = !isReading;
    this.#stop.hidden = !isReading;
    this.#leave.hidden = isReading;
    if (isReading) return this.progress(0, 0);
    if (missing !== undefined) this.#words.textContent = missing;
    else if (read !== undefined) this.#words.textContent = sumOf(read);
    else this.#words.textContent = "Not read yet.";
  }

  progress(part: number, rows: number) {
    this.#progress.value = part;
    this.#words.textContent = `Reading: ${share(Number(part.toFixed(2)))}, ${whole(rows)} rows`;
  }

  /** The data are opened once an answer that is being drawn is there. */
  wait() {
    this.#use.disabled = true;
    this.#words.textContent = "Opening …";
  }

  fail(message: string) {
    this.#progress.hidden = true;
    this.#stop.hidden = true;
    this.#leave.hidden = false;
    this.#words.hidden = true;
    this.#use.disabled = false;
    this.#error.textContent = message;
    this.#error.hidden = false;
  }
}

function sumOf({ rows, columns, malformed }: WhatIsRead) {
  const cells = columns.reduce(
    (sum, { unread }) => sum + unread.reduce((all, { count }) => all + count, 0),
    0,
  );
  const lines =
    malformed.count === 0 ? "" : ` ${counted(malformed.count, "malformed line")} skipped.`;
  return `${counted(rows, "row")}. ${cells === 0 ? "All cells can be read." : `${counted(cells, "cell")} cannot be read and count as missing.`}${lines}`;
}
