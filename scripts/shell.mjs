// Running other programs, and saying so.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** A line that says what happens now. */
export function say(text) {
  console.log(`\n== ${text}`);
}

/** A program of the development packages: npx would take most of a second to find it. @param {string} name */
export const tool = (name) => join(root, "node_modules/.bin", name);

/** Runs a program in the project's root with its output shown; throws if it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (result.error) throw new Error(`could not run ${command}: ${result.error.message}`);
  if (result.status !== 0) {
    const how = result.signal ? `was ended by ${result.signal}` : `ended with ${result.status}`;
    throw new Error(`${command} ${args.slice(0, 4).join(" ")} ${how}`);
  }
}

/** Runs a program quietly; its output is shown only if it fails. */
export function runQuietly(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...options,
  });
  if (result.error) throw new Error(`could not run ${command}: ${result.error.message}`);
  if (result.status !== 0) {
    process.stdout.write(`${result.stdout}${result.stderr}`);
    throw new Error(`${command} ${args.slice(0, 4).join(" ")} ended with ${result.status}`);
  }
  return result.stdout;
}

/** The path of a program on the PATH, or undefined. */
export function which(name) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/** Ends the script with one line instead of a stack trace. */
export function main(work) {
  Promise.resolve()
    .then(work)
    .catch((error) => {
      console.error(`\n${error.message}`);
      process.exitCode = 1;
    });
}
