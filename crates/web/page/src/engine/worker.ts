/** The worker: everything that calculates. A message names a function of `calls`, and the answer has its value or error. */

import * as minirow from "minirow";
import type { Answer, Request } from "./protocol";

/** The most puzzles that are read from a file. */
const MOST_RECORDS = 10_000;

let walkthrough: minirow.Walkthrough | undefined;
let key = 0;
let stop = new AbortController();

/** Writes eliminations with the sign of print: `r4c3≠5` for `r4c3<>5`, also in the markup of drawings. */
const printed = <T>(value: T): T => JSON.parse(JSON.stringify(value).replace(/<>|&lt;&gt;/g, "≠")) as T;

/** The functions that the page can call. `self.onmessage` adds the last argument of `generate`. */
export const calls = {
  registry: () => minirow.registry(),
  read: (file: string | Uint8Array) => minirow.read(file, MOST_RECORDS),
  check: (puzzle: minirow.Puzzle) => minirow.check(puzzle),
  grade: (puzzle: minirow.Puzzle) => minirow.grade(puzzle, { scale: ["se", "minutes"] }),

  /** Explains all steps. `drawing` draws them, until the next call. */
  explain: (puzzle: minirow.Puzzle) => {
    const next = minirow.explain(puzzle);
    walkthrough?.free();
    walkthrough = next;
    key += 1;
    const { steps, after, end } = next;
    return { key, steps: printed(steps), after, end };
  },

  drawing: (drawn: number, place: number): string | null =>
    drawn === key ? printed(walkthrough?.svg(place) ?? null) : null,

  /** Explains the next step only, with its drawing. */
  hint: (puzzle: minirow.Puzzle) => {
    const next = minirow.explain(puzzle, { steps: "next" });
    const step = next.steps[0] ?? null;
    const svg = step === null ? null : next.svg(0);
    next.free();
    return printed({ step, svg });
  },

  generate: (options: minirow.GenerateOptions, onProgress: (progress: GenerateProgress) => void) =>
    generate(options, onProgress),
  stop: () => stop.abort(),
  write: (rows: minirow.Row[], form: minirow.FormName) => minirow.write(rows, { form }).text,
  bookPdf: (book: minirow.BookOptions) => minirow.bookPdf(book),
};

/** The progress of `generate`, with the rows since the last message. */
export type GenerateProgress = { rows: minirow.Row[]; attempts: number };

async function generate(
  options: minirow.GenerateOptions,
  onProgress: (progress: GenerateProgress) => void,
): Promise<void> {
  stop = new AbortController();
  let rows: minirow.Row[] = [];
  let attempts = 0;
  const send = (): void => {
    onProgress({ rows, attempts });
    rows = [];
  };
  const progress = (progress: minirow.Progress): void => {
    attempts = progress.attempts;
    send();
  };
  for await (const row of minirow.generateRows({ ...options, signal: stop.signal, onProgress: progress })) {
    rows.push(row);
  }
  send();
}

/** Takes the module, which is one of the first messages. */
let begin: (ready: Promise<void>) => void;
const ready = new Promise<void>((resolve) => (begin = resolve));

self.onmessage = async ({ data }: MessageEvent<Request | WebAssembly.Module>) => {
  if (data instanceof WebAssembly.Module) {
    begin(minirow.init(data));
    return;
  }
  const { id, name, args } = data;
  const answer = (answer: Answer): void => self.postMessage(answer);
  try {
    await ready;
    const work = calls[name] as (...args: unknown[]) => unknown;
    const onProgress = (progress: unknown): void => answer({ id, progress });
    answer({ id, value: await work(...args, ...(name === "generate" ? [onProgress] : [])) });
  } catch (error) {
    const { kind = "internal", message, line } = error as Partial<minirow.MinirowError> & Error;
    const isAborted = error instanceof DOMException && error.name === "AbortError";
    answer({ id, error: { kind: isAborted ? "stopped" : kind, message, line } });
  }
};
