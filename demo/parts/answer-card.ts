// One answer as it may be published, made of what left: value, chart, exactness, guarantee, and the record.
import type { KeptAnswer } from "../accounts.js";
import { answerChart } from "../charts/answer-chart.js";
import { answerPicture } from "../charts/answer-picture.js";
import { downloadBlob, h, icon } from "../dom.js";
import type { Shown } from "../questions/asking.js";
import { howFarOff, readable, tiny } from "../words.js";
import { toast } from "./toast.js";

/** @param name of the people */
export function answerCard(shown: Shown, { question, released, record }: KeptAnswer, name: string) {
  const { title, value, values, of, why, chart } = shown;
  const text = JSON.stringify({ released, record }, null, 2);
  const howFar = howFarOff(record.accuracy);
  const heading = h("h1", {
    id: "a-title",
    tabindex: -1,
    text: record.label ? `${record.label}: ${title}` : title,
  });
  const save = (what: BlobPart, ending: string, type: string) => {
    downloadBlob(`${question}.${ending}`, new Blob([what], { type }));
    toast("Saved");
  };
  return h(
    "article.answer",
    { "aria-labelledby": "a-title" },
    h("div.kicker", h("b", "May be published"), value !== undefined && heading),
    h(
      "div",
      value === undefined ? heading : h("p.value", ...valueNodes(value)),
      values &&
        h("ul.values", ...values.map(([words, one]) => h("li", h("span", words), h("b", one)))),
      h("p.of", of),
      why !== undefined && h("p.hint", why),
    ),
    chart && answerChart(chart, title),
    h(
      "div.says",
      null,
      // A session of several answers has an accuracy of each.
      howFar !== "" && h("p", icon("exact"), h("span", howFar)),
      h("p", icon("seal"), h("span", record.guarantee)),
    ),
    h(
      "div.buttons",
      button("Copy", () => copy(shown, record.accuracy)),
      button("Download answer and record", () => save(text, "json", "application/json")),
      button("Table (CSV)", () => save(csvOf(shown.rows), "csv", "text/csv")),
      chart &&
        button("Chart as picture", async () =>
          save(await answerPicture(shown), "png", "image/png"),
        ),
      button("Print", () => print()),
    ),
    details(shown, record, text),
    h(
      "p.on-paper",
      `${name}. Drawn with logstar ${record.version}: epsilon ${readable(record.epsilon)}, delta ${tiny(record.delta)}. The record that belongs to it has the proof.`,
    ),
    h(
      "p.again",
      h("a", { href: `#/ask/${question}`, text: "Change the question" }),
      h("a", { href: "#/ask", text: "Ask something else" }),
    ),
  );
}

function valueNodes(value: string) {
  const [, before, rest] = /^(about|above|up to) (.*)$/.exec(value) ?? [];
  return before === undefined ? [value] : [h("small", before), ` ${rest}`];
}

const button = (text: string, onclick: () => void) =>
  h("button", { type: "button", text, onclick });

function details({ full }: Shown, record: KeptAnswer["record"], text: string) {
  const pairs = {
    "all digits": full,
    "epsilon, delta": `${readable(record.epsilon)}, ${tiny(record.delta)}`,
    mechanism: record.mechanism,
    protects: record.protects === "users" ? "a person with all rows" : "a person, who is one row",
    proof: record.proof,
  };
  return h(
    "details",
    h("summary", "Details, and all that leaves, letter by letter"),
    h("dl.pairs", ...Object.entries(pairs).flatMap(([name, one]) => [h("dt", name), h("dd", one)])),
    h("pre", { tabindex: 0, text }),
  );
}

async function copy(
  { title, value, values, of, full }: Shown,
  accuracy: Parameters<typeof howFarOff>[0],
) {
  const said = value ?? values?.map((pair) => pair.join(" ")).join(", ") ?? full;
  try {
    await navigator.clipboard.writeText(`${title}: ${said}. ${of} ${howFarOff(accuracy)}`);
    toast("Copied");
  } catch {
    toast("This browser does not let the page copy");
  }
}

const csvOf = (rows: (string | number)[][]) =>
  `${rows.map((row) => row.map(fieldOf).join(",")).join("\n")}\n`;

const fieldOf = (cell: string | number) =>
  /[",\n]/.test(`${cell}`) ? `"${`${cell}`.replaceAll('"', '""')}"` : `${cell}`;
