// Formats the page's texts, which the server sends in the user's language.

/** @typedef {import("./api_types.d.ts").Texts} TextTable */

export class Texts {
  /**
   * @param {TextTable} table
   * @param {string} language
   */
  constructor(table, language) {
    this.table = table;
    this.language = language;
    this.pluralRules = new Intl.PluralRules(language);
    this.shortDates = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
    this.fullDates = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  }

  /**
   * Return a text with its placeholders filled in.
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   */
  get(key, values = {}) {
    const text = this.table[key];
    if (typeof text !== "string") return key;
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  }

  /**
   * Return a number with its unit in the right plural form: „2 zile”, „20 de zile”.
   * @param {number} n
   * @param {string} unit
   */
  count(n, unit) {
    const forms = this.table[`unit.${unit}`];
    if (!Array.isArray(forms)) return String(n);
    const tags = this.language === "ro" ? ["one", "few", "other"] : ["one", "other"];
    const form = forms[tags.indexOf(this.pluralRules.select(n))] ?? forms[forms.length - 1];
    return form.replace("{n}", String(n));
  }

  /**
   * Return a date without year: „3 mai”.
   * @param {string | null} iso `2026-05-03`
   */
  shortDate(iso) {
    return iso === null ? "" : this.shortDates.format(new Date(`${iso}T00:00:00Z`));
  }

  /**
   * Return day and time: „3 mai, 09:05”.
   * @param {string} iso in the reader's zone
   */
  moment(iso) {
    return `${this.shortDate(iso.slice(0, 10))}, ${iso.slice(11, 16)}`;
  }

  /**
   * Return a date with year: „3 mai 2025”.
   * @param {string} iso
   */
  fullDate(iso) {
    return this.fullDates.format(new Date(`${iso}T00:00:00Z`));
  }
}

/**
 * Return whose turn it is and until when, or that the game is over.
 * @param {Texts} texts
 * @param {import("./api_types.d.ts").Game} game
 */
export function turnText(texts, { turn, colour, players, last_day: lastDay, held }) {
  if (held) return texts.get("page.leaves", { placement: held.placement });
  if (!turn) return texts.get("page.ended");
  const key = turn === colour ? "page.your_turn" : "page.partners_turn";
  return texts.get(key, { name: players[turn], day: texts.shortDate(lastDay) });
}

/**
 * Return tiles for display: a blank as a star, an empty string in words.
 * @param {Texts} texts
 * @param {string | null | undefined} tiles
 */
export function formatTiles(texts, tiles) {
  return tiles ? tiles.replaceAll("?", "★") : texts.get("page.no_tiles");
}
