// Helpers that create and update DOM elements.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Create an element with attributes, listeners and children; see `set` for the attributes.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  fill(element, ...children);
  return element;
}

/**
 * Set attributes and listeners. A function listens to the event of that name.
 * `true` sets an attribute without a value; `false` and null remove it.
 * @param {HTMLElement} element
 * @param {Record<string, unknown>} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, /** @type {EventListener} */ (value));
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else if (element.getAttribute(name) !== (value === true ? "" : String(value))) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * Change an element's content. A removed focus goes to what has the same name, or else to the element.
 * @param {HTMLElement} element
 * @param {() => void} change
 * @param {() => HTMLElement} [place] returns the part in which the focus stays, after the change
 */
export function keepFocus(element, change, place = () => element) {
  const focused = document.activeElement;
  const isInside = focused instanceof HTMLElement && focused !== element && element.contains(focused);
  change();
  if (!isInside || document.activeElement !== document.body) return;
  const around = place();
  const named = () => [...around.querySelectorAll(FOCUSABLE)].find((candidate) => nameOf(candidate) === nameOf(focused));
  const next = /** @type {HTMLElement} */ (focused.isConnected ? focused : (named() ?? around));
  if (next === around && !around.hasAttribute("tabindex")) around.tabIndex = -1;
  next.focus({ preventScroll: true });
}

const FOCUSABLE = "button, a, input, textarea, select, summary";

/** @param {Element} element */
function nameOf(element) {
  return element.getAttribute("aria-label") ?? (element.id || element.textContent);
}

/**
 * Replace an element's children; null, undefined and `false` are skipped. The focus stays, as in `keepFocus`.
 * @param {HTMLElement} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  for (const child of children.flat()) {
    if (child instanceof Node) nodes.push(child);
    else if (typeof child === "string" || typeof child === "number") nodes.push(String(child));
  }
  keepFocus(element, () => element.replaceChildren(...nodes));
}
