/** The generated puzzles: a table with their ratings, and buttons to explain and play them. */

import type { Row } from "minirow";
import { digitsOfText } from "../sudoku/cells";
import { button, h } from "../ui/dom";
import { levelElement, techniqueName, techniqueTerm } from "../ui/terms";

/** The most rows that the table shows. Downloads have all of them. */
const MOST_SHOWN = 200;

export class Results {
  readonly element = h("div.table", { role: "region", "aria-label": "Generated puzzles", tabindex: 0, hidden: true });
  readonly #body = h("tbody");
  readonly #more = h("p.hint", { hidden: true });
  readonly #open: (row: Row, view: "explain" | "play") => void;
  #count = 0;

  constructor(open: (row: Row, view: "explain" | "play") => void) {
    this.#open = open;
    const head = ["", "ER", "Level", "Clues", "Hardest technique", "Steps", ""].map((name) =>
      name === "" ? h("td.head") : h("th", { scope: "col", class: /ER|Clues|Steps/.test(name) ? "number" : "" }, name),
    );
    this.element.append(h("table", {}, h("thead", {}, h("tr", {}, ...head)), this.#body), this.#more);
  }

  clear(): void {
    this.#count = 0;
    this.#body.replaceChildren();
    this.element.hidden = this.#more.hidden = true;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#count += 1;
      if (this.#count <= MOST_SHOWN) {
        this.#body.append(this.#line(row, this.#count));
      }
    }
    this.element.hidden = this.#count === 0;
    this.#more.hidden = this.#count <= MOST_SHOWN;
    this.#more.textContent = `The first ${MOST_SHOWN} of ${this.#count} puzzles are shown. Downloads have all of them.`;
  }

  #line(row: Row, number: number): HTMLElement {
    const open = (view: "explain" | "play", label: string): HTMLElement =>
      button(label, () => this.#open(row, view), { class: "quiet small", "aria-label": `${label} puzzle ${number}` });
    return h(
      "tr",
      {},
      h("td.thumb", {}, thumbnail(row.puzzle)),
      h("td.number", {}, row.er?.toFixed(1) ?? "–"),
      h("td", {}, levelElement(row.level ?? "–")),
      h("td.number", {}, String(row.clues)),
      h(
        "td",
        {},
        row.hardest === null ? "–" : techniqueTerm({ technique: row.hardest, name: techniqueName(row.hardest) }),
      ),
      h("td.number", {}, String(row.steps ?? "–")),
      h("td.open", {}, open("explain", "Explain"), open("play", "Play")),
    );
  }
}

/** Draws the pattern of the clues, a dot for each. */
function thumbnail(puzzle: string): SVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 29 29");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespace, "path");
  const at = (place: number): number => place * 3 + Math.floor(place / 3) + 0.5;
  path.setAttribute(
    "d",
    digitsOfText(puzzle)
      .map((digit, cell) => (digit === 0 ? "" : `M${at(cell % 9)} ${at(Math.floor(cell / 9))}h2v2h-2z`))
      .join(""),
  );
  svg.append(path);
  return svg;
}
