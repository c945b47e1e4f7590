/** A browser with the page, for the tests. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { chromium, type BrowserContextOptions, type Page } from "playwright-core";
import { serve } from "../serve.mjs";

/** A puzzle of level expert: 68 steps, of which step 31 is an XY-Wing rated 4.2. */
export const EXPERT = "42.9.8...8.9..3...6......1.7.65...........42..........57...2..49..641..5........2";

/** A puzzle of level easy, the first game of the page, and its solution. */
export const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
export const SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/** A puzzle of level diabolical, which needs chains. */
export const CHAINS = "......6.5.......7...21.8.9....97....3....6....1..2....9........6..847.1.7..5..34.";

export const PHONE = { width: 390, height: 844 };

const variable = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set: run \`cargo xtask ci web\``);
  }
  return value;
};

/** The built page. */
export const FILES = new URL("../../dist/", import.meta.url).pathname;

export const browser = await chromium.launch({ executablePath: variable("CHROMIUM"), args: ["--no-sandbox"] });
export const server = await serve(FILES);

after(async () => {
  await browser.close();
  await server.close();
});

/** The milliseconds after which a test has failed for another reason than a slow machine. */
const TIMEOUT = Number(process.env["MINIROW_TIMEOUT"] ?? 120_000);

/** Options of a test. */
export interface Options extends BrowserContextOptions {
  /** The fragment of the address. */
  at?: string;
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
}

/** Opens the page. An error that it does not catch fails the test. */
export async function open(options: Options, work: (page: Page) => Promise<void>): Promise<void> {
  const { at = "", before, ...more } = options;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: "block",
    ...more,
  });
  context.setDefaultTimeout(TIMEOUT);
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await before?.(page);
    await page.goto(`${server.address}${at}`);
    await page.waitForSelector("body[data-ready]");
    await work(page);
    if (errors.length > 0) {
      throw new Error(`errors of the page: ${errors.join("; ")}`);
    }
  } finally {
    await context.close();
  }
}

/** A test with the page. */
export function pageTest(name: string, options: Options, work: (page: Page) => Promise<void>): void {
  void test(name, () => open(options, work));
}

/** Pastes a text into the page, outside of its fields, as Ctrl-V does. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, text);
}

/** Drops a file on the page. */
export async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text!], name!));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
}

/** Returns the digits of the board of a view, with `.` for an empty cell. */
export const digits = (page: Page, view: "explain" | "play"): Promise<string> =>
  page
    .locator(`#${view}-view .board .cell`)
    .evaluateAll((cells) => cells.map((cell) => cell.querySelector(".digit")?.textContent ?? ".").join(""));

/** Returns the marks of a cell: its candidates, or notes. */
export const marks = (
  page: Page,
  view: "explain" | "play",
  cell: number,
  kind: "marks" | "corners" | "centres" = "marks",
): Promise<string> =>
  page
    .locator(`#${view}-view .board .cell`)
    .nth(cell)
    .locator(`.${kind} .mark[data-digit]`)
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute("data-digit")).join(""));

/** Waits for a message with a text. */
export const message = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator(".message").filter({ hasText: text }).waitFor();

/** Waits for a verdict with an ER. */
export async function rated(page: Page, er: string): Promise<void> {
  await page.locator(".verdict dd", { hasText: er }).first().waitFor();
}

/** The source of axe-core, which checks rules of accessibility. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
