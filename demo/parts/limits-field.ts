// Between which values all lie, if the owner knows it, and roughly where most lie: neither is read off the data.
import type { DomainChoice } from "../data/domain-points.js";
import { h } from "../dom.js";
import type { Range } from "../samples.js";
import { numberField } from "./controls.js";
import { guessField } from "./guess-field.js";
import { between, numbersOf } from "./two-numbers.js";

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
  const bounds = h(
    "div.limits",
    ends.node,
    h("div.inline.decimals", h("span", "decimals"), digits),
    hint,
  );
  const guess = guessField();
  const fold = h("details", h("summary", "Advanced"), guess.node, ...advanced);
  let isSearched = false;
  function show() {
    bounds.hidden = !known.checked;
    found.hidden = known.checked || !isSearched;
    guess.node.hidden = !isGuessed || isSearched;
    fold.hidden = guess.node.hidden && advanced.length === 0;
  }
  const node = h(
    "div.stack",
    h("label.check", known, h("span", "I know between which values all lie ", optional)),
    bounds,
    found,
  );
  node.addEventListener("input", show);
  show();
  return {
    node,
    fold,
    get value(): DomainChoice {
      if (!known.checked) return { type: "every" };
      const [low, high] = numbersOf(ends);
      return { type: "range", low, high, digits: Number(digits.value) };
    },
    /** Between which values all lie, if they are known. */
    get ends(): [number, number] | undefined {
      return known.checked ? numbersOf(ends) : undefined;
    },
    /** Where most values are, or nothing. */
    get guess(): [number, number] | undefined {
      return guess.node.hidden ? undefined : guess.value;
    },
    /** Whether the function finds limits that are not known. */
    search(isFound: boolean) {
      isSearched = isFound;
      show();
    },
    /** Another column: the known range of a sample's, not ticked. */
    prepare(range?: Range) {
      known.checked = false;
      guess.forget();
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
