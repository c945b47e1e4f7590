/** Long presses, which do what a modifier key does where there is no keyboard. */

/** The milliseconds after which a press is long. */
const LONG = 450;

/**
 * Calls `onLong` when an element is held down, and `onShort` when it is released before.
 *
 * A press that becomes a scroll or leaves the element calls neither.
 */
export function watchPresses(element: HTMLElement, onLong: () => void, onShort: () => void = () => undefined): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasLong = false;
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  element.addEventListener("pointerdown", ({ button }) => {
    end();
    wasLong = false;
    if (button === 0) {
      timer = setTimeout(() => {
        timer = undefined;
        wasLong = true;
        onLong();
      }, LONG);
    }
  });
  element.addEventListener("pointerup", () => {
    if (timer !== undefined) {
      onShort();
    }
    end();
  });
  element.addEventListener("pointercancel", end);
  element.addEventListener("pointerleave", end);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  // The click of the release would do it again. Clicks of the keyboard have no detail.
  const swallow = (event: MouseEvent): void => {
    if (wasLong && event.detail !== 0) {
      event.stopImmediatePropagation();
    }
    wasLong = false;
  };
  element.addEventListener("click", swallow, { capture: true });
}
