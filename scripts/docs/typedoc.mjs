// TypeDoc's part of the documentation site: its options, and this project's additions.
import { join, relative } from "node:path";
import {
  Application,
  Comment,
  CommentTag,
  Converter,
  KindRouter,
  PageEvent,
  ReflectionKind,
} from "typedoc";
import { entries } from "../build.mjs";
import { root } from "../shell.mjs";
import { contents, start } from "./contents.mjs";
import { finishPage } from "./page.mjs";
import { describeMirror } from "./worker-mirror.mjs";

const optionsFor = (sections, pages, out) => ({
  entryPoints: entries.map((name) => join(root, `web/${name}.ts`)),
  tsconfig: join(root, "scripts/docs/tsconfig.json"),
  out,
  skipErrorChecking: true, // the package's declarations come from the same files and report errors
  name: "logstar",
  readme: join(root, start),
  projectDocuments: pages.map(({ file }) => join(root, file)),
  router: "docs",
  sortEntryPoints: false,
  navigation: { includeGroups: true, includeFolders: false },
  groupOrder: [...sections, "API", "Functions", "Classes", "Namespaces", "*"],
  customCss: join(root, "scripts/docs/site.css"),
  lightHighlightTheme: "github-light-high-contrast", // the usual themes' colours are too faint for axe
  darkHighlightTheme: "github-dark-high-contrast",
  customJs: join(root, "scripts/docs/site.js"),
  favicon: join(root, "scripts/docs/icon.svg"),
  headings: { readme: false, document: false },
  visibilityFilters: {},
  hideGenerator: true,
  disableSources: true,
  disableGit: true,
  excludePrivate: true,
  searchInComments: true,
  searchInDocuments: true,
  searchGroupBoosts: { Functions: 3, Classes: 2 },
  highlightLanguages: ["console", "js", "json", "sql", "sh", "html", "cpp", "cmake"],
  ignoredHighlightLanguages: ["text"],
  intentionallyNotExported: [
    ...["Found", "RowSlicesOf"].map((name) => `web/worker/types.ts:${name}`),
    ...["Given", "GivenInOrder", "Learned", "LearnedOptions", "Told"].map(
      (name) => `web/tables/types.ts:${name}`,
    ),
    "web/core/fields.ts:OptionsBy",
    "web/tables/slices/fields.ts:KeyOf",
    "web/ranks/functions.ts:RankCall",
    ...["AllLater", "AnswerAt", "OptionsAt", "Crossing", "RemoteClass"].map(
      (name) => `web/worker/crossing.ts:${name}`,
    ),
  ],
  validation: { notExported: true, invalidLink: true, invalidPath: true, notDocumented: true },
  treatWarningsAsErrors: true,
});

/** Builds the site into a folder. */
export async function renderSite(out) {
  const pages = contents();
  const sections = [...new Set(pages.map(({ section }) => section))];
  const app = await Application.bootstrapWithPlugins(optionsFor(sections, pages, out));
  const pageOf = new Map(pages.map((page) => [join(root, page.file), page]));

  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const page = pageOf.get(app.files.getReflectionPath(document));
    document.name = page.title;
    document.frontmatter.group = page.section;
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const { comment } of Object.values(project.reflections)) setHeadsApart(comment);
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      module.name = module.name === "index" ? "logstar" : `logstar/${module.name}`;
      module.comment ??= new Comment();
      module.comment.blockTags.push(new CommentTag("@group", [{ kind: "text", text: "API" }]));
    }
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => describeMirror(project));
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    app.options.setValue("intentionallyNotDocumented", inlineFields(project));
  });
  app.renderer.defineRouter("docs", routerFor(app));
  app.renderer.on(PageEvent.END, (page) => finishPage(page, pages));

  const project = await app.convert();
  if (project !== undefined) app.validate(project);
  if (project !== undefined && problems(app) === 0) await app.generateOutputs(project);
  if (problems(app) > 0)
    throw new Error(`the documentation has ${problems(app)} problems, see above`);
}

const problems = ({ logger }) => logger.errorCount + logger.warningCount;

/** Pages of docs/ keep their places and names, so that links between them read alike everywhere. */
const routerFor = (app) =>
  class extends KindRouter {
    getIdealBaseName(reflection) {
      if (!reflection.isDocument()) return `api/${super.getIdealBaseName(reflection)}`;
      const file = relative(root, app.files.getReflectionPath(reflection));
      return file.replace(/^docs\//, "").replace(/\.md$/, "");
    }
  };

/** "Privacy: ...", "Source: ..." and the like become paragraphs of their own. */
function setHeadsApart(comment) {
  for (const part of comment?.summary ?? []) {
    part.text = part.text.replace(/^(Privacy|Source|Departures|Accuracy|Cost):/gm, "\n**$1:**");
  }
}

/** Fields of types written in place are described by the text around them. */
function inlineFields(project) {
  return project
    .getReflectionsByKind(
      ReflectionKind.Property | ReflectionKind.Method | ReflectionKind.ConstructorSignature,
    )
    .filter((field) => !isDocumented(field) && isIn(field, ReflectionKind.TypeLiteral))
    .filter((field) => !isIn(field, ReflectionKind.Parameter)) // never asked for
    .map((field) => field.getFriendlyFullName())
    .filter((name, i, names) => names.indexOf(name) === i);
}

/** A method's comment stands at its signatures. */
const isDocumented = (field) =>
  field.hasComment() || field.signatures?.some((signature) => signature.hasComment());

function isIn({ parent }, kind) {
  return parent !== undefined && (parent.kindOf(kind) || isIn(parent, kind));
}
