/** Icons of buttons: strokes on a square of 24 units. */

const PATHS = {
  first: "M18 6l-6 6 6 6M7 6v12",
  previous: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M17 6v12",
  undo: "M8 9H15a4.5 4.5 0 0 1 0 9H10M8 9l4-4M8 9l4 4",
  redo: "M16 9H9a4.5 4.5 0 0 0 0 9h5M16 9l-4-4M16 9l-4 4",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  erase: "M9 7h11v10H9l-5-5zM12.5 10l4 4M16.5 10l-4 4",
  pause: "M9 6v12M15 6v12",
  resume: "M8 5.5v13l10.5-6.5z",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  close: "M7 7l10 10M17 7L7 17",
  download: "M12 4v11M7.5 10.5L12 15l4.5-4.5M5 19h14",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** Draws an icon. It says nothing to screen readers. */
export function icon(name: IconName): SVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
