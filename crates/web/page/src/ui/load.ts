/** The parts of the page that are loaded when they are used. */

import { say } from "./message";

/** Waits for a module. If it cannot be loaded, as after an update of the page, a message tells it. */
export async function load<Module>(module: Promise<Module>): Promise<Module | undefined> {
  try {
    return await module;
  } catch {
    say("This part of the page cannot be loaded. Reload the page.", "error");
    return undefined;
  }
}
