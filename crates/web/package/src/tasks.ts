/** The tasks of a worker, one after the other. */

import { MinirowError } from "./error.js";
import { array, checked, watched } from "./parameters.js";
import {
  errorOf,
  webThread,
  type Answer,
  type Functions,
  type Request,
  type Thread,
  type ThreadEvents,
} from "./threads.js";
import type {
  BookOptions,
  Canonical,
  ExplainOptions,
  Explanation,
  GenerateOptions,
  Grade,
  GradeOptions,
  Puzzle,
  Row,
  Scale,
  Verdict,
} from "./types.js";
import type { GradeOrProblem } from "./work.js";

/** A WebAssembly module for a worker: its absolute address, its bytes, or a compiled module. */
export type WorkerModuleSource = string | URL | BufferSource | WebAssembly.Module;

/** The options of a worker. */
export interface WorkerOptions {
  /** The WebAssembly module, if it is not the file of the package. */
  module?: WorkerModuleSource;
  /** The second WebAssembly module, for books, if it is not the file of the package. */
  printModule?: WorkerModuleSource;
  /** Creates the worker, for bundlers that do not find its script. The script imports `minirow/thread`. */
  create?: () => Worker;
}

/** The options of every task. */
export interface TaskOptions {
  /** Stops the task when it is aborted. The promise is rejected with the reason of the signal. */
  signal?: AbortSignal;
}

/** The progress of `gradeMany`. */
export interface ManyProgress {
  /** The number of puzzles that are rated. */
  done: number;
  /** The number of puzzles. */
  count: number;
}

/** The options of `gradeMany`. */
export interface GradeManyOptions<S extends Scale = Scale> extends GradeOptions<S>, TaskOptions {
  /** Is called about every 30 ms. */
  onProgress?: (progress: ManyProgress) => void;
}

interface Task {
  request: Request;
  signal: AbortSignal | undefined;
  onProgress: ((progress: never) => void) | undefined;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  onAbort: () => void;
}

/** The kinds of errors after which a worker is of no use. */
const FATAL = ["internal", "not-loaded"];

/** The functions of the package as tasks of a worker. Errors are those of the functions. */
export abstract class Tasks {
  readonly #options: WorkerOptions;
  /** The task that the worker does, and those that wait. */
  readonly #tasks: Task[] = [];
  #thread: Thread | undefined;
  #hasAnswered = false;
  #last = 0;

  constructor(options: WorkerOptions = {}) {
    this.#options = checked(options, "module", "printModule", "create");
  }

  /** @internal */
  protected abstract start(events: ThreadEvents): Thread;

  /** Solves a grid. See `solve` of the package. */
  async solve(puzzle: Puzzle, options: { any?: boolean } & TaskOptions = {}): Promise<string> {
    const { signal, ...others } = watched(options);
    return this.#call("solve", [puzzle, others], signal);
  }

  /** Enumerates the solutions of a grid. See `solutions` of the package. */
  async solutions(puzzle: Puzzle, options: { limit?: number } & TaskOptions = {}): Promise<string[]> {
    const { signal, limit } = watched(options, "signal", "limit");
    return this.#call("solutions", [puzzle, limit], signal);
  }

  /** Counts the solutions of a grid, exactly or up to a limit. See `count` of the package. */
  count(puzzle: Puzzle, options?: { limit?: bigint } & TaskOptions): Promise<bigint>;
  count(puzzle: Puzzle, options: { limit: number } & TaskOptions): Promise<number>;
  async count(puzzle: Puzzle, options: { limit?: number | bigint } & TaskOptions = {}): Promise<number | bigint> {
    const { signal, limit } = watched(options, "signal", "limit");
    return this.#call("count", [puzzle, limit], signal);
  }

  /** Checks a grid. See `check` of the package. */
  async check(puzzle: Puzzle, options: TaskOptions = {}): Promise<Verdict> {
    return this.#call("check", [puzzle], watched(options, "signal").signal);
  }

  /** Returns the canonical form of a grid. See `canonical` of the package. */
  async canonical(puzzle: Puzzle, options: { solution?: boolean } & TaskOptions = {}): Promise<Canonical> {
    const { signal, ...others } = watched(options);
    return this.#call("canonical", [puzzle, others], signal);
  }

  /** Rates a puzzle. See `grade` of the package. */
  async grade<const S extends Scale = "se">(
    puzzle: Puzzle,
    options: GradeOptions<S> & TaskOptions = {},
  ): Promise<Grade<S>> {
    const { signal, ...others } = watched(options);
    return this.#call("grade", [puzzle, others], signal);
  }

  /** Rates many puzzles. A puzzle that cannot be rated has its error in the place of its rating. */
  async gradeMany<const S extends Scale = "se">(
    puzzles: readonly Puzzle[],
    options: GradeManyOptions<S> = {},
  ): Promise<(Grade<S> | MinirowError)[]> {
    const { signal, onProgress, ...others } = watched(options);
    const args = [array("puzzles", puzzles), others];
    const rated = await this.#call<GradeOrProblem[]>("gradeMany", args, signal, onProgress);
    return rated.map((one) => ("grade" in one ? (one.grade as Grade<S>) : errorOf(one.problem)));
  }

  /** Explains how to solve a puzzle. See `explain` of the package. There are no drawings: they need the module. */
  async explain(puzzle: Puzzle, options: ExplainOptions & TaskOptions = {}): Promise<Explanation> {
    const { signal, ...others } = watched(options);
    return this.#call("explain", [puzzle, others], signal);
  }

  /** Generates puzzles from a seed. See `generate` of the package. */
  async generate(options: GenerateOptions = {}): Promise<Row[]> {
    const { signal, onProgress, ...others } = watched(options);
    return this.#call("generate", [others], signal, onProgress);
  }

  /** Prints a book as PDF. See `bookPdf` of the package. */
  async bookPdf(book: BookOptions, options: TaskOptions = {}): Promise<Uint8Array> {
    return this.#call("bookPdf", [book], watched(options, "signal").signal);
  }

  /** Prints a book as an HTML page. See `bookHtml` of the package. */
  async bookHtml(book: BookOptions, options: TaskOptions = {}): Promise<string> {
    return this.#call("bookHtml", [book], watched(options, "signal").signal);
  }

  /** Ends the worker. Its tasks are rejected with an `AbortError`. The next task starts another worker. */
  close(): void {
    this.#endThread();
    const closed = new DOMException("the worker was closed", "AbortError");
    this.#tasks.splice(0).forEach((task) => {
      task.signal?.removeEventListener("abort", task.onAbort);
      task.reject(closed);
    });
  }

  #call<T>(
    name: keyof Functions,
    args: unknown[],
    signal: AbortSignal | undefined,
    onProgress?: (progress: never) => void,
  ): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      signal?.throwIfAborted();
      this.#last += 1;
      const request = { id: this.#last, name, args };
      const onAbort = (): void => this.#stop(task, signal?.reason);
      const task: Task = { request, signal, onProgress, resolve, reject, onAbort };
      signal?.addEventListener("abort", onAbort);
      if (this.#tasks.push(task) === 1) {
        this.#next();
      }
    }) as Promise<T>;
  }

  /** Sends the first task. Without a task, the worker waits. */
  #next(): void {
    const task = this.#tasks[0];
    if (task === undefined) {
      this.#thread?.keepProgram(false);
      return;
    }
    try {
      const thread = this.#thread ?? this.#startThread(task.request);
      thread.keepProgram(true);
      thread.post(task.request);
    } catch (error) {
      const kind = this.#thread === undefined ? "not-loaded" : "invalid-option";
      this.#remove(task);
      task.reject(new MinirowError(kind, (error as Error).message));
    }
  }

  /** Starts the worker. Its first request has the modules, if they are not those of the package. */
  #startThread(first: Request): Thread {
    const { create, module, printModule } = this.#options;
    const isCurrent = (): boolean => this.#thread === thread;
    const events: ThreadEvents = {
      onAnswer: (answer) => isCurrent() && this.#receive(answer),
      onFailure: (message) => isCurrent() && this.#fail(message),
    };
    const thread = create === undefined ? this.start(events) : webThread(create(), events);
    const sent = (source?: WorkerModuleSource) => (source instanceof URL ? source.href : source);
    first.modules = { minirow: sent(module), print: sent(printModule) };
    this.#hasAnswered = false;
    this.#thread = thread;
    return thread;
  }

  #endThread(): void {
    this.#thread?.end();
    this.#thread = undefined;
  }

  /** Removes a task, and sends the next one if it was the first. */
  #remove(task: Task): void {
    task.signal?.removeEventListener("abort", task.onAbort);
    const place = this.#tasks.indexOf(task);
    this.#tasks.splice(place, 1);
    if (place === 0) {
      this.#next();
    }
  }

  /** Rejects a task. The worker ends if it does the task. */
  #stop(task: Task, error: unknown): void {
    if (task === this.#tasks[0]) {
      this.#endThread();
    }
    task.reject(error);
    this.#remove(task);
  }

  #receive(answer: Answer): void {
    this.#hasAnswered = true;
    const task = this.#tasks[0];
    if (task === undefined || task.request.id !== answer.id) {
      return;
    }
    if ("progress" in answer) {
      try {
        task.onProgress?.(answer.progress as never);
      } catch (error) {
        this.#stop(task, error);
      }
    } else if ("value" in answer) {
      task.resolve(answer.value);
      this.#remove(task);
    } else if (FATAL.includes(answer.problem.kind)) {
      this.#stop(task, errorOf(answer.problem));
    } else {
      task.reject(errorOf(answer.problem));
      this.#remove(task);
    }
  }

  #fail(message: string): void {
    const task = this.#tasks[0];
    const error = new MinirowError(this.#hasAnswered ? "internal" : "not-loaded", `the worker has ended: ${message}`);
    if (task === undefined) {
      this.#endThread();
    } else {
      this.#stop(task, error);
    }
  }
}
