/** The error that all functions throw. */

/** The kinds of errors. */
export type ErrorKind =
  /** A text is no puzzle in a known form. */
  | "invalid-text"
  /** An option has a value that is not possible, or options conflict. */
  | "invalid-option"
  /** The grid has no solution. */
  | "no-solution"
  /** The grid has several solutions. */
  | "several-solutions"
  /** Placed digits or pencilmarks contradict the solution. */
  | "mistakes"
  /** No attempt gave a puzzle that meets the constraints. */
  | "gave-up"
  /** `init` was not called, has not ended, or has failed. */
  | "not-loaded"
  /** A defect of this package. Load it again, or start a new worker, before the next call. */
  | "internal";

/** An error with its kind. The message tells what was found and what was expected. */
export class MinirowError extends Error {
  override readonly name = "MinirowError";
  /** The kind of the error. */
  readonly kind: ErrorKind;
  /** The line of a text, from 1, if the error is about a line. */
  readonly line: number | undefined;

  constructor(kind: ErrorKind, message: string, line?: number) {
    super(message);
    this.kind = kind;
    this.line = line;
  }
}

interface Thrown {
  kind: ErrorKind;
  message: string;
  line?: number;
}

/** Turns an error of the WebAssembly module into a `MinirowError`. */
export function converted(error: unknown): unknown {
  if (typeof error === "string" && error.startsWith("{")) {
    return fromThrown(error);
  }
  // `throw_str` makes an `Error` of the text of a panic.
  if (error instanceof Error && error.message.startsWith('{"kind"')) {
    return fromThrown(error.message);
  }
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
    return new MinirowError("internal", error.message);
  }
  // A parameter that is no number where the module takes one.
  if (error instanceof TypeError) {
    return new MinirowError("invalid-option", error.message);
  }
  return error;
}

function fromThrown(json: string): MinirowError {
  const { kind, message, line } = JSON.parse(json) as Thrown;
  return new MinirowError(kind, message, line);
}
