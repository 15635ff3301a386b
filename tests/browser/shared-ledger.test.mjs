// A ledger in IndexedDB that two tabs share, in headless Chromium.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startChromium } from "./chromium.mjs";
import { serve } from "./static-server.mjs";

let server;
let browser;
before(async () => {
  server = await serve(fileURLToPath(new URL("../../dist", import.meta.url)));
  server.extra.set("/tab", "<!doctype html><title>a tab</title>");
  browser = await startChromium();
});
after(async () => {
  await browser.close();
  await server.close();
});

/** Two tabs of one new visitor, with the library. */
async function twoTabs() {
  const context = await browser.newContext();
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  for (const tab of tabs) {
    await tab.goto(`${server.url}tab`);
    await tab.evaluate(async () => {
      window.logstar = await import("/index.js");
      await window.logstar.load();
      // Waits for the test before the first write, after a read.
      window.spendGated = async (epsilon, store) => {
        const opened = new Promise((open) => {
          window.open = open;
        });
        let isFirst = true;
        const write = async (...all) => {
          if (isFirst) {
            isFirst = false;
            window.hasRead = true;
            await opened;
          }
          return store.write(...all);
        };
        const { median, spend } = window.logstar;
        return spend({ ...store, write }, (ledger) => median([1, 2, 3], { epsilon, ledger })).then(
          () => "answered",
          ({ name }) => name,
        );
      };
      window.saved = async () =>
        JSON.parse((await window.logstar.ledgerInBrowser("people").read()).text);
    });
  }
  await tabs[0].evaluate(() =>
    window.logstar.createLedger(window.logstar.ledgerInBrowser("people"), { epsilon: 1 }),
  );
  return { context, tabs };
}

/** The outcomes of two tabs that have both read before one writes. @param how makes the store, in the page */
async function raced(tabs, how) {
  const asked = tabs.map((tab) =>
    tab.evaluate((code) => window.spendGated(0.6, new Function(`return ${code}`)()), how),
  );
  for (const tab of tabs) await tab.waitForFunction(() => window.hasRead);
  await Promise.all(tabs.map((tab) => tab.evaluate(() => window.open())));
  return (await Promise.all(asked)).sort();
}

test("of two tabs that read before one writes, one gets what the budget has once", async () => {
  const { context, tabs } = await twoTabs();
  const outcomes = await raced(tabs, 'logstar.ledgerInBrowser("people")');
  assert.deepEqual(outcomes, ["BudgetExceeded", "answered"]);
  for (const tab of tabs) {
    const { spent, entries } = await tab.evaluate(() => window.saved());
    assert.equal(spent.epsilon, 0.6);
    assert.equal(entries[0].record.epsilon, 0.6);
  }
  await context.close();
});

test("two such tabs overspend in a store that replaces whatever version there is", async () => {
  const { context, tabs } = await twoTabs();
  const careless = `(() => {
    const store = logstar.ledgerInBrowser("people");
    const write = async (text) => {
      while (!(await store.write(text, (await store.read()).version)));
      return true;
    };
    return { ...store, write };
  })()`;
  assert.deepEqual(await raced(tabs, careless), ["answered", "answered"]);
  await context.close();
});

test("a tab that is closed between its charge and its answer leaves the charge to the other", async () => {
  const { context, tabs } = await twoTabs();
  const [closed, other] = tabs;
  const isCharged = new Promise((resolve) => {
    closed.exposeFunction("tellCharged", resolve).then(() =>
      closed
        .evaluate(() => {
          const { ledgerInBrowser, median, spend } = window.logstar;
          const store = ledgerInBrowser("people");
          const write = async (...all) => {
            const isWritten = await store.write(...all);
            window.tellCharged();
            await new Promise(() => {}); // until the tab is closed
            return isWritten;
          };
          return spend({ ...store, write }, (ledger) => median([1], { epsilon: 0.6, ledger }));
        })
        .catch(() => {}),
    );
  });
  await isCharged;
  await closed.close();
  assert.equal((await other.evaluate(() => window.saved())).spent.epsilon, 0.6);
  const again = await other.evaluate(() => {
    setTimeout(() => window.open(), 0);
    return window.spendGated(0.6, window.logstar.ledgerInBrowser("people"));
  });
  assert.equal(again, "BudgetExceeded");
  await context.close();
});

test("a stale writer and a second new ledger of one name are refused", async () => {
  const { context, tabs } = await twoTabs();
  const [first, second] = tabs;
  const outcomes = await second.evaluate(async () => {
    const { createLedger, ledgerInBrowser, median, spend } = window.logstar;
    const store = ledgerInBrowser("people");
    const { text, version } = await store.read();
    await spend(store, (ledger) => median([1, 2, 3], { epsilon: 0.5, ledger }));
    const isStale = await store.write(text, version);
    const made = await createLedger(store, { epsilon: 1 }).catch(({ message }) => message);
    return { isStale, made };
  });
  assert.deepEqual(outcomes, {
    isStale: false,
    made: 'cannot create a ledger: the ledger "people" of this browser has one, and a new one would grant its budget again',
  });
  assert.equal((await first.evaluate(() => window.saved())).spent.epsilon, 0.5);
  await context.close();
});

test("a tab lists the ledgers of its browser, and ends none that another tab has charged since", async () => {
  const { context, tabs } = await twoTabs();
  const [first, second] = tabs;
  const { version } = await first.evaluate(() => window.logstar.ledgerInBrowser("people").read());
  const charged = await second.evaluate(async () => {
    const { ledgerInBrowser, median, spend } = window.logstar;
    await spend(ledgerInBrowser("people"), (ledger) => median([1], { epsilon: 0.5, ledger }));
    return ledgerInBrowser("people").read();
  });
  const ends = (from) =>
    first.evaluate((read) => window.logstar.endLedgerInBrowser("people", read), from);
  const listed = () => first.evaluate(async () => [...(await window.logstar.ledgersInBrowser())]);
  assert.equal(await ends(version), false);
  assert.deepEqual(await listed(), [["people", charged.text]]);
  assert.equal(await ends(charged.version), true);
  assert.deepEqual(await listed(), []);
  await context.close();
});
