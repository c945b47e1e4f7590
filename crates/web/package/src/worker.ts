/** The entry `minirow/worker`: long work in a Web Worker, which an `AbortSignal` stops. */

import { Tasks } from "./tasks.js";
import { webThread, type Thread, type ThreadEvents } from "./threads.js";

export { MinirowError, type ErrorKind } from "./error.js";
export type * from "./tasks.js";
export type * from "./types.js";

/** A worker that does one task after the other. It starts with the first task. */
export class MinirowWorker extends Tasks {
  /** @internal */
  protected override start(events: ThreadEvents): Thread {
    return webThread(new Worker(new URL("./thread.js", import.meta.url), { type: "module", name: "minirow" }), events);
  }
}
