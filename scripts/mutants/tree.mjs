// The copy of the sources that mutations are tried in: the checkout itself is never touched.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runQuietly } from "../shell.mjs";

export const tree = join(root, "build/mutants");

/** Copies all files that git tracks, with uncommitted changes; writes only files that differ. */
export function copySources() {
  mkdirSync(tree, { recursive: true });
  const somebody = ["-c", "user.name=mutate", "-c", "user.email=mutate@localhost"];
  const commit = runQuietly("git", [...somebody, "stash", "create"]).trim() || "HEAD";
  const env = { ...process.env, GIT_WORK_TREE: tree, GIT_INDEX_FILE: join(tree, ".index") };
  runQuietly("git", ["read-tree", "--reset", "-u", commit], { env });
  for (const name of ["node_modules", ".toolchain"]) {
    if (!existsSync(join(tree, name))) symlinkSync(join(root, name), join(tree, name));
  }
}

/** Runs a program in the copy, as the least urgent of all. */
export const inTree = (command, args, env = {}) =>
  spawnSync("nice", ["-n", "10", command, ...args], {
    ...{ cwd: tree, env: { ...process.env, ...env }, encoding: "utf8", maxBuffer: 1 << 28 },
  });

/** Runs a program in the copy; throws if it fails. */
export function must(command, ...args) {
  const { status, stdout, stderr } = inTree(command, args);
  if (status !== 0) throw new Error(`${stdout}${stderr}\n${command} ${args.join(" ")} failed`);
}

/** The result of `work` while a file of the copy has another text. */
export function changed(file, text, work) {
  const path = join(tree, file);
  const before = readFileSync(path);
  writeFileSync(path, text);
  try {
    return work();
  } finally {
    writeFileSync(path, before);
  }
}
