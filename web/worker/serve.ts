import { load } from "../core/load.js";
import { type PlainError, plainError } from "./errors.js";
import { Host, type Notice } from "./host.js";
import { type Offer, offered } from "./offered.js";

/** The page's requests, and their answers. */
export type Verbs = {
  start: (options: { wasm: object }) => Promise<Offer>;
  restore: Host["restore"];
  piece: Host["piece"];
  run: Host["run"];
  resume: Host["resume"];
  drop: Host["drop"];
};

/** The page's incoming messages. */
export type News = { notice?: Notice; error?: PlainError; result?: unknown };

/** The used part of the channel to the page. */
interface Port {
  postMessage(message: { logstar: News }): void;
  addEventListener(
    type: "message",
    listener: (event: { data?: { logstar?: [keyof Verbs, ...unknown[]] } }) => void,
  ): void;
  /** of Node */
  start?(): void;
}

/**
 * The worker's side of `connect`. The page asks for one thing at a time, `[verb, ...args]`, and hears
 * `{ result }` or `{ error }`, and before it any number of notices, `{ notice }`; each inside of
 * `{ logstar }`, as others may send messages too.
 * @param port to the page
 * @param start default: `load`
 */
export function serve(port: Port, start: (options: { wasm: object }) => Promise<void> = load) {
  const tell = (news: News) => port.postMessage({ logstar: news });
  const host = new Host((notice) => tell({ notice }));
  const verbs: Verbs = {
    start: (options) => start(options).then(offered),
    restore: (id, saved, steps) => host.restore(id, saved, steps),
    piece: (place, values, isFirst) => host.piece(place, values, isFirst),
    run: (task) => host.run(task),
    resume: (granted, payment) => host.resume(granted, payment),
    drop: () => host.drop(),
  };
  port.addEventListener("message", async ({ data }) => {
    if (data?.logstar === undefined) return;
    const [verb, ...args] = data.logstar;
    try {
      tell({ result: await (verbs[verb] as (...args: unknown[]) => unknown)(...args) });
    } catch (error) {
      tell({ error: plainError(error) });
    }
  });
  port.start?.(); // a port of Node
}
