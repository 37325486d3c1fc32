// Draws a board thumbnail on a canvas, with tile owners and the latest move.

import { make } from "./dom.js";
import { SIZE } from "./draft.js";

/** Canvas pixels of a square; legible at a device pixel ratio of 2. */
const SQUARE_PX = 24;
const PREMIUM_COLOUR = /** @type {Record<string, string>} */ ({ W: "--w3", w: "--w2", L: "--l3", l: "--l2" });

/**
 * Return the thumbnail of a game in the colours of the current theme.
 * @param {{board: string[], laid: string[]}} game
 * @param {string[] | null} premiums null until a game is loaded
 */
export function boardThumbnail({ board, laid }, premiums) {
  const canvas = /** @type {HTMLCanvasElement} */ (
    make("canvas", { class: "small", width: SIZE * SQUARE_PX, height: SIZE * SQUARE_PX, "aria-hidden": "true" })
  );
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const style = getComputedStyle(document.documentElement);
  const cssColour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const [red, blue] = [cssColour("--face-red"), cssColour("--face-blue")];
  context.fillStyle = cssColour("--square-line");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textAlign = "center";
  context.textBaseline = "middle";
  /**
   * Fill a square inside a border of that width.
   * @param {number} row
   * @param {number} col
   * @param {number} border
   * @param {string} colour
   */
  const fillSquare = (row, col, border, colour) => {
    context.fillStyle = colour;
    context.fillRect(col * SQUARE_PX + border, row * SQUARE_PX + border, SQUARE_PX - 2 * border, SQUARE_PX - 2 * border);
  };
  for (let row = 0; row < SIZE; row += 1) {
    for (let col = 0; col < SIZE; col += 1) {
      const letter = board[row][col];
      if (letter === ".") {
        fillSquare(row, col, 1, cssColour(PREMIUM_COLOUR[premiums?.[row][col] ?? ""] ?? "--paper"));
        continue;
      }
      const owner = laid[row][col];
      const isRed = owner.toLowerCase() === "r";
      const isNew = owner !== owner.toLowerCase();
      const [background, ink, frame] = isRed ? [red, "#fff", red] : ["#fff", blue, blue];
      fillSquare(row, col, 1, isNew ? cssColour("--glow") : frame);
      fillSquare(row, col, isNew ? 4 : 2, background);
      const isJoker = letter !== letter.toUpperCase();
      context.fillStyle = ink;
      if (isJoker) {
        context.beginPath();
        context.arc((col + 0.5) * SQUARE_PX, (row + 0.5) * SQUARE_PX, SQUARE_PX * 0.36, 0, 2 * Math.PI);
        context.fill();
        context.fillStyle = background;
      }
      context.font = `700 ${SQUARE_PX * (isJoker ? 0.55 : 0.68)}px system-ui, sans-serif`;
      context.fillText(letter.toUpperCase(), (col + 0.5) * SQUARE_PX, (row + 0.54) * SQUARE_PX);
    }
  }
  return canvas;
}
