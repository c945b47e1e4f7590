/** The dialog for a printed book, with the options of `minirow print`. */

import type { BookOptions, Row } from "minirow";
import { button, h } from "../ui/dom";
import { field } from "./form";

const PAPERS = [
  "a4",
  "letter",
  "a5",
  "b5",
  "a3",
  "legal",
  "5x8",
  "5.5x8.5",
  "6x9",
  "7x10",
  "8x10",
  "8.5x8.5",
  "8.5x11",
];
const PRESETS = ["5x8", "5.5x8.5", "6x9", "7x10", "8x10", "8.5x8.5", "8.5x11"].flatMap((size) => [
  `kdp-${size}`,
  `kdp-${size}-large-print`,
]);

const select = (values: readonly string[], first?: string): HTMLSelectElement =>
  h(
    "select",
    {},
    ...(first === undefined ? [] : [h("option", { value: "" }, first)]),
    ...values.map((value) => h("option", { value }, value)),
  );
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
  readonly #preset = select(PRESETS, "None");
  readonly #margin = text();
  readonly #perPage = number(1, 12, "usual");
  readonly #solutions = number(0, 30, "usual");
  readonly #first = number(1, 1_000_000, "1");
  readonly #heading = select(["level", "level and rating", "rating", "clues", "nothing"]);
  readonly #order = select(["as in the list", "rising difficulty"]);
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

  constructor(onPrint: () => void) {
    const close = (): void => this.element.close();
    const form = h(
      "form",
      {
        method: "dialog",
        onsubmit: (event) => {
          event.preventDefault();
          close();
          onPrint();
        },
      },
      h("h2", { id: "book-title" }, "Print a book"),
      h(
        "div.fields",
        {},
        field("Title", this.#title),
        field("Subtitle", this.#subtitle, "The number of puzzles, if it is empty"),
        field("Author", this.#author),
        field("Next to the number", this.#heading),
        field("Order", this.#order),
        field("Paper", this.#paper),
        field("Limits of a printer", this.#preset, "Sets the paper"),
        field("Margin", this.#margin, "Such as 15mm or 0.5in"),
        field("Puzzles on a page", this.#perPage),
        field("Solutions on a page", this.#solutions, "0 for none"),
        field("First number", this.#first),
      ),
      h(
        "div.checks",
        {},
        check("Landscape", this.#landscape),
        check("Large print", this.#largePrint),
        check("Bind", this.#bind),
        check("Bleed", this.#bleed),
        check("Pencilmarks", this.#pencilmarks),
        check("Shade clues", this.#shade),
        check("Pages of solutions", this.#solutionPages),
        check("Rules", this.#rules),
        check("Title page", this.#titlePage),
        check("Page numbers", this.#pageNumbers),
      ),
      h("div.buttons", {}, h("button", { type: "submit", class: "primary" }, "Make the PDF"), button("Cancel", close)),
    );
    this.element = h("dialog", { "aria-labelledby": "book-title" }, form);
  }

  open(): void {
    this.element.showModal();
  }

  /** Returns the book of some rows. */
  options(rows: readonly Row[]): BookOptions {
    const sorted =
      this.#order.value === "rising difficulty" ? rows.toSorted((a, b) => (a.er ?? 0) - (b.er ?? 0)) : rows;
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
