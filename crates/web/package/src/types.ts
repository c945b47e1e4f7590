/** The types of puzzles, options and results. */

/** A position: a puzzle with placed digits and pencilmarks. */
export interface Position {
  /** The clues: 81 characters row by row, `.` for an empty cell. */
  puzzle: string;
  /** The clues and the placed digits, as 81 characters. */
  state?: string;
  /**
   * The pencilmarks as 729 characters: nine for each cell, a digit or `.`. A cell with a digit has only that digit.
   */
  candidates?: string;
}

/**
 * A puzzle: a text in any form that is recognised (81 characters, nine lines, a pencilmark grid, a link, ...), 81 numbers
 * with 0 for an empty cell, nine rows of nine such numbers, or a position.
 */
export type Puzzle = string | Uint8Array | readonly number[] | readonly (readonly number[])[] | Position;

/** A level of difficulty. */
export type Level = "easy" | "medium" | "hard" | "expert" | "diabolical" | "extreme";

/** A rating scale: Sudoku Explainer, T&E depth and B, or estimated minutes. */
export type Scale = "se" | "te" | "hodoku" | "minutes";

/** A symmetry of the clues. */
export type Symmetry =
  | "none"
  | "half-turn"
  | "left-right"
  | "top-bottom"
  | "diagonal"
  | "anti-diagonal"
  | "quarter-turn"
  | "both-mirrors"
  | "both-diagonals"
  | "dihedral";

/** A form of files. */
export type FormName =
  | "line"
  | "grid"
  | "boxed"
  | "json"
  | "jsonl"
  | "csv"
  | "candidates"
  | "pencilmarks"
  | "sdm"
  | "sdk"
  | "ss"
  | "opensudoku"
  | "hodoku"
  | "sudokuwiki"
  | "sudokuwiki-packed"
  | "f-puzzles";

/** The options of `grade`. */
export interface GradeOptions<S extends Scale = Scale> {
  /** The highest ER of interest, 1.0 to 20.0. Rating stops above it, and the level is `too-hard`. */
  maxEr?: number;
  /** The number of assumptions after which rating stops. The level is then `budget-spent`. */
  budget?: number;
  /** Adds `nodes` and `backdoor`. */
  labels?: boolean;
  /** The scales. The default is `["se"]`. */
  scale?: readonly S[];
}

/** The columns of a puzzle that are always there. */
export interface PuzzleColumns {
  /** The clues, 81 characters. */
  puzzle: string;
  /** The solution, 81 digits. */
  solution: string;
  /** The number of clues. */
  clues: number;
}

/** The columns of the scale `se`. Ratings are from 1.0 to 20.0; they are null if a limit was exceeded. */
export interface SudokuExplainerColumns {
  /** The rating of the hardest step. */
  er: number | null;
  /** The rating of the hardest step up to the first placement. */
  ep: number | null;
  /** The rating of the first step. */
  ed: number | null;
  /** The level, or the limit that was exceeded. */
  level: Level | "too-hard" | "budget-spent" | null;
  /** The technique of the hardest step. */
  hardest: string | null;
  /** The techniques with their numbers of steps. */
  techniques: Record<string, number> | null;
  /** The number of steps. */
  steps: number | null;
}

/** The columns of the scale `te`. */
export interface TrialAndErrorColumns {
  /** The T&E depth. */
  te: number | null;
  /** The B rating of depth 1. */
  b: number | null;
  /** The BxB rating of depth 2. */
  bxb: number | null;
  /** The BxBB rating of depth 3. */
  bxbb: number | null;
  /** The mark `budget-spent` if the budget was spent. */
  teCut: "budget-spent" | null;
}

/** The columns of the scale `hodoku`. */
export interface HodokuColumns {
  /** The level. */
  hodokuLevel: HodokuLevel | null;
  /** The sum of the scores of all steps. */
  hodokuScore: number | null;
  /** The technique with the highest score. */
  hodokuHardest: string | null;
  /** The mark `budget-spent` if the budget was spent. */
  hodokuCut: "budget-spent" | null;
}

/** A level of HoDoKu, the easiest first. */
export type HodokuLevel = "easy" | "medium" | "hard" | "unfair" | "extreme";

/** The columns of the scale `minutes`. */
export interface MinutesColumns {
  /** The estimated mean solving time. */
  minutes: number | null;
  /** The lower end of its 80% interval. */
  minutesLow: number | null;
  /** The upper end. */
  minutesHigh: number | null;
  /** True if the puzzle is harder than those that the estimate was fitted to. */
  minutesExtrapolated: boolean | null;
}

/** The columns of `labels`. */
export interface LabelColumns {
  /** The number of nodes of a search. */
  nodes: number | null;
  /** The smallest number of cells that singles need as help. */
  backdoor: number | null;
}

/** The columns of each scale. */
export interface ScaleColumns {
  se: SudokuExplainerColumns;
  te: TrialAndErrorColumns;
  hodoku: HodokuColumns;
  minutes: MinutesColumns;
}

type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** A rated puzzle, with the columns of its scales. Where the scales are not known, the columns of all of them may be there. */
export type Grade<S extends Scale = Scale> = PuzzleColumns &
  Partial<LabelColumns> &
  (Scale extends S ? Partial<Every<ScaleColumns[Scale]>> : Every<ScaleColumns[S]>);

/** A generated puzzle, with the columns of `minirow pack`. */
export interface Row
  extends
    PuzzleColumns,
    SudokuExplainerColumns,
    Partial<TrialAndErrorColumns & HodokuColumns & MinutesColumns & LabelColumns> {
  /** The seed and the index, and a hash of the constraints if there are any. */
  id: string;
  /** The generator and its version. */
  generator: string;
  /** The seed, as it was given. */
  seed: number | bigint;
  /** The index. */
  index: number;
  /** True if no clue can be removed. */
  minimal: boolean | null;
  /** The weight in an unbiased sample, if `weights` was set. */
  weight?: number | null;
}

/** A range: a number, the text `24..=28`, or `24..`, or `..=28`. */
export type Range = number | string;

/** The constraints on generated puzzles, as the options of `minirow pack`. `registry().constraints` describes them. */
export interface Constraints {
  level?: Level;
  er?: Range;
  ep?: Range;
  ed?: Range;
  te?: Range;
  b?: Range;
  hodokuLevel?: HodokuLevel;
  hodokuScore?: Range;
  minutes?: Range;
  needs?: string | readonly string[];
  without?: string | readonly string[];
  steps?: string;
  clues?: Range;
  minimal?: boolean;
  property?: string | readonly string[];
  even?: boolean;
  symmetry?: Symmetry;
  withDigits?: readonly number[];
  missingDigits?: readonly number[];
  solution?: string;
  mask?: string;
  exact?: boolean;
  search?: "auto" | "sample" | "climb";
  sampling?: "removal" | "weighted" | "uniform";
  maxTries?: number;
}

/** The progress of `generate`. */
export interface Progress {
  /** The number of puzzles found. */
  found: number;
  /** The number of puzzles requested. */
  count: number;
  /** The number of attempts. */
  attempts: number;
}

/** The options of `generate`. */
export interface GenerateOptions extends Constraints {
  /** The seed, from 0 to 2^64 - 1. The default is 1. */
  seed?: number | bigint;
  /** The first index. The default is 0. */
  start?: number | bigint;
  /** The number of puzzles. The default is 1. */
  count?: number;
  /** Puzzles that are not generated again. */
  exclude?: readonly string[];
  /** Adds `nodes` and `backdoor`. */
  labels?: boolean;
  /** Adds `weight`. */
  weights?: boolean;
  /** Scales to add to `se`. */
  scale?: readonly Scale[];
  /** Stops the work when it is aborted. */
  signal?: AbortSignal;
  /** Is called about every 30 ms. */
  onProgress?: (progress: Progress) => void;
}

/** The verdict on a grid. */
export interface Verdict {
  /** The grid, 81 characters. */
  grid: string;
  /** The number of clues. */
  clues: number;
  /**
   * `minimal` and `proper` puzzles have one solution; of a minimal one, no clue can be removed. A `solved` grid is full.
   */
  verdict: "minimal" | "proper" | "solved" | "ambiguous" | "unsolvable" | "wrong-solution" | "mistakes" | "candidates";
  /** The reason of an error, or the clues that can be removed. */
  reason: string | null;
  /** The only solution. */
  solution: string | null;
  /** The placed digits that contradict the solution. */
  wrongDigits?: Candidate[];
  /** The cells whose pencilmarks lack the digit of the solution. */
  wrongCandidates?: Cell[];
}

/** A cell. All results have the same 81 objects, those of `CELLS`, unless they were sent to another thread. */
export interface Cell {
  /** The name, such as `r4c3`. */
  readonly name: string;
  /** The row, 1 to 9. */
  readonly row: number;
  /** The column, 1 to 9. */
  readonly column: number;
  /** The place in a text of 81 characters, from 0. */
  readonly index: number;
}

/** A candidate. */
export interface Candidate {
  /** The cell. */
  cell: Cell;
  /** The digit, 1 to 9. */
  digit: number;
}

/** A node of a chain. */
export interface ChainNode extends Candidate {
  /** True if the candidate is true. */
  isOn: boolean;
  /** The reason of the node, such as `assumption`. */
  cause: string;
  /** The nodes that it follows from, by their places in the chain from 0. */
  from?: number[];
  /** The chains that it follows from. */
  nested?: ChainNode[][];
}

/** A line of an explanation. */
export interface ExplanationLine {
  /** The text of the line. */
  text: string;
  /** True if the lines below are a chain within the chain. */
  nested?: boolean;
  /** The lines below. */
  lines?: ExplanationLine[];
}

/** A value of JSON. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A step of a path. */
export interface Step {
  /** The number of the step, from 1. */
  step: number;
  /** The technique, as in `registry().techniques`. */
  technique: string;
  /** The name of the technique with its variant. */
  name: string;
  /** The variant. */
  variant?: string;
  /** The rating. For the scale `te`: the length of the longest braid, and 0 for singles. */
  rating: number;
  /** The digit that is placed. */
  placement?: Candidate;
  /** The candidates that are eliminated. */
  eliminations?: Candidate[];
  /** The candidates that a step without chains follows from. */
  pattern?: Candidate[];
  /** The houses of the step, such as `row 4`. */
  houses?: string[];
  /** The chains that prove the step, each from its end to its assumption. */
  chains?: ChainNode[][];
  /** The explanation. */
  text: string;
  /** The lines of the explanation, if it has chains. */
  lines?: ExplanationLine[];
  /** The step in the notation of HoDoKu, for the scale `hodoku`. The chains of a net are on lines of their own. */
  notation?: string;
  /** The step as a hint, in rising order of help. */
  stages: { stage: "region" | "technique" | "cell" | "full"; text: string }[];
  /** The clues. */
  puzzle: string;
  /** The filled cells at the start of the path, if there are more than the clues. */
  state?: string;
  /** The position before the step. */
  position: Required<Omit<Position, "puzzle">>;
}

/** The steps that solve a puzzle from a position, in the order of a person who takes the easiest step. */
export interface Explanation {
  /** The clues. */
  readonly puzzle: string;
  /** The steps. */
  readonly steps: readonly Step[];
  /** The position after the last step. */
  readonly after: Required<Omit<Position, "puzzle">>;
  /** `stuck` if no technique finds a step; `stopped` if the further steps were not requested. */
  readonly end: "solved" | "stuck" | "stopped";
}

/** The options of `explain`. */
export interface ExplainOptions {
  /** The part of the position to start from. The default is `pencilmarks`: all of it. */
  from?: "clues" | "digits" | "pencilmarks";
  /** The steps: all, the next one only, or the first of the hardest. The default is `all`. */
  steps?: "all" | "next" | "hardest";
  /** The scale whose path is shown: that of Sudoku Explainer, T&E with braids, or HoDoKu. The default is `se`. */
  scale?: "se" | "te" | "hodoku";
}

/** A canonical form. */
export interface Canonical {
  /** The smallest image under all symmetries, row by row. Equivalent grids have the same form. */
  form: string;
  /** The number of symmetries that leave the grid unchanged. */
  automorphisms: number;
  /** A symmetry that takes the grid to its form. */
  transformation: string;
}

/** The puzzle of a file, with all its fields. */
export type FileRecord = Position & { solution?: string } & { [field: string]: JsonValue };

/** The contents of a file. */
export interface FileContents {
  /** The form of the whole file, or null for a text, in which each record may have another form. */
  form: string | null;
  /** The puzzles, with the lines where they start. */
  records: { line: number; record: FileRecord }[];
  /** The lines that could not be read. */
  errors: { line: number; message: string }[];
  /** False if the limit was reached before the end. */
  complete: boolean;
}

/** A text in a file form. */
export interface Written {
  /** The text of the file. */
  text: string;
  /** The parts of records that the form cannot hold. */
  dropped: { record: number; parts: string[] }[];
}

/** A book to print. Lengths are texts such as `15mm` or `0.5in`. */
export interface BookOptions {
  title?: string;
  subtitle?: string;
  author?: string;
  /** The paragraphs of the imprint. */
  imprint?: readonly string[];
  /** The language tag of the file. The words that the program adds are English. */
  language?: string;
  sections: readonly {
    /** Without a name, the section has no title page. */
    name?: string;
    note?: string;
    puzzles: readonly {
      puzzle: string;
      /** The text next to the number. */
      heading?: string;
    }[];
  }[];
  /** The paper: `a4`, `letter`, `6x9`, `170x240mm`, ... The default is `a4`. */
  paper?: string;
  landscape?: boolean;
  /** The limits of a printer, such as `kdp-6x9`. */
  preset?: string;
  /** Facing pages, with a margin at the binding that grows with their number. */
  bind?: boolean;
  margin?: string;
  innerMargin?: string;
  /** Puzzles on a page, 1 to 12. */
  perPage?: number;
  /** Solutions on a page, up to 30; 0 for none. */
  solutionsPerPage?: number;
  largePrint?: boolean;
  bleed?: boolean;
  pencilmarks?: boolean;
  shadeClues?: boolean;
  /** The page of its solution below each puzzle. */
  solutionPages?: boolean;
  rules?: boolean;
  titlePage?: boolean;
  pageNumbers?: boolean;
  firstNumber?: number;
}

/** The registries. */
export interface Registry {
  /** The program and its version. */
  program: string;
  /** The generator and its version. Another generator gives other puzzles for a seed. */
  generator: string;
  /** The techniques, easiest first. */
  techniques: { slug: string; name: string; family: string; summary: string; ratings: [number, number] }[];
  /** The constraints of `generate`. */
  constraints: {
    name: string;
    help: string;
    kind: "flag" | "value" | "range" | "list" | "one-of";
    values: string[];
    example: string;
  }[];
  /** The forms of files. */
  forms: { name: FormName; about: string; endings: string[] }[];
  /** The levels with their ranges of ER. */
  levels: { name: Level; er: [number, number] }[];
  /** The rating scales. */
  scales: Scale[];
}
