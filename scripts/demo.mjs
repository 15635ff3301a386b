// The demo page: a static site in demo/dist. `node scripts/demo.mjs` builds it.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { main, root, run, say, tool } from "./shell.mjs";

/** Builds the page; needs dist/. */
export async function buildDemo() {
  const { default: Papa } = await import("papaparse"); // not there before set-up
  say("Building the demo page into demo/dist");
  mkdirSync(join(root, "demo/public"), { recursive: true });
  const samples = { flights: "flights-10k.json", penguins: "penguins.json" };
  for (const [name, file] of Object.entries(samples)) {
    const json = readFileSync(join(root, "node_modules/vega-datasets/data", file), "utf8");
    // The page reads ISO 8601 dates only, unlike 2001/01/14.
    const rows = JSON.parse(json.replace(/"(\d{4})\/(\d{2})\/(\d{2})/g, '"$1-$2-$3'));
    writeFileSync(join(root, `demo/public/${name}.csv`), Papa.unparse(rows));
  }
  cpSync(join(root, "docs/least-records.csv"), join(root, "demo/public/least-records.csv"));
  run(tool("vite"), ["build", "--logLevel", "warn", "demo"]);
  addDocs();
  // In the worker, which Vite's list leaves out.
  for (const name of [
    ...["papaparse", "hyparquet", "hyparquet-compressors", "hysnappy", "fzstd", "lossless-json"],
    ...["d3-time-format", "d3-time", "read-excel-file", "fflate", "saxen"],
  ])
    addLicence(name);
}

function addLicence(name) {
  const folder = join(root, "node_modules", name);
  const file = existsSync(join(folder, "LICENSE")) ? "LICENSE" : "LICENSE.md";
  const text = readFileSync(join(folder, file), "utf8");
  appendFileSync(join(root, "demo/dist/licences.md"), `\n## ${name}\n\n${text}`);
}

/** The page links to ./docs/: the documentation site if it was built, else a page that says how. */
function addDocs() {
  const place = join(root, "demo/dist/docs");
  const site = join(root, "build/docs-site");
  if (existsSync(site)) cpSync(site, place, { recursive: true });
  else cpSync(join(root, "demo/no-docs.html"), join(place, "index.html"));
}

/** Serves the built page on localhost until interrupted. */
export function serveDemo() {
  run(tool("vite"), ["preview", "--port", "4173", "demo"]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(buildDemo);
