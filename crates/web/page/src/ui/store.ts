/** Texts in the storage of the browser, which can be full or, as in some private windows, denied. */

/** Why a text is not kept. */
export const NOT_STORED = "the storage of the browser is full or denied";

/** Keeps a text. Returns `false` if that is not possible. */
export function store(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
