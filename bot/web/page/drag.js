// A letter carried by finger or mouse, from a key or from a square.

/** How far, in pixels, a finger may slip while it only presses. */
const A_DRAG = 12;
/** A letter is carried above a finger, in pixels, so that it is seen; a mouse hides nothing. */
const ABOVE = 28;
/** How much larger a carried letter is drawn, at most. */
const LIFTED = 1.15;
/** A carried letter is at most so many squares wide. */
const WIDEST = 2;

/**
 * @typedef {object} Carried
 * @property {() => number} square the width of a square, in pixels
 * @property {(x: number, y: number) => void} over where it is now
 * @property {(x: number, y: number, dragged: boolean) => void} ended where it was let go
 * @property {() => void} gone called at the end, however it ends
 */

/**
 * Follow a press on a letter to its end.
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
