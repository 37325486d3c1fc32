"""The catalogues: turn keys and facts into sentences in the reader's language.

This module reads the `.po` files, chooses plural forms and fills in templates. `bot.texts.formats`
formats a single fact. Handlers decide the message and its reader.

A template holds Telegram HTML and placeholders: `{name}` (escaped), `{score:points}` (counted, from
the entry `unit.points`), `{until:date}` (a format). An entry with `msgid_plural` chooses its form
by the fact `n`. `{first:date} – {last:date}` shows one day if both are equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, lru_cache
from html import unescape
from importlib.resources import files
from re import Match, Pattern
from re import compile as regex
from string import Formatter
from typing import Final
from zoneinfo import ZoneInfo

from bot.texts.formats import EITHER, FORMATS, LIST, end_elsewhere, joined, locale_of, plain
from bot.texts.messages import Param, Text
from bot.texts.po_reader import Entries, kept_together, read
from bot.texts.signs import beside, grouped

LANGUAGES: Final = ("ro", "en")
DEFAULT_LANGUAGE: Final = "ro"
"""The language of people who have not chosen one."""
FORMAL: Final = "ro_formal"
"""The file of Romanian texts that differ for a reader addressed as „dumneavoastră”."""
WITHDRAWN: Final = "person.withdrawn"
"""The stored name of a forgotten person, in the first language."""
HIDDEN: Final = "person.hidden"
"""The name on public pages of a person who hides theirs, in the first language."""
HOME_ZONE: Final = ZoneInfo("Europe/Bucharest")
"""The zone in which dates are shown, unless the reader chose another: the federation's."""

ONLY_PHASE: Final = "phase.only"
"""The name of a competition's only phase: the competition's own `title`."""

_PLURAL_TAGS: Final = {"ro": ("one", "few", "other"), "en": ("one", "other")}
"""Each language's plural categories, in the order of `msgstr[0]`, `msgstr[1]` …"""
_COUNTS: Final = frozenset({"n", "counted"})
"""Facts that count something; other whole numbers may be a year or an ordinal."""
_NONE: Final = "\0"
"""Replaces a fact that is None until the sentence is complete."""
_LEFT_OUT: Final = regex(r"(?:\A|\n+)(?:\0(?:\n+|\Z))+")
"""Lines that contain only such facts, with the line breaks around them."""
_AT_END: Final = regex(r" +\0+(?=\n|\Z)")
"""Such a fact at the end of a line, and the space before it."""
_DAYS: Final = regex(r"\{(\w+):(date|short)\} – \{(\w+):\2\}")
"""From one day to another."""
_PHASE: Final = regex(r"(\{title\}(?:</b>)?)(?: · \{phase\}| \(\{phase\}\))")
"""A competition's title, and the phase behind it."""
_TAG: Final = regex(r"<[^<>]+>")
_SENTENCE: Final = regex(r"(?<!\bart)(?<!\bnr)(?<!\bno)(?=[.!?](?:\s+\S|\Z))")
"""The end of a sentence in a template, before its mark."""
CITED: Final = "fault.by_article"
"""The entry that adds an article to the sentence of another entry."""

Piece = tuple[str, str, str]
"""Literal text, then the fact that follows it and its format; both are empty at the end."""


class WordingError(Exception):
    """A text that cannot be rendered: an unknown key, a missing fact, an unfit format."""


def negotiate(code: str | None) -> str:
    """Return the catalogue for an app's language code, such as `ro-RO`.

    No code means Romanian; an unsupported language means English.
    """
    language = (code or "").strip().lower().replace("_", "-").split("-")[0]
    return DEFAULT_LANGUAGE if language in {"", "ro", "mo"} else "en"


LEFT, OVER = "left", "over"
"""Days left, `{left:left}`. A negative number is shown as exceeded: „depășit cu 2 zile”."""


class Catalogue:
    """All sentences of one language."""

    def __init__(self, language: str, entries: Mapping[str, tuple[str, ...]]) -> None:
        self.language = language
        self.entries = entries

    def html(self, text: Text, zone: ZoneInfo = HOME_ZONE) -> str:
        """Return the text as Telegram HTML with escaped facts; raises WordingError.

        A line that contains only a fact that is None is omitted.
        """
        if text.key == CITED:
            return self._cited(text, zone)
        return self._filled(self._template(text.key, text.params), text, zone)

    def _cited(self, text: Text, zone: ZoneInfo) -> str:
        """Return a sentence with its article before the first full stop."""
        (template,) = self.entries[CITED]
        sentence = text.params["sentence"]
        if not isinstance(sentence, Text):
            return self._filled(template, text, zone)
        own = self._template(sentence.key, sentence.params)
        at = article_place(own)
        cited = self._filled(template.replace("{sentence}", ""), text, zone)
        return self._filled(own[:at] + cited + own[at:], sentence, zone)

    def _filled(self, template: str, text: Text, zone: ZoneInfo) -> str:
        """Return the sentence with its facts."""
        template = _days_alike(template, text.params)
        template = _named_once(template, text.params)
        try:
            worded = "".join(
                piece[0] + self._fact(piece, text.params[piece[1]], zone) if piece[1] else piece[0]
                for piece in pieces(template)
            )
        except (KeyError, TypeError, ValueError) as error:
            raise WordingError(f"{self.language}: {text.key}: {error!r}") from error
        return _without_empty_lines(worded) if _NONE in worded else worded

    def plain(self, text: Text, zone: ZoneInfo = HOME_ZONE) -> str:
        """Return the text without markup, for a button, a toast or a picture."""
        return without_markup(self.html(text, zone))

    def _template(self, key: str, params: Mapping[str, Param]) -> str:
        forms = self.entries.get(key)
        if forms is None:
            raise WordingError(f"{self.language}: no entry {key}")
        if len(forms) == 1:
            return forms[0]
        return forms[plural_form(self.language, params.get("n"))]

    def name(self, stored: str) -> str:
        """Return a person's name; translate the names that replace forgotten and hidden people."""
        if not stored.startswith(_standing_in()):  # a season's pages call this thousands of times
            return stored
        for key in (WITHDRAWN, HIDDEN):
            found = _standing_for(key).fullmatch(stored)
            if found is not None:
                return self.plain(Text(key, {"number": found[1]}))
        return stored

    def _fact(self, piece: Piece, value: Param, zone: ZoneInfo) -> str:
        """Return a fact in a sentence, in the format that the catalogue names."""
        before, name, spec = piece
        if isinstance(value, int) and not spec:
            is_count = name in _COUNTS
            return self._grouped(value) if is_count else beside(without_markup(before), value)
        if isinstance(value, Text):
            return self.html(value, zone)
        if isinstance(value, str) and self.language != DEFAULT_LANGUAGE:
            value = self.name(value)
        if value is not None and not isinstance(value, str | int):
            return self._facts(value, spec, zone)
        if not spec:
            return _NONE if value is None else plain(value)
        if spec in FORMATS:
            shown = FORMATS[spec](value, self.language, zone)
            return self._until(shown, value, zone) if spec.startswith("lastday") else shown
        return self._counted(value, spec)

    def _until(self, day: str, end: Param, zone: ZoneInfo) -> str:
        """Return a last day, and its end on the reader's clock if that is not midnight."""
        here = end_elsewhere(end, zone) if isinstance(end, str) else None
        if here is None:
            return day
        same = here.date() == datetime.fromisoformat(str(end)).date() - timedelta(days=1)
        key = "until.hour" if same else "until.day"
        return self.html(Text(key, {"day": day, "end": here.isoformat()}), zone)

    def _facts(self, values: Sequence[Text], spec: str, zone: ZoneInfo) -> str:
        texts = [self.html(value, zone) for value in values]
        return joined(texts, self.language, spec) if spec in {LIST, EITHER} else "\n".join(texts)

    def _counted(self, value: Param, unit: str) -> str:
        if not isinstance(value, int):
            raise TypeError(f"{value!r} cannot be counted in {unit}")
        if unit == LEFT and value < 0:
            unit, value = OVER, -value
        return self._template(f"unit.{unit}", {"n": value}).replace("{n}", self._grouped(value))

    def _grouped(self, count: int) -> str:
        return grouped(count, self.language)


def article_place(template: str) -> int:
    """Return where an article stands in a text: before the first full stop, or at the end."""
    end = _SENTENCE.search(template)
    return len(template) if end is None else end.start()


def _days_alike(template: str, facts: Mapping[str, Param]) -> str:
    """Return the template with one placeholder if both would show the same day."""

    def shorter(match: Match[str]) -> str:
        alike = match[1] in facts and facts[match[1]] == facts.get(match[3])
        return f"{{{match[1]}:{match[2]}}}" if alike else match[0]

    return _DAYS.sub(shorter, template) if " – {" in template else template


def _named_once(template: str, facts: Mapping[str, Param]) -> str:
    """Return `{title} · {phase}` as `{title}` if the phase is called by the same title."""
    phase = facts.get("phase")
    if not isinstance(phase, Text) or phase.key != ONLY_PHASE:
        return template
    alike = "title" in facts and phase.params["title"] == facts["title"]
    return _PHASE.sub(r"\1", template) if alike else template


def _without_empty_lines(worded: str) -> str:
    """Remove the lines of empty facts; keep the breaks between paragraphs."""

    def between(match: Match[str]) -> str:
        if match.start() == 0 or match.end() == len(worded):
            return ""
        return max(match.group().split(_NONE), key=len)

    return _AT_END.sub("", _LEFT_OUT.sub(between, worded)).replace(_NONE, "")


def plural_form(language: str, count: Param) -> int:
    """Return the index of a count's plural form: Romanian has 1 punct, 2 puncte, 20 de puncte."""
    if not isinstance(count, int):
        raise WordingError(f"the count n is {count!r}")
    tag = locale_of(language).plural_form(abs(count))
    return _PLURAL_TAGS[language].index(tag)


@lru_cache(maxsize=512)
def pieces(template: str) -> tuple[Piece, ...]:
    """Return the template's pieces; raises ValueError for unmatched braces."""
    return tuple(
        (literal, name or "", spec or "") for literal, name, spec, _ in Formatter().parse(template)
    )


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
def _standing_for(key: str) -> Pattern[str]:
    """Return a pattern for the stored names of forgotten or hidden people."""
    (stored,) = load_catalogue(DEFAULT_LANGUAGE).entries[key]
    return regex(stored.replace("{number}", r"(\d+)"))


@cache
def _standing_in() -> tuple[str, ...]:
    """Return the prefixes of those names."""
    entries = load_catalogue(DEFAULT_LANGUAGE).entries
    return tuple(entries[key][0].partition("{")[0] for key in (WITHDRAWN, HIDDEN))


def withdrawn_name(number: int) -> str:
    """Return the stored name of a forgotten person with that number."""
    return load_catalogue(DEFAULT_LANGUAGE).plain(Text(WITHDRAWN, {"number": str(number)}))


def is_withdrawn(stored: str) -> bool:
    """Return whether this is the stored name of a forgotten person."""
    return _standing_for(WITHDRAWN).fullmatch(stored) is not None


def without_markup(html: str) -> str:
    """Return Telegram HTML as plain text."""
    is_plain = "<" not in html and "&" not in html
    return html if is_plain else unescape(_TAG.sub("", html))


@dataclass(frozen=True, slots=True)
class Reader:
    """A message's reader: language, time zone, and whether messages may make a sound."""

    language: str = DEFAULT_LANGUAGE
    zone: ZoneInfo = HOME_ZONE
    mute: bool = False
