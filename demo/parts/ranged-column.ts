// A column of numbers, and between which values they lie.
import type { Dataset } from "../workspace.js";
import { chooser, fill } from "./controls.js";
import { limitsField } from "./limits-field.js";

/**
 * @param suggested whether a sample's known range is ticked, or only filled in
 * @param namesOf the columns to choose from
 * @param favourite the column of a sample's first question
 */
export function rangedColumn(
  suggested: boolean,
  namesOf: (dataset: Dataset) => string[],
  favourite: (dataset: Dataset) => string | undefined = ({ sample }) => sample?.quantiles.column,
) {
  const column = chooser();
  const limits = limitsField();
  let ranges: NonNullable<Dataset["sample"]>["ranges"] = {};
  function show() {
    const range = ranges[column.value];
    if (suggested) limits.suggest(range);
    else limits.prepare(range);
  }
  column.addEventListener("change", show);
  return {
    column,
    limits,
    /** The columns of the open data. */
    fill(dataset: Dataset) {
      ranges = dataset.sample?.ranges ?? {};
      fill(column, namesOf(dataset), favourite(dataset));
      show();
    },
  };
}
