/** The dialog of the settings. It is loaded when it is opened. */

import { installButton } from "./install";
import { button, h } from "./ui/dom";
import { Choice } from "./ui/keypad";
import { setSettings, settings, watchSettings, type Settings } from "./ui/settings";

/** The settings that are on or off, with their labels and what they do. */
const SWITCHES: [Exclude<keyof Settings, "theme">, string, string?][] = [
  ["errors", "Mark digits that are twice in a house"],
  ["cleans", "Clean marks", "A digit that is entered goes away from the marks of its row, column and box."],
  ["digitFirst", "Digit first", "Choose a digit on the keypad, then the cells. A long press on a digit does the same."],
  ["same", "Mark the same digit everywhere"],
  ["houses", "Mark row, column and box"],
  ["time", "Show the time"],
  ["coordinates", "Number rows and columns"],
];

const THEMES = [
  { value: "system", label: "As the device" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

let dialog: HTMLDialogElement | undefined;

function create(): HTMLDialogElement {
  const theme = new Choice<Settings["theme"]>("Theme", THEMES, settings.theme, (theme) => setSettings({ theme }));
  const inputs = SWITCHES.map(([name, label, about]) => {
    const input = h("input", { type: "checkbox", role: "switch", "aria-describedby": about && `about-${name}` });
    input.addEventListener("change", () => setSettings({ [name]: input.checked }));
    const small = about === undefined ? null : h("small", { id: `about-${name}` }, about);
    return { name, input, element: h("div", {}, h("label.switch", {}, input, label), small) };
  });
  const show = (): void => {
    theme.value = settings.theme;
    inputs.forEach(({ name, input }) => (input.checked = settings[name]));
  };
  watchSettings(show);
  show();
  const close = button("Done", () => element.close(), { class: "primary" });
  const element = h(
    "dialog.settings",
    { "aria-labelledby": "settings-title" },
    h(
      "form",
      { method: "dialog" },
      h("h2", { id: "settings-title" }, "Settings"),
      h("div.field", {}, h("span", {}, "Theme"), theme.element),
      ...inputs.map(({ element }) => element),
      h("p.hint", {}, "The settings are kept on this device."),
      h("div.buttons", {}, close, installButton()),
    ),
  );
  document.body.append(element);
  return element;
}

/** Opens the dialog. */
export function openSettings(): void {
  (dialog ??= create()).showModal();
}
