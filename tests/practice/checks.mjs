// The same check for a few cells of some sheets, and for all cells of all.
import { losses, onlyNearTheBest } from "./compare.mjs";
import { measure } from "./measure.mjs";
import { sheets, toldIn } from "./questions.mjs";
import { titleOf } from "./table.mjs";

/** @param {string} title */
export function sheetOf(title) {
  const found = sheets.find((sheet) => titleOf(sheet) === title);
  if (found === undefined) throw new Error(`no such sheet: ${title}`);
  return found;
}

/**
 * What the default loses on a sheet, in words.
 * @param {import("./questions.mjs").Sheet} sheet
 * `alpha`: how often each comparison may err.
 * @param {{ alpha: number, n: number, epsilons: number[], dataSets: number, told?: string[], shape?: string, byDefault?: (cell: any)
 *   => string }} terms
 */
export function lossesOf(sheet, { alpha, n, epsilons, dataSets, told, shape, byDefault }) {
  const cells = epsilons.flatMap((epsilon) =>
    toldIn(sheet)
      .filter(({ name }) => told?.includes(name) ?? true)
      .map((one) => ({ epsilon, told: one })),
  );
  const { isPoint } = sheet.question;
  const measured = measure(sheet, n, cells, {
    ...{ dataSets, shape, byDefault },
    afterEach: isPoint ? undefined : onlyNearTheBest,
  });
  return losses(measured, { alpha, isPoint });
}
