// Renders the board; handles taps, drags, zoom, keyboard focus and screen readers.

import { make, setAttributes } from "./dom.js";
import { MIDDLE, SIZE, isSameSquare, nameOf, rowLetter } from "./draft.js";
import { startDrag } from "./drag.js";
import { hapticFeedback } from "./host.js";

/**
 * @import { Draft, Spot } from "./draft.js"
 * @import { Texts } from "./texts.js"
 */

const PREMIUM_CLASS = /** @type {Record<string, string>} */ ({ W: "w3", w: "w2", L: "l3", l: "l2" });
/** Premium labels. CSS draws them, so that screen readers do not read them. */
const PREMIUM_LABEL = /** @type {Record<string, string>} */ ({ W: "3C", w: "2C", L: "3L", l: "2L" });
const DOUBLE_TAP_MS = 300;
/** Distance, in squares, within which two taps are a double tap. */
const DOUBLE_TAP_SQUARES = 0.7;
/** Change of the distance between two fingers that zooms, as a factor. */
const PINCH = 1.2;

export class Board {
  /**
   * @param {Texts} texts
   * @param {(x: number, y: number) => void} onTap receives squares from the top left corner
   * @param {(from: Spot, x: number, y: number) => void} onDrop receives the tile's square and the drop's screen position
   * @param {(x: number, y: number) => Spot | null} freeSquareAt returns the free square at a screen position
   */
  constructor(texts, onTap, onDrop, freeSquareAt) {
    this.texts = texts;
    this.onTap = onTap;
    this.onDrop = onDrop;
    this.freeSquareAt = freeSquareAt;
    this.hasDragged = false;
    /** Text key by which a screen reader describes a tile that was not played. */
    this.newTileKey = "page.typed";
    /** @type {(zoomed: boolean) => void} called after each change of the zoom */
    this.onZoom = () => {};
    /** The square that has or gets the keyboard focus. */
    this.focus = { row: MIDDLE, col: MIDDLE };
    /** @type {HTMLElement[][]} */
    this.squares = [];
    this.grid = make("div", {
      class: "grid",
      role: "grid",
      "aria-label": texts.get("page.board"),
      click: (/** @type {MouseEvent} */ event) => this.handleClick(event),
      dblclick: (/** @type {Event} */ event) => event.preventDefault(),
      pointerdown: (/** @type {PointerEvent} */ event) => this.startDrag(event),
    });
    this.lastTap = { at: 0, x: -9, y: -9 };
    this.viewport = make("div", { class: "view", scroll: () => this.updateLabels() }, this.grid);
    this.element = make("div", { class: "board" }, this.viewport);
    this.pinch = new Pinch(this.viewport, (zoomed) => this.zoom(zoomed));
    for (let row = 0; row < SIZE; row += 1) this.addRow(row);
    /** A separate element, because changing a square would repaint the whole page at each step. */
    this.target = make("div", { class: "target", "aria-hidden": "true", hidden: true });
    this.grid.append(this.target);
  }

  /**
   * Add a row of squares, with the labels beside the first row and column.
   * @param {number} row
   */
  addRow(row) {
    const cells = [];
    for (let col = 0; col < SIZE; col += 1) {
      const top = row === 0 ? make("i", { class: "top", "data-name": col + 1 }) : null;
      const side = col === 0
        ? make("i", { class: "side", "data-name": rowLetter(row) })
        : null;
      const face = make("b");
      cells.push(make("div", { role: "gridcell", class: "square" }, top, side, face));
    }
    this.squares.push(cells);
    this.grid.append(make("div", { role: "row", class: "row" }, cells));
  }

  /**
   * Start dragging a tile that was laid but not sent.
   * @param {PointerEvent} event
   */
  startDrag(event) {
    this.hasDragged = false;
    const square = /** @type {Element} */ (event.target).closest('[data-laid="typed"]');
    if (!(square instanceof HTMLElement) || !event.isPrimary) return;
    const index = this.squares.flat().indexOf(square);
    startDrag(event, square, {
      ...this.dragCallbacks,
      onRelease: (x, y, dragged) => {
        this.hasDragged = dragged;
        if (dragged) this.onDrop({ row: Math.floor(index / SIZE), col: index % SIZE }, x, y);
      },
    });
  }

  /** Return the drag callbacks that need the board. */
  get dragCallbacks() {
    return {
      squareWidth: () => this.grid.getBoundingClientRect().width / SIZE,
      onMove: (/** @type {number} */ x, /** @type {number} */ y) => this.markTarget(this.freeSquareAt(x, y)),
      onFinish: () => this.markTarget(null),
    };
  }

  /**
   * Outline the drop target; null removes the outline.
   * @param {Spot | null} spot
   */
  markTarget(spot) {
    this.target.hidden = !spot;
    if (spot) this.target.style.transform = `translate(${spot.col * 100}%, ${spot.row * 100}%)`;
  }

  /** @param {MouseEvent} event */
  handleClick(event) {
    if (this.hasDragged) return; // this click ends a drag
    const box = this.grid.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * SIZE;
    const y = ((event.clientY - box.top) / box.height) * SIZE;
    const { at: lastAt, x: lastX, y: lastY } = this.lastTap;
    this.lastTap = { at: event.timeStamp, x, y };
    const cell = this.squares[Math.floor(y)]?.[Math.floor(x)];
    const isDoubleTap = event.timeStamp - lastAt < DOUBLE_TAP_MS && Math.hypot(x - lastX, y - lastY) < DOUBLE_TAP_SQUARES;
    // Only a double tap on a played tile zooms: on a free square it turns the arrow down.
    if (isDoubleTap && cell?.dataset.laid === "board") {
      this.lastTap.at = 0;
      this.zoom(!this.isZoomed, x / SIZE, y / SIZE);
      return;
    }
    hapticFeedback("tap");
    this.onTap(x, y);
  }

  /** Keep the row and column labels visible while the board scrolls. */
  updateLabels() {
    this.grid.style.setProperty("--scrolled-down", `${this.viewport.scrollTop}px`);
    this.grid.style.setProperty("--scrolled-right", `${this.viewport.scrollLeft}px`);
  }

  get isZoomed() {
    return this.viewport.classList.contains("zoomed");
  }

  /**
   * Zoom in around a point, or show the whole board.
   * @param {boolean} zoomed
   * @param {number} [x] fraction of the width
   * @param {number} [y] fraction of the height
   */
  zoom(zoomed, x = 0.5, y = 0.5) {
    this.viewport.classList.toggle("zoomed", zoomed);
    this.viewport.tabIndex = zoomed ? 0 : -1;
    this.onZoom(zoomed);
    this.updateLabels();
    if (!zoomed) return;
    this.viewport.scrollTo({
      left: x * this.viewport.scrollWidth - this.viewport.clientWidth / 2,
      top: y * this.viewport.scrollHeight - this.viewport.clientHeight / 2,
    });
  }

  /**
   * Move the focused square, and return it.
   * @param {number} down
   * @param {number} right
   * @returns {Spot}
   */
  moveFocus(down, right) {
    this.focus = {
      row: Math.min(SIZE - 1, Math.max(0, this.focus.row + down)),
      col: Math.min(SIZE - 1, Math.max(0, this.focus.col + right)),
    };
    return this.focus;
  }

  /** Give the DOM focus to the focused square. */
  focusSquare() {
    this.squares[this.focus.row][this.focus.col].focus({ preventScroll: !this.isZoomed });
  }

  /** Whether the board has the keyboard focus. */
  get isFocused() {
    return this.grid.contains(document.activeElement);
  }

  /**
   * Render the board.
   * @param {Draft} draft
   * @param {string[]} premiums
   * @param {Record<string, number>} values
   * @param {ReturnType<typeof import("./history.js").tilesOf>} tiles owners, and the latest move
   * @param {import("./api_types.d.ts").Colour | null} own the user's colour
   */
  draw(draft, premiums, values, tiles, own) {
    const { arrow } = draft;
    for (let row = 0; row < SIZE; row += 1) {
      for (let col = 0; col < SIZE; col += 1) {
        const spot = { row, col };
        const played = draft.playedAt(spot);
        const typed = played === null ? draft.typedAt(spot) : null;
        const letter = played ?? (typed && (typed.joker ? typed.letter.toLowerCase() : typed.letter));
        const premium = premiums[row][col];
        const direction = arrow && isSameSquare(arrow, spot) ? (arrow.down ? "down" : "across") : null;
        const square = this.squares[row][col];
        const face = /** @type {HTMLElement} */ (square.querySelector("b"));
        const text = letter ? letter.toUpperCase() : "";
        if (face.textContent !== text) face.textContent = text;
        const caption = letter ? String(values[letter] ?? 0) : PREMIUM_LABEL[premium];
        setAttributes(face, { "data-sign": caption ?? null });
        setAttributes(square, {
          "data-premium": PREMIUM_CLASS[premium] ?? null,
          "data-laid": played ? "board" : typed ? "typed" : null,
          "data-joker": letter !== null && letter === letter.toLowerCase(),
          "data-owner": played ? tiles.owners.get(`${row} ${col}`) ?? null : typed ? own : null,
          "data-lately": tiles.last.has(`${row} ${col}`),
          "data-arrow": direction,
          "data-middle": row === MIDDLE && col === MIDDLE && !letter,
          "aria-label": this.label(spot, letter, premium, typed !== null, direction),
          "aria-selected": String(direction !== null),
          tabindex: isSameSquare(spot, this.focus) ? "0" : "-1",
        });
      }
    }
  }

  /**
   * Return the ARIA label of a square: „H8, literă dublă, gol”.
   * @param {Spot} spot
   * @param {string | null} letter
   * @param {string} premium
   * @param {boolean} isTyped
   * @param {"down" | "across" | null} direction of the arrow, if it is here
   */
  label(spot, letter, premium, isTyped, direction) {
    const { texts } = this;
    const parts = [nameOf(spot)];
    if (PREMIUM_CLASS[premium]) parts.push(texts.get(`page.premium_${PREMIUM_CLASS[premium]}`));
    if (letter === null) parts.push(texts.get("page.empty"));
    else {
      parts.push(letter.toUpperCase());
      if (letter === letter.toLowerCase()) parts.push(texts.get("page.joker"));
      if (isTyped) parts.push(texts.get(this.newTileKey));
    }
    if (direction) parts.push(texts.get(`page.${direction}`));
    return parts.join(", ");
  }
}

/** Detects a pinch gesture. */
class Pinch {
  /**
   * @param {HTMLElement} element
   * @param {(zoomed: boolean) => void} zoom
   */
  constructor(element, zoom) {
    this.startDistance = 0;
    element.addEventListener(
      "touchstart",
      (event) => {
        this.startDistance = event.touches.length === 2 ? distance(event.touches) : 0;
      },
      { passive: true },
    );
    element.addEventListener(
      "touchmove",
      (event) => {
        if (!this.startDistance || event.touches.length !== 2) return;
        event.preventDefault();
        const scale = distance(event.touches) / this.startDistance;
        if (scale > PINCH || scale < 1 / PINCH) {
          this.startDistance = 0;
          zoom(scale > 1);
        }
      },
      { passive: false },
    );
  }
}

/**
 * Return the distance between two fingers.
 * @param {TouchList} touches
 */
function distance(touches) {
  return Math.hypot(
    touches[0].clientX - touches[1].clientX,
    touches[0].clientY - touches[1].clientY,
  );
}
