// Drags a tile by finger or mouse, from the rack or from a square.

/** Pixels that a pointer moves before a press becomes a drag. */
const DRAG_THRESHOLD = 12;
/** Pixels by which a dragged tile is above the finger, which would hide it. */
const FINGER_OFFSET = 28;
/** Maximum scale of a dragged tile. */
const MAX_SCALE = 1.15;
/** Maximum width of a dragged tile, in squares. */
const MAX_WIDTH = 2;

/**
 * @typedef {object} DragCallbacks
 * @property {() => number} squareWidth returns the width of a square, in pixels
 * @property {(x: number, y: number) => void} onMove receives each position
 * @property {(x: number, y: number, dragged: boolean, finger: number) => void} onRelease gets the place of the drop or press, and the height of the finger below a dragged tile
 * @property {() => void} onFinish called after every drag, even a cancelled one
 */

/**
 * Track a pointer from `pointerdown` until it is released or cancelled.
 * @param {PointerEvent} start
 * @param {HTMLElement} tile
 * @param {DragCallbacks} callbacks
 */
export function startDrag(start, tile, callbacks) {
  if (start.button !== 0) return;
  const offset = start.pointerType === "mouse" ? 0 : FINGER_OFFSET;
  let dragged = false;
  tile.setPointerCapture(start.pointerId);
  const move = (/** @type {PointerEvent} */ event) => {
    const dx = event.clientX - start.clientX;
    const dy = event.clientY - start.clientY;
    dragged ||= Math.hypot(dx, dy) > DRAG_THRESHOLD;
    tile.classList.toggle("dragged", dragged);
    if (!dragged) return;
    const scale = Math.min(MAX_SCALE, (MAX_WIDTH * callbacks.squareWidth()) / tile.offsetWidth);
    tile.style.transform = `translate(${dx}px, ${dy - offset}px) scale(${scale})`;
    callbacks.onMove(event.clientX, event.clientY - offset);
  };
  const end = (/** @type {PointerEvent} */ event) => {
    for (const [name, listener] of listeners) tile.removeEventListener(name, listener);
    tile.style.transform = "";
    tile.classList.remove("dragged");
    callbacks.onFinish();
    if (event.type === "pointerup") callbacks.onRelease(event.clientX, event.clientY - (dragged ? offset : 0), dragged, event.clientY);
  };
  const listeners = /** @type {[string, EventListener][]} */ ([
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", end],
  ]);
  for (const [name, listener] of listeners) tile.addEventListener(name, listener);
}
