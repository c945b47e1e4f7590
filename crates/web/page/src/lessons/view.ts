/** Lessons: each technique with a picture of an example, to step through, and puzzles that need it. Loaded when they are shown. */

import type { Registry } from "minirow";
import type { Engine } from "../engine/engine";
import { EMPTY, positionOfLink, puzzleOf, type Position } from "../sudoku/position";
import { button, h, svgElement } from "../ui/dom";
import { applyTheme } from "../ui/settings";
import { EXAMPLES } from "./examples";

type Technique = Registry["techniques"][number];

/** Why a technique has no example. */
const NOT_KNOWN =
  "It has no example: no known puzzle needs it. The hardest puzzles that are known are solved with the chains before it.";
const WITHOUT_EXAMPLE: Record<string, string> = {
  "direct-claiming":
    "It has no example: no puzzle needs it. Wherever it places a digit, a hidden single or Direct Pointing does so first.",
};

/** What a lesson leads to. */
export interface Lessons {
  /** Opens the example at its first step with the technique. */
  onStep: (example: Position, technique: string) => void;
  /** Asks for puzzles that need the technique. */
  onPuzzles: (technique: string) => void;
}

/** Creates the lessons of all techniques, by family. Pictures are drawn when they come into view. */
export function createLessons({ techniques }: Registry, engine: Engine, lessons: Lessons): HTMLElement[] {
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) {
          watch.unobserve(target);
          // Without its picture, a lesson has its words.
          draw(target as HTMLElement, engine).catch(() => undefined);
        }
      }
    },
    { rootMargin: "200px" },
  );
  const card = (technique: Technique): HTMLElement => {
    const element = lesson(technique, lessons);
    if (technique.slug in EXAMPLES) {
      watch.observe(element);
    }
    return element;
  };
  return [...new Set(techniques.map(({ family }) => family))].map((family) =>
    h(
      "section.family",
      { "aria-label": family },
      h("h2", {}, family),
      h("div.cards", {}, ...techniques.filter((technique) => technique.family === family).map(card)),
    ),
  );
}

const positionOfExample = (slug: string): Position => positionOfLink(new URLSearchParams(EXAMPLES[slug]));

/** Returns the start of the puzzle of an example. */
function startOfExample(slug: string): Position {
  const position = positionOfExample(slug);
  return { ...position, digits: position.clues, marks: EMPTY.marks };
}

function lesson({ slug, name, summary, ratings }: Technique, { onStep, onPuzzles }: Lessons): HTMLElement {
  const [low, high] = ratings.map((rating) => rating.toFixed(1));
  return h(
    "article.card.lesson",
    { "data-slug": slug },
    h("div.picture", {}, slug in EXAMPLES && " "),
    h(
      "div.headline",
      {},
      h("h3", {}, name),
      h("span.rating", { title: "The rating of its steps" }, low === high ? low! : `from ${low}`),
    ),
    h("p", {}, `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`),
    slug in EXAMPLES
      ? h(
          "div.buttons",
          {},
          button("Step through", () => onStep(startOfExample(slug), slug), {
            class: "small",
            "aria-label": `Step through ${name}`,
          }),
          button("Puzzles", () => onPuzzles(slug), { class: "small", "aria-label": `Puzzles that need ${name}` }),
        )
      : h("p.hint", {}, WITHOUT_EXAMPLE[slug] ?? NOT_KNOWN),
  );
}

/** Draws the step of the example, with its words for screen readers. */
async function draw(element: HTMLElement, engine: Engine): Promise<void> {
  const { slug = "" } = element.dataset;
  const { step, svg } = await engine.call("hint", puzzleOf(positionOfExample(slug)));
  if (step !== null && svg !== null) {
    element.querySelector(".picture")?.replaceChildren(svgElement(svg));
    element.dataset["technique"] = step.technique;
    applyTheme();
  }
}
