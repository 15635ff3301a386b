// Counts, medians, means and totals of people, all together or by group.

import { releasedChart, truthChart } from "../charts/groups-chart.js";
import { h } from "../dom.js";
import type { ReleaseRecord, WorkerLibrary } from "../engine.js";
import { answerTable, type GroupAnswer, rangeOf } from "../parts/group-answers.js";
import { type Extras, questionPanel } from "../parts/question.js";
import type { Workspace } from "../workspace.js";
import { GroupFields } from "./group-fields.js";

/** The library's result, with groups or without. */
type Answered = { record: ReleaseRecord; groups?: GroupAnswer[] } & Partial<GroupAnswer>;

/** A function of rows of people, whatever it answers. */
type AskTask = (data: object, ...asked: unknown[]) => Promise<Answered>;

type Marked = { key: string; answers: GroupAnswer[] };

const quartiles = [0.25, 0.5, 0.75];

export function groupsTab(workspace: Workspace) {
  const fields = new GroupFields(workspace);

  async function forecast() {
    if (fields.column === "") return undefined;
    return (await accuracyOf(workspace.engine, fields)).statement;
  }

  const question = questionPanel<Marked>({
    workspace,
    id: "groups",
    title: "Counts, medians and means, by group",
    lead: "For all people together, or for each group. Groups of too few people are withheld, or have no answer.",
    controls: fields.controls(),
    button: "Release answers",
    cost: () => fields.loss,
    forecast,
    picture: (released) => picture(workspace, fields, released),
    release: (extras) => release(workspace, fields, extras),
  });

  workspace.addEventListener("data", () => {
    fields.fill();
    question.showKept();
    question.refresh();
  });
  return { id: "groups", name: "By group", panel: question.panel, shown: question.refresh };
}

function askTask(engine: WorkerLibrary, task: string, data: object, options: object) {
  const functions = engine as unknown as Record<string, AskTask>;
  return task === "quartiles"
    ? functions.quantiles!(data, quartiles, options)
    : functions[task]!(data, options);
}

/** The accuracy depends on the options only, so the page asks about an empty data set. */
async function accuracyOf(engine: WorkerLibrary, fields: GroupFields) {
  const { value: task, hasValues } = fields.task;
  const nobody = {
    users: [],
    ...(hasValues && { values: [] }),
    ...(fields.group !== undefined && { groups: [] }),
  };
  const { record } = await askTask(engine, task, nobody, fields.options());
  return record.accuracy;
}

/** The question that an answer in the picture has to be about. */
const keyOf = ({ columns, task }: GroupFields) => JSON.stringify([columns, task.value]);

async function picture(
  { engine, store }: Workspace,
  fields: GroupFields,
  released: Marked | undefined,
) {
  const { error } = await accuracyOf(engine, fields);
  const { q = 0.5, value: task } = fields.task;
  const { columns, column: name = "", voice } = fields;
  const answers = released?.key === keyOf(fields) ? released.answers : [];
  const truth = await store.groupPicture({ ...columns, ...voice, q, error });
  return [truthChart({ truth, task, name, answers })];
}

async function release(
  workspace: Workspace,
  fields: GroupFields,
  { ledger, signal, onProgress, note }: Extras,
) {
  const key = keyOf(fields);
  const { columns, column, group, task } = fields;
  const options = { ...fields.options(), ledger, signal, onProgress, ...note };
  const data = await rowsOf(workspace, columns);
  const { record, ...answer } = await askTask(workspace.engine, task.value, data, options);
  const told = answer.groups ?? [{ group: "all", ...answer } as GroupAnswer];
  // Totals within a known range have the record's error.
  const isSum = task.value === "sum";
  const answers = told.map((one) => (isSum ? { error: record.accuracy.error, ...one } : one));
  const title = `${task.text}${column ? ` of ${column}` : ""}${group ? ` by ${group}` : ""}`;
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
    plain: { question: task.value, column, by: group, ...answer },
    mark: { key, answers },
  };
}

/** Without a column, rows of different people count as they are. */
async function rowsOf({ store, dataset }: Workspace, columns: GroupFields["columns"]) {
  const data = await store.rowsOf(columns);
  const isCounted = "values" in data || "groups" in data || data.users !== null;
  return isCounted ? data : { values: new Uint8Array(dataset.rows).fill(1), users: null };
}
