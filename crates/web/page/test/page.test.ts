/** The page as a whole: accessibility, widths, work offline, and its size. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { AXE, EXPERT, FILES, PHONE, browser, message, open, paste, rated, server } from "./support.js";
import { serve } from "../serve.mjs";

/** The states of the page in which rules are checked. */
const STATES: Record<string, [at: string, go: (page: Page) => Promise<unknown>]> = {
  "an empty board": ["#explain", async () => undefined],
  "a step": [
    "#explain",
    async (page) => {
      await paste(page, EXPERT);
      await page.locator(".step-list button").nth(30).click();
      await page.locator(".drawing svg").waitFor();
    },
  ],
  "a hint": [
    "#explain",
    async (page) => {
      await paste(page, EXPERT);
      await page.getByRole("button", { name: "Hints only" }).click();
    },
  ],
  "an error": [
    "#explain",
    async (page) => {
      await paste(page, "12345");
      await message(page, /No puzzle/);
    },
  ],
  constraints: ["#generate", (page) => page.getByText("Techniques that the path needs").click()],
  "generated puzzles": [
    "#generate",
    async (page) => {
      await page.getByRole("button", { name: "Generate" }).click();
      await page.getByText(/20 puzzles in/).waitFor();
    },
  ],
  "the dialog of a book": [
    "#generate",
    async (page) => {
      await page.getByRole("button", { name: "Generate" }).click();
      await page.getByText(/20 puzzles in/).waitFor();
      await page.getByRole("button", { name: "Print a book" }).click();
    },
  ],
  "a game": [
    "#play",
    async (page) => {
      await page.locator("#play-view .cell").nth(2).click();
      await page.keyboard.press("5");
      await page.keyboard.press("v");
      await page.keyboard.press("1");
      await page.getByRole("switch").check();
      await page.locator("#play-view .cell").nth(3).click();
      await page.keyboard.press("Shift+Digit2");
      await page.keyboard.press("Control+Digit6");
    },
  ],
  "a hint of a game": [
    "#play",
    async (page) => {
      await page.getByRole("switch").check();
      await page.getByRole("button", { name: "Hint" }).click();
      for (let stage = 0; stage < 3; stage += 1) {
        await page.getByRole("button", { name: "Tell me more" }).click();
      }
    },
  ],
  lessons: [
    "#lessons",
    async (page) => {
      await page.locator(".lesson svg").first().waitFor();
    },
  ],
  settings: [
    "#play",
    async (page) => {
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("switch", { name: /Number rows/ }).check();
    },
  ],
  "a paused game": ["#play", (page) => page.getByRole("button", { name: "Pause" }).click()],
};

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

for (const [name, [at, go]] of Object.entries(STATES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    void test(`axe finds nothing: ${name}, ${colorScheme}`, () =>
      open({ at, colorScheme, bypassCSP: true, reducedMotion: "reduce" }, async (page) => {
        await go(page);
        await page.addScriptTag({ content: AXE });
        const violations = await page.evaluate(async () => {
          const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } };
          return (await axe.run()).violations;
        });
        assert.deepEqual(
          violations.map(({ id, help, nodes }) => [
            id,
            help,
            nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ""}`),
          ]),
          [],
        );
      }));
  }
  for (const viewport of [PHONE, { width: 640, height: 360 }]) {
    void test(`all is shown without horizontal scrolling: ${name}, ${viewport.width}`, () =>
      open({ at, viewport, isMobile: true, hasTouch: true }, async (page) => {
        await go(page);
        const { scrollWidth, clientWidth } = await page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          clientWidth: document.documentElement.clientWidth,
        }));
        assert.ok(scrollWidth <= clientWidth, `${scrollWidth} points in ${clientWidth}`);
      }));
  }
}

for (const width of [360, 375, 390, 820, 1280]) {
  void test(`the links and the settings are in one line: ${width}`, () =>
    open({ viewport: { width, height: 800 }, isMobile: width < 800 }, async (page) => {
      const tops = await page
        .locator("header :is(h1, a, button:visible)")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ y, height }) => y + height / 2));
      assert.ok(Math.max(...tops) - Math.min(...tops) < 4, JSON.stringify(tops));
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      const settings = await page.getByRole("button", { name: "Settings" }).boundingBox();
      assert.ok(settings!.width >= 32 && settings!.x + settings!.width <= width - 8, JSON.stringify(settings));
    }));
}

for (const colorScheme of ["light", "dark"] as const) {
  void test(`each level has a colour of its own, with contrast: ${colorScheme}`, () =>
    open({ colorScheme }, async (page) => {
      const levels = await page.evaluate(() => {
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
        const luminance = (colour: string): number => {
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          const [red, green, blue] = Array.from(canvas.getImageData(0, 0, 1, 1).data, (value) => {
            const part = value / 255;
            return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
        };
        return ["easy", "medium", "hard", "expert", "diabolical", "extreme"].map((level) => {
          const element = document.createElement("span");
          element.className = "level";
          element.dataset["level"] = level;
          document.body.append(element);
          const { color, backgroundColor } = getComputedStyle(element);
          const [dark, light] = [luminance(color), luminance(backgroundColor)].toSorted((a, b) => a - b);
          return { backgroundColor, contrast: (light! + 0.05) / (dark! + 0.05) };
        });
      });
      assert.equal(new Set(levels.map(({ backgroundColor }) => backgroundColor)).size, 6);
      assert.ok(
        levels.every(({ contrast }) => contrast >= 4.5),
        JSON.stringify(levels),
      );
    }));
}

/** Returns the controls that the message covers. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const over = document.querySelector(".message")!.getBoundingClientRect();
    const isCovered = ({ left, right, top, bottom }: DOMRect): boolean =>
      left < over.right && right > over.left && top < over.bottom && bottom > over.top;
    const controls = "main:not([hidden]) :is(button, .cell, input, select, summary), header :is(a, button)";
    const found = [...document.querySelectorAll(controls)].filter((one) => isCovered(one.getBoundingClientRect()));
    const isOutside = over.top < 0 || over.left < 0 || over.bottom > innerHeight || over.right > innerWidth;
    return [...found.map((element) => element.outerHTML), ...(isOutside ? ["outside of the window"] : [])];
  });

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [820, 1180],
  [844, 390],
  [390, 844],
  [360, 640],
] as const) {
  void test(`a message covers no control: ${width}`, () =>
    open({ at: "#play", viewport: { width, height } }, async (page) => {
      await page.getByRole("button", { name: "Check" }).click();
      await message(page, "No mistakes so far");
      assert.deepEqual(await covered(page), []);
      for (const cell of [2, 3, 5, 6, 7, 8, 10, 11, 15, 16, 17]) {
        await page.locator("#play-view .cell").nth(cell).click();
        await page.keyboard.press("2");
      }
      await page.getByRole("button", { name: "Check" }).click();
      await message(page, "Wrong digits");
      assert.deepEqual(await covered(page), []);
      const text = page.locator(".message p");
      assert.ok((await text.evaluate((element) => element.clientHeight)) >= 20);
    }));

  void test(`a message of another view covers no control: ${width}`, () =>
    open({ at: "#explain?puzzle=12", viewport: { width, height } }, async (page) => {
      await message(page, "The link cannot be read");
      assert.deepEqual(await covered(page), []);
      await page.evaluate(() => (location.hash = "#generate?x=1"));
      await page.locator("#generate-view").waitFor();
      await page.evaluate(() => (location.hash = "#play?puzzle=1"));
      await message(page, "The link cannot be read");
      assert.deepEqual(await covered(page), []);
    }));
}

for (const [width, height] of [
  [1280, 720],
  [820, 1180],
  [844, 390],
  [390, 844],
] as const) {
  void test(`the sentence of a term is read in full, and covers no figure: ${width}`, () =>
    open({ at: `#explain?puzzle=${EXPERT}`, viewport: { width, height } }, async (page) => {
      await page.locator(".step-list button").first().waitFor({ state: "attached" });
      await page.locator(".figures").getByRole("button", { name: "EP" }).click();
      await message(page, /pearl/);
      assert.deepEqual(await covered(page), []);
      const hidden = await page.locator(".message p").evaluate((text) => text.scrollHeight - text.clientHeight);
      assert.ok(hidden <= 1, `${hidden} points of the sentence are hidden`);
      const [over, figures] = await Promise.all([
        page.locator(".message").boundingBox(),
        page.locator(".figures").boundingBox(),
      ]);
      const isApart = over!.y + over!.height <= figures!.y + 1 || over!.y >= figures!.y + figures!.height - 1;
      assert.ok(isApart || over!.x >= figures!.x + figures!.width, JSON.stringify([over, figures]));
    }));
}

void test("a view begins at the top, by its address and by its link", () =>
  open({ at: "#play", viewport: { width: 1280, height: 400 } }, async (page) => {
    const top = () => page.evaluate(() => window.scrollY);
    assert.equal(await top(), 0);
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => window.scrollY > 0);
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="#generate"]')?.click());
    await page.locator("#generate-view").waitFor();
    await page.waitForFunction(() => window.scrollY === 0);
  }));

void test("nothing moves while the page loads", () =>
  open({}, async (page) => {
    const moved = await page.evaluate(async () => {
      let sum = 0;
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => (sum += (entry as unknown as { value: number }).value)),
      ).observe({ type: "layout-shift", buffered: true });
      await new Promise((done) => setTimeout(done, 300));
      return sum;
    });
    assert.ok(moved < 0.01, `the layout moved by ${moved}`);
  }));

void test("after the first load everything works offline", async () => {
  const one = await serve(FILES);
  const context = await browser.newContext({ serviceWorkers: "allow" });
  try {
    const page = await context.newPage();
    await page.goto(one.address);
    await page.waitForSelector("body[data-offline]", { timeout: 60_000 });
    const sent = one.sent.files as { name: string }[];
    const modules = sent.map(({ name }) => name).filter((name) => name.endsWith(".wasm"));
    assert.equal(modules.length, 2, `each module is sent once: ${modules.join(", ")}`);
    console.log(`figure: ${one.sent.bytes} bytes until the page works offline`);
    await one.close();
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    await paste(page, EXPERT);
    await rated(page, "4.2");
    await page.locator(".step-list button").nth(30).click();
    await page.locator(".drawing svg").waitFor();
    await page.getByRole("link", { name: "Generate" }).click();
    await page.getByRole("button", { name: "Generate" }).click();
    await page.getByText(/20 puzzles in/).waitFor();
    await page.getByRole("button", { name: "Print a book" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Make the PDF" }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "sudoku.pdf");
  } finally {
    await context.close();
  }
});

void test("the browser can install the page, and it connects to its own files only", () =>
  open({}, async (page) => {
    const manifest = (await (await page.request.get(`${server.address}manifest.webmanifest`)).json()) as {
      display: string;
      icons: { src: string; sizes: string }[];
    };
    assert.equal(manifest.display, "standalone");
    const home = await page.getAttribute("link[rel=apple-touch-icon]", "href");
    for (const src of [...manifest.icons.map(({ src }) => src), home]) {
      assert.equal((await page.request.get(`${server.address}${src}`)).status(), 200);
    }
    const refused = await page.evaluate(() =>
      fetch("https://example.org/").then(
        () => "sent",
        () => "refused",
      ),
    );
    assert.equal(refused, "refused");
  }));

void test("the transfer is below 1 MB until the page is ready; times are printed", async () => {
  const one = await serve(FILES);
  const load = async (): Promise<{ ready: number; worker: Page }> => {
    const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
    await page.goto(one.address);
    await page.waitForSelector("body[data-ready]");
    return { ready: await page.evaluate(() => performance.getEntriesByName("ready")[0]!.startTime), worker: page };
  };
  await load();
  const { bytes, files } = { bytes: one.sent.bytes, files: [...one.sent.files] };
  // The server has compressed the files now, so that the time is that of the page.
  const { ready, worker } = await load();
  console.log(`figure: ${bytes} bytes until ready: ${files.map(({ name, bytes }) => `${name} ${bytes}`).join(", ")}`);
  console.log(`figure: ready after ${ready.toFixed(0)} ms`);
  await worker.goto(`${one.address}#generate`);
  await worker.locator("#generate-view").getByLabel("Level", { exact: true }).selectOption("hard");
  await worker.getByRole("button", { name: "Generate" }).click();
  const status = worker.getByText(/^20 puzzles in/);
  await status.waitFor();
  console.log(`figure: level hard: ${await status.innerText()}`);
  const [workerFile, moduleFile] = [/worker-/, /minirow_bg/].map(
    (pattern) => `.${files.find(({ name }) => pattern.test(name))!.name}`,
  );
  const rating = await worker.evaluate(
    async ([address, module]) => {
      const engine = new Worker(address!, { type: "module" });
      engine.postMessage(await WebAssembly.compileStreaming(fetch(module!)));
      const puzzles: string[] = [];
      const call = (name: string, ...args: unknown[]): Promise<void> =>
        new Promise((resolve) => {
          engine.onmessage = ({ data }: MessageEvent<{ progress?: { rows: { puzzle: string }[] } }>) =>
            data.progress === undefined ? resolve() : puzzles.push(...data.progress.rows.map(({ puzzle }) => puzzle));
          engine.postMessage({ id: 1, name, args });
        });
      await call("generate", { seed: 7, count: 200 });
      const start = performance.now();
      for (const puzzle of puzzles) {
        await call("grade", puzzle);
      }
      return (performance.now() - start) / puzzles.length;
    },
    [workerFile, moduleFile],
  );
  console.log(
    `figure: a random puzzle is rated in ${rating.toFixed(2)} ms in the worker: mean of 200, with their messages`,
  );
  await one.close();
  assert.ok(bytes < 1_000_000, `${bytes} bytes`);
});
