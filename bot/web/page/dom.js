// Elements, made in one call.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Make an element. `class`, `role`, `aria-…` are attributes; functions are listeners, by the name
 * of their event; `true` is a bare attribute, `false` and null leave it out.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  fill(element, ...children);
  return element;
}

/**
 * Set an element's attributes and listeners.
 * @param {HTMLElement} element
 * @param {Record<string, unknown>} attributes
 */
export function set(element, attributes) {
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
 * Put children in the place of an element's own.
 * @param {HTMLElement} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  /** @type {(Node | string)[]} */
  const wanted = [];
  for (const each of children.flat()) {
    if (each instanceof Node) wanted.push(each);
    else if (typeof each === "string" || typeof each === "number") wanted.push(String(each));
  }
  element.replaceChildren(...wanted);
}
