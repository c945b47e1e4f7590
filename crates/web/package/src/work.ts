/** The functions of the worker. */

import * as minirow from "./index.js";
import { problemOf, type Answer, type Problem, type Request } from "./threads.js";

type OnProgress = (progress: unknown) => void;

/** The milliseconds between two reports of progress, as of `generate`. */
const PORTION = 30;

/** A rating, or the error of its puzzle. */
export type GradeOrProblem = { grade: minirow.Grade } | { problem: Problem };

function gradeOrProblem(puzzle: minirow.Puzzle, options: minirow.GradeOptions): GradeOrProblem {
  try {
    return { grade: minirow.grade(puzzle, options) };
  } catch (error) {
    const problem = problemOf(error);
    if (["internal", "invalid-option"].includes(problem.kind)) {
      throw error;
    }
    return { problem };
  }
}

function gradeMany(puzzles: readonly minirow.Puzzle[], options: minirow.GradeOptions, onProgress: OnProgress) {
  let next = performance.now() + PORTION;
  return puzzles.map((puzzle, place) => {
    const rated = gradeOrProblem(puzzle, options);
    if (performance.now() >= next) {
      onProgress({ done: place + 1, count: puzzles.length });
      next = performance.now() + PORTION;
    }
    return rated;
  });
}

/** The functions that a program can call. Each gets the function for progress after its arguments. */
export const functions = {
  solve: minirow.solve,
  solutions: minirow.solutions,
  count: minirow.count as (puzzle: minirow.Puzzle, limit?: number | bigint) => number | bigint,
  check: minirow.check,
  grade: minirow.grade as (puzzle: minirow.Puzzle, options: minirow.GradeOptions) => minirow.Grade,
  gradeMany,
  canonical: minirow.canonical,
  explain: (puzzle: minirow.Puzzle, options: minirow.ExplainOptions) => {
    const walkthrough = minirow.explain(puzzle, options);
    walkthrough.free();
    return { ...walkthrough };
  },
  generate: (options: minirow.GenerateOptions, onProgress: OnProgress) => minirow.generate({ ...options, onProgress }),
  bookPdf: minirow.bookPdf,
  bookHtml: minirow.bookHtml,
};

/** Answers a call. */
export async function answer({ id, name, args, modules }: Request, post: (answer: Answer) => void): Promise<void> {
  try {
    await minirow.init(modules?.minirow);
    if (modules?.print !== undefined) {
      await minirow.initPrint(modules.print);
    }
    const work = functions[name] as (...args: unknown[]) => unknown;
    post({ id, value: await work(...args, (progress: unknown) => post({ id, progress })) });
  } catch (error) {
    post({ id, problem: problemOf(error) });
  }
}
