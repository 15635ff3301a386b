import { describe } from "../core/options.js";
import type { Source } from "./connection.js";
import type { SqlEngine } from "./engines.js";

/** A connection of the caller's, or an adaptor's. */
export function sourceOf(run: unknown): Source & { dialect?: SqlEngine["dialect"] } {
  if (typeof run === "function") {
    const connection = { run: run as (sql: string) => Promise<unknown[]> };
    return { connect: async () => connection, shared: run };
  }
  const engine = run as SqlEngine | null | undefined;
  if (typeof engine?.connect === "function") {
    const { dialect, shared } = engine;
    return { dialect, shared, connect: () => engine.connect(), isOwn: true };
  }
  throw new TypeError(
    `run must be a function that asks the engine, or an adaptor such as postgres(pool), got ${describe(run)}`,
  );
}
