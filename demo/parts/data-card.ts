// Which data are open, the samples, and the way to open a file: with progress and cancel.
import { h, place } from "../dom.js";
import { isEncoding } from "../files/text.js";
import { type Sample, samples } from "../samples.js";
import type { About, Workspace } from "../workspace.js";
import { askedBefore, summaryOf } from "./data-words.js";
import { personDialog } from "./person-dialog.js";
import { readingProgress } from "./reading-progress.js";
import { leftOutText, unreadDialog } from "./unread-dialog.js";

const $ = <Place extends HTMLElement = HTMLElement>(selector: string) => place<Place>(selector);
const multiline = () => $<HTMLInputElement>("#multiline");

/** Opens data, one at a time, and asks the user what opening them needs. */
class Opening {
  readonly #workspace: Workspace;
  readonly #texts: Map<string, string>;
  readonly #askWhose: ReturnType<typeof personDialog>;
  readonly #askWithout: ReturnType<typeof unreadDialog>;
  #isBusy = false;

  constructor(workspace: Workspace, texts: Map<string, string>) {
    this.#workspace = workspace;
    this.#texts = texts;
    this.#askWhose = personDialog(workspace.accounts);
    this.#askWithout = unreadDialog();
  }

  sample(sample: Sample) {
    const about = { name: sample.name, sample, person: null };
    return this.#open(this.#texts.get(sample.key)!, about);
  }

  /** Asks for the column of people, and opens the file. */
  async file(file: File) {
    if (this.#isBusy) return this.#tellBusy();
    $("#data-error").hidden = true;
    try {
      const how = saidHow();
      const names = await this.#workspace.store.names(file, how);
      const answer = await this.#askWhose(file, names);
      if (answer !== undefined) await this.#open(file, { file, ...how, ...answer });
    } catch (error) {
      fail((error as Error).message);
    }
  }

  /** The user has changed the lines of records: reads the open file again so, for the same people. */
  again() {
    const { file, name, person, encoding } = this.#workspace.dataset;
    if (this.#isBusy) {
      multiline().checked = !multiline().checked;
      this.#tellBusy();
    } else if (file !== undefined) {
      this.#open(file, { file, name, person, encoding, multiline: multiline().checked });
    }
  }

  async #open(source: string | File, about: About) {
    if (this.#isBusy) return this.#tellBusy();
    this.#isBusy = true;
    $("#data-error").hidden = true;
    const progress = readingProgress(about.name, () => this.#workspace.store.cancel());
    try {
      await this.#read(source, about, progress.show);
    } catch (error) {
      fail((error as Error).message);
    }
    progress.end();
    this.#isBusy = false;
  }

  async #read(
    source: string | File,
    about: About,
    onProgress: (share: number, rows: number) => void,
  ) {
    let ended = "cancelled";
    const opened = await this.#workspace.open(source, about, onProgress, async (left) => {
      const isWithout = await this.#askWithout(about.name, left);
      if (!isWithout) ended = "stopped, as some of it cannot be read";
      return isWithout;
    });
    if (!opened) fail(`Reading ${about.name} was ${ended}. The data before it is still here.`);
  }

  #tellBusy() {
    fail(
      `cannot open other data: “${this.#workspace.reading}” is being read; cancel that first, or wait.`,
    );
  }
}

/** @param texts the samples' CSVs by key */
export function dataCard(workspace: Workspace, texts: Map<string, string>) {
  const opening = new Opening(workspace, texts);
  const buttons = samples.map((sample) =>
    h("button.sample", { type: "button", onclick: () => opening.sample(sample) }, sample.name),
  );
  $("#data-samples").replaceChildren(h("span.hint", "Samples:"), ...buttons);

  workspace.addEventListener("ledger", () => tellKnown(workspace));
  workspace.addEventListener("data", () => {
    const { sample, left } = workspace.dataset;
    $("#data-summary").replaceChildren(...summaryOf(workspace.dataset));
    const leftOut = leftOutText(left);
    $("#data-left-out").hidden = leftOut === "";
    $("#data-left-out").textContent = leftOut;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-pressed", `${samples[i] === sample}`);
    });
  });

  const input = $<HTMLInputElement>("#file");
  input.disabled = false;
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file !== undefined) opening.file(file);
    input.value = ""; // the user may choose the same file again
  });
  multiline().addEventListener("change", () => opening.again());
  acceptDrops((file) => opening.file(file));
  workspace.openSample = (key) => opening.sample(samples.find((sample) => sample.key === key)!);
}

function fail(message: string) {
  $("#data-error").textContent = message;
  $("#data-error").hidden = false;
}

/** The options of reading, from the controls next to the file. */
function saidHow() {
  const encoding = $<HTMLInputElement>("#encoding").value.trim() || undefined;
  if (encoding !== undefined && !isEncoding(encoding)) {
    throw new Error(`There is no encoding ${encoding}. One is windows-1252, another shift_jis.`);
  }
  return { encoding, multiline: multiline().checked };
}

/** Names the other data with earlier questions, if there are any. */
async function tellKnown(workspace: Workspace) {
  const { account } = workspace;
  const known = await workspace.accounts.known();
  const others = known.filter(({ name }) => account?.isSample || name !== account?.name);
  $("#data-known").hidden = others.length === 0;
  $("#data-known").textContent = askedBefore(others);
}

/** Opens a file that the user drops anywhere on the page, where a browser would navigate to it. */
function acceptDrops(open: (file: File) => unknown) {
  const mark = (over: boolean) => $("#drop").classList.toggle("over", over);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) open(file);
  });
}
