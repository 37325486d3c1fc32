// Detects horizontal swipes.

/** Minimum length of a swipe, in pixels. */
const MIN_DISTANCE = 70;

/**
 * Call `onTurn` for each horizontal swipe on an element.
 * @param {HTMLElement} element
 * @param {(by: number) => void} onTurn receives 1 for the next item, -1 for the previous one
 * @param {string} [ignored] selector of elements that handle touches themselves
 */
export function onSwipe(element, onTurn, ignored = ".view, .keys, nav, .replay, input, textarea") {
  let x = 0;
  let y = 0;
  element.addEventListener(
    "touchstart",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const isIgnored = event.touches.length > 1 || target.closest(ignored);
      x = isIgnored ? NaN : event.touches[0].clientX;
      y = event.touches[0].clientY;
    },
    { passive: true },
  );
  element.addEventListener("touchend", (event) => {
    const dx = event.changedTouches[0].clientX - x;
    const dy = event.changedTouches[0].clientY - y;
    if (Math.abs(dx) > MIN_DISTANCE && Math.abs(dy) < MIN_DISTANCE / 2) onTurn(dx < 0 ? 1 : -1);
  });
}
