/** The messages between page and worker. */

import type { ErrorKind } from "minirow";
import type { calls } from "./worker";

/** The functions of the worker. */
export type Calls = typeof calls;

/** A call of a function. */
export interface Request {
  id: number;
  name: keyof Calls;
  args: unknown[];
}

/** An error, as a message. `stopped` is the end that a person asked for. */
export interface Problem {
  kind: ErrorKind | "stopped";
  message: string;
  line?: number | undefined;
}

/** The answer to a call: its value, its error, or its progress so far. */
export type Answer =
  { id: number; value: unknown } | { id: number; error: Problem } | { id: number; progress: unknown };
