// Which processes run. The system reuses the number of a process after it has ended, at another time.
import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/** The start of a process, in the system's unit; undefined if unknown. */
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
 * The scope of process numbers: the kernel's last start, and the namespace of the numbers, as each container
 * has its own. Two containers may have one host name.
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

/** Whether the process with that start still runs; true if unknown. */
export function isRunning(pid: number, start: string | undefined) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user exists as well.
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = startOf(pid);
  return start === undefined || now === undefined || now === start;
}
