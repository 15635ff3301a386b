// The page: reads a table, asks logstar, shows what may leave and what must not.
import { load, median, quantile, topK } from "../dist/index.js";
import { quantilePicture, rankingPicture } from "./pictures.js";
import { parseTable } from "./table.js";

const $ = (selector) => document.querySelector(selector);
const forms = { quantile: $("#panel-quantile"), "top-k": $("#panel-top-k") };

let table;
let released = [];

function element(tag, attributes, ...children) {
  const node = Object.assign(document.createElement(tag), attributes);
  node.append(...children);
  return node;
}

/** A number as a person writes it, to the precision that means something here. */
function readable(number) {
  return number.toLocaleString("en", { maximumSignificantDigits: 6 });
}

function epsilonOf(form) {
  return Number((10 ** Number(form.elements.epsilon.value)).toPrecision(2));
}

// --- the data ------------------------------------------------------------------------------------

function show(newTable, name) {
  table = newTable;
  released = [];
  const numeric = table.columns.filter((column) => column.isNumeric);
  $("#data-summary").textContent =
    `${name}: ${table.rows.toLocaleString("en")} rows, columns ${table.columns.map((c) => c.name).join(", ")}.`;
  fill(forms.quantile.elements.column, numeric);
  const words = table.columns.filter((column) => !column.isNumeric);
  fill(forms["top-k"].elements.column, words.length > 0 ? words : table.columns);
  for (const form of Object.values(forms)) {
    form.querySelector("[type=submit]").disabled = form.elements.column.options.length === 0;
  }
  $("#answer").replaceChildren(
    element("p", { className: "hint", textContent: "Nothing yet. Ask a question." }),
  );
  $("#picture").replaceChildren();
  tellSpent();
}

function fill(select, columns) {
  select.replaceChildren(...columns.map(({ name }) => element("option", { textContent: name })));
  // Of the sample, the columns that show most.
  for (const favourite of ["delay", "origin"]) {
    if (columns.some(({ name }) => name === favourite)) select.value = favourite;
  }
}

async function open(source, name) {
  $("#data-error").hidden = true;
  try {
    show(await parseTable(source), name);
  } catch (error) {
    $("#data-error").textContent = error.message;
    $("#data-error").hidden = false;
  }
}

// --- the answers -----------------------------------------------------------------------------------

function answer(record, ...shown) {
  released.push(record);
  $("#answer").replaceChildren(
    ...shown,
    element("p", { textContent: record.guarantee }),
    element("p", { textContent: record.accuracy.statement }),
  );
  tellSpent();
}

/** Answers about the same data add up: saying so is part of the guarantee. */
function tellSpent() {
  const epsilon = released.reduce((sum, record) => sum + record.epsilon, 0);
  const delta = released.reduce((sum, record) => sum + record.delta, 0);
  const times = released.length === 1 ? "One answer" : `${released.length} answers`;
  $("#spent").textContent =
    released.length === 0
      ? ""
      : `${times} drawn from this data so far. If you publish all of them, together they cost epsilon ${readable(epsilon)}${delta > 0 ? `, delta ${Number(delta.toPrecision(2))}` : ""}.`;
}

function fail(error) {
  $("#answer").replaceChildren(element("p", { textContent: error.message, role: "alert" }));
}

function column(form) {
  return table.columns.find(({ name }) => name === form.elements.column.value);
}

function pictureWidth() {
  return Math.max(280, $("#picture").clientWidth);
}

forms.quantile.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = forms.quantile;
  const { numbers, name } = column(form);
  const q = Number(form.elements.q.value);
  try {
    const options = { epsilon: epsilonOf(form) };
    const { value, record } = q === 0.5 ? median(numbers, options) : quantile(numbers, q, options);
    answer(
      record,
      element("p", { className: "value", textContent: readable(value) }),
      element("p", { textContent: `${q === 0.5 ? "Median" : `${q}-quantile`} of ${name}` }),
    );
    $("#picture").replaceChildren(
      quantilePicture({
        numbers,
        name,
        value,
        q,
        rankError: record.accuracy.error,
        width: pictureWidth(),
      }),
    );
  } catch (error) {
    fail(error);
  }
});

forms["top-k"].addEventListener("submit", (event) => {
  event.preventDefault();
  const form = forms["top-k"];
  const { cells, name } = column(form);
  const rows = cells.filter((cell) => cell !== "");
  try {
    const { items, complete, record } = topK(rows, {
      k: Number(form.elements.k.value),
      epsilon: epsilonOf(form),
      delta: Number(form.elements.delta.value),
    });
    const list = element("ol", { className: "ranking" });
    list.append(...items.map(({ item }) => element("li", { textContent: item })));
    const short = complete
      ? ""
      : ` Only ${items.length} of ${form.elements.k.value} stand out enough to be named.`;
    answer(record, list, element("p", { textContent: `Most frequent ${name}, in order.${short}` }));
    const counts = new Map();
    for (const cell of rows) counts.set(cell, (counts.get(cell) ?? 0) + 1);
    const chosen = new Set(items.map(({ item }) => item));
    $("#picture").replaceChildren(
      rankingPicture({ counts, released: chosen, name, width: pictureWidth() }),
    );
  } catch (error) {
    fail(error);
  }
});

// --- controls --------------------------------------------------------------------------------------

function tellSettings() {
  for (const form of Object.values(forms)) {
    form.elements["epsilon-shown"].textContent = epsilonOf(form);
  }
  const q = Number(forms.quantile.elements.q.value);
  forms.quantile.elements["q-shown"].textContent = q === 0.5 ? "median" : q;
  $("[data-for=quantile]").textContent =
    `Smaller epsilon, stronger protection, wider error: at ${epsilonOf(forms.quantile)} every record can change the chance of any answer by a factor of at most ${Number(Math.exp(epsilonOf(forms.quantile)).toPrecision(3))}.`;
  $("[data-for=top-k]").textContent =
    "The possible values need not be known beforehand. Values that too few records share are left out, however many places are free.";
}

const tabs = { "tab-quantile": forms.quantile, "tab-top-k": forms["top-k"] };

function choose(id) {
  for (const [tab, panel] of Object.entries(tabs)) {
    const chosen = tab === id;
    $(`#${tab}`).setAttribute("aria-selected", chosen);
    $(`#${tab}`).tabIndex = chosen ? 0 : -1;
    panel.hidden = !chosen;
  }
}

for (const id of Object.keys(tabs)) $(`#${id}`).addEventListener("click", () => choose(id));

$("[role=tablist]").addEventListener("keydown", (event) => {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  const other = Object.keys(tabs).find((id) => id !== document.activeElement.id);
  choose(other);
  $(`#${other}`).focus();
});

document.addEventListener("input", tellSettings);

$("#file").addEventListener("change", ({ target }) => {
  if (target.files.length > 0) open(target.files[0], target.files[0].name);
});

for (const [type, over] of [
  ["dragover", true],
  ["dragleave", false],
  ["drop", false],
]) {
  $("#drop").addEventListener(type, (event) => {
    event.preventDefault();
    $("#drop").classList.toggle("over", over);
    if (type === "drop" && event.dataTransfer.files.length > 0) {
      open(event.dataTransfer.files[0], event.dataTransfer.files[0].name);
    }
  });
}

tellSettings();
const [sample] = await Promise.all([
  fetch("./flights.csv").then((response) => response.text()),
  load(),
]);
await open(sample, "Sample of flights");
document.documentElement.dataset.ready = "true";
