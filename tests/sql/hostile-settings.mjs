// Connection settings that change how an engine reads, orders, divides or writes, and the way to reset them.

/** By the engine's names, each with values other than the default. */
const settings = {
  duckdb: {
    default_order: ["DESC"],
    default_null_order: ["NULLS_FIRST", "NULLS_FIRST_ON_ASC_LAST_ON_DESC"],
    default_collation: ["nocase", "noaccent"],
    integer_division: [true],
    ieee_floating_point_ops: [false],
    old_implicit_casting: [true],
    TimeZone: ["America/St_Johns", "Asia/Kolkata", "Pacific/Kiritimati"],
    Calendar: ["japanese", "hebrew", "buddhist"],
    preserve_insertion_order: [false],
    preserve_identifier_case: [false],
    scalar_subquery_error_on_multiple_rows: [false],
    order_by_non_integer_literal: [true],
    disable_timestamptz_casts: [true],
    debug_force_external: [true],
    debug_window_mode: ["separate"],
    ordered_aggregate_threshold: [1],
    disabled_optimizers: [
      ...["statistics_propagation", "filter_pushdown,common_subexpressions"],
      "expression_rewriter,compressed_materialization",
    ],
  },
  postgres: {
    DateStyle: ["SQL, DMY", "German", "Postgres, YMD"],
    IntervalStyle: ["sql_standard", "iso_8601"],
    TimeZone: ["America/St_Johns", "Asia/Kolkata", "Pacific/Kiritimati"],
    extra_float_digits: [-15, 0, 3],
    bytea_output: ["escape"],
    standard_conforming_strings: ["off"],
    backslash_quote: ["on"],
    transform_null_equals: ["on"],
    array_nulls: ["off"],
    lc_numeric: ["C.UTF-8"],
    lc_monetary: ["C.UTF-8"],
    lc_time: ["C.UTF-8"],
    client_min_messages: ["error"],
    from_collapse_limit: [1],
    join_collapse_limit: [1],
    enable_hashagg: ["off"],
    enable_hashjoin: ["off"],
    enable_sort: ["off"],
    force_parallel_mode: ["on", "regress"],
  },
};

/** @param {string} dialect */
export const settingsOf = (dialect) => settings[dialect];

/**
 * The settings that an engine has.
 * @param {import("./engines.mjs").Engine} engine
 * @param {Record<string, unknown>} chosen
 */
const thereOf = ({ unset = [] }, chosen) =>
  Object.fromEntries(Object.entries(chosen).filter(([name]) => !unset.includes(name)));

/**
 * Adds jit: off to expensive plans, as compiling each would take a second.
 * @param {Record<string, unknown>} chosen
 */
const settled = (chosen) =>
  "enable_sort" in chosen || "enable_hashagg" in chosen || "enable_hashjoin" in chosen
    ? { ...chosen, jit: "off" }
    : chosen;

const literal = (value) => (typeof value === "string" ? `'${value}'` : `${value}`);

/**
 * Runs a function under settings, which end with it.
 * @template T
 * @param {import("./engines.mjs").Engine} engine
 * @param {Record<string, unknown>} chosen
 * @param {() => Promise<T>} work
 */
export async function under(engine, chosen, work) {
  const { run } = engine;
  const all = settled(thereOf(engine, chosen));
  for (const [name, value] of Object.entries(all)) await run(`SET ${name} = ${literal(value)}`);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(all)) await run(`RESET ${name}`);
  }
}
