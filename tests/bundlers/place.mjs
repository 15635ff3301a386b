// Installs the packed package as a user does, in a separate folder next to the programs that build and run it:
// `node tests/bundlers/place.mjs`.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "../../scripts/shell.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
export const folder = join(root, "build/bundlers");
const require = createRequire(join(folder, "package.json"));

/** The record that a folder keeps of its last installation. */
const installed = join(folder, "node_modules/.installed-lock.json");

/** Installs programs by the lock file, then the package: its archive, unpacked where npm puts it. */
export function installBundlers() {
  mkdirSync(folder, { recursive: true });
  const lock = readFileSync(join(here, "package-lock.json"), "utf8");
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== lock) {
    for (const file of ["package.json", "package-lock.json", ".npmrc"])
      cpSync(join(here, file), join(folder, file));
    run("npm", ["ci", "--ignore-scripts"]);
    writeFileSync(installed, lock);
  }
  for (const old of readdirSync(folder).filter((name) => name.endsWith(".tgz")))
    rmSync(join(folder, old));
  // The build has just run, so packing must not repeat it.
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  rmSync(thePackage, { recursive: true, force: true });
  mkdirSync(thePackage);
  run("tar", ["-xzf", archive(), "-C", thePackage, "--strip-components", "1"]);
}

/** The folder of the package. */
export const thePackage = join(folder, "node_modules/logstar");

/** The archive that npm packed. */
export const archive = () =>
  join(
    folder,
    readdirSync(folder).find((name) => name.endsWith(".tgz")),
  );

/** @param {string} command the output of the program, if it succeeds */
export function run(command, args, options = {}) {
  const given = { cwd: folder, encoding: "utf8", stdio: "pipe", ...options };
  try {
    return execFileSync(command, args, given);
  } catch (error) {
    throw new Error(`${command} ${args.join(" ")}: ${error.stdout ?? ""}${error.stderr ?? error}`);
  }
}

/** A program of package.json, by its command. */
export const program = (name) => join(folder, "node_modules/.bin", name);

/** Imports a module of the programs in package.json: this file is outside of the folder that has them. */
export const imported = (name) => import(pathToFileURL(require.resolve(name)).href);

/**
 * A new folder, below the folder of all installations.
 * @param {string} name
 * @param {Record<string, string>} files what is in which
 */
export function project(name, files) {
  const place = join(folder, name);
  rmSync(place, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), text);
  }
  return place;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installBundlers();
