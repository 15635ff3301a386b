// Which data are open, the samples, and the way to open a file: with progress and cancel.
import type { Known } from "../accounts.js";
import { h, place } from "../dom.js";
import { isEncoding } from "../files/text.js";
import { type Sample, samples } from "../samples.js";
import { share, shorten, whole } from "../words.js";
import type { About, Workspace } from "../workspace.js";
import { spentBefore, totalsOf } from "./budget-words.js";
import { namesOf } from "./data-name.js";
import { personDialog } from "./person-dialog.js";
import { leftOutText, unreadDialog } from "./unread-dialog.js";

const $ = <Place extends HTMLElement = HTMLElement>(selector: string) => place<Place>(selector);

/** @param texts the samples' CSVs by key */
export function dataCard(workspace: Workspace, texts: Map<string, string>) {
  const buttons = samples.map((sample) =>
    h("button.sample", { type: "button", onclick: () => openSample(sample) }, sample.name),
  );
  $("#data-samples").replaceChildren(h("span.hint", "Samples:"), ...buttons);
  let busy = false;

  function fail(message: string) {
    $("#data-error").textContent = message;
    $("#data-error").hidden = false;
  }

  const tellBusy = () =>
    fail(
      `cannot open other data: “${workspace.reading}” is being read; cancel that first, or wait.`,
    );

  async function open(source: string | File, about: About) {
    if (busy) return tellBusy();
    busy = true;
    $("#data-error").hidden = true;
    const bar = h("progress", { max: 1, value: 0, "aria-label": `Reading ${about.name}` });
    const words = h("span", "Reading…");
    const cancel = h("button", {
      type: "button",
      text: "Cancel",
      onclick: () => workspace.store.cancel(),
    });
    const progress = $("#data-progress");
    progress.replaceChildren(bar, words, cancel);
    const reveal = setTimeout(() => {
      progress.hidden = false;
    }, 150);
    try {
      let ended = "cancelled";
      const shown = (part: number, rows: number) => {
        bar.value = part;
        words.textContent = `${share(Number(part.toFixed(2)))} read, ${whole(rows)} rows`;
      };
      const opened = await workspace.open(source, about, shown, async (left) => {
        const isWithout = await askWithout(about.name, left);
        if (!isWithout) ended = "stopped, as some of it cannot be read";
        return isWithout;
      });
      if (!opened) fail(`Reading ${about.name} was ${ended}. The data before it is still here.`);
    } catch (error) {
      fail((error as Error).message);
    }
    clearTimeout(reveal);
    progress.hidden = true;
    busy = false;
  }

  const openSample = (sample: Sample) =>
    open(texts.get(sample.key)!, { name: sample.name, sample, person: null });

  const askWhose = personDialog(workspace.accounts);
  const askWithout = unreadDialog();

  /** As the page says beside the file. */
  function saidHow() {
    const encoding = $<HTMLInputElement>("#encoding").value.trim() || undefined;
    if (encoding !== undefined && !isEncoding(encoding)) {
      throw new Error(`There is no encoding ${encoding}. One is windows-1252, another shift_jis.`);
    }
    return { encoding, multiline: $<HTMLInputElement>("#multiline").checked };
  }

  /** Asks for the column of people, and opens it. */
  async function openFile(file: File) {
    if (busy) return tellBusy();
    $("#data-error").hidden = true;
    try {
      const how = saidHow();
      const answer = await askWhose(file, await workspace.store.names(file, how));
      if (answer !== undefined) await open(file, { file, ...how, ...answer });
    } catch (error) {
      fail((error as Error).message);
    }
  }

  /** Reads the open file again with other options, for the same people. */
  const openAgain = ({ file, name, person, encoding }: About) =>
    open(file!, {
      file,
      name,
      person,
      encoding,
      multiline: $<HTMLInputElement>("#multiline").checked,
    });

  /** Names with earlier questions: the user can open their data again and continue the ledger. */
  async function tellKnown() {
    const { account } = workspace;
    const known = await workspace.accounts.known();
    const others = known.filter(({ name }) => account?.isSample || name !== account?.name);
    $("#data-known").hidden = others.length === 0;
    $("#data-known").textContent =
      `Asked before in this browser: ${namesOf(others, restOf)}. Open such a file again to continue its ledger.`;
  }
  workspace.addEventListener("ledger", tellKnown);

  workspace.addEventListener("data", () => {
    const { name, rows, people, columns, sample, left, person } = workspace.dataset;
    const named = columns
      .slice(0, 8)
      .map((one) => shorten(one.name, 24))
      .join(", ");
    const more = columns.length > 8 ? ` and ${columns.length - 8} more` : "";
    $("#data-summary").replaceChildren(
      h("b", name),
      `: ${sample ? `${sample.about}. ` : ""}${whole(rows)} rows; ${named}${more}. `,
      h(
        "span.whose",
        person === null
          ? sample
            ? "Each row counts as a separate person."
            : "Each row is a different person."
          : `A person is the column ${shorten(person, 24)}: ${whole(people)} people.`,
      ),
    );
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
    if (file !== undefined) openFile(file);
    input.value = ""; // the same file may be chosen again
  });
  $<HTMLInputElement>("#multiline").addEventListener("change", () => {
    const { file } = workspace.dataset;
    if (busy) {
      $<HTMLInputElement>("#multiline").checked = !$<HTMLInputElement>("#multiline").checked;
      tellBusy();
    } else if (file !== undefined) openAgain(workspace.dataset);
  });
  acceptDrops(openFile);
  workspace.openSample = (key) => openSample(samples.find((sample) => sample.key === key)!);
}

const restOf = (kept: Known) => ` (epsilon ${totalsOf(kept)} left${spentBefore(kept)})`;

/** A file dropped anywhere on the page is opened, not navigated to. */
function acceptDrops(openFile: (file: File) => Promise<void>) {
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
    if (file !== undefined) openFile(file);
  });
}
