// The installed package: TypeScript accepts it.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { tool } from "../../../scripts/shell.mjs";
import { installPackage, root } from "../installed.mjs";

let place;
before(() => {
  place = installPackage();
});

test("a TypeScript consumer compiles against the declarations, and its mistakes do not", () => {
  place.write(
    "consumer.ts",
    `import { dates, integers, load, median, quantile, quantiles, table, topK, plan, type BudgetExceeded, type Table } from "logstar";
import { audit, type AuditReport } from "logstar/audit";
import { loadForTesting } from "logstar/testing";
await load();
const run = (rows: number[]) => median(rows, { epsilon: 1 });
const report: AuditReport = await audit(run, [[1], [1, 2]], { epsilon: 1, statistic: ({ value }) => value });
// @ts-expect-error both inputs have the type that the function takes
audit(run, [[1], ["a"]], { epsilon: 1 });
// @ts-expect-error the claim is required
audit(run, [[1], [1, 2]], { delta: 0 });
const error: number = median([1, 2], { epsilon: 1, domain: integers(0, 9) }).record.accuracy.error;
const items: { item: unknown }[] = topK(["a"], { k: 1, epsilon: 1, delta: 1e-6 }).items;
const needed: number = plan.interiorPoint({ bits: 64, epsilon: 1 })[0].records;
const few: number | null = median({ values: [1], users: ["a"] }, { epsilon: 1 }).value;
const ofGroups: (number | null)[] = quantile({ values: [1], users: null, groups: ["x"] }, 0.5, { epsilon: 1, groups: ["x"] }).groups.map(({ value }) => value);
const three: number[] | null = quantiles([1], [0.25, 0.5], { epsilon: 1 }).value;
const always: number = median([1], { epsilon: 1, abstain: false }).value;
const staff: Table<{ id: string; seen: Date }> = table([{ id: "a", seen: new Date(9) }], { user: "id" });
const day: Date | null = staff.where(({ seen }) => seen < new Date(3)).median("seen", { epsilon: 1, domain: dates(0, 9) }).value;
const byDay: number[] = staff.groupBy(({ seen }) => seen.getDay(), [1, 2]).count({ epsilon: 1, perUser: 1 }).groups.map(({ value }) => value);
const off: number = table({ id: [1], x: [2] }, { user: null }).groupBy(["x"], "private").plan.median("x", { epsilon: 1, delta: 1e-6 }).accuracy.error;
// @ts-expect-error user is required
table([{ id: "a" }], {});
// @ts-expect-error rows have no such field
staff.where(({ town }) => town);
// @ts-expect-error the answer may be missing: too few records
const one: Date = staff.median("seen", { epsilon: 1, domain: dates(0, 9) }).value;
// @ts-expect-error of few records the answer may be missing
const surely: number = median([1], { epsilon: 1 }).value;
// @ts-expect-error users must be given, or null
median({ values: [1], groups: [1] }, { epsilon: 1, groups: [1] });
// @ts-expect-error epsilon is required
median([1], {});
// @ts-expect-error the option does not exist
quantile([1], 0.5, { epsilon: 1, seed: 1 });
export { error, items, needed, report, loadForTesting, few, ofGroups, three, surely, day, byDay, off, one };
export type { BudgetExceeded };
`,
  );
  place.run(tool("tsc"), [
    ...["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"],
    ...["--skipLibCheck", "consumer.ts"], // the next run also checks the declarations
  ]);
});

test("a TypeScript consumer of the worker compiles too, with promises of the same types, and mistakes do not", () => {
  place.write(
    "worker-consumer.ts",
    `import * as main from "logstar";
import { Ledger } from "logstar";
import * as page from "logstar/worker";
import { connect, dates, integers, type Progress, type WorkerLibrary } from "logstar/worker";
type Lost = Exclude<keyof typeof main, keyof WorkerLibrary | keyof typeof page>;
type Stores = "createLedger" | "ledgerInBrowser" | "ledgersInBrowser" | "endLedgerInBrowser" | "spend";
type Stated = "load" | "LedgerPart" | "LedgerParts" | "LedgerSteps" | Stores;
const stated: [Lost] extends [Stated] ? ([Stated] extends [Lost] ? true : never) : never = true;
type Members<Of, In> = { [Name in keyof Of & keyof In]: Exclude<keyof Of[Name], keyof In[Name]> };
type Namespaces = "plan" | "accuracy" | "composition";
const none: Members<Pick<typeof main, Namespaces>, WorkerLibrary>[Namespaces][] = [];
const nothing: never[] = none;
const logstar: WorkerLibrary = await connect({ worker: () => new Worker("x") });
const ledger = await new logstar.Ledger({ epsilon: 1 });
const controls = { signal: AbortSignal.timeout(5), onProgress: (p: Progress) => p.stage };
const sure = await logstar.median([1], { epsilon: 1, abstain: false, ledger, domain: integers(0, 9), ...controls });
const value: number = sure.value;
const date = (await logstar.quantile([1], 0.5, { epsilon: 1, delta: 1e-6, algorithm: "rec-concave", domain: dates(0, 9) })).value;
const maybe: Date | null = date;
const left: number = ledger.remaining.epsilon;
const few: number | null = (await logstar.median({ values: [1], users: ["a"] }, { epsilon: 1, ledger })).value;
const named: any[] = (await logstar.quantiles({ values: [1], users: null, groups: [1] }, [0.5], { epsilon: 1, groups: [1] })).groups;
const visits = logstar.table([{ id: "a", seen: new Date(9), paid: true }], { user: "id", ledger });
const seen: Date | null = (await visits.where(({ paid }) => paid).median("seen", { epsilon: 1, domain: dates(0, 9), ...controls })).value;
const byDay: any[] = (await visits.groupBy(({ seen }) => seen.getDay(), [1, 2]).count({ epsilon: 1, perUser: 1 })).groups;
const costs: number = (await visits.plan.mean("seen", { epsilon: 1, domain: integers(0, 9) })).accuracy.error;
// @ts-expect-error rows have no such field
visits.where(({ town }) => town);
const rule = (await logstar.learnThreshold({ x: [1], y: [1], epsilon: 1, domain: integers(0, 9) })).value;
const label: 0 | 1 | undefined = rule?.predict(3);
const watch = await new logstar.AboveThreshold({ threshold: 1, epsilon: 1, ledger });
const yes: boolean = await watch.ask(4, { signal: AbortSignal.timeout(5) });
const records: number = (await logstar.plan.interiorPoint({ bits: 4, epsilon: 1 }))[0].records;
// @ts-expect-error a function does not cross
watch.ask(() => true);
// @ts-expect-error ledgers are charged in the worker only
ledger.charge;
const steps = await ledger.steps("two", { steps: 2, epsilon: 0.1, ...controls });
const each: number = steps.perStep.epsilon + (await steps.remaining);
const terms = { outcomes: 1, calls: 1, epsilon: 1, delta: 1e-6 };
const item: string = (await (await new logstar.TopKSession({ ...terms, ledger })).topK(["a"], { k: 1 })).items[0].item;
// @ts-expect-error a session takes no steps, here as in the main entry
logstar.TopKSession({ ...terms, ledger: steps });
const resumed = await logstar.AboveThreshold.fromJSON(await watch.toJSON(controls), { rows: [1], ...controls });
const done: boolean = await resumed.exhausted;
const classes = { x: [1], y: [1], unlabelled: [2], epsilon: 1 };
logstar.learnSemiPrivate({ ...classes, rules: "thresholds", ledger, ...controls });
// @ts-expect-error nor do rules with functions in them
logstar.learnSemiPrivate({ ...classes, rules: [{ predict: () => 1 }] });
const slices = { slices: 1, compute: { epsilon: 1 }, delta: 1e-6, domain: integers(1n, 3n) };
const session = await new logstar.SliceSession([1n], slices);
const slice = await session.slice({ length: 1, from: "low" });
const whole: bigint | null = (await session.median(slice)).value;
// @ts-expect-error epsilon is required
logstar.median([1], {});
// @ts-expect-error the option does not exist
logstar.quantile([1], 0.5, { epsilon: 1, seed: 1 });
// @ts-expect-error this algorithm may give no answer
const wrong: Date = date;
// @ts-expect-error a ledger of this thread cannot cross
logstar.median([1], { epsilon: 1, ledger: new Ledger({ epsilon: 1 }) });
// @ts-expect-error a function does not cross
logstar.quasiConcaveMax(() => 1, { epsilon: 1, size: 9 });
await using ends = watch;
using closes = logstar;
export { value, maybe, left, label, yes, records, whole, wrong, ends, closes };
export { stated, nothing, each, item, done, few, named };
`,
  );
  place.run(tool("tsc"), [
    ...["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"],
    ...["--lib", "es2023,dom,esnext.disposable", "worker-consumer.ts"],
  ]);
});

test("a TypeScript consumer cuts rows through the worker, and functions of a row know the row", () => {
  place.write(
    "cutting-consumer.ts",
    `import { integers, type WorkerLibrary } from "logstar/worker";
declare const logstar: WorkerLibrary;
const ledger = await new logstar.Ledger({ epsilon: 1 });
const controls = { signal: AbortSignal.timeout(5) };
const cuts = { slices: 1, compute: { epsilon: 1 }, delta: 0 };
const rows = await logstar.RowSliceSession([{ id: "a", age: 1 }], { ...cuts, user: null, ledger, ...controls });
const cut = await rows.slice({ by: ({ age }: { age: number }) => age, from: "low", length: 1, ...controls });
const ages: number | null = (await cut.table.where(({ age }) => age > 1).median("age", { epsilon: 1, domain: integers(0, 9) })).value;
const own: { id: string }[] = cut.rows;
logstar.laplaceCount(5, { epsilon: 1, ledger: cut.ledger });
const loss: number = rows.loss.epsilon;
const moved = await logstar.RowSliceSession({ id: ["a"], age: [1] }, { ...cuts, user: "id", ledger, ...controls, transfer: true });
const first = await moved.slice({ by: "age", perUser: "max", from: "low", length: 1, ...controls });
const middle: number | null = (await (await first.table).median("age", { epsilon: 1, domain: integers(0, 9), ...controls })).value;
logstar.laplaceCount(5, { epsilon: 1, ledger: await first.ledger });
// @ts-expect-error rows that moved stay in the worker
first.rows;
// @ts-expect-error a function does not cross
moved.slice({ by: ({ age }) => age, from: "low", length: 1 });
const older: number = (await (await logstar.table([{ id: "a" }], { user: "id", ledger }).slices(cuts)).slices).length;
// @ts-expect-error a function of a row knows the row
rows.slice({ by: ({ town }: { town: string }) => town, from: "low", length: 1 });
export { ages, own, loss, older, middle };
`,
  );
  place.run(tool("tsc"), [
    ...["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"],
    ...["--lib", "es2023,dom,esnext.disposable", "cutting-consumer.ts"],
  ]);
});

test("TypeScript code needs neither the DOM library nor types of Node, and items have types", () => {
  // WebAssembly, URL, Response and AbortSignal are declared by those libraries.
  place.write(
    "bare-consumer.ts",
    `import { boundContributions, count, countDistinct, discoverGroups, HeavyHitterMonitor, histogram, integers, laplaceCount, Ledger, load, mean, sanitizePoints, standardDeviation, sum, topK, TopKSession, type LedgerEntry } from "logstar";
import { audit } from "logstar/audit";
import { loadForTesting } from "logstar/testing";
import { connect, type ReleaseRecord, type WorkerLibrary } from "logstar/worker";
await load({ wasm: new Uint8Array(3) });
const terms = { epsilon: 1, delta: 1e-6 };
const ask = { ...terms, k: 1 };
const pairs: [string, number][] = [["ann", 5]];
const rows = { values: [5], users: ["ann"] };
const domain = integers(0, 9);
const text: string[] = [
  topK(["tea", null], ask).items[0].item,
  topK(new Map([["tea", 5]]), ask).items[0].item,
  topK({ users: [1], items: ["tea"] }, ask).items[0].item,
  topK([{ item: "tea", count: 3 }], ask).items[0].item,
  topK([{ user: 1, item: "tea" }], ask).items[0].item,
  new TopKSession({ ...terms, outcomes: 1, calls: 1 }).topK(["tea"], { k: 1 }).items[0].item,
  sanitizePoints(["tea"], terms).value.items[0].item,
  ...new HeavyHitterMonitor({ ...terms, perUser: 1 }).step(new Map([[1, "tea"]])),
];
const numbers: number[] = [
  topK(pairs, ask).items[0].item,
  topK(boundContributions(pairs, { perUser: 1 }), ask).items[0].item,
  topK(Int32Array.of(3), ask).items[0].item,
  laplaceCount(1000n, { epsilon: 1 }).value,
  count({ users: [1] }, { epsilon: 1 }).value,
  count({ users: [1], groups: ["a"] }, { epsilon: 1, groups: ["a"], perUser: 1 }).groups[0].value,
  sum(rows, { epsilon: 1, domain }).value,
  histogram(rows, { epsilon: 1, edges: [3] }).value[0].count,
  discoverGroups({ users: [1], groups: ["a"] }, terms).groups[0].value,
];
const average = mean(rows, { epsilon: 1, domain });
const spread = standardDeviation(rows, { epsilon: 1, domain });
const most: number = spread.value === null ? 0 : spread.value + spread.error + spread.users;
const distinct: number = countDistinct({ values: ["a"], users: [1] }, { epsilon: 1, perUser: 2 }).value;
const half: number = average.value === null ? 0 : average.value + average.error;
const entry: LedgerEntry = new Ledger({ epsilon: 1 }).entries[0];
const guarantee: string | undefined = entry.record?.guarantee;
const charged: number = entry.charged.epsilon;
const logstar: WorkerLibrary = await connect();
const { items, record } = await logstar.topK(["tea"], ask);
const there: ReleaseRecord = record;
const remote: string = items[0].item;
const far = (await logstar.sum(rows, { epsilon: 1, domain })).record.epsilon;
// @ts-expect-error an answer by group has no single value
count({ users: [1], groups: ["a"] }, { epsilon: 1, groups: ["a"], perUser: 1 }).value;
// @ts-expect-error an item of text is no number
const wrong: number = topK(["tea"], ask).items[0].item;
// @ts-expect-error a record has no such field
entry.record?.nothing;
export { text, numbers, half, far, guarantee, charged, there, remote, wrong, audit, loadForTesting };
`,
  );
  const types = join(place.folder, "node_modules/@types");
  const compile = (...more) =>
    place.run(tool("tsc"), [
      ...["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"],
      ...["--lib", "es2022", ...more, "bare-consumer.ts"],
    ]);
  compile();
  mkdirSync(types);
  symlinkSync(join(root, "node_modules/@types/node"), join(types, "node"));
  compile("--types", "node", "--skipLibCheck");
});
