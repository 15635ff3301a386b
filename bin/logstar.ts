#!/usr/bin/env node
// `npx logstar`: the library from a terminal, for files that do not fit into a program.
import { CommanderError } from "commander";
import { exitCodeOf, messageOf, wrongInput } from "./failures.js";
import { program } from "./program.js";

/** Signals that end a command. */
const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

// A listener runs between two steps of a command, so that a charge and its lock are whole. Then the signal ends the
// process at once: an orderly exit would wait for the query of an engine.
if (process.listenerCount("SIGINT") === 0) {
  for (const signal of signals) process.once(signal, () => process.kill(process.pid, signal));
  // `| head` closes the pipe early.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit();
    });
  }
}

try {
  if (process.argv.length === 2) program().outputHelp();
  else await program().parseAsync();
} catch (error) {
  // Commander has printed its own message.
  if (error instanceof CommanderError) process.exitCode = error.exitCode && wrongInput;
  else {
    process.stderr.write(`logstar: ${messageOf(error)}\n`);
    process.exitCode = exitCodeOf(error);
  }
}
