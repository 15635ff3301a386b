// The form of a question: its fields, and then always exactness, what to expect, a name, the button and the price.
import { h } from "../dom.js";
import type { Asking, Cannot, Expected } from "../questions/asking.js";
import { openDialog } from "../routes.js";
import { factorOf, readable, tiny } from "../words.js";
import type { Workspace } from "../workspace.js";
import { answersLeft } from "./budget-words.js";
import { type Exactness, stops } from "./exactness.js";

const draws = "Get the private answer";

export class QuestionForm {
  readonly node: HTMLFormElement;
  readonly #head = h("div");
  readonly #lead = h("p.hint");
  readonly #fields = h("div.fields");
  readonly #expect = h("div.expect", { id: "expect", "aria-live": "polite" });
  readonly #label = h("input", {
    type: "text",
    id: "label",
    maxlength: 200,
    autocomplete: "off",
    placeholder: "such as: quarterly report",
  });
  readonly #go = h("button.primary", { type: "submit", id: "go", text: draws });
  readonly #price = h("p.hint.price", { role: "status" });
  readonly #behind = h("dl.pairs");
  readonly #tail: HTMLElement;
  readonly #exact: Exactness;
  readonly #workspace: Workspace;
  /** why nothing came of the last draw, until the visitor changes the question */
  #said: string | undefined;

  constructor(workspace: Workspace, exact: Exactness) {
    this.#workspace = workspace;
    this.#exact = exact;
    this.#tail = h(
      "div.tail",
      exact.node,
      this.#expect,
      h(
        "div.field.stack",
        h("label", { for: "label" }, "Call it ", h("span.optional", "(optional, for the record)")),
        this.#label,
      ),
      h("div.buttons", this.#go),
      this.#price,
      h("details.behind", h("summary", "The numbers behind it"), this.#behind),
    );
    this.node = h(
      "form.card",
      { id: "question-form", novalidate: true, "aria-labelledby": "q-title" },
      this.#head,
      this.#lead,
      this.#fields,
      this.#tail,
      h("p.again", h("a", { href: "#/ask", text: "Ask something else" })),
    );
  }

  /** Another question. @param isFirst whether its heading is the page's first */
  begin(asking: Asking, isFirst: boolean, cannot: Cannot | undefined) {
    this.#head.replaceChildren(
      h(isFirst ? "h1" : "h2", { id: "q-title", tabindex: -1, text: asking.name }),
    );
    this.#lead.textContent = asking.lead;
    this.#tail.hidden = cannot !== undefined;
    this.#label.value = "";
    this.#said = undefined;
    this.#price.textContent = "";
    this.#behind.replaceChildren(); // what is left may be of another budget
    if (cannot === undefined) return this.#fields.replaceChildren(...asking.controls);
    const to = cannot.sample && `#/ask/${asking.id}?data=${cannot.sample}`;
    this.#fields.replaceChildren(
      h("p", cannot.why),
      to
        ? h("p.buttons", h("a.button", { href: to, text: `Try it with the ${cannot.sample}` }))
        : "",
    );
  }

  /** The visitor's name for the answer. */
  get note() {
    const label = this.#label.value.trim();
    return label === "" ? {} : { label };
  }

  drawing(isDrawing: boolean) {
    this.#go.textContent = isDrawing ? "Drawing … press to cancel" : draws;
    this.#go.disabled = false;
    delete this.#go.dataset.stage;
  }

  /** How far a draw is: from "charged" on, its price is spent. */
  reach(stage: string) {
    this.#go.dataset.stage = stage;
  }

  /** Why nothing came of a draw. */
  tell(words: string) {
    this.#said = words;
    this.#price.textContent = words;
  }

  /** The visitor has changed the question, or asks again. */
  forget() {
    this.#said = undefined;
  }

  /** What to expect at this price, or why the question cannot be asked as it is. */
  show({
    expected,
    cannot,
    cost,
  }: {
    expected?: Expected;
    cannot?: string;
    cost: { epsilon: number; delta: number };
  }) {
    const { isSample, ledger } = this.#workspace.account;
    const left = ledger.remaining;
    const fits = cost.epsilon <= left.epsilon + 1e-12 && cost.delta <= left.delta;
    this.#go.disabled = expected === undefined || !fits;
    this.#expect.classList.toggle("short", !fits);
    if (expected === undefined) this.#expect.replaceChildren(h("p", cannot ?? ""));
    else if (fits) this.#expect.replaceChildren(...this.#expectWords(expected));
    else this.#expect.replaceChildren(...this.#shortWords(cost, left.epsilon));
    if (expected !== undefined) this.#exact.say(expected.short);
    this.#price.textContent =
      this.#said ?? priceWords(isSample, fits, answersLeft(left.epsilon, cost.epsilon) - 1);
    this.#behind.replaceChildren(
      h("dt", "epsilon"),
      h("dd", `${readable(cost.epsilon)} of ${readable(left.epsilon)} left`),
      h("dt", "delta"),
      h("dd", tiny(cost.delta)),
      h("dt", "means"),
      h("dd", promise(cost)),
    );
  }

  #expectWords({ short, statement, people }: Expected) {
    const { dataset } = this.#workspace;
    const isOpen = this.#expect.querySelector("details")?.open === true;
    const ones = dataset.sample?.ones ?? "people";
    const all = dataset.people;
    const isMuch = people !== undefined && people > all / 4;
    const share = people === undefined ? 0 : (100 * people) / all;
    const part = share < 0.5 ? "fewer than 1" : `${Math.round(share)}`;
    const own = isMuch
      ? `Your ${readable(all)} ${ones} are few for this: perhaps no answer comes. Finer, or known limits, help.`
      : `That is ${part} in 100 of your ${readable(all)} ${ones}.`;
    return [
      h("p", h("b", "To expect: "), h("span.usual", `${short}.`)),
      people === undefined ? "" : h(isMuch ? "p.own.few" : "p.own", `${own} (Only you see this.)`),
      h("details.full", { open: isOpen }, h("summary", "In full"), h("p", statement)),
    ];
  }

  #shortWords(cost: { epsilon: number }, left: number) {
    const times = cost.epsilon / this.#exact.value;
    const fitting = stops.findLastIndex((one) => one * times <= left + 1e-12);
    const button = h("button.plain", {
      type: "button",
      text: "Make it rougher, so that it fits",
      onclick: () => {
        this.#exact.stop = fitting;
        this.#exact.input.dispatchEvent(new Event("input", { bubbles: true }));
        this.#exact.input.focus();
      },
    });
    const see = h("button.plain", {
      type: "button",
      text: "See what it was spent on",
      onclick: () => openDialog("ledger"),
    });
    return [
      h(
        "p",
        h("b", "More than is left. "),
        "Every answer tells a little about the people behind it, and it adds up: the budget is where you decided to stop.",
      ),
      h("p", {}, fitting >= 0 ? button : see),
    ];
  }
}

function priceWords(isSample: boolean, fits: boolean, more: number) {
  if (!fits) return "The button is off until the price fits."; // the last answer may have spent what was left
  if (isSample) return "A sample: nothing of yours is spent.";
  const answers =
    more <= 0 ? "no more answers" : more === 1 ? "1 more answer" : `about ${more} more answers`;
  return `Leaves ${answers} like this. Only this button spends.`;
}

/** What a price means for any one person. */
export const promise = ({ epsilon, delta }: { epsilon: number; delta: number }) =>
  `Whether any one person is in these data changes the chance of any set of answers by a factor of at most ${factorOf(epsilon)}${delta > 0 ? `, plus ${tiny(delta)}` : ""}.`;
