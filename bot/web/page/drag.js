// A letter carried by the finger, from a key or from a square.

/** How far, in pixels, a finger may slip while it only presses. */
const A_DRAG = 12;
/** A letter is carried above the finger, in pixels, so that it is seen. */
const ABOVE = 28;

/**
 * Follow a press on a letter to its end, and say where that was.
 * @param {PointerEvent} down
 * @param {HTMLElement} letter
 * @param {(x: number, y: number, dragged: boolean) => void} ended
 */
export function carry(down, letter, ended) {
  if (down.button !== 0) return;
  let dragged = false;
  letter.setPointerCapture(down.pointerId);
  const move = (/** @type {PointerEvent} */ event) => {
    const right = event.clientX - down.clientX;
    const low = event.clientY - down.clientY;
    dragged ||= Math.hypot(right, low) > A_DRAG;
    if (dragged) letter.style.transform = `translate(${right}px, ${low - ABOVE}px) scale(1.15)`;
    letter.classList.toggle("dragged", dragged);
  };
  const end = (/** @type {PointerEvent} */ event) => {
    for (const [name, listener] of listeners) letter.removeEventListener(name, listener);
    letter.style.transform = "";
    letter.classList.remove("dragged");
    if (event.type === "pointerup") ended(event.clientX, event.clientY - (dragged ? ABOVE : 0), dragged);
  };
  const listeners = /** @type {[string, EventListener][]} */ ([
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", end],
  ]);
  for (const [name, listener] of listeners) letter.addEventListener(name, listener);
}
