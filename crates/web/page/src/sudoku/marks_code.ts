/** A short text for pencilmarks, for links and storage: two digits of base 36 for each cell. */

/** Writes the pencilmarks of 81 cells. */
export const encodeMarks = (marks: readonly number[]): string =>
  marks.map((set) => set.toString(36).padStart(2, "0")).join("");

/** Reads pencilmarks. Returns null if the text is none. */
export function decodeMarks(text: string): number[] | null {
  if (!/^(?:[0-9a-e][0-9a-z]){81}$/.test(text)) {
    return null;
  }
  const marks = (text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 36));
  return marks.every((set) => set < 512) ? marks : null;
}
