// Which data are open, the samples, and the way to open a file.
import { h, place } from "../dom.js";
import { type Sample, samples } from "../samples.js";
import { ReadView } from "../views/read.js";
import type { Workspace } from "../workspace.js";
import { askedBefore, leftOutText, summaryOf } from "./data-words.js";

const $ = <Place extends HTMLElement = HTMLElement>(selector: string) => place<Place>(selector);

/** While a file's owner says how to read it, no question is in sight. */
const showPage = (isShown: boolean) => {
  for (const part of ["#lead", "#data", "#question", "#budget"]) $(part).hidden = !isShown;
};

/** @param texts the samples' CSVs by key */
export function dataCard(workspace: Workspace, texts: Map<string, string>) {
  const view = new ReadView(workspace, () => {
    showPage(true);
    $("#data-title").focus();
  });

  async function open(file: File, before?: Workspace["dataset"]) {
    $("#data-error").hidden = true;
    try {
      await view.open(file, before);
      showPage(false);
      scrollTo(0, 0);
    } catch (error) {
      fail((error as Error).message);
    }
  }

  async function openSample(sample: Sample) {
    $("#data-error").hidden = true;
    const about = { name: sample.name, sample, person: null };
    await workspace.openText(texts.get(sample.key)!, about);
  }

  const buttons = samples.map((sample) =>
    h("button.sample", { type: "button", onclick: () => openSample(sample) }, sample.name),
  );
  $("#data-samples").replaceChildren(h("span.hint", "Samples:"), ...buttons);
  const again = h("button.small", { type: "button", text: "Read it in another way" });
  again.addEventListener("click", () => {
    const { dataset } = workspace;
    if (dataset.file !== undefined) open(dataset.file, dataset);
  });

  workspace.addEventListener("ledger", () => tellKnown(workspace));
  workspace.addEventListener("data", () => {
    const { sample, left, file } = workspace.dataset;
    $("#data-summary").replaceChildren(
      ...summaryOf(workspace.dataset),
      ...(file === undefined ? [] : [" ", again]),
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
    if (file !== undefined) open(file);
    input.value = ""; // the user may choose the same file again
  });
  acceptDrops((file) => open(file));
  workspace.openSample = (key) => openSample(samples.find((sample) => sample.key === key)!);
}

function fail(message: string) {
  $("#data-error").textContent = message;
  $("#data-error").hidden = false;
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
