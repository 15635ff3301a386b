// Start: why, and which data. What answers need is loaded later, when a visitor comes to it.
import { Accounts } from "./accounts.js";
import { place } from "./dom.js";
import { samples } from "./samples.js";
import { fail } from "./views/frame.js";
import { Start } from "./views/start.js";

async function start() {
  place("#sources").textContent = samples.map(({ source }) => source).join(" ");
  await new Start(await new Accounts().begin()).show();
  performance.mark("ready");
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => fail(`The page could not start: ${error.message}`));
