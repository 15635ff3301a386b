// Visits of users, each with several visits to several shops. The example releases users, spending and ages per
// shop (listed groups) and per town (private groups). `node examples/by-group.mjs`
import { count, integers, Ledger, load, mean, median, sum } from "logstar";

await load();

const shops = ["harbour", "market", "station"];
const visits = { users: [], shop: [], town: [], spent: [], age: [] };
for (let user = 0; user < 4000; ++user) {
  for (let visit = 0; visit <= user % 4; ++visit) {
    visits.users.push(`user ${user}`);
    visits.shop.push(shops[(user * user + visit) % 3]);
    visits.town.push(user === 0 ? "a hamlet" : `town ${(user % 20) + 1}`);
    visits.spent.push(10 + ((user * 7 + visit) % 30));
    visits.age.push(18 + (user % 60));
  }
}
const { users, shop, town, spent, age } = visits;
const ledger = new Ledger({ epsilon: 3, delta: 1e-6 });

const visitors = count(
  { users, groups: shop },
  { epsilon: 0.5, groups: shops, perUser: 3, ledger },
);
for (const { group, value } of visitors.groups) console.log(`${group}: about ${value} users`);
console.log(`  ${visitors.record.accuracy.statement}`);

const total = sum({ values: spent, users }, { epsilon: 0.5, domain: integers(0, 200), ledger });
console.log(`all of them spent about ${total.value}`);
console.log(`  ${total.record.guarantee}`);

const ages = { users, groups: shop };
const years = integers(0, 120);
const middle = median(
  { ...ages, values: age },
  { epsilon: 0.5, groups: shops, domain: years, ledger },
);
for (const { group, value } of middle.groups)
  console.log(`${group}: half are younger than ${value}`);

const byTown = mean(
  { values: spent, users, groups: town },
  { epsilon: 1, delta: 1e-6, groups: "private", domain: integers(0, 50), ledger },
);
console.log(`${byTown.groups.length} towns are named; the hamlet of one user is not.`);
for (const { group, value, error } of byTown.groups.slice(0, 3)) {
  console.log(`${group}: ${value?.toFixed(0)} a visit, give or take ${error?.toFixed(0)}`);
}
console.log(`left of the budget: epsilon ${ledger.remaining.epsilon.toFixed(1)}`);
