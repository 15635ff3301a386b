// Three tasks of a new user, click by click, each with a file of its kind.
import { workbook } from "../cli/workbook.mjs";

const csv = (name, lines) => ({
  ...{ name, mimeType: "text/csv", buffer: Buffer.from(`${lines.join("\n")}\n`) },
});

const departments = ["Sales", "Engineering", "Support", "Finance"];

/** One row a person, pay as a payroll program writes it. */
const payroll = csv("payroll-2025.csv", [
  "employee,department,start date,gross pay",
  ...Array.from({ length: 1200 }, (_, i) => {
    const pay = 3000 + ((i * 7919) % 4000);
    const start = `${1 + (i % 12)}/${1 + (i % 28)}/2${String(i % 24).padStart(3, "0")}`;
    return `E${1000 + i},${departments[(i * 7) % 4]},${start},"$${Math.floor(pay / 1000)},${String(pay % 1000).padStart(3, "0")}.00"`;
  }),
]);

const satisfied = ["yes", "yes", "rather", "no", "yes", "rather"];

/** A workbook in which some answered twice. */
const survey = {
  name: "survey.xlsx",
  mimeType: "",
  buffer: Buffer.from(
    workbook({
      Answers: [
        ["respondent", "satisfied", "commute minutes", "age"],
        ...Array.from({ length: 1500 }, (_, i) => [
          `R${i % 1200}`,
          satisfied[i % 6],
          5 + ((i * 31) % 70),
          18 + ((i * 13) % 50),
        ]),
      ],
    }),
  ),
};

const actions = ["open", "open", "search", "open", "share", "search", "pay"];

/** Events of an app, line by line, many of one user. */
const events = {
  name: "events.ndjson",
  mimeType: "",
  buffer: Buffer.from(
    Array.from({ length: 20_000 }, (_, i) =>
      JSON.stringify({
        user: `u${(i * 37) % 4000}`,
        at: `2025-03-${String(1 + (i % 28)).padStart(2, "0")}T10:00:00Z`,
        event: actions[i % 7],
        seconds: 1 + ((i * 17) % 300),
      }),
    ).join("\n"),
  ),
};

const link = (name) => async (page) => page.getByRole("link", { name, exact: true }).click();
const card = (name) => async (page) => page.locator("#ask").getByRole("link", { name }).click();
const button = (name) => async (page) =>
  page.locator("main").getByRole("button", { name }).locator("visible=true").click();
const choice = (label, option) => async (page) =>
  page.getByLabel(label).locator("visible=true").selectOption(option);
const tick = (label) => async (page) => page.getByLabel(label).check();

/** Opens the file that the page asks for. */
const open = (file) => async (page) => {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Do this with your data" }).click(),
  ]);
  await chooser.setFiles(file);
  await page.waitForSelector("#read:not([hidden])");
};

const filled = async (page) => {
  await button("Fill in from the first 20 rows")(page);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("#read .column > select")].every(({ value }) => value !== ""),
  );
};

const asked = async (page) => {
  await page.waitForSelector("#go:not([disabled])");
  await page.locator("#go").click();
  await page.waitForSelector('html[data-state^="#/answer/"]');
  await page.waitForSelector("#answer article");
};

/** Each task: its file, what its user clicks, and what the last answer says. */
export const tasks = {
  payroll: {
    steps: [
      ["opens the payroll", open(payroll)],
      ["fills in the kinds", filled],
      ["says that each row is another person", tick("Each row is a different person")],
      ["uses the data", button("Use these data")],
      ["asks for a typical value", card(/^A typical value/)],
      ["of the gross pay", choice("Of which column?", "gross pay")],
      ["gets it", asked],
      ["asks something else", link("Ask something else")],
      ["by group", card(/^By group/)],
      ["for each department", choice("For each", "department")],
      ["of the gross pay again", choice("Of which column?", "gross pay")],
      ["gets it", asked],
    ],
    says: /4 groups/,
  },
  survey: {
    steps: [
      ["opens the workbook", open(survey)],
      ["fills in the kinds", filled],
      ["says that people may have several rows", tick(/A person may have several rows/)],
      ["by respondent", choice("Column that says who it is", "respondent")],
      ["uses the data", button("Use these data")],
      ["asks how many", card(/^How many/)],
      ["of those whose", choice("Whom?", "some")],
      ["column satisfied", choice("Column", "satisfied")],
      ["is no", async (page) => page.getByLabel("is", { exact: true }).fill("no")],
      ["gets it", asked],
      ["asks something else", link("Ask something else")],
      ["how the commute is spread", card(/^Distribution/)],
      ["of the commute", choice("Of which column?", "commute minutes")],
      [
        "with bars at these minutes",
        async (page) => page.getByLabel("Where bars meet").fill("15, 30, 45, 60"),
      ],
      ["gets it", asked],
    ],
    says: /Distribution of commute minutes/,
  },
  events: {
    steps: [
      ["opens the events", open(events)],
      ["fills in the kinds", filled],
      ["says that users have several rows", tick(/A person may have several rows/)],
      ["by user", choice("Column that says who it is", "user")],
      ["uses the data", button("Use these data")],
      ["asks what is most common", card(/^Most common/)],
      ["of the events", choice("Of which column?", "event")],
      ["gets it", asked],
      ["asks something else", link("Ask something else")],
      ["for a typical value", card(/^A typical value/)],
      ["of the seconds", choice("Of which column?", "seconds")],
      ["gets it", asked],
    ],
    says: /Half are below it, half above/,
  },
};
