import type { PartName } from "../ledger/groups.js";
import { Ledger } from "../ledger/ledger.js";
import { RecordLists } from "../ledger/record-lists.js";
import type {
  DeclaredStepsOptions,
  LedgerRequest,
  OpenSession,
  SessionRequest,
} from "../ledger/requests.js";
import { type LedgerSteps, stateOf } from "../ledger/steps.js";

/**
 * Events of a ledger, to repeat on another one: charges in their order, and the later actions of mechanisms on
 * them (the number is the charge's).
 */
export type LedgerStep =
  | ["charge", request: LedgerRequest, part?: PartName]
  | ["openSession", request: SessionRequest, part?: PartName]
  | ["settle", charge: number, returned: number, called: number]
  | ["attach", charge: number, record: object]
  | ["append", charge: number, records: object[]]
  | ["parallel", name: string, declaration: string]
  | ["steps", name: string, options: DeclaredStepsOptions]
  | ["use", name: string, used: number]
  | ["recorded", name: string, record: object]
  | ["joined", name: string, list: number, records: object[]];

/** A charge: `settle` of a session only. */
type Opened = Omit<OpenSession, "settle"> & Partial<OpenSession>;

/**
 * A ledger that reports all its events, charges before the mechanism draws: so another worker can rebuild it if
 * this one is lost.
 */
export class WatchedLedger extends Ledger {
  #tell: (step: LedgerStep) => void = () => {};
  /** the result of each charge */
  #charges: Opened[] = [];
  /** lists that mechanisms add records to */
  #lists = new RecordLists<number>();
  #steps: Map<string, LedgerSteps> = new Map();
  /** lists of sessions that steps paid for, each a record among those of the steps */
  #stepLists = new RecordLists<{ name: string; list: number }>();
  #lastList = 0;

  watch(tell: (step: LedgerStep) => void) {
    this.#tell = tell;
  }

  charge(request: LedgerRequest, part?: PartName): Opened {
    return this.#kept("charge", request, part, super.charge(request, part));
  }

  openSession(request: SessionRequest, part?: PartName): OpenSession {
    return this.#kept("openSession", request, part, super.openSession(request, part));
  }

  parallel(name: string, declaration: string) {
    const parts = super.parallel(name, declaration);
    this.#tell(["parallel", name, declaration]);
    return parts;
  }

  steps(name: string, options: DeclaredStepsOptions) {
    const steps = super.steps(name, options);
    this.#steps.set(name, steps);
    this.#tell(["steps", name, options]);
    stateOf(steps).tell = (step) => {
      if (step[0] !== "recorded" || !Array.isArray(step[2])) return this.#tell(step);
      this.#stepLists.add({ name, list: ++this.#lastList }, step[2]);
    };
    return steps;
  }

  /** Reports the records that have joined the lists since. */
  tellRecords() {
    for (const [charge, fresh] of this.#lists.take()) this.#tell(["append", charge, fresh]);
    for (const [{ name, list }, fresh] of this.#stepLists.take()) {
      this.#tell(["joined", name, list, fresh]);
    }
  }

  /** Repeats the events of another one. */
  repeat(steps: LedgerStep[]) {
    const lists: Map<number, object[]> = new Map();
    const stepLists: Map<number, object[]> = new Map();
    for (const step of steps) {
      if (step[0] === "settle") this.#charges[step[1]]!.settle!(step[2], step[3]);
      else if (step[0] === "attach") this.#charges[step[1]]!.attach(step[2]);
      else if (step[0] === "append") {
        const list = lists.get(step[1]) ?? [];
        lists.set(step[1], list);
        if (list.length === 0) this.#charges[step[1]]!.attach(list);
        list.push(...step[2]);
      } else if (step[0] === "joined") {
        const list = stepLists.get(step[2]) ?? [];
        if (!stepLists.has(step[2])) stateOf(this.#steps.get(step[1])!).records.push(list);
        stepLists.set(step[2], list);
        list.push(...step[3]);
        this.#lastList = Math.max(this.#lastList, step[2]);
      } else if (step[0] === "use" || step[0] === "recorded") {
        const state = stateOf(this.#steps.get(step[1]) as LedgerSteps);
        if (step[0] === "use") state.used = step[2];
        else state.records.push(step[2]);
      } else if (step[0] === "charge") this.charge(step[1], step[2]);
      else if (step[0] === "openSession") this.openSession(step[1], step[2]);
      else if (step[0] === "parallel") this.parallel(step[1], step[2]);
      else this.steps(step[1], step[2]);
    }
    this.#lists.clear(); // no mechanism adds to them any more
  }

  #kept(
    verb: "charge" | "openSession",
    request: LedgerRequest | SessionRequest,
    part: PartName | undefined,
    opened: Opened,
  ): OpenSession {
    const charge = this.#charges.push(opened) - 1;
    this.#tell([verb, request, part] as LedgerStep);
    return {
      ...opened,
      attach: (record: object) => {
        opened.attach(record);
        if (Array.isArray(record)) this.#lists.add(charge, record);
        else this.#tell(["attach", charge, record]);
      },
      settle: (returned: number, called: number) => {
        opened.settle!(returned, called);
        this.#tell(["settle", charge, returned, called]);
      },
    };
  }
}
