// Every state of the page, and what a visitor does to reach it from the one before: with a pointer or with keys.
import { ownStates } from "./own-states.mjs";
import { canAsk, hold, letGo, release } from "./visitor.mjs";
import { askIn, button, closeDialog, isShown, linkTo, openSample } from "./ways.mjs";

/** A question of the open data, and its answer. */
const asked = (id) => [
  [`ask-${id}`, (page, by) => askIn(page, by, id).then(() => canAsk(page))],
  [`answer-${id}`, (page, by) => release(page, by.press)],
];

/** Chooses which value of a column is asked for, and how exactly. */
async function typical(page, by, what, stop) {
  await askIn(page, by, "typical");
  await by.pick(page.getByLabel("Which value?"), what);
  await by.slide(page.locator("#exact"), stop);
  await release(page, by.press);
}

const start = [
  ["why", (page) => page.waitForSelector("#why:not([hidden])")],
  [
    "why-emil",
    async (page, by) => {
      await by.tick(page.getByRole("radio", { name: "Emil" }));
      await page.getByText("That is what Emil earns").waitFor();
    },
  ],
  [
    "sealed",
    async (page, by) => {
      await by.press(page.locator("#open-sealed"));
      await by.press(button(page, "Try to send something"));
      await page.waitForSelector("#attempts li:nth-child(6)");
    },
  ],
  [
    "data",
    async (page, by) => {
      await closeDialog(page, by);
      await by.press(button(page, "Do this with your data"));
      await isShown(page, "data");
    },
  ],
  ["cards", (page, by) => openSample(page, by, "flights")],
];

const answers = [
  [
    "own-picture",
    async (page, by) => {
      await by.press(page.locator(".private summary"));
      await page.waitForSelector(".private figure");
    },
  ],
  ["printed", (page) => page.emulateMedia({ media: "print" })],
  [
    "range",
    async (page, by) => {
      await page.emulateMedia({ media: "screen" });
      await askIn(page, by, "typical");
      await by.tick(page.getByLabel(/with error bars/));
      await release(page, by.press);
      await by.press(page.locator(".answer details summary"));
    },
  ],
  ["answer-quartiles", (page, by) => typical(page, by, "the three quartiles", 3)],
  ["answer-mean", (page, by) => typical(page, by, "the mean", 3)],
  [
    "answer-deciles",
    async (page, by) => {
      await askIn(page, by, "dist");
      await by.pick(page.getByLabel("How?"), "ten parts of equally many people (deciles)");
      await release(page, by.press);
    },
  ],
  [
    "slices-three",
    async (page, by) => {
      await askIn(page, by, "slices");
      await by.press(button(page, "Add a slice"));
      const third = page.locator(".slice").nth(2);
      await by.pick(third.getByLabel("Ask them for"), "the 3 most common");
      await canAsk(page);
    },
  ],
  ["answer-slices-three", (page, by) => release(page, by.press)],
  [
    "drawing",
    async (page, by) => {
      await askIn(page, by, "count");
      await canAsk(page);
      await hold(page, "send");
      await by.press(page.locator("#go"));
      await page.locator("#go", { hasText: "Drawing … press to cancel" }).waitFor();
    },
  ],
  [
    "cancelled",
    async (page, by) => {
      await by.press(page.locator("#go"));
      await letGo(page); // the draw comes as far as its charge
      await page.locator(".price", { hasText: "Cancelled" }).waitFor();
    },
  ],
  [
    "practice",
    async (page, by) => {
      await by.press(page.locator("#open-ledger"));
      await page.getByText("Samples are free").waitFor();
    },
  ],
  [
    "cannot-be-asked",
    async (page, by) => {
      await closeDialog(page, by);
      await askIn(page, by, "predict");
    },
  ],
  [
    "answer-predict",
    async (page, by) => {
      await by.press(page.getByRole("link", { name: "Try it with the penguins" }));
      await release(page, by.press);
    },
  ],
  ...asked("threshold"),
  ["too-few", (page, by) => typical(page, by, "the three quartiles", 0)],
  [
    "plan",
    async (page, by) => {
      await by.press(linkTo(page, "#/ask"));
      await by.press(linkTo(page, "#/ask/plan"));
      await page.waitForSelector("#plan figure");
    },
  ],
];

const questions = ["typical", "groups", "common", "count", "dist", "interior", "stream", "slices"];

/** Each state after the one before it: a name, and the way there. */
export const states = [...start, ...questions.flatMap(asked), ...answers, ...ownStates];

/** Errors of the console but those of the attempts to send something, which the page itself makes. */
export const unexpected = (problems) => problems.filter((text) => !text.includes("/sealed?test"));
