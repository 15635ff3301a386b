import { describe } from "../core/options.js";
import { errorFrom, WorkerStopped } from "./errors.js";
import type { Notice } from "./host.js";
import type { News, Verbs } from "./serve.js";

type Message<Verb extends keyof Verbs> = [verb: Verb, ...args: Parameters<Verbs[Verb]>];
type Answer<Verb extends keyof Verbs> = Awaited<ReturnType<Verbs[Verb]>>;

/** The promise that waits for the answer to the last message. */
type Asked = { resolve: (result: unknown) => void; reject: (reason: unknown) => void };

/** A running worker. */
export interface Running {
  /**
   * sends one request at a time, named as in `serve`; throws at once if the message cannot cross. `moved`:
   * buffers in it to move instead of copy
   */
  send: <Verb extends keyof Verbs>(
    message: Message<Verb>,
    moved?: Iterable<ArrayBuffer>,
  ) => Promise<Answer<Verb>>;
  /** rejects when it ends, with the reason */
  ended: Promise<never>;
  end: (reason: unknown) => void;
  /** whether it keeps Node from exiting */
  hold: (busy: boolean) => void;
}

/** The used part of a Web Worker, or of a worker thread of Node. */
export interface WorkerLike {
  postMessage(message: unknown, moved: ArrayBuffer[]): void;
  terminate(): unknown;
  /** of a Web Worker */
  addEventListener?(type: string, listener: (event: Heard) => void): void;
  /** of Node */
  on?(type: string, listener: (event: Heard) => void): unknown;
  /** of Node */
  ref?(): void;
  /** of Node */
  unref?(): void;
}

/** A message of a worker: in Node the message itself, else an event that contains it. Errors have the same form. */
interface Heard {
  data?: Heard;
  logstar?: News;
  error?: Partial<Error>;
  message?: string;
}

/** @param hear receives notices while the worker runs */
export function spawn(makeWorker: () => WorkerLike, hear: (notice: Notice) => void): Running {
  const worker = makeWorker();
  if (typeof worker?.terminate !== "function" || typeof worker.postMessage !== "function") {
    throw new TypeError(
      `worker must make a Web Worker or a worker thread, got ${describe(worker)} from it`,
    );
  }
  const isThread = typeof worker.addEventListener !== "function"; // of Node
  const on: (type: string, listener: (event: Heard) => void) => void = (type, listener) =>
    isThread ? worker.on!(type, listener) : worker.addEventListener!(type, listener);
  let asked: Asked;
  let end: (reason: unknown) => void = () => {};
  let over = false;
  const ended = new Promise<never>((_, reject) => {
    end = (reason) => {
      over = true;
      worker.terminate();
      reject(reason);
    };
  });
  ended.catch(() => {}); // each waiting call receives the error
  on("message", (event) => {
    const news = (isThread ? event : event.data!)?.logstar;
    if (news === undefined || over) return;
    if (news.notice !== undefined) hear(news.notice);
    else if (news.error !== undefined) asked.reject(errorFrom(news.error));
    else asked.resolve(news.result);
  });
  const failed = (event: Heard) => {
    if (over) return;
    const cause = event.error ?? event;
    const why = cause.message ?? event.message ?? "its script could not be loaded";
    end(new WorkerStopped(`the worker failed: ${why}`, { cause }));
  };
  for (const type of ["error", "messageerror"]) on(type, failed);
  on("exit", () => failed({ message: "it ended by itself" }));
  return {
    send: <Verb extends keyof Verbs>(message: Message<Verb>, moved: Iterable<ArrayBuffer> = []) => {
      worker.postMessage({ logstar: message }, [...moved]);
      return new Promise<Answer<Verb>>((resolve, reject) => {
        asked = { resolve, reject } as Asked;
      });
    },
    ended,
    end,
    hold: (busy) => (busy ? worker.ref?.() : worker.unref?.()),
  };
}
