/** Generate: constraints, progress, the list of puzzles, downloads and the printed book. */

import type { BookOptions, Registry, Row } from "minirow";
import { isStopped, type Engine } from "../engine/engine";
import { button, download, h } from "../ui/dom";
import { icon } from "../ui/icons";
import { load } from "../ui/load";
import { clearError, say } from "../ui/message";
import { techniqueName } from "../ui/terms";
import { visibly } from "../ui/work";
import type { BookDialog } from "./book";
import { ConstraintForm } from "./form";
import { Results } from "./results";

/** The files for download: label, form, ending and type. */
const FILES = [
  ["CSV", "csv", "csv", "text/csv"],
  ["JSON lines", "jsonl", "jsonl", "application/x-ndjson"],
  [".sdm", "sdm", "sdm", "text/plain"],
  [".opensudoku", "opensudoku", "opensudoku", "application/xml"],
] as const;

/** Constraints that are set with one button. With `book`, the dialog of the book follows. */
const PRESETS = [
  { label: "20 easy", level: "easy", count: "20", book: false },
  { label: "20 hard", level: "hard", count: "20", book: false },
  { label: "10 diabolical", level: "diabolical", count: "10", book: false },
  { label: "A book of 60", level: "", count: "60", book: true },
] as const;

/** Returns a message that begins with the name of a technique or a constraint, as the form has it. */
const named = (message: string): string =>
  message.replace(/^[a-z-]+(?=:| is )/, (name) => (name === "er" ? "ER" : techniqueName(name)));

export class GenerateView {
  readonly element: HTMLElement;
  readonly #engine: Engine;
  readonly #form: ConstraintForm;
  readonly #results: Results;
  #book: BookDialog | undefined;
  readonly #start = h("button", { type: "submit", class: "primary" }, "Generate");
  readonly #stop = button("Stop", () => this.#cancel(), { disabled: true });
  readonly #bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
  readonly #status = h("p.hint", { role: "status" });
  readonly #progress = h("div.progress", {}, this.#bar, this.#status);
  readonly #downloads: HTMLElement;
  #rows: Row[] = [];
  #isRunning = false;
  /** The parameters of the puzzles in the list. */
  #query: URLSearchParams | undefined;

  constructor(engine: Engine, open: (row: Row, view: "explain" | "play") => void) {
    this.#engine = engine;
    this.#form = new ConstraintForm(() => void this.run(), this.#start, this.#stop);
    this.#results = new Results(open);
    const file = ([label, form, ending, type]: (typeof FILES)[number]): HTMLElement => {
      const one = button(label, () => void this.#download(form, ending, type));
      one.prepend(icon("download"));
      return one;
    };
    this.#downloads = h(
      "div.buttons.downloads",
      { hidden: true, role: "group", "aria-label": "Downloads" },
      ...FILES.map(file),
      button("Print a book", () => void this.#openBook(), { class: "primary" }),
    );
    const preset = ({ label, level, count, book }: (typeof PRESETS)[number]): HTMLElement =>
      button(label, () => {
        this.#form.element.reset();
        this.#form.fill(new URLSearchParams({ level, count }));
        void this.run().then((isDone) => (isDone && book ? this.#openBook() : undefined));
      });
    const empty = h(
      "div.empty",
      {},
      h("h2", {}, "No puzzles yet"),
      h(
        "p.hint",
        {},
        "Each puzzle will be here with its rating, level and hardest technique, to be explained, played, downloaded or printed. Set constraints, or begin with one of these:",
      ),
      h("div.buttons", {}, ...PRESETS.map(preset)),
      h("div.ghosts", { "aria-hidden": "true" }, ...PRESETS.map(() => h("span", {}))),
    );
    this.element = h(
      "main.view.generate",
      { id: "generate-view", "aria-label": "Generate" },
      h("section.card", {}, h("h2", {}, "Constraints"), this.#form.element),
      h("section.results", {}, empty, this.#progress, this.#downloads, this.#results.element),
    );
  }

  /** The parameters of the address, which keep the constraints and the seed. */
  get address(): string {
    return this.#query === undefined ? "" : `?${this.#query}`;
  }

  /** Fills the form from the parameters of a link, when the names of techniques are there. */
  openLink(parameters: URLSearchParams): void {
    this.#query = parameters;
    this.#form.element.reset();
    this.#form.fill(parameters);
  }

  setRegistry(registry: Registry): void {
    this.#form.setRegistry(registry);
    if (this.#query !== undefined) {
      this.#form.fill(this.#query);
    }
  }

  /** Generates, and returns `true` if all puzzles were found. */
  async run(): Promise<boolean> {
    if (this.#isRunning) {
      return false;
    }
    const options = this.#form.options();
    const count = options.count ?? 1;
    let found: Row[] | undefined;
    this.#query = this.#form.address(String(options.seed));
    history.replaceState(null, "", `#generate${this.address}`);
    clearError();
    this.#setRunning(true);
    this.element.classList.add("begun");
    if (this.#progress.getBoundingClientRect().top > window.innerHeight / 2) {
      this.#progress.scrollIntoView(); // below the form on phones
    }
    this.#status.textContent = "Generating";
    this.#bar.value = 0;
    const start = performance.now();
    try {
      await this.#engine.generate(options, ({ rows, attempts }) => {
        if (found === undefined) {
          // The rows before stay until the options are accepted.
          found = this.#rows = [];
          this.#results.clear();
        }
        found.push(...rows);
        this.#results.add(rows);
        this.#downloads.hidden = found.length === 0;
        this.#bar.value = found.length / count;
        const seconds = Math.round((performance.now() - start) / 1000);
        this.#status.textContent = `${found.length} of ${count} puzzles, ${attempts.toLocaleString("en")} attempts, ${seconds} s`;
      });
      clearError();
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      this.#status.textContent = `${count} ${count === 1 ? "puzzle" : "puzzles"} in ${seconds} s, from the seed ${options.seed}`;
      return true;
    } catch (error) {
      const kept = this.#rows.length === 0 ? "" : ` ${this.#rows.length} puzzles are in the list.`;
      this.#status.textContent = isStopped(error) ? `Stopped.${kept}` : `Nothing more was generated.${kept}`;
      if (!isStopped(error)) {
        say(named((error as Error).message), "error");
      }
      return false;
    } finally {
      this.#setRunning(false);
    }
  }

  #cancel(): void {
    this.#stop.disabled = true;
    this.#status.textContent = "Stopping";
    void this.#engine.call("stop").catch(() => undefined);
    // An attempt can take long: then the worker is ended.
    setTimeout(() => {
      if (this.#isRunning) {
        this.#engine.restart();
      }
    }, 1000);
  }

  #setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#start.disabled = isRunning;
    this.#stop.disabled = !isRunning;
  }

  async #download(form: string, ending: string, type: string): Promise<void> {
    try {
      const text = await visibly("Writing", this.#engine, this.#engine.call("write", this.#rows, form));
      download(`minirow.${ending}`, type, text);
      say(`${this.#rows.length} puzzles were written to minirow.${ending}`);
    } catch (error) {
      say((error as Error).message, isStopped(error) ? "done" : "error");
    }
  }

  /** Opens the dialog of the book, which is loaded with its first use. */
  async #openBook(): Promise<void> {
    if (this.#book === undefined) {
      const module = await load(import("./book"));
      if (module === undefined) {
        return;
      }
      this.#book = new module.BookDialog((options) => void this.#print(options));
      this.element.append(this.#book.element);
    }
    this.#book.open(this.#rows);
  }

  async #print(options: BookOptions): Promise<void> {
    try {
      const pdf = await visibly("Printing", this.#engine, this.#engine.call("bookPdf", options));
      download("sudoku.pdf", "application/pdf", pdf as Uint8Array<ArrayBuffer>);
      say(`${this.#rows.length} puzzles were printed to sudoku.pdf`);
    } catch (error) {
      say((error as Error).message, isStopped(error) ? "done" : "error");
    }
  }
}
