"""The catalogues: turn keys and facts into sentences in the reader's language.

This module reads the `.po` files, chooses plural forms and fills in templates. `bot.texts.formats`
formats a single fact. Handlers decide the message and its reader.

A template holds Telegram HTML and placeholders: `{name}` (escaped), `{score:points}` (counted, from
the entry `unit.points`), `{until:date}` (a format). An entry with `msgid_plural` chooses its form
by the fact `n`. `{first:date} – {last:date}` shows one day if both are equal.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache, lru_cache
from importlib.resources import files
from re import Pattern
from re import compile as regex
from typing import Final
from zoneinfo import ZoneInfo

from bot.texts.formats import EITHER, FORMATS, LIST, end_elsewhere, joined, locale_of, plain
from bot.texts.messages import Param, Text
from bot.texts.po_reader import Entries, kept_together, read
from bot.texts.signs import beside, grouped
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

LANGUAGES: Final = ("ro", "en")
DEFAULT_LANGUAGE: Final = "ro"
"""The language of people who have not chosen one."""
FORMAL: Final = "ro_formal"
"""The file of Romanian texts that differ for a reader addressed as „dumneavoastră”."""
_INTERNATIONAL: Final = "en"
"""The language of people whose own has no catalogue."""
_OLD_CODES: Final = {"mo": "ro"}
"""Language codes that some devices still send, and what they mean: Moldovan is Romanian."""
WITHDRAWN: Final = "person.withdrawn"
"""The entry of a stand-in: its text in the default language is stored for a forgotten person."""
HIDDEN: Final = "person.hidden"
"""The same for a person who hides their name on public pages."""
HOME_ZONE: Final = ZoneInfo("Europe/Bucharest")
"""The zone in which dates are shown, unless the reader chose another: the federation's."""
_PLURAL_TAGS: Final = {"ro": ("one", "few", "other"), "en": ("one", "other")}
"""Each language's plural categories, in the order of `msgstr[0]`, `msgstr[1]` …"""
_COUNTS: Final = frozenset({"n", "counted"})
"""Facts that count something; other whole numbers may be a year or an ordinal."""
CITED: Final = "fault.by_article"
"""The entry that adds an article to the sentence of another entry."""
LEFT, OVER = "left", "over"
"""Days left, `{left:left}`. A negative number is shown as exceeded: „depășit cu 2 zile”."""


class WordingError(Exception):
    """A text that cannot be rendered: an unknown key, a missing fact, an unfit format."""


def negotiate(code: str | None) -> str:
    """Return the catalogue for an app's language code, such as `ro-RO`.

    No code means the default language; an unsupported language means English.
    """
    language = (code or "").strip().lower().replace("_", "-").split("-")[0]
    language = _OLD_CODES.get(language, language) or DEFAULT_LANGUAGE
    return language if language in LANGUAGES else _INTERNATIONAL


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
        if text.key == CITED:
            return self._cited(text, zone)
        return self._filled(self._template(text.key, text.params), text, zone)

    def _cited(self, text: Text, zone: ZoneInfo) -> str:
        """Return a sentence with its article before the first full stop.

        A sentence that is no `Text` of its own has no template to put the article into.
        """
        template = self._template(CITED, text.params)
        sentence = text.params.get("sentence")
        if not isinstance(sentence, Text):
            return self._filled(template, text, zone)
        uncited = self._template(sentence.key, sentence.params)
        at = article_place(uncited)
        citation = self._filled(template.replace("{sentence}", ""), text, zone)
        return self._filled(uncited[:at] + citation + uncited[at:], sentence, zone)

    def _filled(self, template: str, text: Text, zone: ZoneInfo) -> str:
        """Return the sentence with its facts.

        Raises:
            WordingError: a fact is missing, or does not fit its format.
        """
        try:
            template = days_alike(template, text.params)
            template = named_once(template, text.params)
            worded = "".join(
                piece.literal + self._fact(piece, text.params[piece.fact], zone)
                if piece.fact
                else piece.literal
                for piece in pieces(template)
            )
        except (KeyError, TypeError, ValueError) as error:
            raise WordingError(f"{self.language}: {text.key}: {error!r}") from error
        return without_empty_lines(worded) if NONE in worded else worded

    def plain(self, text: Text, zone: ZoneInfo = HOME_ZONE) -> str:
        """Return the text without markup, for a button, a toast or a picture."""
        return without_markup(self.html(text, zone))

    def _template(self, key: str, params: Mapping[str, Param]) -> str:
        """Return the entry of that key, in the plural form that the fact `n` needs.

        Raises:
            WordingError: there is no such entry, or `n` is no number.
        """
        forms = self.entries.get(key)
        if forms is None:
            raise WordingError(f"{self.language}: no entry {key}")
        if len(forms) == 1:
            return forms[0]
        return forms[plural_form(self.language, params.get("n"))]

    def name(self, stored: str) -> str:
        """Return a person's name; translate the stand-ins of forgotten and hidden people."""
        if self.language == DEFAULT_LANGUAGE:
            return stored
        # A season's pages call this thousands of times, and hardly any name needs the patterns.
        if not stored.startswith(_stand_in_prefixes()):
            return stored
        for key in (WITHDRAWN, HIDDEN):
            match = _stand_in_pattern(key).fullmatch(stored)
            if match is not None:
                return self.plain(Text(key, {"number": match[1]}))
        return stored

    def _fact(self, piece: Piece, value: Param, zone: ZoneInfo) -> str:
        """Return a fact in a sentence, in the format that the catalogue names.

        Texts bring their own words; without a format a number is set as the language does, and a
        word is only escaped.
        """
        match value:
            case Text():
                return self.html(value, zone)
            case str():
                # Nothing tells names from other words here; equal words are translated, too.
                return self._formatted(piece.spec, self.name(value), zone)
            case int() if not piece.spec:
                return self._number(piece, value)
            case int() | None:
                return self._formatted(piece.spec, value, zone)
            case _:
                return self._facts(value, piece.spec, zone)

    def _number(self, piece: Piece, number: int) -> str:
        """Return a number without a format: a count in groups of digits, or a year or ordinal."""
        if piece.fact in _COUNTS:
            return self._grouped(number)
        return beside(without_markup(piece.literal), number)

    def _formatted(self, spec: str, fact: str | int | None, zone: ZoneInfo) -> str:
        """Return a single fact in a format of `FORMATS` or counted; "" means neither."""
        if not spec:
            return NONE if fact is None else plain(fact)
        if spec in FORMATS:
            shown = FORMATS[spec](fact, self.language, zone)
            return self._until(shown, fact, zone) if spec.startswith("lastday") else shown
        return self._counted(fact, spec)

    def _until(self, day: str, end: Param, zone: ZoneInfo) -> str:
        """Return a last day, and its end on the reader's clock if that is not midnight."""
        here = end_elsewhere(end, zone) if isinstance(end, str) else None
        if here is None:
            return day
        is_same_day = here.date() == datetime.fromisoformat(str(end)).date() - timedelta(days=1)
        key = "until.hour" if is_same_day else "until.day"
        return self.html(Text(key, {"day": day, "end": here.isoformat()}), zone)

    def _facts(self, values: Sequence[Text], spec: str, zone: ZoneInfo) -> str:
        """Return several facts: one a line, or as a list in a sentence."""
        texts = [self.html(value, zone) for value in values]
        return joined(texts, self.language, spec) if spec in {LIST, EITHER} else "\n".join(texts)

    def _counted(self, value: Param, unit: str) -> str:
        """Return a number with its unit, in the plural form that it needs."""
        if not isinstance(value, int):
            raise TypeError(f"{value!r} cannot be counted in {unit}")
        if unit == LEFT and value < 0:
            unit, value = OVER, -value
        return self._template(f"unit.{unit}", {"n": value}).replace("{n}", self._grouped(value))

    def _grouped(self, count: int) -> str:
        return grouped(count, self.language)


def plural_form(language: str, count: Param) -> int:
    """Return the index of a count's plural form: Romanian has 1 punct, 2 puncte, 20 de puncte."""
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


@lru_cache
def _catalogue(language: str, formal: bool) -> Catalogue:
    """Read the file of a catalogue, once however it is asked for."""
    entries = entries_of(language)
    if formal:
        entries |= entries_of(FORMAL)
    return Catalogue(language, kept_together(entries))


def entries_of(name: str) -> Entries:
    """Return the texts in a catalogue file, as written there."""
    with files("bot.texts").joinpath("locales", f"{name}.po").open(encoding="utf-8") as lines:
        return read(lines)


@lru_cache
def _stand_in_pattern(key: str) -> Pattern[str]:
    """Return a pattern for the stand-ins that the entry of that key makes."""
    (stored,) = load_catalogue(DEFAULT_LANGUAGE).entries[key]
    return regex(stored.replace("{number}", r"(\d+)"))


@cache
def _stand_in_prefixes() -> tuple[str, ...]:
    """Return the beginnings of all stand-ins."""
    entries = load_catalogue(DEFAULT_LANGUAGE).entries
    return tuple(entries[key][0].partition("{")[0] for key in (WITHDRAWN, HIDDEN))


def withdrawn_name(number: int) -> str:
    """Return the stored name of a forgotten person with that number."""
    return load_catalogue(DEFAULT_LANGUAGE).plain(Text(WITHDRAWN, {"number": str(number)}))


def is_withdrawn(stored: str) -> bool:
    """Return whether this is the stored name of a forgotten person."""
    return _stand_in_pattern(WITHDRAWN).fullmatch(stored) is not None
