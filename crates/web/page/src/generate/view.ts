/** Generate: constraints, progress, the list of puzzles, downloads and the printed book. */

import type { Registry, Row } from "minirow";
import { isStopped, type Engine } from "../engine/engine";
import { button, download, h } from "../ui/dom";
import { icon } from "../ui/icons";
import { clearError, say } from "../ui/message";
import { visibly } from "../ui/work";
import { BookDialog } from "./book";
import { ConstraintForm } from "./form";
import { Results } from "./results";

/** The files for download: label, form, ending and type. */
const FILES = [
  ["CSV", "csv", "csv", "text/csv"],
  ["JSON lines", "jsonl", "jsonl", "application/x-ndjson"],
  [".sdm", "sdm", "sdm", "text/plain"],
  [".opensudoku", "opensudoku", "opensudoku", "application/xml"],
] as const;

export class GenerateView {
  readonly element: HTMLElement;
  readonly #engine: Engine;
  readonly #form: ConstraintForm;
  readonly #results: Results;
  readonly #book = new BookDialog(() => void this.#print());
  readonly #start = h("button", { type: "submit", class: "primary" }, "Generate");
  readonly #stop = button("Stop", () => this.#cancel(), { disabled: true });
  readonly #bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
  readonly #status = h("p.hint", { role: "status" }, "Set constraints, or none, and generate.");
  readonly #downloads: HTMLElement;
  #rows: Row[] = [];
  #isRunning = false;
  /** The parameters of the puzzles in the list. */
  #query: URLSearchParams | undefined;

  constructor(engine: Engine, open: (row: Row, view: "explain" | "play") => void) {
    this.#engine = engine;
    this.#form = new ConstraintForm(() => void this.#generate(), this.#start, this.#stop);
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
      button("Print a book", () => this.#book.open(), { class: "primary" }),
    );
    this.element = h(
      "main.view.generate",
      { id: "generate-view", "aria-label": "Generate" },
      h("section.card", {}, h("h2", {}, "Constraints"), this.#form.element),
      h("section.results", {}, h("div.progress", {}, this.#bar, this.#status), this.#downloads, this.#results.element),
      this.#book.element,
    );
  }

  /** The parameters of the address, which keep the constraints and the seed. */
  get address(): string {
    return this.#query === undefined ? "" : `?${this.#query}`;
  }

  /** Fills the form from the parameters of a link, when the names of techniques are there. */
  openLink(parameters: URLSearchParams): void {
    this.#query = parameters;
    this.#form.fill(parameters);
  }

  setRegistry(registry: Registry): void {
    this.#form.setRegistry(registry);
    if (this.#query !== undefined) {
      this.#form.fill(this.#query);
    }
  }

  async #generate(): Promise<void> {
    if (this.#isRunning) {
      return;
    }
    const options = this.#form.options();
    const count = options.count ?? 1;
    let found: Row[] | undefined;
    this.#query = this.#form.address(String(options.seed));
    history.replaceState(null, "", `#generate${this.address}`);
    clearError();
    this.#setRunning(true);
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
    } catch (error) {
      const kept = this.#rows.length === 0 ? "" : ` ${this.#rows.length} puzzles are in the list.`;
      this.#status.textContent = isStopped(error) ? `Stopped.${kept}` : `Nothing more was generated.${kept}`;
      if (!isStopped(error)) {
        say((error as Error).message, "error");
      }
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

  async #print(): Promise<void> {
    try {
      const pdf = await visibly("Printing", this.#engine, this.#engine.call("bookPdf", this.#book.options(this.#rows)));
      download("sudoku.pdf", "application/pdf", pdf as Uint8Array<ArrayBuffer>);
      say(`${this.#rows.length} puzzles were printed to sudoku.pdf`);
    } catch (error) {
      say((error as Error).message, isStopped(error) ? "done" : "error");
    }
  }
}
