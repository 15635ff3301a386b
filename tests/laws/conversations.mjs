// Interactive mechanisms against every adversary who chooses queries by earlier answers, by the method of
// tests/support/conversations.hpp. Each turn is walked once per state and query, by resuming the saved object,
// and the worst next query is found for each history separately.
import { inspect } from "node:util";
import * as main from "../../build/enumerating/index.js";
import { canonical } from "./canonical.mjs";
import { exactTo } from "./divergence.mjs";
import { enumerate } from "./enumerate.mjs";

/**
 * @typedef {object} Conversation
 * @property {string} name
 * @property {(library: any, data: any) => any} begin makes the object, or promises it
 * @property {(library: any, saved: any, data: any) => any} resume resumes it from its saved form
 * @property {((library: any, data: any) => any)[]} questions the available queries, in the form that the object
 * takes
 * @property {(object: any, question: any) => any} ask
 * @property {number} depth the number of queries
 * @property {[make: () => any, other: () => any][]} pairs
 * @property {import("./enumerate.mjs").Scope} [scope]
 * @property {boolean} [wide]
 * @property {boolean} [local]
 */

/** A session on some data: its laws, each enumerated at its first use. */
class Talk {
  #laws = new Map();
  #example;
  #make;
  #where;
  outcomes = 0;
  #missing = { start: 0, turn: 0 };

  constructor(example, make, where) {
    this.#example = example;
    this.#make = make;
    this.#where = where;
  }

  /** The states at the start, by their text, with their probabilities. */
  async start() {
    const { begin } = this.#example;
    const law = await this.#law("start", async (library) => begin(library, this.#make()));
    for (const { threw } of law.outputs.values()) if (threw) throw threw;
    return this.#statesOf(law, () => "").get("") ?? new Map();
  }

  /** The claim in the record, which is independent of the data. */
  async record() {
    const { library } = this.#where;
    const object = await this.#example.begin(library, this.#make());
    const { record } = object;
    await object.dispose();
    return record;
  }

  /** The successor states of each answer, in the form of the start. */
  async ask(states, question) {
    const next = new Map();
    for (const [text, mass] of states) {
      for (const [answer, after] of await this.#turn(text, question)) {
        const all = next.get(answer) ?? new Map();
        next.set(answer, all);
        for (const [state, p] of after) all.set(state, (all.get(state) ?? 0) + mass * p);
      }
    }
    return next;
  }

  /** An upper bound on the mass cut from a conversation. */
  missing() {
    return this.#missing.start + this.#example.depth * this.#missing.turn;
  }

  async #turn(text, question) {
    const { resume, questions, ask } = this.#example;
    const key = `${question} ${text}`;
    if (!this.#laws.has(key)) {
      let answer;
      const law = await this.#law(
        "turn",
        async (library) => {
          const data = this.#make();
          const object = await resume(library, JSON.parse(text), data);
          answer = await answerOf(() => ask(object, questions[question](library, data)));
          return object;
        },
        () => answer,
      );
      this.#laws.set(
        key,
        this.#statesOf(law, ({ answer }) => canonical(answer)),
      );
    }
    return this.#laws.get(key);
  }

  /** The law of an object's saved form after `run`, and its answer. */
  async #law(part, run, answered = () => undefined) {
    const { library, walk } = this.#where;
    const law = await enumerate(
      async () => {
        const object = await run(library);
        const saved = JSON.stringify(await object.toJSON());
        await object.dispose();
        return { saved, answer: answered() };
      },
      this.#example.scope,
      walk,
    );
    this.outcomes += law.paths;
    this.#missing[part] = Math.max(this.#missing[part], law.missing);
    return law;
  }

  #statesOf({ mass, outputs }, answerIn) {
    const byAnswer = new Map();
    for (const [key, output] of outputs) {
      if (output.threw) throw output.threw;
      const answer = answerIn(output);
      const states = byAnswer.get(answer) ?? new Map();
      byAnswer.set(answer, states);
      states.set(output.saved, (states.get(output.saved) ?? 0) + mass.get(key));
    }
    return byAnswer;
  }
}

/** An answer, or a rejection: the budget of yeses may be used up. */
async function answerOf(call) {
  try {
    return await call();
  } catch (error) {
    if (error.name !== "BudgetExceeded") throw error;
    return { refused: error.message };
  }
}

/**
 * Checks every pair of a session.
 * @param {Conversation} example
 * @param {{ library?: any, walk?: import("./enumerate.mjs").Walk }} [where] default: the main entry
 * @returns {Promise<import("./check.mjs").Findings>}
 */
export async function converse(example, { library = main, walk } = {}) {
  const talks = new Map();
  const talkOf = (make) => {
    if (!talks.has(make)) talks.set(make, new Talk(example, make, { library, walk }));
    return talks.get(make);
  };
  const faults = [];
  const claims = [];
  let apart = 0;
  for (const [make, other] of example.pairs) {
    const [p, q] = [talkOf(make), talkOf(other)];
    const { epsilon, delta, neighbors } = await p.record();
    const starts = [await p.start(), await q.start()];
    const { sums, ratio } = await worst(p, q, starts, example, [epsilon, 0]);
    const found = Math.max(...sums[0]);
    const cut = Math.max(p.missing(), q.missing());
    claims.push({ epsilon, delta, neighbors, worst: found, ratio });
    if (found + cut > delta + exactTo) {
      const claimed = `delta ${found} at epsilon ${epsilon}, of a claim of ${delta}`;
      faults.push(`${example.name}: ${inspect(make())} and ${inspect(other())}: ${claimed}`);
    }
    apart = Math.max(apart, ...sums[1]);
  }
  const outcomes = [...talks.values()].reduce((sum, talk) => sum + talk.outcomes, 0);
  return { faults, apart, pairs: example.pairs.length, outcomes, claims };
}

/**
 * The worst adversary's result in both directions, for each of `epsilons`. Longer transcripts never reveal
 * less, so all adversaries query until the end.
 */
async function worst(p, q, [inP, inQ], { questions, depth }, epsilons) {
  let ratio = 0;
  const search = async (here, there, turns) => {
    if (turns === 0) {
      const [a, b] = [total(here), total(there)];
      if (Math.min(a, b) > exactTo) ratio = Math.max(ratio, Math.abs(Math.log(a / b)));
      return epsilons.map((epsilon) => {
        const factor = Math.exp(epsilon);
        return [Math.max(0, a - factor * b), Math.max(0, b - factor * a)];
      });
    }
    const most = epsilons.map(() => [0, 0]);
    for (const question of questions.keys()) {
      const [ofP, ofQ] = [await p.ask(here, question), await q.ask(there, question)];
      const sums = epsilons.map(() => [0, 0]);
      for (const answer of new Set([...ofP.keys(), ...ofQ.keys()])) {
        const none = new Map();
        const after = [ofP.get(answer) ?? none, ofQ.get(answer) ?? none];
        const rest = await search(...after, turns - 1);
        for (const [i, sum] of sums.entries())
          for (const way of sum.keys()) sum[way] += rest[i][way];
      }
      for (const [i, pair] of most.entries())
        for (const way of pair.keys()) pair[way] = Math.max(pair[way], sums[i][way]);
    }
    return most;
  };
  return { sums: await search(inP, inQ, depth), ratio };
}

const total = (states) => [...states.values()].reduce((sum, mass) => sum + mass, 0);
