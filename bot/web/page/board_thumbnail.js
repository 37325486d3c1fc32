// Draws a board thumbnail on a canvas, with tile owners and the latest move.

import { make } from "./dom.js";
import { SIZE } from "./draft.js";

/** Canvas pixels of a square; legible at a device pixel ratio of 2. */
const SQUARE = 24;
const PREMIUM = /** @type {Record<string, string>} */ ({ W: "--w3", w: "--w2", L: "--l3", l: "--l2" });

/**
 * Return the thumbnail of a game in the colours of the current theme.
 * @param {{board: string[], laid: string[]}} game
 * @param {string[] | null} premiums null until a game is loaded
 */
export function boardThumbnail({ board, laid }, premiums) {
  const canvas = /** @type {HTMLCanvasElement} */ (
    make("canvas", { class: "small", width: SIZE * SQUARE, height: SIZE * SQUARE, "aria-hidden": "true" })
  );
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  pen.fillStyle = colour("--square-line");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (let row = 0; row < SIZE; row += 1) {
    for (let col = 0; col < SIZE; col += 1) {
      const letter = board[row][col];
      const whose = laid[row][col];
      const isEmpty = letter === ".";
      const isRed = whose.toLowerCase() === "r";
      const back = isEmpty ? colour(PREMIUM[premiums?.[row][col] ?? ""] ?? "--paper") : isRed ? colour("--face-red") : "#fff";
      const isNew = !isEmpty && whose !== whose.toLowerCase();
      pen.fillStyle = isNew ? colour("--glow") : isEmpty ? back : isRed ? back : colour("--face-blue");
      pen.fillRect(col * SQUARE + 1, row * SQUARE + 1, SQUARE - 2, SQUARE - 2);
      const edge = isEmpty ? 1 : isNew ? 4 : 2;
      pen.fillStyle = back;
      pen.fillRect(col * SQUARE + edge, row * SQUARE + edge, SQUARE - 2 * edge, SQUARE - 2 * edge);
      if (isEmpty) continue;
      const isJoker = letter !== letter.toUpperCase();
      const ink = isRed ? "#fff" : colour("--face-blue");
      pen.fillStyle = ink;
      if (isJoker) {
        pen.beginPath();
        pen.arc((col + 0.5) * SQUARE, (row + 0.5) * SQUARE, SQUARE * 0.36, 0, 2 * Math.PI);
        pen.fill();
        pen.fillStyle = back;
      }
      pen.font = `700 ${SQUARE * (isJoker ? 0.55 : 0.68)}px system-ui, sans-serif`;
      pen.fillText(letter.toUpperCase(), (col + 0.5) * SQUARE, (row + 0.54) * SQUARE);
    }
  }
  return canvas;
}
