// The stages that are in both tiers.
import { documentation, script } from "./parts.mjs";

/** @typedef {{ stage: string, what: string, parts: import("./parts.mjs").Part[] }} Stage `what` it does, for the terminal */

/** @type {Stage} */
export const setUp = {
  stage: "set-up",
  what: "installs Emscripten and the JavaScript packages, if they are missing",
  parts: [script(["scripts/setup.mjs"])],
};
/** @type {Stage} */
export const theModule = {
  stage: "module",
  what: "builds the WebAssembly module and the package",
  parts: [script(["scripts/build.mjs"], { compiles: true, after: ["set-up"] })],
};
/** @type {Stage} */
export const enumeratingModule = {
  stage: "enumerating module",
  what: "builds the package with a module that walks through all outcomes",
  parts: [script(["scripts/enumerating.mjs"], { compiles: true, after: ["set-up"] })],
};
/** @type {Stage} */
export const failingModule = {
  stage: "failing module",
  what: "builds the package with a module in which allocations fail",
  parts: [script(["scripts/failing.mjs"], { compiles: true, after: ["set-up"] })],
};
/** @type {Stage} */
export const theSite = {
  stage: "site",
  what: "builds the documentation site",
  parts: [documentation(["module"])],
};
/** @type {Stage} */
export const thePage = {
  stage: "page",
  what: "builds the demo page, with the site beside it",
  parts: [script(["scripts/demo.mjs"], { after: ["module", "site"] })],
};
