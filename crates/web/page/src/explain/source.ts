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

/** A link to a board of this page, whichever its address is. */
const OWN_LINK = /#(?:explain|play)\?((?:[a-z]+=[\da-z.]*(?:&amp;|&)?)+)/gi;

/** A link to the constraints of this page, without what ends a sentence. */
const LINK_OF_CONSTRAINTS = /#(generate\?[^\s<>()[\]"']*[^\s<>()[\]"'.,;:!?])/i;

/** What was read: positions with the lines where they start, and what could not be read. */
interface Found {
  positions: { line: number; position: () => Position }[];
  errors: FileContents["errors"];
}

/** Returns the positions of the links to this page in a text. */
function readLinks(text: string): Found {
  const found: Found = { positions: [], errors: [] };
  for (const { 1: query = "", index } of text.matchAll(OWN_LINK)) {
    const line = text.slice(0, index).split("\n").length;
    try {
      const position = positionOfLink(new URLSearchParams(query.replaceAll("&amp;", "&")));
      found.positions.push({ line, position: () => position });
    } catch (error) {
      found.errors.push({ line, message: (error as Error).message });
    }
  }
  return found;
}

/** The field for a text, the button for a file, and the choice between several puzzles. */
export class Source {
  readonly element: HTMLElement;
  /** The engines that may read: one of them is free while the other one works. */
  readonly #engines: readonly [Engine, Engine];
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
  /** The positions of the last text or file. */
  #found: readonly (() => Position)[] = [];
  /** The number of the last text or file, which replaces one that is still read. */
  #last = 0;

  constructor(engines: readonly [Engine, Engine], onPosition: (position: Position) => void, examples: () => void) {
    this.#engines = engines;
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
    const constraints = LINK_OF_CONSTRAINTS.exec(text)?.[1];
    if (constraints !== undefined && text.search(OWN_LINK) < 0) {
      location.hash = constraints;
      return;
    }
    await this.#read(text);
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

  /** Reads a text or a file: its links to this page, and with the engine what else it has. */
  async #read(contents: string | Uint8Array): Promise<void> {
    this.#last += 1;
    const number = this.#last;
    const text = typeof contents === "string" ? contents : new TextDecoder().decode(contents);
    const links = readLinks(text);
    const lines = new Set([...links.positions, ...links.errors].map(({ line }) => line));
    const engine = this.#engines.find(({ isBusy }) => !isBusy) ?? this.#engines[0];
    try {
      const call = engine.call("read", lines.size === 0 ? contents : text.replace(OWN_LINK, ""));
      const { records, errors, complete } = await visibly("Reading", engine, call);
      if (number === this.#last) {
        const others = records.map(({ line, record }) => ({ line, position: () => positionOf(record) }));
        const positions = [...links.positions, ...others].toSorted((a, b) => a.line - b.line);
        const unread = errors.filter(({ line }) => !lines.has(line));
        this.#show({ positions, errors: [...links.errors, ...(lines.size > 0 && records.length === 0 ? [] : unread)] });
        if (!complete && unread.length === 0) {
          say(`The first ${records.length.toLocaleString("en")} puzzles were read`);
        }
      }
    } catch (error) {
      if (!isStopped(error)) {
        say(String((error as Error).message), "error");
      }
    }
  }

  /** Shows the first of some positions, and tells what could not be read. */
  #show({ positions, errors }: Found): void {
    const [error] = errors;
    const reason = error === undefined ? "" : `line ${error.line}: ${error.message}`;
    if (positions.length === 0) {
      say(`No puzzle was read: ${reason || "found no grid"}`, "error");
      return;
    }
    this.#found = positions.map(({ position }) => position);
    this.#picker.hidden = positions.length === 1;
    this.#number.max = String(positions.length);
    const count = positions.length.toLocaleString("en");
    this.#of.textContent = `of ${count}`;
    clearError();
    if (error !== undefined) {
      const puzzles = positions.length === 1 ? "puzzle" : "puzzles";
      const more = errors.length === 1 ? "" : ` (and ${errors.length - 1} more)`;
      say(`${count} ${puzzles} found in the text. Not read: ${reason}${more}`);
    }
    this.#pick(0);
  }

  #pick(place: number): void {
    const number = Math.min(Math.max(Math.trunc(place) || 0, 0), this.#found.length - 1);
    const found = this.#found[number];
    if (found !== undefined) {
      this.#number.value = String(number + 1);
      this.#field.blur();
      this.#onPosition(found());
    }
  }
}
