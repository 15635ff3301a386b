// How the file itself is written: its separator, encoding, sheet, and the line of names.
import type { HowFile } from "../data/data-worker.js";
import type { FirstLook } from "../data/first-rows.js";
import { h } from "../dom.js";
import { chooser, field, fill, numberField } from "../parts/controls.js";
import { otherEncodings, usualEncodings } from "./encodings.js";

const separators = [
  { value: "", text: "as in the first line" },
  { value: ",", text: "comma ," },
  { value: ";", text: "semicolon ;" },
  { value: "\t", text: "tab" },
  { value: "|", text: "bar |" },
];
const separatorWords: Record<string, string> = {
  ...{ ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" },
};

const formatWords: Record<string, string> = {
  csv: "CSV",
  tsv: "TSV",
  ndjson: "NDJSON, each line one row",
  json: "JSON, each object one row",
  parquet: "Parquet, with its own types",
  xlsx: "Excel workbook",
};

const areLines = ["csv", "tsv"];
const areText = [...areLines, "ndjson", "json"];

/** Words with letters that encodings disagree on. */
const letters = /[^\0-\x7f]/;
const mostWords = 4;

export class FileCard {
  readonly node: HTMLDetailsElement;
  readonly #words = h("span");
  readonly #separator = chooser(separators);
  readonly #encoding = h("select");
  readonly #headerLine = numberField({ min: 1, max: 1000, value: 1 });
  readonly #sheet = chooser();
  readonly #multiline = h("input", { type: "checkbox" });
  readonly #hint = h("p.hint", { role: "status" });
  readonly #fields: Record<string, HTMLElement>;

  /** @param changed called after each choice */
  constructor(changed: () => void) {
    this.#encoding.append(
      ...usualEncodings.map(({ value, text }) => h("option", { value, text })),
      h(
        "optgroup",
        { label: "Others" },
        ...otherEncodings.map((value) => h("option", { value, text: value })),
      ),
    );
    this.#fields = {
      separator: field("Separator", this.#separator),
      encoding: field("Encoding", this.#encoding),
      sheet: field("Sheet", this.#sheet),
      headerLine: field("Line of the names", this.#headerLine),
      multiline: h("label.check", this.#multiline, h("span", "Fields hold line breaks")),
    };
    this.node = h(
      "details.card.written",
      h("summary", h("span", h("b", "The file "), this.#words)),
      h("div.written-fields", ...Object.values(this.#fields)),
      this.#hint,
    );
    this.node.addEventListener("change", changed);
  }

  /** Another file: as it was read before, or as a new one. */
  begin({ separator = "", encoding = "", headerLine = 1, multiline = false, sheet = "" } = {}) {
    this.node.open = false;
    this.#separator.value = separator;
    this.#encoding.value = encoding;
    this.#headerLine.value = `${headerLine}`;
    this.#multiline.checked = multiline;
    this.#sheet.replaceChildren(h("option", { value: sheet, text: sheet }));
  }

  get value(): HowFile {
    const line = Math.max(1, Math.round(Number(this.#headerLine.value)) || 1);
    return {
      ...(this.#separator.value !== "" && { delimiter: this.#separator.value }),
      ...(this.#encoding.value !== "" && { encoding: this.#encoding.value }),
      ...(line > 1 && { headerLine: line }),
      ...(this.#sheet.value !== "" && { sheet: this.#sheet.value }),
      multiline: this.#multiline.checked,
    };
  }

  /** What the file turned out to be. */
  show({ format, isPacked, delimiter, sheets, fault, rows }: FirstLook) {
    const isText = areText.includes(format);
    const isLines = areLines.includes(format);
    this.#fields.separator!.hidden = format !== "csv";
    this.#fields.encoding!.hidden = !isText;
    this.#fields.multiline!.hidden = !isLines;
    this.#fields.headerLine!.hidden = !isLines && format !== "xlsx";
    this.#fields.sheet!.hidden = sheets === undefined;
    if (sheets !== undefined) {
      const choices = sheets.map((text, at) => ({ value: `${at + 1}`, text }));
      fill(this.#sheet, choices, this.#sheet.value || "1");
    }
    const line = Number(this.#headerLine.value);
    const words = [
      formatWords[format],
      format === "csv" && delimiter !== undefined && (separatorWords[delimiter] ?? delimiter),
      sheets !== undefined && `sheet ${this.#sheet.selectedOptions[0]?.text}`,
      isText && this.#encoding.selectedOptions[0]?.text,
      (isLines || format === "xlsx") &&
        `names in ${line === 1 ? "the first line" : `line ${line}`}`,
      isPacked && "unpacked in this page",
    ];
    this.#words.textContent = words.filter(Boolean).join(", ");
    this.#hint.textContent = fault === undefined ? readsAs(rows) : faultWords(fault);
    this.#hint.classList.toggle("error", fault !== undefined);
    if (fault !== undefined) this.node.open = true;
  }

  focus() {
    this.node.open = true;
    this.#encoding.focus();
  }
}

const faultWords = (fault: string) =>
  `${fault[0]!.toUpperCase()}${fault.slice(1)}: people of different names could become one. Choose the encoding in which all letters are there.`;

function readsAs(rows: string[][]) {
  const words = new Set(rows.flat().filter((text) => letters.test(text)));
  if (words.size === 0) return "";
  return `Reads as: ${[...words].slice(0, mostWords).join(", ")}. Are all letters there?`;
}
