/** The settings, which are kept on the device and hold in all tabs. */

import { say } from "./message";
import { NOT_STORED, store } from "./store";

const KEY = "minirow.settings";

const DEFAULTS = {
  theme: "system" as "system" | "light" | "dark",
  /** Digits that are in a peer, too, are marked. */
  errors: true,
  /** A digit that is entered is removed from the marks of its peers. */
  cleans: true,
  /** The digit of the selected cell is marked everywhere. */
  same: true,
  /** The houses of the selected cell are marked. */
  houses: true,
  time: true,
  coordinates: false,
  /** The keypad chooses a digit, which the cells that are pointed at then take. */
  digitFirst: false,
};

export type Settings = typeof DEFAULTS;

/** Loads the settings. What cannot be read is as at first. */
function load(): Settings {
  const settings: Record<string, unknown> = { ...DEFAULTS };
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    for (const [name, value] of Object.entries(DEFAULTS)) {
      const isKnown = name === "theme" ? ["light", "dark"].includes(String(stored[name])) : true;
      settings[name] = typeof stored[name] === typeof value && isKnown ? stored[name] : value;
    }
  } catch {
    // Without storage the settings hold until the page is closed.
  }
  return settings as Settings;
}

/** The settings that hold now. */
export let settings = load();
const listeners: (() => void)[] = [];

/** Calls a function after each change. */
export const watchSettings = (listener: () => void): void => void listeners.push(listener);

/** Changes settings, and keeps them. */
export function setSettings(next: Partial<Settings>): void {
  settings = { ...settings, ...next };
  if (!store(KEY, JSON.stringify(settings))) {
    say(`The settings hold until the page is closed: ${NOT_STORED}`, "error");
  }
  apply();
}

/** The rules of style sheets for dark pages, which a theme switches. */
const darkRules = new WeakSet<CSSRule>();

/** Applies the theme to all style sheets, among them those of drawings. Paper is light. */
export function applyTheme(): void {
  const { theme } = settings;
  const isDark = (media: MediaList): boolean => media.mediaText === "(prefers-color-scheme: dark)";
  const media = { system: "screen and (prefers-color-scheme: dark)", light: "not all", dark: "screen" }[theme];
  for (const rule of Array.from(document.styleSheets).flatMap(({ cssRules }) => Array.from(cssRules))) {
    if (rule instanceof CSSMediaRule && (darkRules.has(rule) || isDark(rule.media))) {
      darkRules.add(rule);
      rule.media.mediaText = media;
    }
  }
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-scheme]")) {
    const { scheme } = meta.dataset;
    meta.media = theme === "system" ? `(prefers-color-scheme: ${scheme})` : scheme === theme ? "all" : "not all";
  }
  document.documentElement.style.colorScheme = theme === "system" ? "" : theme;
}

/** Shows the settings: the style sheets read them from the attributes of the page. */
function apply(): void {
  Object.entries(settings).forEach(([name, value]) => (document.documentElement.dataset[name] = String(value)));
  applyTheme();
  listeners.forEach((listener) => listener());
}

window.addEventListener("storage", ({ key }) => {
  if (key === KEY || key === null) {
    settings = load();
    apply();
  }
});
apply();
