// The default variant of topK, users spread over their items, and the plan that proposes it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  accuracy,
  boundContributions,
  discoverGroups,
  Ledger,
  load,
  plan,
  topK,
  topKForecast,
} from "../../dist/index.js";

before(() => load());

const delta = 1e-8;
const range = (n, of) => Array.from({ length: n }, (_, i) => of(i));
/** The frequency of each word among `rows`, by Zipf's law. */
function zipf(rows, words) {
  const all = range(words, (i) => 1 / (i + 1)).reduce((sum, one) => sum + one);
  return range(words, (i) => Math.floor(rows / ((i + 1) * all))).filter((count) => count > 0);
}
const counts = zipf(20_000, 20_000);
const words = counts.flatMap((count, rank) => Array(count).fill(`word ${rank}`));
const named = ({ items }, most) => items.filter(({ item }) => Number(item.slice(5)) < most).length;
const mean = (run) => range(10, run).reduce((sum, one) => sum + one) / 10;

test("topK returns as many of the first hundred of 20,000 words as its best variant (10 runs each)", () => {
  const asked = { k: 100, epsilon: 1, delta };
  const found = (more) => mean(() => named(topK(words, { ...asked, ...more }), 100));
  const byDefault = found({});
  for (const variant of ["limited-domain", "laplace", "strict", "threshold"]) {
    // Runs differ by about three items, their means by one.
    assert.ok(byDefault >= found({ variant }) - 4, variant);
  }
  assert.ok(byDefault > found({ variant: "laplace" }) + 5, `${byDefault}`);
  const record = topK(words, asked).record;
  assert.equal(record.parameters.variant, "threshold");
  assert.equal(record.parameters.users, "every row is a user of its own");
  assert.match(
    record.parameters.reason,
    /^with 95% confidence an item is named from the fewest users on: threshold one of \d+, l.* one of \d+ more than the first item left out$/,
  );
});

test("for users of one item among very many, topK draws from a limited domain", () => {
  const users = range(3000, (i) => i % 300);
  const items = range(3000, (i) => `item ${Math.floor(i / 300)}`);
  const { record } = topK({ users, items }, { k: 1, epsilon: 1, delta, perUser: 500 });
  assert.equal(record.parameters.variant, "limited-domain");
  assert.match(record.parameters.reason, /on: limited-domain one of \d+ more .* threshold one of/);
});

// On the highest counts alone, as engines provide them, a threshold is not private: an item that drops out of
// them is never released, however many users have it.
test("topK draws if rows may be the highest counts alone, and never uses a threshold", () => {
  const histogram = new Map(counts.slice(0, 101).map((count, i) => [`word ${i}`, count]));
  const grouped = [...histogram].map(([item, count]) => ({ item, count }));
  const columns = { values: [...histogram.keys()], counts: [...histogram.values()] };
  const asked = { k: 10, epsilon: 1, delta, perUser: 1 };
  for (const rows of [histogram, grouped, columns, [], [[1, "a"]]]) {
    const { variant } = topK(rows, asked).record.parameters;
    assert.ok(["laplace", "limited-domain"].includes(variant), variant);
  }
  for (const rows of [words, { values: words, users: null }]) {
    const { record } = topK(rows, { ...asked, kBar: 100, perUser: undefined });
    assert.equal(record.parameters.kBar, 100);
  }
  const events = { users: words.map((_, i) => i), items: words };
  const whole = boundContributions(events, { perUser: 1 });
  assert.equal(
    topK(whole, { ...asked, perUser: undefined }).record.parameters.variant,
    "threshold",
  );
  assert.equal(topK(events, asked).record.parameters.variant, "threshold");
});

/** Users with up to ten words each, most with few. */
const events = { users: [], items: [] };
for (let user = 0; user < 12000; ++user) {
  for (let i = 0; i < 1 + (user % 5 === 0 ? 9 : user % 2); ++i) {
    events.users.push(user);
    events.items.push(`word ${(user * 7 + i * i) % 40}`);
  }
}

test("users with items are spread over them by default, and count once each", () => {
  const asked = { k: 50, epsilon: 1, delta, counts: true };
  const { items, record } = topK(events, asked);
  assert.equal(record.parameters.perUser, "spread");
  assert.equal(record.parameters.variant, "threshold");
  assert.equal(record.protects, "users");
  assert.equal(items.length, 40);
  assert.match(
    record.accuracy.statement,
    /where each user counts as one, split evenly over their rows in 720,720ths\./,
  );
  const rowsOf = new Map();
  for (const user of events.users) rowsOf.set(user, (rowsOf.get(user) ?? 0) + 1);
  const shares = new Map();
  events.items.forEach((item, i) => {
    shares.set(item, (shares.get(item) ?? 0) + 1 / rowsOf.get(events.users[i]));
  });
  for (const { item, count } of items) {
    assert.ok(Math.abs(count - shares.get(item)) < 5 * record.accuracy.error, item);
  }
  assert.deepEqual(accuracy.topK({ ...asked, perUser: "spread" }), record.accuracy);
  const pairs = events.users.map((user, i) => [user, events.items[i]]);
  for (const rows of [{ values: events.items, users: events.users }, events, pairs]) {
    const same = topK(rows, { ...asked, perUser: "spread" });
    assert.deepEqual(same.record, record);
    assert.equal(same.items.length, 40);
  }
  assert.deepEqual(topK({ users: [], items: [] }, asked).items, []);
});

test("Gaussian noise of spread users exceeds the threshold, and the record names it", () => {
  const asked = { k: 50, epsilon: 1, delta, counts: true, noise: "gaussian" };
  const { items, record } = topK(events, { ...asked, perUser: "spread" });
  assert.equal(record.parameters.noise, "gaussian");
  const { threshold } = record.parameters;
  for (const { count } of items) assert.ok(count > threshold);
  const groups = { users: events.users, groups: events.items };
  const found = discoverGroups(groups, { epsilon: 1, delta, noise: "gaussian" });
  assert.equal(found.record.parameters.threshold, threshold);
  assert.ok(found.groups.every(({ value }) => value > threshold));
});

test("a ledger is charged for spread users before their rows are read", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6, unit: "user" });
  topK(events, { k: 5, epsilon: 1, delta, ledger });
  assert.equal(ledger.spent.epsilon, 1);
  assert.throws(() => topK(events, { k: 5, epsilon: 1, delta, ledger }), {
    name: "BudgetExceeded",
  });
});

test("users cannot be spread in a histogram, nor for variants that draw", () => {
  const asked = { k: 5, epsilon: 1, delta, perUser: "spread" };
  assert.throws(() => topK(new Map(), asked), /perUser must be .* for a histogram/);
  assert.throws(() => topK([{ item: "a", count: 1 }], asked), /perUser must be .* rows/);
  assert.throws(() => topK(events, { ...asked, variant: "strict" }), /perUser must be .* "strict"/);
  assert.throws(() => topK(events, { ...asked, kBar: 50 }), /kBar belongs to other variants/);
  const unsaid = { ...asked, perUser: undefined };
  for (const more of [{ variant: "strict" }, { kBar: 50 }]) {
    assert.throws(() => topK(events, { ...unsaid, ...more }), /perUser must be given for rows/);
  }
  assert.throws(() => topK(events, { ...unsaid, perUser: "each" }), /perUser must be/);
});

test("plan.topK compares bounds and spreading by a guess of the items per user", () => {
  const options = { k: 100, epsilon: 1, delta: 1e-6 };
  const chosen = (more) => plan.topK({ ...options, ...more }).find((way) => way.chosen);
  const ten = chosen({ itemsPerUser: 10 });
  assert.deepEqual([ten.perUser, ten.noise, ten.namedFrom], [10, "gaussian", 93]);
  assert.equal(chosen({ itemsPerUser: 1 }).noise, "laplace");
  const ways = plan.topK({ ...options, itemsPerUser: 10 });
  assert.deepEqual(
    ways.map(({ perUser }) => perUser),
    ["spread", 1, 2, 3, 5, 10, 10],
  );
  // A user of ten items counts in one of them with probability 1/10, or by a tenth.
  const { namedFrom } = plan.topK({ ...options, perUser: 1 })[0];
  assert.ok(Math.abs(ways[1].namedFrom - 10 * namedFrom) <= 10);
  const [spread] = plan.topK({ ...options, perUser: "spread", itemsPerUser: 10 });
  assert.equal(spread.namedFrom, ways[0].namedFrom);
});

test("plan.discoverGroups compares bounds and spreading by a guess of the groups per user", () => {
  const ways = plan.discoverGroups({ epsilon: 1, delta: 1e-6, groupsPerUser: 10 });
  const best = ways.find(({ chosen }) => chosen);
  assert.deepEqual([best.perUser, best.noise, best.namedFrom], [10, "gaussian", 93]);
  const one = plan.discoverGroups({ epsilon: 1, delta: 1e-6, groupsPerUser: 1 });
  assert.deepEqual(
    one.map(({ perUser }) => perUser),
    ["spread", 1],
  );
  for (const { perUser, namedFrom } of ways) {
    const { conditions } = {
      conditions: accuracy.discoverGroups({ epsilon: 1, delta: 1e-6, perUser }),
    };
    const [stated] = /of ([\d.,]+) users is released with 95%/.exec(conditions.statement).slice(1);
    const times = perUser === "spread" ? 10 : 10 / perUser;
    assert.ok(Math.abs(namedFrom - times * Number(stated)) <= times, `${perUser}`);
  }
});

test("items forecast by a threshold come back in 95 of 100 runs (200 runs, alpha 1e-6)", () => {
  const asked = { k: 100, epsilon: 1, delta };
  const forecast = topKForecast(words, asked);
  assert.equal(forecast.variant, "threshold");
  assert.equal(forecast.kBar, undefined);
  assert.ok(forecast.surely > 50 && forecast.surely <= forecast.likely);
  let fewer = 0;
  for (let i = 0; i < 200; ++i) fewer += topK(words, asked).items.length < forecast.surely;
  assert.ok(fewer < 30, `${fewer}`); // Binomial (200, 0.05) is 30 or more with probability below 1e-6
  assert.match(forecast.statement, /^Not private\. Of 100 items, \d+ return with 95% confidence/);
});
