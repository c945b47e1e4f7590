/** Assertions of several tests. */

import assert from "node:assert/strict";
import { MinirowError, type ErrorKind } from "minirow";

/** Asserts that a call throws a `MinirowError`. */
export function throws(work: () => unknown, kind: ErrorKind, message: RegExp, line?: number): void {
  assert.throws(work, (error) => isExpected(error, kind, message, line));
}

/** Asserts that a promise is rejected with a `MinirowError`. */
export async function rejects(work: Promise<unknown>, kind: ErrorKind, message: RegExp): Promise<void> {
  await assert.rejects(work, (error) => isExpected(error, kind, message));
}

function isExpected(error: unknown, kind: ErrorKind, message: RegExp, line?: number): true {
  assert.ok(error instanceof MinirowError, String(error));
  assert.equal(error.kind, kind, error.message);
  assert.match(error.message, message);
  if (line !== undefined) {
    assert.equal(error.line, line);
  }
  return true;
}

/** Returns a variable of the environment. */
export function variable(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is not set: run \`cargo xtask ci web\``);
  return value;
}
