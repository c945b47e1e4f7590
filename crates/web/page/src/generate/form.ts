/** The form of constraints, and the options of `generate` that it stands for. */

import type { GenerateOptions, Registry } from "minirow";
import { h } from "../ui/dom";

/** The most puzzles of one run. */
export const MOST_PUZZLES = 1000;

const LEVELS = ["easy", "medium", "hard", "expert", "diabolical", "extreme"];

/** The names of symmetries that differ from their values. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replaceAll("-", " ");

/** The number of clues up to which puzzles are rare. */
const RARE_CLUES = 19;

let fields = 0;

/** A label above a field, with a note below. */
export function field(label: string, control: HTMLElement, note?: string): HTMLElement {
  fields += 1;
  control.id = `field-${fields}`;
  if (note !== undefined) {
    control.setAttribute("aria-describedby", `note-${fields}`);
  }
  return h(
    "div.field",
    {},
    h("label", { for: control.id }, label),
    control,
    note === undefined ? null : h("small", { id: `note-${fields}` }, note),
  );
}

export class ConstraintForm {
  readonly element: HTMLFormElement;
  readonly #level = h(
    "select",
    {},
    h("option", { value: "" }, "Any"),
    ...LEVELS.map((level) => h("option", { value: level }, capital(level))),
  );
  readonly #erFrom = number("ER from", 1, 12, 0.1);
  readonly #erTo = number("ER to", 1, 12, 0.1);
  readonly #cluesFrom = number("Clues from", 17, 81, 1);
  readonly #cluesTo = number("Clues to", 17, 81, 1);
  readonly #symmetry = h("select", {}, h("option", { value: "" }, "Any"));
  readonly #seed = h("input", {
    type: "text",
    inputmode: "numeric",
    pattern: "[0-9]{1,20}",
    placeholder: "random",
    autocomplete: "off",
  });
  readonly #count = h("input", { type: "number", min: 1, max: MOST_PUZZLES, value: 20, required: true });
  readonly #minimal = h("input", { type: "checkbox" });
  readonly #rare = h(
    "small",
    { role: "status", hidden: true },
    "Puzzles with so few clues are rare: one can take hours.",
  );
  readonly #needs = h("div.families");
  readonly #without = h("div.families");

  constructor(onSubmit: () => void, ...buttons: HTMLElement[]) {
    const between = (from: HTMLElement, to: HTMLElement): HTMLElement => h("span.between", {}, from, "to", to);
    const range = (label: string, control: HTMLElement): HTMLElement =>
      h("div.field", { role: "group", "aria-label": label }, h("span", {}, label), control);
    const dice = h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () => void (this.#seed.value = ""),
      },
      "Random",
    );
    const seed = field("Seed", this.#seed, "The same seed gives the same puzzles everywhere. The address keeps it.");
    seed.classList.add("seed");
    this.#seed.after(dice);
    this.element = h(
      "form.constraints",
      {
        "aria-label": "Constraints",
        oninput: () => this.#warn(),
        onsubmit: (event) => {
          event.preventDefault();
          onSubmit();
        },
      },
      h(
        "div.fields",
        {},
        field("Level", this.#level),
        field("Puzzles", this.#count),
        range("ER, the rating of the hardest step", between(this.#erFrom, this.#erTo)),
        range("Number of clues", h("div", {}, between(this.#cluesFrom, this.#cluesTo), this.#rare)),
        field("Symmetry", this.#symmetry),
        seed,
      ),
      h("label.check", {}, this.#minimal, "Only minimal puzzles"),
      h("details", {}, h("summary", {}, "Techniques that the path needs"), this.#needs),
      h("details", {}, h("summary", {}, "Techniques that the path avoids"), this.#without),
      h("div.buttons", {}, ...buttons),
    );
  }

  /** Writes the fields that are not as at first as the parameters of a link. */
  address(seed: string): URLSearchParams {
    const parameters = new URLSearchParams();
    for (const [name, field] of Object.entries(this.#fields())) {
      const value = field.type === "checkbox" ? ((field as HTMLInputElement).checked ? "1" : "") : field.value;
      if (value !== "") {
        parameters.set(name, value);
      }
    }
    parameters.set("seed", seed);
    for (const [name, list] of this.#lists()) {
      const slugs = checked(list);
      if (slugs !== "") {
        parameters.set(name, slugs);
      }
    }
    return parameters;
  }

  /** Fills the fields from the parameters of a link. Values that a field does not take are left out. */
  fill(parameters: URLSearchParams): void {
    for (const [name, field] of Object.entries(this.#fields())) {
      const value = parameters.get(name);
      if (value !== null && field.type === "checkbox") {
        (field as HTMLInputElement).checked = value === "1";
      } else if (value !== null) {
        const before = field.value;
        field.value = value;
        if (!field.checkValidity() || field.value !== value) {
          field.value = before;
        }
      }
    }
    for (const [name, list] of this.#lists()) {
      const slugs = parameters.get(name)?.split(",") ?? [];
      list.querySelectorAll("input").forEach((input) => (input.checked = slugs.includes(input.value)));
      list.closest("details")!.open = checked(list) !== "";
    }
    this.#warn();
  }

  #fields(): Record<string, HTMLInputElement | HTMLSelectElement> {
    return {
      level: this.#level,
      count: this.#count,
      "er-from": this.#erFrom,
      "er-to": this.#erTo,
      "clues-from": this.#cluesFrom,
      "clues-to": this.#cluesTo,
      symmetry: this.#symmetry,
      minimal: this.#minimal,
      seed: this.#seed,
    };
  }

  #lists(): [string, HTMLElement][] {
    return [
      ["needs", this.#needs],
      ["without", this.#without],
    ];
  }

  #warn(): void {
    const most = Number(this.#cluesTo.value || "81");
    this.#rare.hidden = most > RARE_CLUES;
  }

  setRegistry({ constraints, techniques }: Registry): void {
    const symmetries = constraints.find(({ name }) => name === "symmetry")?.values ?? [];
    this.#symmetry.append(...symmetries.map((value) => h("option", { value }, capital(value))));
    for (const list of [this.#needs, this.#without]) {
      const families = [...new Set(techniques.map(({ family }) => family))];
      list.replaceChildren(
        ...families.map((family) =>
          h(
            "fieldset",
            {},
            h("legend", {}, family),
            ...techniques
              .filter((technique) => technique.family === family)
              .map(({ slug, name }) => h("label.check", {}, h("input", { type: "checkbox", value: slug }), name)),
          ),
        ),
      );
    }
  }

  /** Returns the options. The worker checks them. */
  options(): GenerateOptions {
    const random = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const options: Record<string, unknown> = {
      seed: this.#seed.value.trim() || random,
      count: Number(this.#count.value),
    };
    const set = (name: string, value: unknown): void => {
      if (value !== "" && value !== false) {
        options[name] = value;
      }
    };
    set("level", this.#level.value);
    set("er", rangeText(this.#erFrom.value, this.#erTo.value, 1));
    set("clues", rangeText(this.#cluesFrom.value, this.#cluesTo.value, 0));
    set("symmetry", this.#symmetry.value);
    set("minimal", this.#minimal.checked);
    set("needs", checked(this.#needs));
    set("without", checked(this.#without));
    return options as GenerateOptions;
  }
}

/** Returns the values of the boxes that are checked. */
const checked = (list: HTMLElement): string =>
  [...list.querySelectorAll<HTMLInputElement>("input:checked")].map(({ value }) => value).join(",");

function number(label: string, min: number, max: number, step: number): HTMLInputElement {
  return h("input", {
    type: "number",
    "aria-label": label,
    min,
    max,
    step,
    placeholder: label.endsWith("from") ? "lowest" : "highest",
  });
}

/** Returns the text of a range, such as `2.6..=3.4`, `24..` or an empty text. */
export function rangeText(from: string, to: string, decimals: number): string {
  const text = (value: string): string => (value === "" ? "" : Number(value).toFixed(decimals));
  if (from === "" && to === "") {
    return "";
  }
  return to === "" ? `${text(from)}..` : `${text(from)}..=${text(to)}`;
}
