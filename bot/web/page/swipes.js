// Detects horizontal swipes.

/** Minimum length of a swipe, in pixels. */
const FAR = 70;

/**
 * Call `turn` for each horizontal swipe on an element.
 * @param {HTMLElement} element
 * @param {(by: number) => void} turn receives 1 for the next item, -1 for the previous one
 * @param {string} [but] selector of elements that handle touches themselves
 */
export function heedSwipes(element, turn, but = ".view, .keys, nav, .replay") {
  let x = 0;
  let y = 0;
  element.addEventListener(
    "touchstart",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const isOwn = event.touches.length > 1 || target.closest(but);
      x = isOwn ? NaN : event.touches[0].clientX;
      y = event.touches[0].clientY;
    },
    { passive: true },
  );
  element.addEventListener("touchend", (event) => {
    const right = event.changedTouches[0].clientX - x;
    const low = event.changedTouches[0].clientY - y;
    if (Math.abs(right) > FAR && Math.abs(low) < FAR / 2) turn(right < 0 ? 1 : -1);
  });
}
