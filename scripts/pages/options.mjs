// docs/options.md: the options of every declared function, from the fields that read them and the comments
// above those.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../shell.mjs";

const rooms = [
  ...["ranks", "top-k", "streams", "selection", "counts", "sanitizing", "learning"],
  ...["data", "ledger", "tables", "sql", "audit"],
];

/** The functions and classes that are declared, by the room and name; several ways of one follow each other. */
export async function declared() {
  const { Declaration } = await import(pathToFileURL(join(root, "dist/core/declaration.js")));
  const found = [];
  for (const room of rooms) {
    const files = readdirSync(join(root, "dist", room), { recursive: true }).filter((file) =>
      file.endsWith(".js"),
    );
    for (const file of files.sort()) {
      const module = await import(pathToFileURL(join(root, "dist", room, file)));
      for (const value of Object.values(module)) {
        if (value instanceof Declaration) found.push({ room, file: `${room}/${file}`, of: value });
      }
    }
  }
  const key = ({ room, of }) => `${rooms.indexOf(room)} ${of.name.toLowerCase()}`;
  return found.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/**
 * Comments of the fields of web/'s classes: { name, file, comments, taken } each. `file`: the compiled file;
 * `taken`: fields that copy another class's.
 */
async function classes() {
  const { default: ts } = await import("typescript"); // not there before set-up
  const files = readdirSync(join(root, "web"), { recursive: true });
  return files
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, "web", file), "utf8");
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      return source.statements.filter(ts.isClassDeclaration).map(({ name, members }) => {
        const fields = members.filter((one) => ts.isPropertyDeclaration(one) && one.initializer);
        const comments = fields.flatMap((field) =>
          field.jsDoc ? [[field.name.text, plain(ts, field.jsDoc.at(-1))]] : [],
        );
        const taken = fields.flatMap(({ name, initializer }) => {
          const [, from] = /^new (\w+)\(\)\.\w+$/.exec(initializer.getText()) ?? [];
          return from ? [[name.text, from]] : [];
        });
        return {
          ...{ name: name.text, file: file.replace(/ts$/, "js") },
          ...{ comments: Object.fromEntries(comments), taken: Object.fromEntries(taken) },
        };
      });
    });
}

/** A comment as one line, without its tags. */
const plain = (ts, { comment }) =>
  (ts.getTextOfJSDocComment(comment) ?? "").replace(/\s+/g, " ").trim();

/** The comment of a field, from its class or a parent class. */
function commentOf(Fields, field, file, all) {
  if (Fields.parts) {
    const said = Fields.parts.map((part) => commentOf(part, field, file, all));
    return said.find((one) => one !== undefined);
  }
  const named = all.filter(({ name }) => name === Fields.name);
  const own =
    named.find((one) => one.file === file) ??
    named.find(({ comments, taken }) => field in comments || field in taken);
  if (own?.comments[field] !== undefined) return own.comments[field];
  const from = own?.taken[field];
  if (from) return all.find(({ name }) => name === from)?.comments[field];
  const parent = Object.getPrototypeOf(Fields);
  return parent.name ? commentOf(parent, field, own?.file ?? file, all) : undefined;
}

/** The default of an option. */
function defaultOf({ fallback }) {
  if (fallback === undefined) return "needed";
  try {
    const value = fallback({});
    if (value === undefined || typeof value === "function" || Number.isNaN(value)) return "";
    return typeof value === "object" ? "`reals()`" : `\`${JSON.stringify(value)}\``;
  } catch {
    return "needed";
  }
}

const cell = (text) => text.replaceAll("|", "\\|");

/** How a way of a function is asked for. */
function titleOf({ of }, all) {
  const isOne = all.filter((other) => other.of.name === of.name).length === 1;
  if (isOne) return `\`${of.name}\``;
  const fields = new of.Fields();
  const choice = ["method", "algorithm", "variant"].find((field) => field in fields);
  return `\`${of.name}\`, \`${choice}\` ${fields[choice].kind.replaceAll(", ", " or ")}`;
}

/** The page. */
export async function optionsPage() {
  const all = await declared();
  const known = await classes();
  const sections = all.map((one) => {
    const { of, file } = one;
    const rows = Object.entries(new of.Fields()).map(([name, field]) => {
      const said = commentOf(of.Fields, name, file, known);
      if (!said) throw new Error(`${file}: nothing is said of ${name}`);
      return `| \`${name}\` | ${cell(field.kind ?? "")} | ${defaultOf(field)} | ${cell(said)} |`;
    });
    const head = ["| option | kind | default | |", "|---|---|---|---|"];
    return [`## ${titleOf(one, all)}`, "", ...head, ...rows].join("\n");
  });
  return `# All options

What every function and class may be told that has options: the same fields from which the library reads
them. An unknown name is refused, and so is what is out of range. \`accuracy\` takes the same options
without data and ledger.

${sections.join("\n\n")}
`;
}
