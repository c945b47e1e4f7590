/** The dialog for a printed book, with the options of `minirow print`. */

import type { BookOptions, Row } from "minirow";
import { button, h } from "../ui/dom";
import { field } from "./form";

const INCHES = ["5x8", "5.5x8.5", "6x9", "7x10", "8x10", "8.5x8.5", "8.5x11"];

/** Returns the label of a size, such as `6 × 9 in`. */
const inches = (size: string): string => `${size.replace("x", " × ")} in`;

/** A value with its label. */
type Labelled = readonly [value: string, label: string];

const PAPERS: Labelled[] = [
  ...["A4", "Letter", "A5", "B5", "A3", "Legal"].map((name): Labelled => [name.toLowerCase(), name]),
  ...INCHES.map((size): Labelled => [size, inches(size)]),
];
const SERVICES: Labelled[] = [
  ["", "None"],
  ...INCHES.flatMap((size): Labelled[] => [
    [`kdp-${size}`, `KDP, ${inches(size)}`],
    [`kdp-${size}-large-print`, `KDP, ${inches(size)}, large print`],
  ]),
];
const HEADINGS = ["level", "level and rating", "rating", "clues", "nothing"].map((name): Labelled => [name, name]);
const ORDERS: Labelled[] = [
  ["rising", "easiest first"],
  ["list", "as in the list"],
];

const select = (options: readonly Labelled[]): HTMLSelectElement =>
  h("select", {}, ...options.map(([value, label]) => h("option", { value }, label)));
const text = (value = ""): HTMLInputElement => h("input", { type: "text", value, autocomplete: "off" });
const number = (min: number, max: number, placeholder: string): HTMLInputElement =>
  h("input", { type: "number", min, max, placeholder });
const box = (isChecked = false): HTMLInputElement => h("input", { type: "checkbox", checked: isChecked });
const check = (label: string, input: HTMLInputElement): HTMLElement => h("label.check", {}, input, label);

export class BookDialog {
  readonly element: HTMLDialogElement;
  readonly #title = text("Sudoku");
  readonly #subtitle = text();
  readonly #author = text();
  readonly #paper = select(PAPERS);
  readonly #preset = select(SERVICES);
  readonly #margin = text();
  readonly #perPage = number(1, 12, "usual");
  readonly #solutions = number(0, 30, "usual");
  readonly #first = number(1, 1_000_000, "1");
  readonly #heading = select(HEADINGS);
  readonly #order = select(ORDERS);
  readonly #landscape = box();
  readonly #largePrint = box();
  readonly #bind = box();
  readonly #bleed = box();
  readonly #pencilmarks = box();
  readonly #shade = box();
  readonly #solutionPages = box();
  readonly #rules = box();
  readonly #titlePage = box(true);
  readonly #pageNumbers = box(true);

  #rows: readonly Row[] = [];

  constructor(onPrint: (options: BookOptions) => void) {
    const close = (): void => this.element.close();
    const form = h(
      "form",
      {
        method: "dialog",
        onsubmit: (event) => {
          event.preventDefault();
          close();
          onPrint(this.#options());
        },
      },
      h("h2", { id: "book-title" }, "Print a book"),
      h(
        "div.fields",
        {},
        field("Title", this.#title),
        field("Subtitle", this.#subtitle, "The number of puzzles, if it is empty"),
        field("Author", this.#author),
        field("Beside each number", this.#heading),
        field("Order", this.#order),
        field("Paper", this.#paper),
        field("Printing service", this.#preset, "Sets paper and margins as the service demands them"),
        field("Margin", this.#margin, "Such as 15mm or 0.5in"),
        field("Puzzles on a page", this.#perPage),
        field("Solutions on a page", this.#solutions, "0 for none"),
        field("Number of the first puzzle", this.#first),
      ),
      h(
        "div.checks",
        {},
        check("Title page", this.#titlePage),
        check("Page with the rules", this.#rules),
        check("Page numbers", this.#pageNumbers),
        check("Page of the solution below each puzzle", this.#solutionPages),
        check("Large print", this.#largePrint),
        check("Landscape", this.#landscape),
        check("Candidates in the cells", this.#pencilmarks),
        check("Grey cells for clues", this.#shade),
        check("Wider margin at the binding", this.#bind),
        check("Edge that is cut off (bleed)", this.#bleed),
      ),
      h("div.buttons", {}, h("button", { type: "submit", class: "primary" }, "Make the PDF"), button("Cancel", close)),
    );
    this.element = h("dialog", { "aria-labelledby": "book-title" }, form);
  }

  /** Opens the dialog for a book of some puzzles. */
  open(rows: readonly Row[]): void {
    this.#rows = rows;
    this.element.showModal();
  }

  #options(): BookOptions {
    const rows = this.#rows;
    const sorted = this.#order.value === "rising" ? rows.toSorted((a, b) => (a.er ?? 0) - (b.er ?? 0)) : rows;
    const er = (row: Row): string => (row.er === null ? "" : row.er.toFixed(1));
    const headings: Record<string, (row: Row) => string> = {
      level: ({ level }) => level ?? "",
      "level and rating": (row) => `${row.level ?? ""} ${er(row)}`,
      rating: er,
      clues: ({ clues }) => `${clues} clues`,
      nothing: () => "",
    };
    const heading = headings[this.#heading.value]!;
    const given = <Name extends string, Value>(
      name: Name,
      input: { value: string },
      read: (text: string) => Value,
    ): Partial<Record<Name, Value>> =>
      (input.value.trim() === "" ? {} : { [name]: read(input.value.trim()) }) as Partial<Record<Name, Value>>;
    return {
      ...given("title", this.#title, String),
      ...given("subtitle", this.#subtitle, String),
      ...given("author", this.#author, String),
      ...(this.#preset.value === "" ? { paper: this.#paper.value } : { preset: this.#preset.value }),
      ...given("margin", this.#margin, String),
      ...given("perPage", this.#perPage, Number),
      ...given("solutionsPerPage", this.#solutions, Number),
      ...given("firstNumber", this.#first, Number),
      landscape: this.#landscape.checked,
      largePrint: this.#largePrint.checked,
      bind: this.#bind.checked && this.#preset.value === "",
      bleed: this.#bleed.checked,
      pencilmarks: this.#pencilmarks.checked,
      shadeClues: this.#shade.checked,
      solutionPages: this.#solutionPages.checked,
      rules: this.#rules.checked,
      titlePage: this.#titlePage.checked && this.#title.value.trim() !== "",
      pageNumbers: this.#pageNumbers.checked,
      sections: [{ puzzles: sorted.map((row) => ({ puzzle: row.puzzle, heading: heading(row) })) }],
    };
  }
}
