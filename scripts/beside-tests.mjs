// Copies of tests beside packages with another module: tests there reach these by the same names.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { layOut } from "./build.mjs";
import { root } from "./shell.mjs";

/**
 * @param {string} folder of all that
 * @param {Record<string, string>} packages where the compiled module of each is, by the package's place in it
 * @param {string[]} rooms of tests
 */
export function besideTests(folder, packages, rooms) {
  for (const [place, compiled] of Object.entries(packages)) layOut(join(folder, place), compiled);
  // Scripts too, of which tests read what is declared.
  for (const room of ["scripts", ...rooms]) {
    rmSync(join(folder, room), { recursive: true, force: true });
    cpSync(join(root, room), join(folder, room), { recursive: true });
  }
}
