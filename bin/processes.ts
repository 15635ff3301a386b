// Which processes run. A number is given to another process after one has ended, at another time.
import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/** When a process began, in whatever unit the system counts; nothing if that cannot be known. */
export function startOf(pid: number) {
  try {
    // After the name, which may hold anything in its brackets, the 20th field.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", `${pid}`], { encoding: "utf8" });
    return stdout?.trim() || undefined;
  }
}

/**
 * Where the numbers of processes mean the same processes: what the kernel calls its last start, and the namespace of
 * the numbers, of which each container has its own. Two containers may have one host name.
 */
export function placeOfNumbers(): { boot: string | undefined; namespace: string | undefined } {
  return {
    boot: known(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    namespace: known(() => readlinkSync("/proc/self/ns/pid")),
  };
}

function known(read: () => string) {
  try {
    return read();
  } catch {
    return undefined; // only Linux has them
  }
}

/** Whether the process that began then still runs; true where that cannot be known. */
export function isRunning(pid: number, start: string | undefined) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Of another person, it is there all the same.
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = startOf(pid);
  return start === undefined || now === undefined || now === start;
}
