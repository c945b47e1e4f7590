/** The page: three views, of which the address names one, and where puzzles are pasted and dropped. */

import "./style/base.css";
import "./style/controls.css";
import "./style/board.css";
import "./style/views.css";
import { Engine } from "./engine/engine";
import { ExplainView } from "./explain/view";
import { GenerateView } from "./generate/view";
import { watchOffline } from "./offline";
import { PlayView } from "./play/view";
import { positionOf, type Position } from "./sudoku/position";
import { say } from "./ui/message";

type Name = "explain" | "generate" | "play";

/** One worker answers questions at once, the other one generates and prints. */
const [answers, makers] = [new Engine(), new Engine()];

const explain = new ExplainView(answers, (position) => {
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

const views: Record<Name, { element: HTMLElement }> = { explain, generate, play };
document.querySelector("header")?.after(...Object.values(views).map(({ element }) => element));

/** Goes to a view, without its parameters. */
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
  document.title = `${name.charAt(0).toUpperCase()}${name.slice(1)} · Minirow Sudoku`;
}

/** Follows the address. A damaged link changes nothing but the view. */
function follow(): void {
  const [name = "", query = ""] = location.hash.slice(1).split(/\?(.*)/s);
  const known = (["explain", "generate", "play"] as const).find((one) => one === name) ?? "explain";
  show(known);
  if (query === "" || known === "generate") {
    return;
  }
  try {
    views[known] === play ? play.openLink(new URLSearchParams(query)) : explain.openLink(new URLSearchParams(query));
    // A reload must not start again what has gone on since.
    history.replaceState(null, "", `#${known}`);
  } catch (error) {
    say(`The link cannot be read: ${(error as Error).message}`, "error");
  }
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
    if ((event.target as HTMLElement).closest?.("input, textarea") === null) {
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
  watchPuzzles();
  try {
    const registry = await answers.call("registry");
    [explain, generate].forEach((view) => view.setRegistry(registry));
    performance.mark("ready");
    document.body.dataset["ready"] = "true";
    watchOffline();
  } catch (error) {
    say(`Minirow cannot start: ${(error as Error).message}. The browser needs WebAssembly with SIMD.`, "error");
  }
}

void start();
