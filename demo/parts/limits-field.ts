// Between which values all lie, if the owner knows it, and roughly where most lie: neither is read off the data.
import type { DomainChoice } from "../data/domain-points.js";
import { h } from "../dom.js";
import type { Range } from "../samples.js";
import { numberField } from "./controls.js";

let ids = 0;

/** Two numbers beside each other. */
function between(before: string, after: string, names: [string, string]) {
  const low = numberField({ step: "any", id: `low-${++ids}`, "aria-label": names[0] });
  const high = numberField({ step: "any", id: `high-${ids}`, "aria-label": names[1] });
  const node = h("div.inline", h("span", before), low, h("span", after), high);
  return { low, high, node };
}

function numbersOf({ low, high }: { low: HTMLInputElement; high: HTMLInputElement }) {
  const [from, to] = [Number(low.value), Number(high.value)];
  if (low.value === "" || high.value === "" || from > to) {
    throw new Error("Write down two numbers, the smaller one first.");
  }
  return [from, to] as [number, number];
}

/**
 * @param options whether a guess is asked for too, and what else its fold has
 * @returns `node`, and for a guess a `fold` to place after it
 */
export function limitsField({
  isGuessed = false,
  advanced = [],
}: {
  isGuessed?: boolean;
  advanced?: Node[];
} = {}) {
  const known = h("input", { type: "checkbox" });
  const ends = between("from", "to", ["lowest possible value", "highest possible value"]);
  const digits = numberField({ min: 0, max: 6, value: 0, "aria-label": "decimals" });
  const hint = h(
    "p.hint",
    "Known beforehand, never read off the data: that would give the extremes away.",
  );
  const found = h(
    "p.hint",
    "Otherwise two fifths of this answer's budget find limits, and values beyond them are moved to the nearer one.",
  );
  const optional = h("span.optional", "(makes it more exact)");
  const guess = between("roughly between", "and", [
    "where most values begin",
    "where most values end",
  ]);
  const guessed = h("input", { type: "checkbox" });
  const bounds = h(
    "div.limits",
    ends.node,
    h("div.inline.decimals", h("span", "decimals"), digits),
    hint,
  );
  const guessing = h(
    "div.stack",
    h("label.check", guessed, h("span", "I know roughly where most lie, without looking")),
    guess.node,
    h("p.hint", "A guess, nothing is cut off: a wrong one costs a little accuracy, never privacy."),
  );
  const fold = h("details", h("summary", "Advanced"), guessing, ...advanced);
  let isSearched = false;
  function show() {
    bounds.hidden = !known.checked;
    found.hidden = known.checked || !isSearched;
    guess.node.hidden = !guessed.checked;
    guessing.hidden = !isGuessed || isSearched;
    fold.hidden = guessing.hidden && advanced.length === 0;
  }
  const node = h(
    "div.stack",
    h("label.check", known, h("span", "I know between which values all lie ", optional)),
    bounds,
    found,
  );
  for (const part of [node, fold]) part.addEventListener("input", show);
  show();
  return {
    node,
    fold,
    get value(): DomainChoice {
      if (!known.checked) return { type: "every" };
      const [low, high] = numbersOf(ends);
      return { type: "range", low, high, digits: Number(digits.value) };
    },
    /** Where most values are, or nothing. */
    get guess(): [number, number] | undefined {
      return guessing.hidden || !guessed.checked ? undefined : numbersOf(guess);
    },
    /** Whether the function finds limits that are not known. */
    search(isFound: boolean) {
      isSearched = isFound;
      show();
    },
    /** Another column: the known range of a sample's, not ticked. */
    prepare(range?: Range) {
      known.checked = false;
      guessed.checked = false;
      [ends.low.value, ends.high.value] = range ? [`${range[0]}`, `${range[1]}`] : ["", ""];
      digits.value = `${range?.[2] ?? 0}`;
      show();
    },
    /** Ticks a sample's range: few rows need it. */
    suggest(range?: Range) {
      this.prepare(range);
      known.checked = range !== undefined;
      show();
    },
  };
}
