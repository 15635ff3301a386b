// Why: two exact means give a salary away, two private answers do not. The visitor may choose who leaves.
import { colleagues } from "../data/colleagues.js";
import { privateMeans } from "../data/lesson-answers.js";
import { h, place } from "../dom.js";
import { whole } from "../words.js";

const team = colleagues.slice(0, 9).map(({ name, pay }) => ({ name: name.split(" ")[0]!, pay }));
const total = team.reduce((sum, { pay }) => sum + pay, 0);
const most = 8000;

const hundreds = (value: number) => 100 * Math.round(value / 100);
const exactly = (value: number) =>
  value.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 3 });
const signed = (value: number) => whole(value).replace("-", "−");

/** @param choose called when the visitor wants to open a file */
export function whyView(choose: () => void) {
  const cards = h("div.pair");
  const clouds = h("div");
  const choices = team.map(({ name }, at) => {
    const radio = h("input", {
      type: "radio",
      name: "leaver",
      value: at,
      "aria-label": name,
      checked: at === 0,
    });
    return h(
      "label",
      radio,
      h("b", { "aria-hidden": "true", text: name[0] }),
      h("span", { "aria-hidden": "true", text: name }),
    );
  });
  const leavers = h("fieldset.team", h("legend", "Who leaves?"), ...choices);
  function show() {
    const at = Number(leavers.querySelector<HTMLInputElement>(":checked")!.value);
    cards.replaceChildren(exactCard(team[at]!), privateCard(team[at]!));
    clouds.replaceChildren(cloudsOf(team[at]!.name));
  }
  leavers.addEventListener("change", show);
  const open = h("button.primary.big", {
    type: "button",
    id: "choose",
    text: "Do this with your data",
  });
  open.addEventListener("click", choose);
  place("#why").append(
    h(
      "h1",
      { tabindex: -1 },
      "Exact numbers give people away. ",
      h("span", "Private answers do not."),
    ),
    h(
      "p.lead",
      "A team of nine publishes its mean pay. One of them leaves, and it publishes again.",
    ),
    leavers,
    cards,
    h("div.act", open, samplesLine()),
    h("div.more", cloudFigure(clouds), notes()),
  );
  show();
}

const report = (words: string, value: string) => h("div", h("dt", words), h("dd", value));

function exactCard({ name, pay }: (typeof team)[number]) {
  const [all, rest] = [exactly(total / 9), exactly((total - pay) / 8)];
  return h(
    "section.card.leak",
    { "aria-labelledby": "leak-title" },
    h("h2", { id: "leak-title", text: "Two exact means" }),
    h("dl.reports", report(`with ${name}`, all), report("without", rest)),
    h("p.sum", h("span", `9 × ${all} − 8 × ${rest} =`), h("b", whole(pay))),
    h("p.so", { "aria-live": "polite", text: `That is what ${name} earns, to the last digit.` }),
  );
}

function privateCard({ name }: (typeof team)[number]) {
  const [all, rest] = [hundreds(privateMeans.all[0]!), hundreds(privateMeans.without[name]![0]!)];
  return h(
    "section.card.safe",
    { "aria-labelledby": "safe-title" },
    h("h2", { id: "safe-title", text: "Two private answers" }),
    h(
      "dl.reports",
      report(`with ${name}`, `about ${whole(all)}`),
      report("without", `about ${whole(rest)}`),
    ),
    h(
      "p.sum",
      h("span", `9 × ${whole(all)} − 8 × ${whole(rest)} =`),
      h("b", signed(9 * all - 8 * rest)),
    ),
    h(
      "p.so",
      `That tells nothing: chance is mixed in, so that each answer could have come nearly as easily without ${name}.`,
    ),
  );
}

const samplesLine = () =>
  h(
    "p.or",
    "or with a sample: ",
    h("a", { href: "#/ask?data=flights", text: "flights" }),
    " ",
    h("a", { href: "#/ask?data=penguins", text: "penguins" }),
  );

function cloudsOf(name: string) {
  const row = (words: string, values: number[], kind: string) => {
    const dots = values.map((value) => {
      const dot = h("i");
      dot.style.setProperty("--x", `${Math.min(1, Math.max(0, value / most))}`);
      return dot;
    });
    return h(`div.cloud.${kind}` as "div", h("span", words), h("div.track", ...dots));
  };
  const ticks = [0, 2000, 4000, 6000, 8000].map((tick) => h("span", whole(tick)));
  return h(
    "div",
    {
      role: "img",
      "aria-label": `Two rows of dots, alike: private means with and without ${name}`,
    },
    row(`with ${name}`, privateMeans.all, "with"),
    row("without", privateMeans.without[name]!, "without"),
    h("div.cloud", h("span"), h("div.ticks", ...ticks)),
  );
}

const cloudFigure = (clouds: HTMLElement) =>
  h(
    "figure.clouds",
    h(
      "figcaption",
      h("b", "Could you tell which team it was? "),
      "24 private answers of each. No answer is more than 2.72 times as likely from one as from the other: that is the guarantee.",
    ),
    clouds,
  );

const names: [string, string][] = [
  ["interior", "interior point"],
  ["threshold", "threshold"],
  ["common", "top‑k"],
  ["stream", "stream"],
  ["slices", "slices"],
  ["plan", "plan"],
];

const notes = () =>
  h(
    "div.notes",
    h(
      "p",
      h("b", "Nine people are few"),
      ", so these answers are rough. Of 1,000 people 95 of 100 such means are right to within 40.",
    ),
    h(
      "p",
      h("b", "Your data stay here."),
      " The page cuts its own connection before it reads a file.",
    ),
    h(
      "p",
      h("b", "By its name: "),
      ...names.flatMap(([id, text]) => [h("a", { href: `#/ask/${id}`, text }), " "]),
    ),
  );
