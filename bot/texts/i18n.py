"""The catalogues: turn keys and facts into sentences in the reader's language.

This module chooses plural forms and fills in templates; `bot.texts.formats` formats a single fact.
Handlers decide the message and its reader.

A template holds Telegram HTML and placeholders: `{name}` (escaped), `{score:points}` (counted, from
the entry `unit.points`), `{until:date}` (a format). An entry with `msgid_plural` chooses its form
by the fact `n`. `{first:date} – {last:date}` shows one day if both are equal.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from bot.texts.formats import (
    FORMATS,
    LAST_DAYS,
    LISTS,
    end_elsewhere,
    joined,
    locale_of,
    one_line,
)
from bot.texts.languages import DEFAULT_LANGUAGE
from bot.texts.messages import Param, Text
from bot.texts.po_reader import FORMAL, catalogue_texts
from bot.texts.reader import HOME_ZONE
from bot.texts.signs import beside, grouped
from bot.texts.stand_ins import stand_in_text
from bot.texts.templates import (
    NONE,
    Piece,
    article_place,
    days_alike,
    named_once,
    pieces,
    without_empty_lines,
    without_markup,
)

_PLURAL_TAGS: Final = {"ro": ("one", "few", "other"), "en": ("one", "other")}
"""Each language's plural categories, in the order of `msgstr[0]`, `msgstr[1]` …"""
_COUNTS: Final = frozenset({"n", "counted"})
"""Facts that count something; other whole numbers may be a year or an ordinal."""
CITED: Final = "fault.by_article"
"""The entry for the article of a rule; with a `sentence`, the article is put into that sentence."""
_LEFT, _OVER = "left", "over"
"""The unit of days left, and of exceeded ones: a negative number left is shown as exceeded."""


class WordingError(Exception):
    """A text that cannot be rendered: an unknown key, a missing fact, an unfit format."""


class Catalogue:
    """All sentences of one language."""

    def __init__(self, language: str, entries: Mapping[str, tuple[str, ...]]) -> None:
        self.language = language
        self.entries = entries

    def html(self, text: Text, zone: ZoneInfo = HOME_ZONE) -> str:
        """Return the text as Telegram HTML with escaped facts.

        A line that contains only a fact that is None is omitted.

        Raises:
            WordingError: a key is unknown, a fact is missing, or does not fit its format.
        """
        sentence = text.params.get("sentence")
        if text.key == CITED and isinstance(sentence, Text):
            return self._cited(sentence, text.params.get("article"), zone)
        return self._filled(self._template(text.key, text.params), text, zone)

    def _cited(self, sentence: Text, article: Param, zone: ZoneInfo) -> str:
        """Return the text with the article in its first sentence, before the mark that ends it."""
        template = self._template(sentence.key, sentence.params)
        at = article_place(template)
        cited = {**sentence.params, CITED: Text(CITED, {"article": article})}
        template = f"{template[:at]} {{{CITED}}}{template[at:]}"
        return self._filled(template, Text(sentence.key, cited), zone)

    def _filled(self, template: str, text: Text, zone: ZoneInfo) -> str:
        """Return the template with the text's facts.

        Raises:
            WordingError: a fact is missing, or does not fit its format.
        """
        facts = text.params
        try:
            template = named_once(days_alike(template, facts), facts)
            worded = "".join(
                piece.literal + (self._fact(piece, facts[piece.fact], zone) if piece.fact else "")
                for piece in pieces(template)
            )
        except (LookupError, TypeError, ValueError) as error:
            raise WordingError(f"{self.language}: {text.key}: {error!r}") from error
        return without_empty_lines(worded) if NONE in worded else worded

    def plain(self, text: Text, zone: ZoneInfo = HOME_ZONE) -> str:
        """Return the text without markup, for a button, a toast or a picture.

        Raises:
            WordingError: as for `html`.
        """
        return without_markup(self.html(text, zone))

    def name(self, stored: str) -> str:
        """Return a person's name; translate the stand-ins of forgotten and hidden people."""
        if self.language == DEFAULT_LANGUAGE:
            return stored
        text = stand_in_text(stored)
        return stored if text is None else self.plain(text)

    def _template(self, key: str, facts: Mapping[str, Param]) -> str:
        """Return the entry of that key, in the plural form that the fact `n` needs.

        Raises:
            WordingError: there is no such entry, or `n` is no number.
        """
        forms = self.entries.get(key)
        if forms is None:
            raise WordingError(f"{self.language}: no entry {key}")
        if len(forms) == 1:
            return forms[0]
        return forms[plural_form(self.language, facts.get("n"))]

    def _fact(self, piece: Piece, fact: Param, zone: ZoneInfo) -> str:
        """Return a fact in a sentence, in the format that the catalogue names.

        Texts bring their own words; without a format a number is set as the language does, and a
        word is only escaped.
        """
        match fact:
            case Text():
                return self.html(fact, zone)
            case str() | None if piece.spec in LISTS:
                # Earlier versions queued the items of a list as one text.
                items = [item.strip() for item in (fact or "").split(",")]
                return self._several([*filter(None, items)], piece.spec, zone)
            case str():
                # Nothing tells names from other words here; equal words are translated, too.
                return self._word_or_figure(piece.spec, self.name(fact), zone)
            case int() if not piece.spec:
                return self._bare_number(piece, fact)
            case int() | None:
                return self._word_or_figure(piece.spec, fact, zone)
            case _:
                return self._several(fact, piece.spec, zone)

    def _bare_number(self, piece: Piece, number: int) -> str:
        """Return a number without a format: a count in groups of digits, or a year or ordinal."""
        if piece.fact in _COUNTS:
            return grouped(number, self.language)
        return beside(without_markup(piece.literal), number)

    def _word_or_figure(self, spec: str, fact: str | int | None, zone: ZoneInfo) -> str:
        """Return a single fact in a format of `FORMATS` or counted; "" means neither."""
        if not spec:
            return NONE if fact is None else one_line(fact)
        if spec in LAST_DAYS:
            return self._last_day(spec, fact, zone)
        if spec in FORMATS:
            return FORMATS[spec](fact, self.language, zone)
        return self._with_unit(fact, spec)

    def _last_day(self, spec: str, fact: str | int | None, zone: ZoneInfo) -> str:
        """Return a last day, and its end on the reader's clock if that is not midnight."""
        day = FORMATS[spec](fact, self.language, zone)
        here = end_elsewhere(fact, zone)
        if here is None:
            return day
        # The fact is the midnight that ends the day, so it has the date of the next one.
        is_same_day = here.date() == datetime.fromisoformat(str(fact)).date() - timedelta(days=1)
        key = "until.hour" if is_same_day else "until.day"
        return self.html(Text(key, {"day": day, "end": here.isoformat()}), zone)

    def _several(self, items: Sequence[Text | str], spec: str, zone: ZoneInfo) -> str:
        """Return several texts and names: one a line, or as a list in a sentence."""
        worded = [
            self.html(item, zone) if isinstance(item, Text) else one_line(self.name(item))
            for item in items
        ]
        return joined(worded, self.language, spec) if spec in LISTS else "\n".join(worded)

    def _with_unit(self, number: Param, unit: str) -> str:
        """Return a number with its unit, in the plural form that it needs."""
        if not isinstance(number, int):
            raise TypeError(f"{number!r} cannot be counted in {unit}")
        if unit == _LEFT and number < 0:
            return self._with_unit(-number, _OVER)
        shown = grouped(number, self.language)
        return self._template(f"unit.{unit}", {"n": number}).replace("{n}", shown)


def plural_form(language: str, count: Param) -> int:
    """Return the index of a count's plural form: Romanian has 1 punct, 2 puncte, 20 de puncte.

    Raises:
        WordingError: the count is no number.
    """
    if not isinstance(count, int):
        raise WordingError(f"the count n is {count!r}")
    tag = locale_of(language).plural_form(abs(count))
    return _PLURAL_TAGS[language].index(tag)


def load_catalogue(language: str | None, *, formal: bool = False) -> Catalogue:
    """Return the catalogue of that language; its file is read at the first call.

    None means the default language: the person has not chosen one.

    `formal`: use the formal twin of a text („dumneavoastră”) if there is one. English has no twins.
    """
    language = language or DEFAULT_LANGUAGE
    return _catalogue(language, formal and language == DEFAULT_LANGUAGE)


@cache
def _catalogue(language: str, formal: bool) -> Catalogue:
    texts = catalogue_texts(language)
    return Catalogue(language, {**texts, **catalogue_texts(FORMAL)} if formal else texts)
