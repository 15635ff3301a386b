// How many people there are, or have something.
import { held } from "../data/held.js";
import { h } from "../dom.js";
import { chooser, field, fill } from "../parts/controls.js";
import { readable, whole } from "../words.js";
import type { Asking, Making, Shown } from "./asking.js";
import { expectedOf, peopleOf, roundedCount, textColumns } from "./words.js";

interface Plain {
  column?: string;
  is?: string;
  value: number;
}

export function count({ workspace, exact }: Making): Asking {
  const { engine, store } = workspace;
  const who = chooser(["all", "some"]);
  const column = chooser();
  const is = h("input", { type: "text", autocomplete: "off" });
  const columnField = field("Column", column);
  const isField = field("is", is, {
    hint: h("p.hint", "Written as you know it, not chosen from the data."),
  });
  const isSome = () => who.value === "some";
  const condition = () => (isSome() ? { column: column.value, is: is.value.trim() } : undefined);
  function show() {
    columnField.hidden = !isSome();
    isField.hidden = !isSome();
  }
  who.addEventListener("input", show);
  const nobody = { users: [] };

  return {
    id: "count",
    name: "How many",
    lead: "People are counted, not rows.",
    stop: 2,
    controls: [field("Whom?", who), columnField, isField],
    fill() {
      const { dataset } = workspace;
      const texts = textColumns(dataset);
      fill(
        who,
        [
          { value: "all", text: `all ${peopleOf(dataset)}` },
          ...(texts.length > 0 ? [{ value: "some", text: "those whose …" }] : []),
        ],
        "all",
      );
      fill(column, texts);
      is.value = "";
      show();
    },
    cost: () => ({ epsilon: exact.value, delta: 0 }),
    async expect() {
      if (isSome() && is.value.trim() === "") throw new Error("Write down what the column is.");
      const { record } = await engine.count(nobody, { epsilon: exact.value });
      return expectedOf(record.accuracy, peopleOf(workspace.dataset));
    },
    title: () => titleOf(condition(), peopleOf(workspace.dataset)),
    async draw({ note, ...extras }) {
      const asked = condition();
      const data = held("countedRows", asked);
      const options = { epsilon: exact.value, ...extras, ...note };
      const { value, record } = (await engine.count(data as never, options)) as never as {
        value: number;
        record: Awaited<ReturnType<typeof engine.count>>["record"];
      };
      return { plain: { ...asked, value }, record };
    },
    show: (plain, { accuracy }) =>
      shownOf(plain as Plain, accuracy.error, peopleOf(workspace.dataset)),
    async own() {
      const truth = await store.trueCount(condition());
      return [h("p", "The true number is ", h("b", whole(truth)), ".")];
    },
  };
}

const titleOf = (asked: { column?: string; is?: string } | undefined, ones: string) =>
  asked?.column === undefined
    ? `How many ${ones}`
    : `How many ${ones} have ${asked.column} ${asked.is}`;

function shownOf({ value, ...asked }: Plain, error: number, ones: string): Shown {
  const [low, high] = [Math.floor(value - error), Math.ceil(value + error)];
  return {
    title: titleOf(asked, ones),
    value: `about ${whole(roundedCount(value))}`,
    of: `${asked.column === undefined ? `${ones[0]!.toUpperCase()}${ones.slice(1)} in all` : `${ones} that have it`}: between ${whole(Math.max(0, low))} and ${whole(high)}, with the confidence below.`,
    full: readable(value, 17),
    rows: [["count"], [value]],
  };
}
