/** The messages between a program and its worker, and the kinds of workers. */

import { MinirowError, type ErrorKind } from "./error.js";
import type { functions } from "./work.js";

/** The functions of the worker. */
export type Functions = typeof functions;

/** A call of a function. The first one of a worker has the modules, if they are not the files of the package. */
export interface Request {
  id: number;
  name: keyof Functions;
  args: unknown[];
  modules?: { minirow: SentModule; print: SentModule };
}

type SentModule = string | BufferSource | WebAssembly.Module | undefined;

/** An error, as a message. */
export interface Problem {
  kind: ErrorKind;
  message: string;
  line: number | undefined;
}

/** The answer to a call: its value, its error, or its progress so far. */
export type Answer =
  { id: number; value: unknown } | { id: number; problem: Problem } | { id: number; progress: unknown };

/** A worker. */
export interface Thread {
  post(message: Request): void;
  /** Ends the worker, whatever it does. */
  end(): void;
  /** Sets whether the program goes on while the worker is there. */
  keepProgram(isKept: boolean): void;
}

/** What a worker reports. */
export interface ThreadEvents {
  onAnswer: (answer: Answer) => void;
  onFailure: (message: string) => void;
}

/** Returns a Web Worker as a thread. */
export function webThread(worker: Worker, { onAnswer, onFailure }: ThreadEvents): Thread {
  worker.onmessage = ({ data }: MessageEvent<Answer>) => onAnswer(data);
  worker.onerror = (event) => onFailure(event.message || "the script of the worker cannot be loaded");
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    keepProgram: () => undefined,
  };
}

/** Returns the message of an error. */
export function problemOf(error: unknown): Problem {
  const { kind = "internal", message = String(error), line } = (error ?? {}) as Partial<MinirowError>;
  return { kind, message, line };
}

/** Returns the error of a message. */
export const errorOf = ({ kind, message, line }: Problem): MinirowError => new MinirowError(kind, message, line);
