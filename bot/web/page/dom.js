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
 * Replace an element's children; null, undefined and `false` are skipped.
 * @param {HTMLElement} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  for (const each of children.flat()) {
    if (each instanceof Node) nodes.push(each);
    else if (typeof each === "string" || typeof each === "number") nodes.push(String(each));
  }
  element.replaceChildren(...nodes);
}
