import { spawn } from "node:child_process";
import { surroundings } from "./copy.mjs";

/**
 * Runs a program as the least urgent of all, while others run.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, seconds?: number }} options it is ended after so many seconds
 * @returns {Promise<{ status: number | null, killed: boolean, stderr: string }>} no status: it was ended by
 *   a signal
 */
export function politely(command, args, { cwd, seconds }) {
  return new Promise((resolve, reject) => {
    const child = spawn("nice", ["-n", "10", command, ...args], {
      cwd,
      env: surroundings,
      stdio: ["ignore", "ignore", "pipe"],
      detached: true, // a group, so that what it started ends with it
    });
    let stderr = "";
    let killed = false;
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    const end = () => {
      killed = true;
      process.kill(-child.pid, "SIGKILL");
    };
    const clock = seconds === undefined ? undefined : setTimeout(end, 1000 * seconds);
    child.on("error", reject);
    child.on("close", (status) => {
      clearTimeout(clock);
      resolve({ status, killed, stderr: stderr.slice(0, 500) });
    });
  });
}
