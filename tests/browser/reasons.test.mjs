// The reasons for no answer, in the words of the page.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { noAnswer, reasons } from "../../build/programs/demo/questions/words.js";
import { integers, interiorPoint, load, mean, median, quantiles, reals } from "../../dist/index.js";

before(() => load());

const few = { values: [1, 2, 3], users: ["a", "b", "c"] };
const asked = { epsilon: 0.01, domain: reals(), abstain: true };

/** Draws until there is no answer: each of these has one with probability below 1/2, 100 times below 1e-30. */
function withoutAnswer(draw) {
  for (let times = 0; times < 100; ++times) {
    const answer = draw();
    if (answer.value === null) return answer;
  }
  throw new Error("there was an answer each time");
}

const recursive = { delta: 1e-6, algorithm: "rec-concave", domain: integers(0, 1000) };
const draws = {
  "of records": () => median([1, 2, 3], asked),
  "of users": () => median(few, asked),
  "of rows of users": () => median(few, { ...asked, perUser: 2 }),
  "of several quantiles": () => quantiles(few, [0.25, 0.5], asked),
  "of a mean": () => mean(few, { epsilon: 0.01 }),
  "of an interior point": () => interiorPoint([1, 2, 3], { epsilon: 0.1, ...recursive }),
};

/** No syntax of an option, and no word that the page has another one for. */
const foreign = /\w: ?[[{"'\d]|[`{}[\]]|\b(?:users?|records?)\b/;

// Cause: the page showed the library's sentences as they are, with options as code and with users.
for (const [name, draw] of Object.entries(draws)) {
  test(`the page says in its own words why there is no answer ${name}`, () => {
    const answer = withoutAnswer(draw);
    const { value, of, why = "" } = noAnswer("Median of pay", answer, "people");
    for (const words of [value, of, why]) assert.doesNotMatch(words, foreign);
    assert.equal(why !== "", answer.message !== undefined);
  });
}

test("the page has a sentence for every reason that its questions can return", () => {
  const web = fileURLToPath(new URL("../../web", import.meta.url));
  const filesIn = (room) => readdirSync(`${web}/${room}`).map((name) => `${web}/${room}/${name}`);
  const files = [...filesIn("counts"), ...filesIn("ranks"), `${web}/learning/threshold.ts`];
  const found = files.flatMap((file) =>
    Array.from(
      readFileSync(file, "utf8").matchAll(/value: null, reason: "([^"]+)"/g),
      ([, reason]) => reason,
    ),
  );
  assert.deepEqual([...new Set(found)].toSorted(), Object.keys(reasons).toSorted());
});

test("an answer that an earlier page kept without a reason was of too few", () => {
  assert.equal(noAnswer("Median of pay", {}, "people").value, "Too few to say");
});
