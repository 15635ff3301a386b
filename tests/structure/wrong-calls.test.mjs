// The compiler's message on a wrong call names the wrong option or argument, for every export.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import ts from "typescript";
import { root } from "../../scripts/shell.mjs";
import { wrongCalls } from "../exact/listed.mjs";

const misspelt = (name, meant) =>
  new RegExp(
    `^Object literal may only specify known properties, (and|but) '${name}' does not exist.*${meant}`,
  );
const unknown = (name) => misspelt(name, "");
const missing = (name) => new RegExp(`^Property '${name}' is missing`);
const noDomain = /^Type 'number\[\]' is missing the following properties from type 'Domain</;

const rows = "{ values: [1], users: [1] }";
const grouped = '{ values: [1], users: [1], groups: ["a"] }';
const people = 'logstar.table([{ a: 1 }], { user: "a" })';
const own = "(null as unknown as WorkerLibrary)";
const store = 'logstar.ledgerInBrowser("people")';

/** Wrong calls and their messages, `in` a type whose name a reader knows, if any. */
const wrong = [
  ...wrongCalls,
  // An unknown option.
  ["logstar.median([1], { epsilom: 1 })", unknown("epsilom")],
  ["logstar.median([1], { epsilon: 1, abstane: true })", unknown("abstane")],
  ["logstar.quantile([1], 0.5, { epsilom: 1 })", unknown("epsilom")],
  ["logstar.quantiles([1], [0.5], { epsilom: 1 })", unknown("epsilom")],
  ["logstar.interiorPoint([1], { epsilom: 1 })", unknown("epsilom")],
  ["logstar.count({ users: [1] }, { epsilom: 1 })", unknown("epsilom")],
  [`logstar.sum(${rows}, { epsilon: 1, domian: 1 })`, unknown("domian")],
  [`logstar.mean(${rows}, { epsilom: 1 })`, unknown("epsilom")],
  [`logstar.variance(${rows}, { epsilom: 1 })`, unknown("epsilom")],
  [`logstar.standardDeviation(${rows}, { epsilom: 1 })`, unknown("epsilom")],
  [`logstar.countDistinct(${rows}, { epsilom: 1 })`, misspelt("epsilom", "type 'DistinctOptions'")],
  [`logstar.histogram(${rows}, { epsilon: 1, edge: [1] })`, unknown("edge")],
  [
    `logstar.findBounds(${rows}, { epsilom: 1 })`,
    misspelt("epsilom", "type 'BoundsOptions'. Did you mean to write 'epsilon'"),
  ],
  [
    "logstar.discoverGroups({ users: [1], groups: [1] }, { epsilom: 1, delta: 1e-6 })",
    misspelt("epsilom", "type 'DiscoveryOptions'"),
  ],
  [
    'logstar.topK(["a"], { k: 1, epsilom: 1, delta: 1e-6 })',
    misspelt("epsilom", "type 'TopKOptions'"),
  ],
  [
    'logstar.topK(["a"], { k: 1, domain: ["a"], epsilom: 1 })',
    misspelt("epsilom", "type 'ListedTopKOptions'"),
  ],
  [
    'logstar.topK(["a"], { k: 1, domain: ["a"], epsilon: 1, kBar: 2 })',
    misspelt("kBar", "type 'ListedTopKOptions'"),
  ],
  ['logstar.topKForecast(["a"], { k: 1, epsilom: 1, delta: 1e-6 })', unknown("epsilom")],
  ['logstar.boundContributions([[1, "a"]], { perUsers: 1 })', unknown("perUsers")],
  [
    'logstar.selectBest(new Map([["a", 1]]), { epsilom: 1 })',
    misspelt("epsilom", "type 'SelectOptions'"),
  ],
  [
    'logstar.selectBest(new Map([["a", 1]]), { k: 1, epsilom: 1 })',
    misspelt("epsilom", "type 'SelectSeveralOptions'"),
  ],
  [
    'logstar.selectBest(new Map([["a", 1]]), { k: 1, epsilon: 1, growth: 2 })',
    misspelt("growth", "type 'SelectSeveralOptions'"),
  ],
  [
    "logstar.quasiConcaveMax(() => 1, { epsilom: 1, size: 9 })",
    misspelt("epsilom", "type 'QuasiConcaveOptions<"),
  ],
  ["logstar.learnThreshold({ x: [1], y: [1], epsilom: 1 })", misspelt("epsilom", "'epsilon'")],
  ["logstar.learnPoint({ x: [1], y: [1], epsilom: 1 })", misspelt("epsilom", "'PointOptions'")],
  ["logstar.learnRectangle({ x: [[1]], y: [1], epsilom: 1 })", misspelt("epsilom", "'epsilon'")],
  [
    'logstar.learnSemiPrivate({ x: [1], y: [1], unlabelled: [1], epsilom: 1, rules: "thresholds" })',
    unknown("epsilom"),
  ],
  [
    'logstar.learnLabelPrivate({ x: [1], y: [1], epsilom: 1, rules: "thresholds" })',
    unknown("epsilom"),
  ],
  ['logstar.sanitizePoints(["a"], { epsilom: 1 })', misspelt("epsilom", "type 'PointsOptions'")],
  ["logstar.sanitizeThresholds([1], { epsilom: 1 })", unknown("epsilom")],
  [
    "new logstar.AboveThreshold({ treshold: 1, epsilon: 1 })",
    misspelt("treshold", "type 'AboveThresholdOptions'"),
  ],
  [
    "new logstar.ThresholdMonitor({ treshold: 1, epsilon: 1 })",
    misspelt("treshold", "type 'ThresholdMonitorOptions'"),
  ],
  [
    "new logstar.HeavyHitterMonitor({ epsilon: 1, delta: 1e-6, perUsers: 1 })",
    misspelt("perUsers", "type 'HeavyHitterOptions'"),
  ],
  [
    "new logstar.TopKSession({ epsilon: 1, delta: 1e-6, outcome: 1, calls: 1 })",
    misspelt("outcome", "type 'TopKSessionOptions'"),
  ],
  [
    "new logstar.SliceSession([1], { slice: 1, compute: { epsilon: 1 } })",
    misspelt("slice", "type 'SliceSessionOptions<"),
  ],
  ["new logstar.Ledger({ epsilom: 1 })", misspelt("epsilom", "type 'LedgerOptions'")],
  ['logstar.table([{ a: 1 }], { users: "a" })', misspelt("users", "type 'TableOptions'")],
  [`${people}.median("a", { epsilom: 1 })`, unknown("epsilom")],
  [`${people}.plan.sum("a", { epsilom: 1 })`, unknown("epsilom")],
  [`${people}.topK("a", { k: 1, epsilom: 1, delta: 1e-6 })`, unknown("epsilom")],
  [`${people}.topK("a", { k: 1, domain: [1], epsilom: 1 })`, unknown("epsilom")],
  [
    '(null as unknown as logstar.ItemQuestions<"rows", "engine">).topK("a", { k: 1, domain: ["a"], epsilom: 1 })',
    unknown("epsilom"),
  ],
  [`logstar.createLedger(${store}, { epsilom: 1 })`, misspelt("epsilom", "type 'LedgerOptions'")],
  ["logstar.load({ wsam: 1 })", misspelt("wsam", "type 'LoadOptions'")],
  ["logstar.reals({ minimum: 1 })", unknown("minimum")],
  ["logstar.integers(0, 9, { expects: [1, 2] })", unknown("expects")],
  ["logstar.decimals(0, 9, 2, { expects: [1, 2] })", unknown("expects")],
  ['logstar.dates(0, 9, "day", { expects: [1, 2] })', unknown("expects")],
  ['logstar.text("3")', /^Argument of type 'string' is not/],
  ['logstar.bigIntegers("128")', /^Argument of type 'string' is not/],
  ["logstar.accuracy.median({ epsilom: 1 })", unknown("epsilom")],
  [
    "logstar.plan.interiorPoint({ epsilom: 1 })",
    misspelt("epsilom", "type 'InteriorPointPlanOptions'"),
  ],
  ["logstar.composition.perStep({ epsilom: 1 })", misspelt("epsilom", "type 'AllStepsOptions'")],
  [`${own}.median([1], { epsilom: 1 })`, unknown("epsilom")],
  [`${own}.count({ users: [1] }, { epsilom: 1 })`, unknown("epsilom")],
  [`${own}.topK(["a"], { k: 1, epsilom: 1, delta: 1e-6 })`, unknown("epsilom")],
  [`${own}.topK(["a"], { k: 1, domain: ["a"], epsilom: 1 })`, unknown("epsilom")],
  [`${own}.selectBest(new Map([["a", 1]]), { epsilom: 1 })`, unknown("epsilom")],
  [`${own}.selectBest(new Map([["a", 1]]), { k: 1, epsilom: 1 })`, unknown("epsilom")],
  [
    `${own}.RowSliceSession([{ a: 1 }], { user: null, slice: 1, delta: 0, compute: { epsilon: 1 } })`,
    unknown("slice"),
  ],
  [
    `${own}.table([{ a: 1 }], { user: "a" }).slices({ slice: 1, delta: 0, compute: { epsilon: 1 } })`,
    unknown("slice"),
  ],
  // A missing option.
  ["logstar.median([1], {})", missing("epsilon")],
  [`logstar.median(${grouped}, { epsilon: 1, groups: "private" })`, missing("delta")],
  [`logstar.quantile(${grouped}, 0.5, { epsilon: 1, groups: "private" })`, missing("delta")],
  [`logstar.quantiles(${grouped}, [0.5], { epsilon: 1, groups: "private" })`, missing("delta")],
  [`logstar.interiorPoint(${grouped}, { epsilon: 1, groups: "private" })`, missing("delta")],
  [`logstar.count(${grouped}, { epsilon: 1, groups: "private", perUser: 1 })`, missing("delta")],
  [`logstar.sum(${grouped}, { epsilon: 1, groups: "private" })`, missing("delta")],
  [`logstar.mean(${grouped}, { epsilon: 1, groups: "private" })`, missing("delta")],
  [`logstar.histogram(${grouped}, { epsilon: 1, groups: "private" })`, missing("delta")],
  [`logstar.variance(${rows}, { epsilon: 1 })`, missing("domain")],
  [
    `logstar.variance(${grouped}, { epsilon: 1, domain: logstar.integers(0, 9), groups: "private" })`,
    missing("delta"),
  ],
  [
    `logstar.standardDeviation(${grouped}, { epsilon: 1, domain: logstar.integers(0, 9), groups: "private" })`,
    missing("delta"),
  ],
  [
    `${own}.variance(${grouped}, { epsilon: 1, domain: logstar.integers(0, 9), groups: "private" })`,
    missing("delta"),
  ],
  [`${people}.groupBy("a", "private").count({ epsilon: 1, perUser: 1 })`, missing("delta")],
  [`${own}.median(${grouped}, { epsilon: 1, groups: "private" })`, missing("delta")],
  ["logstar.discoverGroups({ users: [1], groups: [1] }, { epsilon: 1 })", missing("delta")],
  ['logstar.topK(["a"], { k: 1, epsilon: 1 })', missing("delta")],
  ['logstar.topK(["a"], { k: 1, domain: ["a"] })', missing("epsilon")],
  ['logstar.selectBest(new Map([["a", 1]]), { k: 1 })', missing("epsilon")],
  [`${people}.topK("a", { k: 1, epsilon: 1 })`, missing("delta")],
  [`${own}.topK(["a"], { k: 1, epsilon: 1 })`, missing("delta")],
  // An invalid domain.
  ["logstar.median([1], { epsilon: 1, domain: [0, 9] })", noDomain],
  ["logstar.quantile([1], 0.5, { epsilon: 1, domain: [0, 9] })", noDomain],
  ["logstar.interiorPoint([1], { epsilon: 1, domain: [0, 9] })", noDomain],
  [`logstar.sum(${rows}, { epsilon: 1, domain: [0, 9] })`, noDomain],
  [`logstar.mean(${rows}, { epsilon: 1, domain: [0, 9] })`, noDomain],
  [`logstar.variance(${rows}, { epsilon: 1, domain: [0, 9] })`, noDomain],
  [`${people}.median("a", { epsilon: 1, domain: [0, 9] })`, noDomain],
  // A domain whose values the call rejects.
  [
    "logstar.learnRectangle({ x: [[1]], y: [1], epsilon: 1, domain: logstar.text(9) })",
    /^Type 'Domain<TextPlace>' is not assignable to type /,
  ],
  // Invalid data.
  ["logstar.median({ values: [1] }, { epsilon: 1 })", missing("users")],
  [
    "logstar.count({ user: [1] }, { epsilon: 1 })",
    misspelt("user", "Did you mean to write 'users'"),
  ],
  // The wrong kind.
  ['logstar.quantile([1], "0.5", { epsilon: 1 })', /^Argument of type 'string' is not/],
  ['logstar.integers("0", 9)', /^Argument of type 'string' is not/],
  ["logstar.ledgerInBrowser(1)", /^Argument of type 'number' is not/],
  ["logstar.endLedgerInBrowser(1, '')", /^Argument of type 'number' is not/],
  ["logstar.spend({}, (ledger) => 1)", /^Argument of type '\{\}' is not .* 'LedgerStore'/],
  [
    `logstar.spend(${store}, (ledger) => logstar.median([1], { epsilom: 1, ledger }))`,
    unknown("epsilom"),
  ],
  [
    'logstar.learnRectangle({ x: [[1]], y: [1], epsilon: 1, delta: 1e-6, algorithm: "sanitizers", by: "slice" })',
    /^Type '"slice"' is not assignable to type .* Did you mean '"slices"'/,
  ],
  ['new logstar.Ledger({ epsilon: "1" })', /^Type 'string' is not assignable to type 'number'/],
  // Rows have the given fields and columns.
  [`${people}.where((row) => row.b > 1)`, /^Property 'b' does not exist/],
  [
    'logstar.table({ a: new Float64Array(1) }, { user: null }).where((row) => row.a === "1")',
    /^This comparison appears to be unintentional because the types 'number' and 'string'/,
  ],
  // Answers have the types of the input.
  [
    `const name: number = logstar.count(${grouped}, { epsilon: 1, groups: ["a"], perUser: 1 }).groups[0]!.group`,
    /^Type 'string' is not assignable to type 'number'/,
  ],
  [
    `const name: number = logstar.median(${grouped}, { epsilon: 1, delta: 1e-6, groups: "private" }).groups[0]!.group`,
    /^Type 'string' is not assignable to type 'number'/,
  ],
  [
    "const value: number = logstar.median([1], { epsilon: 1, delta: 1e-6, abstain: false, size: 5 }).value",
    /^Type 'number \| null' is not assignable/,
  ],
];

/** Calls without a compiler message. */
const right = [
  "const value: number = logstar.median([1], { epsilon: 1, abstain: false }).value",
  "const value: number = logstar.median([1], { epsilon: 1, delta: 1e-6, abstain: false }).value",
  `const name: string = logstar.median(${grouped}, { epsilon: 1, groups: ["a"] }).groups[0]!.group`,
  "const value: Date | null = logstar.quantile([1], 0.5, { epsilon: 1, domain: logstar.dates(0, 9) }).value",
  "const domain: Domain<bigint> = logstar.integers(0n, 9n, { expect: [1n, 2n] })",
  "const domain: Domain<number> = logstar.integers(0, 9, { expect: [1, 2] })",
  `const total: number = logstar.sum(${rows}, { epsilon: 1, domain: logstar.integers(0, 9) }).value`,
  `const found: FoundSum = logstar.sum(${rows}, { epsilon: 1 })`,
  `${people}.groupBy("a", "private").count({ epsilon: 1, delta: 1e-6, perUser: 1 })`,
  `${people}.where((row) => row.a > 1).count({ epsilon: 1 })`,
  'logstar.table({ a: new Float64Array(1), b: ["x"] }, { user: null }).where((row) => row.a > 1 && row.b === "x")',
  `const name: string = ${people}.groupBy("a", ["x", "y"]).count({ epsilon: 1 }).groups[0]!.group`,
  "const from: Date | null = logstar.learnThreshold({ x: [1], y: [1], epsilon: 1, domain: logstar.dates(0, 9) }).value!.threshold",
  'const from: number | null = logstar.learnThreshold({ x: [1], y: [1], epsilon: 1, algorithm: "sanitizer" }).value!.threshold',
  `const from: bigint | null = ${people}.learnThreshold("a", "a", { epsilon: 1, domain: logstar.integers(0n, 9n) }).value!.threshold`,
  `const from: Promise<{ value: { threshold: Date | null } | null }> = ${own}.learnThreshold({ x: [1], y: [1], epsilon: 1, domain: logstar.dates(0, 9) })`,
  "const label: 0 | 1 | boolean = logstar.learnLabelPrivate({ x: [1], y: [1], epsilon: 1, rules: (x) => Array.from(x, (least) => ({ predict: (one) => one >= least })) }).value.predict(3)",
  "logstar.learnSemiPrivate({ x: [1], y: [1], epsilon: 1, rules: [{ predict: (one) => one > 3 }] })",
  'logstar.learnSemiPrivate({ x: [[1], [2]], y: [1], unlabelled: [[1], [2]], epsilon: 1, rules: "boxes" })',
  'const items: { item: string; count?: number }[] = logstar.topK(["a"], { k: 1, epsilon: 1, delta: 1e-6 }).items',
  'const items: { item: string }[] = logstar.topK(["a"], { k: 1, domain: ["a", "b"], epsilon: 1 }).items',
  'const best: string[] = logstar.selectBest(new Map([["a", 1]]), { k: 1, epsilon: 1 }).value',
  'const best: string | null = logstar.selectBest(new Map([["a", 1]]), { epsilon: 1 }).value',
  `const best: Promise<{ value: string[] }> = ${own}.selectBest(new Map([["a", 1]]), { k: 1, epsilon: 1 })`,
  `const best: Promise<{ value: string | null }> = ${own}.selectBest(new Map([["a", 1]]), { epsilon: 1 })`,
  'const best: string[] = logstar.selectBest(new Map([["a", 1]]), { k: 1 as any, epsilon: 1 }).value',
  `${people}.topK("a", { k: 1, domain: [1, 2], epsilon: 1 })`,
  `const value: Promise<number | null> = logstar.spend(${store}, (ledger) => logstar.median([1], { epsilon: 1, ledger }).value)`,
  `logstar.spend(${store}, async (ledger) => (await ledger.ask(() => logstar.median([1], { epsilon: 1, ledger }))).value)`,
];

const compiling = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
  ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 },
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"],
};

/** The compiler's messages on each line, one after the other. */
function saidOf(lines) {
  const name = join(root, "build/wrong-calls.ts");
  const head = `import * as logstar from "${root}/dist/index.js"; import type { Domain, FoundSum } from "${root}/dist/index.js"; import type { WorkerLibrary } from "${root}/dist/worker.js";\n`;
  const text = head + lines.map((line) => `{ ${line}; }`).join("\n");
  const host = ts.createCompilerHost(compiling);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, target) =>
    file === name ? ts.createSourceFile(file, text, target) : read(file, target);
  const program = ts.createProgram([name], compiling, host);
  const source = program.getSourceFile(name);
  const said = lines.map(() => []);
  for (const { start, messageText } of program.getSemanticDiagnostics(source)) {
    const { line } = source.getLineAndCharacterOfPosition(start);
    said[line - 1].push(ts.flattenDiagnosticMessageText(messageText, "\n"));
  }
  return said;
}

/**
 * The first line that explains the error. For an object that lacks a property, the compiler first writes that
 * it is not assignable, with both types in full.
 */
function firstLine(message = "nothing") {
  const lines = message.split("\n").map((line) => line.trim());
  return lines.find((line) => !/^(Argument of type|Type) '\{/.test(line)) ?? lines[0];
}

test("the compiler names the wrong option or argument", () => {
  const said = saidOf(wrong.map(([call]) => call)).map(([first]) => firstLine(first));
  const others = wrong.filter(([, expected], place) => !expected.test(said[place]));
  assert.deepEqual(
    others.map(([call]) => `${call}: ${said[wrong.findIndex(([one]) => one === call)]}`),
    [],
  );
});

test("an editor shows a function's own comment, headline first, above a call of it", () => {
  const calls = right
    .concat(wrong.map(([call]) => call))
    .filter((call) => /^logstar\.\w+\(/.test(call));
  const name = join(root, "build/hovered.ts");
  const text = `import * as logstar from "${root}/dist/index.js";\n${calls.join(";\n")};\n`;
  const snapshot = (file) => (file === name ? text : ts.sys.readFile(file));
  const service = ts.createLanguageService({
    ...{ getScriptFileNames: () => [name], getScriptVersion: () => "1" },
    getScriptSnapshot(file) {
      const found = snapshot(file);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    ...{ getCurrentDirectory: () => root, getCompilationSettings: () => compiling },
    ...{ getDefaultLibFileName: ts.getDefaultLibFilePath, readFile: snapshot },
    fileExists: (file) => file === name || ts.sys.fileExists(file),
  });
  const checker = service.getProgram().getTypeChecker();
  const index = service.getProgram().getSourceFile(join(root, "dist/index.d.ts"));
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(index));
  const commentOf = (called) => {
    const symbol = checker.getAliasedSymbol(exported.find((one) => one.name === called));
    return ts.displayPartsToString(symbol.getDocumentationComment(checker));
  };
  let place = text.indexOf("\n") + 1;
  for (const call of calls) {
    const [, called] = /^logstar\.(\w+)/.exec(call);
    const shown = service.getQuickInfoAtPosition(name, place + "logstar.".length);
    const comment = commentOf(called);
    assert.notEqual(comment, "", called);
    assert.equal(ts.displayPartsToString(shown.documentation), comment, call);
    place += call.length + ";\n".length;
  }
});

test("the compiler accepts correct calls", () => {
  assert.deepEqual(
    saidOf(right),
    right.map(() => []),
  );
});

/** Exports without options. */
const without = {
  ...{ BudgetExceeded: "an error", EntropyUnavailable: "an error", version: "a text" },
  ...{ LedgerPart: "made by a ledger", LedgerParts: "made by a ledger", LedgerSteps: "the same" },
  ...{ PointHypothesis: "an answer", RectangleHypothesis: "an answer" },
  ...{ ThresholdHypothesis: "an answer", SanitizedPoints: "an answer" },
  ...{ SanitizedThresholds: "an answer", ledgersInBrowser: "takes no arguments" },
};

test("every export has a wrong call, or takes no options", () => {
  const index = readFileSync(join(root, "web/index.ts"), "utf8");
  const exported = [...index.matchAll(/^export \{ ([^}]+) \}/gm)].flatMap(([, names]) =>
    names.split(", "),
  );
  assert.ok(exported.length > 30);
  const called = wrong.map(([call]) => call).join("\n");
  for (const name of exported) {
    const isCalled = new RegExp(`logstar\\.${name}\\b`).test(called);
    assert.notEqual(isCalled, name in without, name);
  }
});
