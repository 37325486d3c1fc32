// Drags a tile by finger or mouse, from the rack or from a square.

/** Pixels that a pointer moves before a press becomes a drag. */
const A_DRAG = 12;
/** Pixels by which a dragged tile is above the finger, which would hide it. */
const ABOVE = 28;
/** Maximum scale of a dragged tile. */
const LIFTED = 1.15;
/** Maximum width of a dragged tile, in squares. */
const WIDEST = 2;

/**
 * @typedef {object} Carried
 * @property {() => number} square returns the width of a square, in pixels
 * @property {(x: number, y: number) => void} over receives each position
 * @property {(x: number, y: number, dragged: boolean) => void} ended receives the position of the drop or press
 * @property {() => void} gone called after every drag, even a cancelled one
 */

/**
 * Track a pointer from `pointerdown` until it is released or cancelled.
 * @param {PointerEvent} down
 * @param {HTMLElement} letter
 * @param {Carried} carried
 */
export function carry(down, letter, carried) {
  if (down.button !== 0) return;
  const above = down.pointerType === "mouse" ? 0 : ABOVE;
  let dragged = false;
  letter.setPointerCapture(down.pointerId);
  const move = (/** @type {PointerEvent} */ event) => {
    const right = event.clientX - down.clientX;
    const low = event.clientY - down.clientY;
    dragged ||= Math.hypot(right, low) > A_DRAG;
    letter.classList.toggle("dragged", dragged);
    if (!dragged) return;
    const scale = Math.min(LIFTED, (WIDEST * carried.square()) / letter.offsetWidth);
    letter.style.transform = `translate(${right}px, ${low - above}px) scale(${scale})`;
    carried.over(event.clientX, event.clientY - above);
  };
  const end = (/** @type {PointerEvent} */ event) => {
    for (const [name, listener] of listeners) letter.removeEventListener(name, listener);
    letter.style.transform = "";
    letter.classList.remove("dragged");
    carried.gone();
    if (event.type === "pointerup") carried.ended(event.clientX, event.clientY - (dragged ? above : 0), dragged);
  };
  const listeners = /** @type {[string, EventListener][]} */ ([
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", end],
  ]);
  for (const [name, listener] of listeners) letter.addEventListener(name, listener);
}
