// A finger drawn across what does not scroll sideways turns to the next game.

const FAR = 70;

/**
 * @param {HTMLElement} element
 * @param {(by: number) => void} turn 1: the next one, -1: the one before
 * @param {string} [but] what a finger moves itself, as a selector
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
