/** Where puzzles come from: a text, a file, or a drop on the page. */

import type { FileContents } from "minirow";
import type { Engine } from "../engine/engine";
import { isStopped } from "../engine/engine";
import { button, h } from "../ui/dom";
import { positionOf, positionOfLink, type Position } from "../sudoku/position";
import { clearError, say } from "../ui/message";
import { visibly } from "../ui/work";

/** The largest file, in bytes. */
const MOST_BYTES = 8_000_000;

/** A link to this page, whichever its address is. */
const OWN_LINK = /^https?:\/\/\S*#(?:explain|play)\?(\S+)$/;

/** The field for a text, the button for a file, and the choice between several puzzles. */
export class Source {
  readonly element: HTMLElement;
  readonly #engine: Engine;
  readonly #onPosition: (position: Position) => void;
  readonly #field = h("textarea", {
    id: "source",
    rows: 2,
    spellcheck: false,
    autocomplete: "off",
    autocapitalize: "off",
    placeholder: "Paste a puzzle, a pencilmark grid, a file or a link",
  });
  readonly #number = h("input", { type: "number", min: 1, value: 1, "aria-label": "Number of the puzzle" });
  readonly #of = h("span");
  readonly #another = button("Another puzzle", () => this.#unfold(), { class: "another" });
  readonly #picker = h("div.picker", { hidden: true }, "Puzzle", this.#number, this.#of);
  #records: FileContents["records"] = [];
  /** The number of the last text or file, which replaces one that is still read. */
  #last = 0;

  constructor(engine: Engine, onPosition: (position: Position) => void, examples: () => void) {
    this.#engine = engine;
    this.#onPosition = onPosition;
    const file = h("input", {
      type: "file",
      hidden: true,
      "aria-label": "File",
      onchange: () => void this.#open(file),
    });
    // A paste replaces what was there.
    this.#field.addEventListener("paste", (event) => {
      const [file, text] = [event.clipboardData?.files[0], event.clipboardData?.getData("text/plain")];
      if (file !== undefined || text) {
        event.preventDefault();
        this.#field.value = text ?? "";
        void (file === undefined ? this.readText(this.#field.value) : this.readFile(file));
      }
    });
    this.#field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        void this.readText(this.#field.value);
      }
    });
    this.#number.addEventListener("change", () => this.#pick(Number(this.#number.value) - 1));
    this.element = h(
      "section.source",
      { "aria-label": "Puzzle to explain" },
      h("label", { for: "source" }, "Puzzle"),
      this.#field,
      h(
        "div.buttons",
        {},
        this.#another,
        button("Read", () => void this.readText(this.#field.value), { class: "primary" }),
        button("Open a file", () => file.click()),
        button("Example", examples, { class: "quiet" }),
        file,
        this.#picker,
      ),
    );
  }

  /** Reads a text. The puzzle before stays if it has none. */
  async readText(text: string): Promise<void> {
    if (text.trim() === "") {
      say("There is nothing to read: paste or type a puzzle first", "error");
      return;
    }
    this.#last += 1;
    const own = OWN_LINK.exec(text.trim())?.[1];
    try {
      await (own === undefined ? this.#read(text) : this.#onPosition(positionOfLink(new URLSearchParams(own))));
    } catch (error) {
      say(`The link cannot be read: ${(error as Error).message}`, "error");
    }
  }

  /** Reads a file. */
  async readFile(file: File): Promise<void> {
    if (file.size > MOST_BYTES) {
      say(
        `${file.name} has ${file.size.toLocaleString("en")} bytes, expected at most ${MOST_BYTES.toLocaleString("en")}`,
        "error",
      );
      return;
    }
    await this.#read(new Uint8Array(await file.arrayBuffer()));
  }

  /** Folds into one line, when a puzzle is shown. */
  fold(): void {
    this.element.classList.add("folded");
  }

  #unfold(): void {
    this.element.classList.remove("folded");
    this.#field.focus();
    this.#field.select();
  }

  /** Empties the field. */
  clear(): void {
    this.element.classList.remove("folded");
    this.#field.value = "";
    this.#picker.hidden = true;
  }

  async #open(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (file !== undefined) {
      await this.readFile(file);
    }
    input.value = "";
  }

  async #read(contents: string | Uint8Array): Promise<void> {
    this.#last += 1;
    const number = this.#last;
    try {
      const { records, errors, complete } = await visibly("Reading", this.#engine, this.#engine.call("read", contents));
      if (number !== this.#last) {
        return;
      }
      const [error] = errors;
      const reason = error === undefined ? "" : `line ${error.line}: ${error.message}`;
      if (records.length === 0) {
        say(`No puzzle was read: ${reason || "found no grid"}`, "error");
        return;
      }
      this.#records = records;
      this.#picker.hidden = records.length === 1;
      this.#number.max = String(records.length);
      this.#of.textContent = `of ${records.length.toLocaleString("en")}`;
      clearError();
      if (error !== undefined) {
        const [found, other] = [records.length.toLocaleString("en"), errors.length - 1];
        const [puzzles, more] = [
          records.length === 1 ? "puzzle" : "puzzles",
          other === 0 ? "" : ` (and ${other} more)`,
        ];
        say(`${found} ${puzzles} found in the text. Not read: ${reason}${more}`);
      } else if (!complete) {
        say(`The first ${records.length.toLocaleString("en")} puzzles were read`);
      }
      this.#pick(0);
    } catch (error) {
      if (!isStopped(error)) {
        say(String((error as Error).message), "error");
      }
    }
  }

  #pick(place: number): void {
    const found = this.#records[Math.min(Math.max(Math.trunc(place) || 0, 0), this.#records.length - 1)];
    if (found !== undefined) {
      this.#number.value = String(this.#records.indexOf(found) + 1);
      this.#field.blur();
      this.#onPosition(positionOf(found.record));
    }
  }
}
