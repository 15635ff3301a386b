// Sequences of calls against one ledger. All answers, rejections and the ledger's public state together keep
// the total that it reports as spent, and that state follows from the answers.
import { integers } from "../../../build/enumerating/index.js";
import { changed, inForm, missing, withAndWithout } from "../awkward.mjs";

const small = integers(0, 2);
const lists = [[], [1], [0, 2]];
const awkward = [0, 2, ...missing, Number.POSITIVE_INFINITY, -0, 99];
const added = inForm(withAndWithout(lists, awkward));
/** For laws with many outcomes. */
const few = inForm(withAndWithout([[0, 2]], [2, null, Number.NaN, 99]));
const other = inForm(changed(lists, awkward));

/** The answer of a call, or its rejection, which is an answer too. */
export async function answerOf(call) {
  try {
    return await call();
  } catch (error) {
    if (error.name !== "BudgetExceeded") throw error;
    const { name, message, asked, left } = error;
    return { name, message, asked, left };
  }
}

/** The whole output of a script with one ledger. */
const spending = (budget, script) => async (library, data) => {
  const made = await new library.Ledger(budget);
  // A script may continue with another ledger and return it.
  const { answers, ledger = made } = await script({ library, data, ledger: made });
  const { epsilon, delta } = ledger.spent;
  const { neighbors = "add-remove" } = budget;
  const saved = await ledger.toJSON();
  await ledger.dispose();
  return { answers, record: { epsilon, delta, neighbors }, ledger: saved };
};

const median = (library, values, options) =>
  answerOf(() => library.median(values, { domain: small, ...options }));

const inTurn = async (...calls) => {
  const answers = [];
  for (const call of calls) answers.push(await call());
  return answers;
};

const approximate = { epsilon: 8, delta: 0.05, confidence: 0.3, algorithm: "rec-concave" };

/** Disjoint parts of the data, as pairs with one more record in one of them. */
const inParts = few.flatMap(([make, andOne]) => [
  [() => ({ north: make(), south: [1] }), () => ({ north: andOne(), south: [1] })],
  [() => ({ north: [0], south: make() }), () => ({ north: [0], south: andOne() })],
]);
/** One record may move between parts. */
const moved = few.flatMap(([make, andOne]) => [
  [() => ({ north: make(), south: andOne() }), () => ({ north: andOne(), south: make() })],
]);

const askParts = async ({ library, data, ledger }) => {
  const region = await ledger.parallel("region", "people are counted where they live");
  const asked = (part, values, epsilon) => () =>
    median(library, values, { epsilon, ledger: region.part(part) });
  const answers = await inTurn(
    asked("north", data.north, 1),
    asked("south", data.south, 0.5),
    asked("south", data.south, 0.5),
    asked("north", data.north, 3), // refused
  );
  return { answers };
};

const steps =
  (terms) =>
  async ({ library, data, ledger }) => {
    const weekly = await ledger.steps("weekly", terms);
    const { epsilon } = weekly.perStep;
    const one = () => median(library, data, { epsilon, ledger: weekly });
    return { answers: await inTurn(...Array(terms.steps + 1).fill(one)) };
  };

const shown = ({ ledger }) => ledger;

/** @type {import("../check.mjs").Case[]} */
export const ledgers = [
  {
    name: "Ledger, charges and refused calls",
    also: ["BudgetExceeded"],
    run: spending({ epsilon: 2 }, async ({ library, data, ledger }) => ({
      answers: await inTurn(
        () => median(library, data, { epsilon: 1, ledger }),
        () => median(library, data, { epsilon: 1.5, ledger }), // refused
        () => median(library, data, { epsilon: 1, ledger }),
        () => median(library, data, { epsilon: 0.1, ledger }), // refused
      ),
    })),
    pairs: added,
    shown,
  },
  {
    name: "Ledger, of approximate releases",
    run: spending({ epsilon: 9, delta: 0.1 }, async ({ library, data, ledger }) => ({
      answers: await inTurn(
        () => median(library, data, { ...approximate, ledger }),
        () => median(library, data, { epsilon: 1, ledger }),
      ),
    })),
    pairs: added,
    shown,
  },
  {
    name: "Ledger, asked by what was answered",
    run: spending({ epsilon: 3 }, async ({ library, data, ledger }) => {
      const first = await median(library, data, { epsilon: 1, ledger });
      // The ledger rejects one of them. "No answer" counts as an answer.
      const epsilon = first.value === null ? 1.5 : [0.5, 2, 2.5][first.value];
      const second = await median(library, data, { epsilon, outside: "drop", ledger });
      return { answers: [first, second] };
    }),
    pairs: added,
    shown,
  },
  {
    name: "Ledger, saved and resumed",
    run: spending({ epsilon: 2.5 }, async ({ library, data, ledger }) => {
      const first = await median(library, data, { epsilon: 1, ledger });
      const weekly = await ledger.steps("weekly", { steps: 2, epsilon: 1 });
      const each = weekly.perStep.epsilon;
      const second = await median(library, data, { epsilon: each, ledger: weekly });
      const saved = JSON.stringify(await ledger.toJSON());
      const resumed = await library.Ledger.fromJSON(saved);
      await ledger.dispose();
      const again = await resumed.steps("weekly", { steps: 2, epsilon: 1 });
      const rest = await inTurn(
        () => median(library, data, { epsilon: each, ledger: again }),
        () => median(library, data, { epsilon: each, ledger: again }), // refused
        () => median(library, data, { epsilon: 1, ledger: resumed }), // refused
      );
      return { answers: [first, second, ...rest], ledger: resumed };
    }),
    pairs: few,
    shown,
  },
  {
    name: "Ledger, a session that is settled",
    run: spending({ epsilon: 9, delta: 0.5 }, async ({ library, data, ledger }) => {
      const terms = { outcomes: 2, calls: 2, epsilon: 6, delta: 0.3, kBar: 2, ledger };
      const session = await new library.TopKSession(terms);
      const first = await session.topK(data, { k: 1 });
      await session.dispose();
      return { answers: [first, await median(library, data, { epsilon: 2, ledger })] };
    }),
    pairs: added,
    shown,
  },
  {
    name: "Ledger, a monitor and a median",
    run: spending({ epsilon: 4, delta: 0.2 }, async ({ library, data, ledger }) => {
      const terms = { threshold: 1, perRecord: 1, epsilon: 3, delta: 0.2, method: "sampled" };
      const monitor = await new library.ThresholdMonitor({ ...terms, rows: data, ledger });
      const first = await monitor.ask(data.map((value) => value === 0 || value === null));
      await monitor.dispose();
      return { answers: [first, await median(library, data, { epsilon: 1, ledger })] };
    }),
    pairs: added,
    shown,
  },
  {
    name: "Ledger, one changed",
    run: spending({ epsilon: 4, neighbors: "replace" }, async ({ library, data, ledger }) => ({
      answers: await inTurn(
        () => median(library, data, { epsilon: 1, neighbors: "replace", ledger }),
        () => median(library, data, { epsilon: 1, ledger }), // of add-remove: counts twice
        () => median(library, data, { epsilon: 2, neighbors: "replace", ledger }), // refused
      ),
    })),
    pairs: other,
    shown,
  },
  {
    name: "LedgerParts, one more in a part",
    wide: true,
    also: ["LedgerPart"],
    run: spending({ epsilon: 2 }, askParts),
    pairs: inParts,
    shown,
  },
  {
    name: "LedgerParts, one moved, one changed",
    wide: true,
    also: ["LedgerPart"],
    run: spending({ epsilon: 4, neighbors: "replace" }, askParts),
    pairs: moved,
    shown,
  },
  ...[
    ["pure", { steps: 3, epsilon: 3 }],
    ["bounded-range", { steps: 3, kind: "bounded-range", epsilon: 3, delta: 0.1 }],
  ].map(([kind, terms]) => ({
    name: `LedgerSteps, ${kind}`,
    run: spending({ epsilon: 3, delta: 0.1 }, steps(terms)),
    pairs: few,
    shown,
  })),
  {
    name: "Ledger, concentrated",
    wide: true,
    run: spending(
      { epsilon: 4, delta: 0.2, composition: "concentrated" },
      async ({ library, data, ledger }) => ({
        answers: await inTurn(
          ...Array(4).fill(() => median(library, data, { epsilon: 1.5, ledger })),
        ),
      }),
    ),
    pairs: few,
    shown,
  },
];
