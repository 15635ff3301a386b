// Every state of the page, by its address, and what a visitor does to reach it.
import {
  canAsk,
  choose,
  fillInKinds,
  openSample,
  readStep,
  release,
  salaries,
  setEpsilon,
} from "./visitor.mjs";

/** A survey as an office exports it, in Windows-1252: every form of cells, and some that cannot be read. */
export const survey = {
  name: "pay-survey-2025.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    [
      "person_id;answered_on;city;gross_pay;commute_km;comment",
      ...Array.from({ length: 400 }, (_, i) => {
        const pay = i % 40 === 5 ? "k. A." : `${4 + (i % 5)}.${100 + i},50 \x80`;
        const town = ["München", "Köln", "Würzburg"][i % 3];
        return `P-${i >> 1};${1 + (i % 28)}.02.2025;${town};${pay};${i % 60},5;`;
      }),
    ].join("\n"),
    "latin1",
  ),
};

const go = async (page, hash) => {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
};

/** Each state after the one before it: a name, and the way there. */
export const states = [
  ["why", (page) => page.waitForSelector("#why:not([hidden])")],
  [
    "why-emil",
    async (page) => {
      await page.getByRole("radio", { name: "Emil" }).focus();
      await page.keyboard.press("Space");
      await page.getByText("That is what Emil earns").waitFor();
    },
  ],
  [
    "sealed",
    async (page) => {
      await page.locator("#open-sealed").click();
      await page.getByRole("button", { name: "Try to send something" }).click();
      await page.waitForSelector("#attempts li:nth-child(6)");
    },
  ],
  [
    "data",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !location.hash.includes("open"));
      await go(page, "#/data");
      await page.waitForSelector("#data:not([hidden])");
    },
  ],
  ["cards", (page) => openSample(page, "flights")],
  ...["typical", "groups", "common", "count", "dist", "interior", "stream", "slices"].flatMap(
    (id) => [
      [
        `ask-${id}`,
        async (page) => {
          await choose(page, id);
          await canAsk(page);
        },
      ],
      [`answer-${id}`, (page) => release(page)],
    ],
  ),
  [
    "own-picture",
    async (page) => {
      await page.locator(".private summary").click();
      await page.waitForSelector(".private figure");
    },
  ],
  [
    "range",
    async (page) => {
      await choose(page, "typical");
      await page.getByLabel(/with error bars/).check();
      await release(page);
      await page.locator(".answer details summary").click();
    },
  ],
  [
    "practice",
    async (page) => {
      await page.locator("#open-ledger").click();
      await page.getByText("Samples are free").waitFor();
    },
  ],
  [
    "cannot-be-asked",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !location.hash.includes("open"));
      await choose(page, "predict");
    },
  ],
  [
    "answer-predict",
    async (page) => {
      await openSample(page, "penguins");
      await choose(page, "predict");
      await release(page);
    },
  ],
  [
    "too-few",
    async (page) => {
      await choose(page, "typical");
      await page.getByLabel("Which value?").selectOption("quartiles");
      await setEpsilon(page, 0.05);
      await release(page);
    },
  ],
  [
    "plan",
    async (page) => {
      await go(page, "#/ask/plan");
      await page.waitForSelector("#plan figure");
    },
  ],
  [
    "read-encoding",
    async (page) => {
      await page.setInputFiles("#file", survey);
      await readStep(page);
      await page.getByText("Choose the encoding in which all letters are there").waitFor();
    },
  ],
  [
    "read-new",
    async (page) => {
      await page.getByLabel("Encoding").selectOption("windows-1252");
      await page.getByText("Reads as:").waitFor();
    },
  ],
  [
    "read-filled",
    async (page) => {
      await fillInKinds(page);
      await page.getByLabel(/A person may have several rows/).check();
      await page.getByText("200 people have 400 rows, 2 each").waitFor();
      await page.getByText("10 of 400 cannot be read: “k. A.” in line 7").waitFor();
    },
  ],
  [
    "cards-own",
    async (page) => {
      await page.getByRole("button", { name: "Use these data" }).click();
      await page.waitForFunction(() => location.hash === "#/ask");
    },
  ],
  [
    "answer-own",
    async (page) => {
      await choose(page, "count");
      await setEpsilon(page, 0.8);
      await release(page);
      await choose(page, "count");
      await setEpsilon(page, 0.8);
      await release(page);
    },
  ],
  [
    "budget-short",
    async (page) => {
      await choose(page, "typical");
      await setEpsilon(page, 0.8);
      await page.getByText("More than is left.").waitFor();
    },
  ],
  [
    "budget",
    async (page) => {
      await page.locator("#open-ledger").click();
      await page.getByText("2 answers given").waitFor();
    },
  ],
  [
    "another-budget",
    async (page) => {
      await page.getByRole("button", { name: "Start another budget …" }).click();
      await page.getByText("These are other people").waitFor();
    },
  ],
  [
    "known",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !location.hash.includes("open"));
      await go(page, "#/data");
      await page.getByText("Asked before, in this browser").waitFor();
    },
  ],
  [
    "new-name",
    async (page) => {
      await page.setInputFiles("#file", { ...salaries, name: "renamed.csv" });
      await page.getByLabel("None of these people is in the data").waitFor();
    },
  ],
];
