/** The page: four views, of which the address names one, and where puzzles are pasted and dropped. */

import "./style/base.css";
import "./style/controls.css";
import "./style/board.css";
import "./style/views.css";
import "./style/print.css";
import { Engine } from "./engine/engine";
import { ExplainView } from "./explain/view";
import { GenerateView } from "./generate/view";
import { installButton } from "./install";
import { watchOffline } from "./offline";
import { PlayView } from "./play/view";
import { positionOf, type Position } from "./sudoku/position";
import { button, h } from "./ui/dom";
import { icon } from "./ui/icons";
import { load } from "./ui/load";
import { say } from "./ui/message";
import { setTerms } from "./ui/terms";

const NAMES = ["explain", "generate", "play", "lessons"] as const;
type Name = (typeof NAMES)[number];

/** One worker answers questions at once, the other one generates and prints. */
const [answers, makers] = [new Engine(), new Engine()];

const explain = new ExplainView(answers, makers, (position) => {
  go("play");
  play.play(position);
});
const openExplain = (position: Position): void => {
  go("explain");
  explain.open(position);
};
const play = new PlayView(answers, makers, openExplain);
const generate = new GenerateView(makers, (row, view) => {
  const position = positionOf({ puzzle: row.puzzle });
  if (view === "explain") {
    openExplain(position);
  } else {
    go("play");
    play.play(position);
  }
});

const lessons = {
  element: h("main.view.lessons", { id: "lessons-view", "aria-label": "Lessons", hidden: true }),
  openLink: (): void => undefined,
  /** Loads the lessons when they are shown first. */
  onShow: async (): Promise<void> => {
    const loaded = await load(Promise.all([import("./lessons/view"), answers.call("registry")]));
    if (loaded !== undefined && lessons.element.childElementCount === 0) {
      const [{ createLessons }, registry] = loaded;
      const cards = createLessons(registry, makers, {
        onStep: (example, technique) => {
          go("explain");
          explain.openLesson(example, technique);
        },
        onPuzzles: (needs) => {
          generate.openLink(new URLSearchParams({ needs, count: "5" }));
          go("generate");
          void generate.run();
        },
      });
      lessons.element.append(...cards);
    }
  },
};

interface View {
  element: HTMLElement;
  /** The parameters of the address, which keep what is shown. */
  readonly address?: string;
  /** Reads the parameters of a link. */
  openLink(parameters: URLSearchParams): void;
  /** Is called when the view is shown. */
  onShow?(): unknown;
  /** Takes a key that no field uses. */
  key?(event: KeyboardEvent): void;
}

const views: Record<Name, View> = { explain, generate, play, lessons };
const openSettings = async (): Promise<void> => (await load(import("./settings_dialog")))?.openSettings();
const gear = button("", () => void openSettings(), { class: "quiet icon-only", "aria-label": "Settings" });
gear.append(icon("settings"));
document.querySelector("header nav")?.after(gear, installButton());
document.querySelector("header")?.after(...Object.values(views).map(({ element }) => element));

/** Goes to a view. */
function go(name: Name): void {
  history.pushState(null, "", `#${name}`);
  show(name);
}

function show(name: Name): void {
  if (views[name].element.hidden) {
    window.scrollTo(0, 0);
  }
  for (const [key, { element }] of Object.entries(views)) {
    element.hidden = key !== name;
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>("header nav a")) {
    link.setAttribute("aria-current", link.hash === `#${name}` ? "page" : "false");
  }
  const { address } = views[name];
  views[name].onShow?.();
  if (address && !location.hash.includes("?")) {
    history.replaceState(null, "", `#${name}${address}`);
  }
  document.title = `${name.charAt(0).toUpperCase()}${name.slice(1)} · Minirow Sudoku`;
}

/** Follows the address. A damaged link changes nothing but the view. */
function follow(): void {
  const [name = "", query = ""] = location.hash.slice(1).split(/\?(.*)/s);
  const known = NAMES.find((one) => one === name.toLowerCase()) ?? "explain";
  show(known);
  if (query === "") {
    return;
  }
  try {
    views[known].openLink(new URLSearchParams(query));
    if (known === "play") {
      // A reload must not start again what has gone on since.
      history.replaceState(null, "", "#play");
    }
  } catch (error) {
    say(`The link cannot be read: ${(error as Error).message}`, "error");
  }
}

/** Fields that take texts. */
const FIELDS = "input:not([type=checkbox], [type=range], [type=file]), textarea";

/** Passes keys to the view that is shown, wherever the focus is, but for fields and dialogs. A slider keeps its arrows. */
function watchKeys(): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const isSliding = target.matches?.("[type=range]") && event.key.startsWith("Arrow");
    const isUsed = isSliding || target.closest?.(`${FIELDS}, select, dialog`);
    if (!event.defaultPrevented && !event.altKey && !isUsed) {
      Object.values(views)
        .find(({ element }) => !element.hidden)
        ?.key?.(event);
    }
  });
}

/** Reads what is pasted outside of a field, and what is dropped anywhere. */
function watchPuzzles(): void {
  const take = (contents: string | File | undefined): void => {
    if (contents !== undefined && contents !== "") {
      go("explain");
      explain.read(contents);
    }
  };
  document.addEventListener("paste", (event) => {
    if ((event.target as HTMLElement).closest?.(FIELDS) === null) {
      take(event.clipboardData?.files[0] ?? event.clipboardData?.getData("text/plain"));
    }
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) {
      document.body.classList.remove("dropping");
    }
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    take(event.dataTransfer?.files[0] ?? event.dataTransfer?.getData("text/plain"));
  });
}

async function start(): Promise<void> {
  window.addEventListener("hashchange", follow);
  follow();
  watchKeys();
  watchPuzzles();
  try {
    const registry = await answers.call("registry");
    setTerms(registry);
    generate.setRegistry(registry);
    performance.mark("ready");
    document.body.dataset["ready"] = "true";
    watchOffline();
  } catch (error) {
    say(`Minirow cannot start: ${(error as Error).message}. The browser needs WebAssembly with SIMD.`, "error");
  }
}

void start();
