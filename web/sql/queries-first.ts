import { answer, type Called, isProbedOnce, knownAs, typesBefore } from "./answer.js";
import { questionOf, type Table } from "./release.js";
import { namedColumns } from "./rows.js";
import { StandIn } from "./stand-in.js";

/**
 * The queries that a question would send first. It sends none and charges nothing. The first query about rows is among
 * them if the table has answered a question about the same columns, and so knows their types.
 */
export async function queriesFirst(table: Table, ...called: Called): Promise<string[]> {
  const { column } = questionOf(table, ...called);
  const standIn = new StandIn(table.dialect, {
    named: namedColumns(table, column).map(({ name }) => name),
    types: table.known.get(knownAs(table, column))?.types,
    isAsked: typesBefore(table, column) === undefined,
    isFirst: true,
  });
  const source = { ...table.source, connect: async () => standIn, shared: undefined };
  const known = new Map(isProbedOnce(table) ? table.known : []);
  const free = { ledger: undefined, onQuery: undefined, known };
  try {
    await answer({ ...table, ...free, source }, ...called);
  } catch (error) {
    if (!standIn.isEnded) throw error;
  }
  return standIn.sent;
}
