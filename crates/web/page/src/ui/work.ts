/** Long work: shows what runs, for how long and up to which limit, with a button to stop it. */

import type { Engine } from "../engine/engine";
import { button, h } from "./dom";

/** The milliseconds before work becomes visible. */
const DELAY = 400;

/** The seconds after which work is stopped. */
export const MOST_SECONDS = 120;

const text = h("span");
const stop = button("Stop", () => running?.restart());
const bar = h("div.work", { role: "status", hidden: true }, h("span.spinner", { "aria-hidden": "true" }), text, stop);
document.body.append(bar);

let running: Engine | undefined;
/** The start of the work that is shown. */
let shown: number | undefined;

/** Waits for work of an engine. Stops it after the limit. */
export async function visibly<T>(label: string, engine: Engine, work: Promise<T>): Promise<T> {
  const start = performance.now();
  const show = (): void => {
    const seconds = Math.floor((performance.now() - start) / 1000);
    if (seconds >= MOST_SECONDS) {
      engine.restart(`stopped after ${MOST_SECONDS} s`);
    }
    running = engine;
    shown = start;
    text.textContent = `${label}: ${seconds} s of at most ${MOST_SECONDS} s`;
    bar.hidden = false;
  };
  let interval: ReturnType<typeof setInterval> | undefined;
  const delay = setTimeout(() => {
    show();
    interval = setInterval(show, 1000);
  }, DELAY);
  try {
    return await work;
  } finally {
    clearTimeout(delay);
    clearInterval(interval);
    if (shown === start) {
      bar.hidden = true;
    }
  }
}
