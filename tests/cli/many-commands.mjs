// Runs one command after the other, each on a fresh start of the command line, for one-process.mjs. A process
// that only prints a line spends nearly all of its time starting.
import { pathToFileURL } from "node:url";

const program = pathToFileURL(process.argv[2]);
let commands = 0;

/** The output to `stream` until `done` is called. */
function read(stream) {
  const { write } = stream;
  let text = "";
  stream.write = (chunk, ...rest) => {
    text += chunk;
    for (const written of rest) if (typeof written === "function") written();
    return true;
  };
  return () => {
    stream.write = write;
    return text;
  };
}

process.on("message", async (args) => {
  process.argv = [...process.argv.slice(0, 2), ...args];
  process.exitCode = 0;
  const doneOut = read(process.stdout);
  const doneErr = read(process.stderr);
  let failure = "";
  try {
    commands += 1;
    await import(`${program}?${commands}`);
  } catch (error) {
    failure = error.stack;
    process.exitCode = 1;
  }
  const ended = { status: process.exitCode, out: doneOut(), err: doneErr() + failure };
  process.exitCode = 0;
  process.send(ended);
});
