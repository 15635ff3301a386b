// What node's test runner reports, a line of JSON for each test that ran: { test, end, claim }. `end` is
// "passed"; "check" where something was held against what should be; "exception" where a test ended before
// it could judge. `claim`: what failed is a privacy claim, enumerated (tests/laws/check.mjs).
import { inspect } from "node:util";

export default async function* report(events) {
  for await (const { type, data } of events) {
    if (type === "test:pass" && data.skip === undefined && data.todo === undefined) {
      yield line({ test: data.name, end: "passed" });
    }
    if (type === "test:fail" && data.details.error.failureType !== "subtestsFailed") {
      const check = causes(data.details.error).find(({ code }) => code === "ERR_ASSERTION");
      const claim = check && /, of a claim of /.test(inspect(check.actual));
      yield line({ test: data.name, end: check ? "check" : "exception", claim: Boolean(claim) });
    }
  }
}

const line = (found) => `${JSON.stringify(found)}\n`;

/** An error and what it says it came from. */
function causes(error) {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}
