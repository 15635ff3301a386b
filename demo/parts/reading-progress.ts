// The progress of reading a file, with a way to cancel.
import { h, place } from "../dom.js";
import { share, whole } from "../words.js";

/** Quicker reads show no progress: it would only flash. */
const patience = 150;

/** @param cancel called by the button */
export function readingProgress(name: string, cancel: () => unknown) {
  const progress = place("#data-progress");
  const bar = h("progress", { max: 1, value: 0, "aria-label": `Reading ${name}` });
  const words = h("span", "Reading…");
  progress.replaceChildren(
    bar,
    words,
    h("button", { type: "button", text: "Cancel", onclick: cancel }),
  );
  const reveal = setTimeout(() => {
    progress.hidden = false;
  }, patience);
  return {
    show(part: number, rows: number) {
      bar.value = part;
      words.textContent = `${share(Number(part.toFixed(2)))} read, ${whole(rows)} rows`;
    },
    end() {
      clearTimeout(reveal);
      progress.hidden = true;
    },
  };
}
