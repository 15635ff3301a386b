// The package as users get it: packed, and installed into an empty folder.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

let place;

/** A folder with only the package and the files that tests write, shared by all test files of a process. */
export function installPackage() {
  place ??= install();
  return place;
}

function install() {
  const folder = mkdtempSync(join(tmpdir(), "logstar-package-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const run = (command, args, options = {}) =>
    execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: "pipe", ...options });
  // The build has just run, so packing must not repeat it.
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--offline", `./${archive}`]);
  return {
    folder,
    archive: join(folder, archive),
    installed: join(folder, "node_modules/logstar"),
    commandLine: join(folder, "node_modules/.bin/logstar"),
    run,
    write: (name, text) => writeFileSync(join(folder, name), text),
  };
}
