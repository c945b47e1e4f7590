/** The page's side of a worker: calls with promises, which can be stopped. */

import address from "../../../package/wasm/minirow_bg.wasm?url";
import type { Answer, Calls, Problem, Request } from "./protocol";
import type { GenerateProgress } from "./worker";

/** An error of the worker. */
export class EngineError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Returns `true` for the end that a person asked for. */
export function isStopped(error: unknown): boolean {
  return error instanceof EngineError && error.problem.kind === "stopped";
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Returns the module, which is sent and compiled once for all workers. */
const module = (): Promise<WebAssembly.Module> => (compiled ??= WebAssembly.compileStreaming(fetch(address)));

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: EngineError) => void;
  onProgress: ((progress: GenerateProgress) => void) | undefined;
}

/** A worker. It starts with the first call. */
export class Engine {
  #worker: Worker | undefined;
  #pending = new Map<number, Pending>();
  #last = 0;

  /** `true` while the worker has calls to answer. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** Calls a function of the worker. */
  call<Name extends keyof Calls>(name: Name, ...args: unknown[]): Promise<Awaited<ReturnType<Calls[Name]>>> {
    return this.#send(name, args, undefined) as Promise<Awaited<ReturnType<Calls[Name]>>>;
  }

  /** Generates puzzles. Each progress has the rows since the one before. */
  generate(options: object, onProgress: (progress: GenerateProgress) => void): Promise<void> {
    return this.#send("generate", [options], onProgress) as Promise<void>;
  }

  /** Ends the worker, whatever it does. The next call starts another. */
  restart(message = "stopped"): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#rejectAll({ kind: "stopped", message });
  }

  #send(name: keyof Calls, args: unknown[], onProgress: Pending["onProgress"]): Promise<unknown> {
    this.#worker ??= this.#start();
    this.#last += 1;
    const request: Request = { id: this.#last, name, args };
    this.#worker.postMessage(request);
    return new Promise((resolve, reject) => this.#pending.set(request.id, { resolve, reject, onProgress }));
  }

  #start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#receive(data);
    worker.onerror = (event) => this.#fail(event.message || "the worker cannot be started");
    module().then(
      (module) => worker.postMessage(module),
      (error: unknown) => {
        compiled = undefined;
        this.#fail((error as Error).message);
      },
    );
    return worker;
  }

  #receive(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    if (pending === undefined) {
      return;
    }
    if ("progress" in answer) {
      pending.onProgress?.(answer.progress as GenerateProgress);
      return;
    }
    this.#pending.delete(answer.id);
    if ("value" in answer) {
      pending.resolve(answer.value);
      return;
    }
    pending.reject(new EngineError(answer.error));
    if (answer.error.kind === "internal") {
      // After a panic the module is in no defined state.
      this.#fail(answer.error.message);
    }
  }

  #fail(message: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#rejectAll({ kind: "internal", message });
  }

  #rejectAll(problem: Problem): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    pending.forEach(({ reject }) => reject(new EngineError(problem)));
  }
}
