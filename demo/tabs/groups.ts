// Counts, medians, means and totals of people, all together or by group.

import { releasedChart, truthChart } from "../charts/groups-chart.js";
import { h } from "../dom.js";
import { domainOf, type ReleaseRecord } from "../engine.js";
import {
  chooser,
  deltaChooser,
  domainField,
  epsilonSlider,
  field,
  fill,
} from "../parts/controls.js";
import { answerTable, type GroupAnswer, rangeOf } from "../parts/group-answers.js";
import { guessField } from "../parts/guess-field.js";
import { type Extras, questionPanel } from "../parts/question.js";
import { voiceField } from "../parts/voice-field.js";
import type { Workspace } from "../workspace.js";

/** The questions about each group: `q` for ranks. */
interface GroupTask {
  value: "count" | "median" | "quartiles" | "mean" | "sum" | "histogram";
  text: string;
  hasValues?: boolean;
  q?: number;
  isBounded?: boolean;
  hasEdges?: boolean;
}

/** The library's result, with groups or without. */
type Answered = { record: ReleaseRecord; groups?: GroupAnswer[] } & Partial<GroupAnswer>;

/** A function of rows of people, whatever it answers. */
type AskTask = (data: object, ...asked: unknown[]) => Promise<Answered>;

const tasks: GroupTask[] = [
  { value: "count", text: "how many people" },
  { value: "median", text: "the median", hasValues: true, q: 0.5 },
  { value: "quartiles", text: "the three quartiles", hasValues: true, q: 0.5 },
  { value: "mean", text: "the mean", hasValues: true, isBounded: true },
  { value: "sum", text: "the total", hasValues: true, isBounded: true },
  { value: "histogram", text: "a histogram", hasValues: true, hasEdges: true },
];
const together = "";
const quartiles = [0.25, 0.5, 0.75];

export function groupsTab(workspace: Workspace) {
  const { engine, store } = workspace;
  const by = chooser();
  const found = chooser([
    { value: "private", text: "found privately" },
    { value: "list", text: "a public list" },
  ]);
  const list = h("textarea", {
    rows: 3,
    placeholder: "one name a line",
    "aria-label": "names of the groups",
  });
  const foundHint = h("p.hint");
  const task = chooser(tasks);
  const column = chooser();
  const edges = h("input", { type: "text", placeholder: "such as: 18, 30, 45, 65" });
  const domain = domainField();
  const guess = guessField();
  const voice = voiceField();
  const epsilon = epsilonSlider(0.3);
  const delta = deltaChooser("1e-7");
  const chosen = () => tasks.find(({ value }) => value === task.value)!;
  const isGrouped = () => by.value !== together;
  const isOfRanks = () => chosen().q !== undefined;
  const isPrivate = () => isGrouped() && found.value === "private";
  const foundField = field("Which groups", found, { hint: foundHint });
  const columnField = field("Of the column", column);
  const edgesField = field("Where bins meet", edges, {
    hint: h("p.hint", "Known beforehand, never read off the data."),
  });

  const names = () =>
    list.value
      .split("\n")
      .map((name) => name.trim())
      .filter((name) => name !== "");

  function groups() {
    if (!isGrouped()) return {};
    if (isPrivate()) return { groups: "private" as const, delta: delta.value };
    if (names().length === 0) throw new Error("Write down the names of the groups, one a line.");
    return { groups: names() };
  }

  function boundsOf() {
    const { hasEdges, isBounded } = chosen();
    const isFound = isBounded && domain.value.type === "every";
    if (hasEdges || isFound) return {};
    return { domain: domainOf(domain.value, isOfRanks() ? guess.value : undefined) };
  }

  function edgesOf() {
    const found = edges.value
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map(Number);
    if (found.length === 0 || found.some(Number.isNaN)) {
      throw new Error("Write down where bins meet: numbers that grow, with commas.");
    }
    return { edges: found };
  }

  /** The question as the library takes it. */
  function options() {
    const { hasValues, hasEdges } = chosen();
    return {
      epsilon: epsilon.value,
      ...groups(),
      ...(hasValues && boundsOf()),
      ...(hasEdges && edgesOf()),
      ...(isOfRanks() && { abstain: true, ...voice.value }),
      ...(task.value === "count" && isGrouped() && { perUser: "spread" }),
    };
  }

  const functions = engine as unknown as Record<string, AskTask>;
  const askTask = (data: object, asked: object) =>
    task.value === "quartiles"
      ? functions.quantiles!(data, quartiles, asked)
      : functions[task.value]!(data, asked);

  /** The accuracy, from no data, as it is the same for all. */
  async function accuracy() {
    const nobody = { users: [], ...(chosen().hasValues && { values: [] }) };
    const { record } = await askTask(isGrouped() ? { ...nobody, groups: [] } : nobody, options());
    return record.accuracy;
  }

  async function forecast() {
    if (chosen().hasValues && column.value === "") return undefined;
    return (await accuracy()).statement;
  }

  const asked = () => ({
    ...(isGrouped() && { groups: by.value }),
    ...(chosen().hasValues && { numbers: column.value }),
  });

  async function picture(released: { key: string; answers: GroupAnswer[] } | undefined) {
    const { error } = await accuracy();
    const { q = 0.5 } = chosen();
    const truth = await store.groupPicture({ ...asked(), ...voice.value, q, error });
    const mark = released?.key === keyOf() ? released.answers : [];
    return [truthChart({ truth, task: task.value, name: column.value, answers: mark })];
  }

  const keyOf = () => JSON.stringify([asked(), task.value]);

  async function release({ ledger, signal, onProgress, note }: Extras) {
    const key = keyOf();
    const name = chosen().hasValues ? column.value : undefined;
    const group = isGrouped() ? by.value : undefined;
    const data = await store.rowsOf(asked());
    const counted = "values" in data || "groups" in data ? data : await everybody(data);
    const { record, ...answer } = await askTask(counted, {
      ...{ ...options(), ledger, signal, onProgress, ...note },
    });
    const told = answer.groups ?? [{ group: "all", ...answer } as GroupAnswer];
    // Totals within a known range have the record's error.
    const isSum = task.value === "sum";
    const answers = told.map((one) => (isSum ? { error: record.accuracy.error, ...one } : one));
    const title = `${chosen().text}${name ? ` of ${name}` : ""}${group ? ` by ${group}` : ""}`;
    return {
      shown: [
        answers.length === 0
          ? h("p.value", "No group has enough people for release")
          : answerTable(answers, task.value, group),
        h("p.of", title[0]!.toUpperCase() + title.slice(1)),
        rangeOf(record, isSum ? "Totals" : "Values"),
        releasedChart({ answers, task: task.value, record }),
      ].filter((node) => node !== undefined),
      record,
      plain: { question: task.value, column: name, by: group, ...answer },
      mark: { key, answers },
    };
  }

  /** Without a column, rows of different people count as they are. */
  const everybody = async (data: { users: ArrayLike<number> | null }) =>
    data.users === null
      ? { values: new Uint8Array(workspace.dataset.rows).fill(1), users: null }
      : data;

  const question = questionPanel({
    workspace,
    id: "groups",
    title: "Counts, medians and means, by group",
    lead: "For all people together, or for each group. Groups of too few people are withheld, or have no answer.",
    controls: [
      field("Group by", by),
      foundField,
      list,
      field("Publish", task),
      columnField,
      edgesField,
      voice.node,
      domain.node,
      guess.node,
      epsilon.node,
      delta.node,
    ],
    button: "Release answers",
    cost: () => ({ epsilon: epsilon.value, delta: isPrivate() ? delta.value : 0 }),
    forecast,
    picture,
    release,
  });

  function showFields() {
    foundField.hidden = !isGrouped();
    list.hidden = !isGrouped() || isPrivate();
    delta.node.hidden = !isPrivate();
    const { hasValues, hasEdges, isBounded } = chosen();
    columnField.hidden = !hasValues;
    edgesField.hidden = !hasEdges;
    domain.node.hidden = !hasValues || hasEdges === true;
    domain.finds(isBounded === true);
    guess.node.hidden = !isOfRanks();
    // Before data are open, there are no people.
    const { person = null, people = 0, rows = 0 } = workspace.dataset ?? {};
    voice.offer(isOfRanks() && person !== null && people < rows);
    foundHint.textContent = isPrivate()
      ? "Only groups with enough people are released, by name."
      : "Never copy it from the data: that would reveal which groups occur. Each has an answer, or is too small.";
  }

  /** Suggests a range if one is necessary, and fills in the known range of a sample. */
  function suggestRange() {
    const range = workspace.dataset.sample?.ranges[column.value];
    guess.forget();
    if (chosen().isBounded) domain.suggest(range);
    else domain.prepare(range);
  }

  for (const control of [by, found, task]) control.addEventListener("input", showFields);
  column.addEventListener("change", suggestRange);
  // A range from the user stays.
  task.addEventListener("change", () => {
    if (domain.value.type === "every") suggestRange();
  });
  showFields();
  workspace.addEventListener("data", () => {
    const { columns, sample, person } = workspace.dataset;
    const groupable = columns.filter((one) => one.canRank && !one.isDate && one.name !== person);
    fill(
      by,
      [
        { value: together, text: "(all together)" },
        ...groupable.map(({ name }) => ({ value: name, text: name })),
      ],
      sample?.groups?.by ?? together,
    );
    fill(
      column,
      columns.filter(({ isNumeric, name }) => isNumeric && name !== person).map(({ name }) => name),
      sample?.quantiles.column,
    );
    suggestRange();
    showFields();
    question.showKept();
    question.refresh();
  });
  return { id: "groups", name: "By group", panel: question.panel, shown: question.refresh };
}
