// The states that a visitor with files of their own comes to.
import { gzipSync } from "node:zlib";
import { workbook } from "../cli/workbook.mjs";
import { backTo, fillInKinds, hold, letGo, release, salaries } from "./visitor.mjs";
import { askIn, button, closeDialog, isShown, toData } from "./ways.mjs";

/** A survey as an office exports it, in Windows-1252: every form of cells, and some that cannot be read. */
const survey = {
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

const films = [
  { title: "Metropolis", released: 1927, rating: 8.3 },
  { title: "Nosferatu", released: 1922, rating: 7.9 },
];

const others = {
  xlsx: workbook({
    Pay: [["person", "pay"], ...films.map(({ title, rating }) => [title, rating])],
  }),
  json: JSON.stringify(films),
  "csv.gz": gzipSync("person,pay\na,1\nb,2\n"),
};

/** A file of another kind, with the words of the page about it. */
const otherFile = (ending, words) => [
  `read-${ending.split(".").at(-1)}`,
  async (page, by) => {
    await toData(page, by);
    const name = `films.${ending}`;
    await by.open(page, { name, mimeType: "", buffer: Buffer.from(others[ending]) });
    await isShown(page, "read");
    await page.locator("#read .written summary", { hasText: words }).waitFor();
  },
];

const reading = [
  [
    "read-encoding",
    async (page, by) => {
      await toData(page, by);
      await by.open(page, survey);
      await isShown(page, "read");
      await page.getByText("Choose the encoding in which all letters are there").waitFor();
    },
  ],
  [
    "read-new",
    async (page, by) => {
      await by.pick(page.getByLabel("Encoding"), "Windows-1252 (Excel, Western Europe)");
      await page.getByText("Reads as:").waitFor();
    },
  ],
  [
    "read-filled",
    async (page, by) => {
      await fillInKinds(page, by.press);
      await by.tick(page.getByLabel(/A person may have several rows/));
      await page.getByText("200 people have 400 rows, 2 each").waitFor();
      await page.getByText("10 of 400 cannot be read: “k. A.” in line 7").waitFor();
    },
  ],
  [
    "reading",
    async (page, by) => {
      await hold(page, "read");
      await by.pick(page.locator("#kind-5"), "Text");
      await by.press(button(page, "Use these data"));
      await page.locator("#read progress:not([hidden])").waitFor();
    },
  ],
  [
    "cards-own",
    async (page) => {
      await letGo(page);
      await isShown(page, "ask");
    },
  ],
];

async function countFinely(page, by) {
  await askIn(page, by, "count");
  await by.slide(page.locator("#exact"), 4);
}

const budget = [
  [
    "answer-own",
    async (page, by) => {
      for (let times = 0; times < 2; ++times) {
        await countFinely(page, by);
        await release(page, by.press);
      }
    },
  ],
  [
    "budget-short",
    async (page, by) => {
      await countFinely(page, by);
      await page.getByText("More than is left.").waitFor();
    },
  ],
  [
    "budget",
    async (page, by) => {
      await by.press(page.locator("#open-ledger"));
      await page.getByRole("heading", { name: "2 answers given" }).waitFor();
    },
  ],
  [
    "another-budget",
    async (page, by) => {
      await by.press(button(page, "Start another budget …"));
      await by.tick(page.getByLabel(/^These are other people/));
    },
  ],
  [
    "known",
    async (page, by) => {
      await closeDialog(page, by);
      await toData(page, by);
      await page.getByText("Asked before, in this browser").waitFor();
    },
  ],
  [
    "new-name",
    async (page, by) => {
      await by.open(page, { ...salaries, name: "renamed.csv" });
      await page.getByLabel("None of these people is in the data").waitFor();
    },
  ],
];

const files = [
  otherFile("xlsx", "Excel workbook, sheet Pay"),
  otherFile("json", "JSON, each object one row"),
  otherFile("csv.gz", "unpacked in this page"),
  [
    "not-read",
    async (page, by) => {
      await toData(page, by);
      const picture = Buffer.from([0x89, ...Buffer.from("PNG\r\n")]);
      await by.open(page, { name: "chart.csv", mimeType: "", buffer: picture });
      await page.getByText("the file is a picture, not a table").waitFor();
    },
  ],
];

const afterwards = [
  [
    "kept",
    async (page) => {
      await backTo(page, "#/answer/count");
      await page.reload();
      await page.getByRole("link", { name: "Open the file again to ask more" }).waitFor();
      await page.waitForSelector("#answer .value");
    },
  ],
];

export const ownStates = [...reading, ...budget, ...files, ...afterwards];
