/** The entry `minirow/worker` of Node: long work in a worker thread, which an `AbortSignal` stops. */

import { Worker } from "node:worker_threads";
import { Tasks } from "./tasks.js";
import type { Answer, Thread, ThreadEvents } from "./threads.js";

export { MinirowError, type ErrorKind } from "./error.js";
export type * from "./tasks.js";
export type * from "./types.js";

/** A worker that does one task after the other. It starts with the first task, and lets the program end if it has none. */
export class MinirowWorker extends Tasks {
  /** @internal */
  protected override start({ onAnswer, onFailure }: ThreadEvents): Thread {
    // Options of the program such as `--input-type` are not for the script of the worker.
    const options = { name: "minirow", execArgv: [] };
    const worker = new Worker(new URL("./thread_node.js", import.meta.url), options);
    worker.on("message", (answer: Answer) => onAnswer(answer));
    worker.on("error", (error) => onFailure(error.message));
    return {
      post: (message) => worker.postMessage(message),
      end: () => void worker.terminate(),
      keepProgram: (isKept) => (isKept ? worker.ref() : worker.unref()),
    };
  }
}
