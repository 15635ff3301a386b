// The demo page: a static site in demo/dist.
import { join } from "node:path";
import { root, run, say } from "./shell.mjs";

/** Builds the page; needs dist/. */
export function buildDemo() {
  say("Building the demo page into demo/dist");
  run("npx", ["--no-install", "vite", "build", "--logLevel", "warn", join(root, "demo")]);
}

/** Serves the built page on localhost until interrupted. */
export function serveDemo() {
  run("npx", ["--no-install", "vite", "preview", "--port", "4173", join(root, "demo")]);
}
