// The library's declarations with valid calls. The options of a function are the examples of its fields, or its
// declaration. A newly declared function appears in these calls automatically.
import * as logstar from "../../dist/index.js";
import { declared } from "../../scripts/pages/options.mjs";

const { ReleaseDeclaration } = await import("../../dist/ledger/released.js");

/** All declarations. */
export const declarations = (await declared()).map(({ of }) => of);

/** The examples of the fields of a class. */
const examplesOf = (Fields) =>
  Object.fromEntries(
    Object.entries(new Fields())
      .filter(([, { example }]) => example !== undefined)
      .map(([name, { example }]) => [name, example]),
  );

/** Valid options of a declared function, by name. */
export function optionsOf(name) {
  const { Fields, example } = declarations.find((one) => one.name === name);
  return { ...examplesOf(Fields), ...example.options };
}

/** The options of a valid `accuracy` call. */
function knownOf({ AccuracyOptions, example }) {
  const fields = new AccuracyOptions();
  const own = Object.entries(example.options ?? {}).filter(([name]) => name in fields);
  return { ...examplesOf(AccuracyOptions), ...Object.fromEntries(own), ...example.known };
}

const find = (name) => name.split(".").reduce((home, part) => home[part], logstar);
/** A function, but no class: classes have other calls. */
const isFunction = (value) =>
  value !== undefined && !/^class\b/.test(Function.prototype.toString.call(value));

/** The declared releases, each with a call and the arguments for `accuracy`. */
export const releases = declarations
  .filter((one) => one instanceof ReleaseDeclaration)
  .map((one, _, all) => {
    const { name, Fields, example } = one;
    const { data = [], asked = [], options } = example;
    const ways = all.filter((other) => other.name === name);
    return {
      name,
      title: one === ways[0] ? name : `${name}, way ${ways.indexOf(one) + 1}`,
      args: () => [...structuredClone([...data, ...asked]), { ...examplesOf(Fields), ...options }],
      ledger: "ledger" in new Fields() ? data.length + asked.length : undefined,
      known: name in logstar.accuracy ? () => [...structuredClone(asked), knownOf(one)] : undefined,
    };
  });

/** Valid calls as in valid-calls.mjs, of all declared functions and of their `accuracy`. */
export const declaredCalls = Object.fromEntries([
  ...releases.map(({ title, name, args, ledger }) => [title, { of: find(name), args, ledger }]),
  ...releases
    .filter(({ known }) => known)
    .map(({ title, name, known }) => [
      `accuracy.${title}`,
      { of: logstar.accuracy[name], args: known },
    ]),
  ...declarations
    .filter((one) => !(one instanceof ReleaseDeclaration) && isFunction(find(one.name)))
    .map(({ name, example }) => [
      name,
      {
        of: find(name),
        args: () => [...structuredClone(example.data ?? []), optionsOf(name)],
      },
    ]),
]);
