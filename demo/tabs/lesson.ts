// The lesson: a made-up group of colleagues. Its exact median and mean reveal the pay of the person who leaves; the
// released ones do not.
import { lessonChart } from "../charts/lesson-chart.js";
import { colleagues } from "../data/colleagues.js";
import { meanOf, medianOf, releasedLaws } from "../data/lesson.js";
import { h } from "../dom.js";
import { chooser, epsilonSlider, field, fill } from "../parts/controls.js";
import { readable } from "../words.js";

const money = (pay: number) => readable(Math.round(pay), 9);

export function lessonTab() {
  const size = h("input", { type: "range", min: 5, max: 200, step: 1, value: 9 });
  const sizeShown = h("output");
  const who = chooser();
  const epsilon = epsilonSlider(0.5);
  const exact = h("div.lesson-exact", { "aria-live": "polite" });
  const figures = h("div.figures");
  const panel = h(
    "div.question",
    h(
      "form.card.ask",
      { "aria-labelledby": "lesson-title" },
      h("h2", { id: "lesson-title", text: "What could somebody learn?" }),
      h(
        "p.hint",
        "A made-up team of colleagues and their pay. A report states only the median, or the mean, of the whole team. One person leaves, and the next report follows.",
      ),
      field("People in the team", size, { output: sizeShown }),
      field("Who leaves", who),
      epsilon.node,
    ),
    h(
      "section.card.stays",
      { "aria-labelledby": "lesson-exact" },
      h("h3", { id: "lesson-exact", text: "Exact reports give that person away" }),
      exact,
    ),
    h(
      "section.card.leaves",
      { "aria-labelledby": "lesson-released" },
      h("h3", { id: "lesson-released", text: "Released ones do not" }),
      figures,
    ),
  );
  const form = panel.querySelector("form") as HTMLFormElement;

  function show() {
    if (panel.hidden) return;
    const team = colleagues.slice(0, Number(size.value));
    sizeShown.textContent = size.value;
    fill(
      who,
      team.map(({ name }) => name),
    );
    const one = team.find(({ name }) => name === who.value) ?? team[0]!;
    const rest = team.filter((other) => other !== one);
    const [before, after] = [team, rest].map((people) => people.map(({ pay }) => pay)) as [
      number[],
      number[],
    ];
    exact.replaceChildren(...exactly(one, before, after));
    const laws = releasedLaws(before, after, epsilon.value);
    figures.replaceChildren(lessonChart({ ...laws, name: one.name, epsilon: epsilon.value }));
  }

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  new ResizeObserver(show).observe(figures);
  return { id: "lesson", name: "What could somebody learn?", panel, shown: show };
}

/** The conclusions from two exact reports about the person who left. */
function exactly({ name }: { name: string }, before: number[], after: number[]) {
  const [meanBefore, meanAfter] = [meanOf(before), meanOf(after)];
  const [medianBefore, medianAfter] = [medianOf(before), medianOf(after)];
  const moved =
    medianAfter === medianBefore
      ? "The median stays, as others have the same pay."
      : `The median ${medianAfter < medianBefore ? "falls" : "rises"}: so ${name} earns ${medianAfter < medianBefore ? "at least" : "at most"} ${money(medianBefore)}.`;
  return [
    h(
      "table.answers",
      h(
        "thead",
        h("tr", ...["", "with", "without"].map((text) => h("th", { scope: "col", text }))),
      ),
      h("tbody", row("median", medianBefore, medianAfter), row("mean", meanBefore, meanAfter)),
    ),
    h("p", moved),
    h(
      "p",
      `The mean reveals it to the last digit: ${before.length} × ${readable(meanBefore, 9)} − ${after.length} × ${readable(meanAfter, 9)} = `,
      h("b", money(before.length * meanBefore - after.length * meanAfter)),
      `, which is what ${name} earns.`,
    ),
  ];
}

const row = (name: string, ...values: number[]) =>
  h(
    "tr",
    h("th", { scope: "row" }, name),
    ...values.map((value) => h("td.number", readable(value, 9))),
  );
