// The newest Node on npm, next to the version that runs the tests.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./installed.mjs";

/** Pinned, so that tests change on purpose only: \`npm view node version\` shows a newer one. */
export const newestVersion = "26.10.0";

/**
 * Its path, or the reason why it is missing here. Downloaded once by npm into build/.
 * @returns {{ path?: string, why?: string }}
 */
export function newestNode() {
  const { platform, arch } = process;
  if (platform !== "linux" || !["x64", "arm64"].includes(arch)) {
    return { why: `npm has it for linux on x64 and arm64, this is ${platform} on ${arch}` };
  }
  const name = `node-${platform}-${arch}`;
  const folder = join(root, `build/node-${newestVersion}`);
  const path = join(folder, `node_modules/${name}/bin/node`);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const flags = ["--prefix", folder, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
    try {
      execFileSync("npm", ["install", ...flags, `${name}@${newestVersion}`], { stdio: "pipe" });
    } catch (error) {
      return { why: `npm could not fetch ${name}@${newestVersion}: ${firstLine(error.stderr)}` };
    }
  }
  return { path };
}

function firstLine(text) {
  const lines = `${text}`.split("\n").filter((line) => line.startsWith("npm error"));
  return (lines[0] ?? `${text}`).slice(0, 200);
}
