/** Elements of the page. Texts are never parsed as HTML. */

type Child = Node | string | null | undefined | false;
type Handler = (event: Event) => void;
type Value = string | number | boolean | null | undefined | Handler;

/**
 * Creates an element: `h("button.primary", { onclick: start }, "Start")`.
 *
 * Attributes that begin with `on` are listeners. `true` is an empty attribute; `false` and null are none.
 */
export function h<Name extends keyof HTMLElementTagNameMap>(
  selector: Name | `${Name}.${string}`,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const [name = "div", ...classes] = selector.split(".");
  const element = document.createElement(name) as HTMLElementTagNameMap[Name];
  element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    setAttribute(element, key, value);
  }
  element.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Sets or removes an attribute, or adds a listener. */
export function setAttribute(element: Element, key: string, value: Value): void {
  if (typeof value === "function") {
    element.addEventListener(key.slice(2), value);
  } else if (value === false || value === null || value === undefined) {
    element.removeAttribute(key);
  } else {
    element.setAttribute(key, value === true ? "" : String(value));
  }
}

/** Creates a button. */
export function button(label: string, onclick: () => void, attributes: Record<string, Value> = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

/** Parses an SVG file of the library. */
export function svgElement(text: string): Element {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** Offers a file for download. */
export function download(name: string, type: string, contents: string | Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
