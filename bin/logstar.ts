#!/usr/bin/env node
// `npx logstar`: the library from a terminal, for files that do not fit into a program.
import { CommanderError } from "commander";
import { exitCodeOf, messageOf } from "./failures.js";
import { program } from "./program.js";

try {
  await program().parseAsync();
} catch (error) {
  // Commander has printed its own message.
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    process.stderr.write(`logstar: ${messageOf(error)}\n`);
    process.exitCode = exitCodeOf(error);
  }
}
