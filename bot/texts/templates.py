"""The templates of sentences: their pieces, and what one loses before or after it is filled.

`bot.texts.i18n` fills them in. Pure.
"""

from collections.abc import Mapping
from functools import lru_cache
from html import unescape
from re import Match
from re import compile as regex
from string import Formatter
from typing import Final, NamedTuple

from bot.texts.messages import Param, Text

ONLY_PHASE: Final = "phase.only"
"""The name of a competition's only phase: the competition's own `title`."""
NONE: Final = "\0"
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
"""The end of a sentence in a template, before its mark; abbreviations end none."""


class Piece(NamedTuple):
    """A part of a template: literal text, and the fact after it."""

    literal: str
    fact: str
    """The name of the fact; "" after the last literal text."""
    spec: str
    """The fact's format, as `points` or `date`; "" for none."""


@lru_cache(maxsize=512)
def pieces(template: str) -> tuple[Piece, ...]:
    """Return the template's pieces.

    Raises:
        ValueError: the braces do not match.
    """
    return tuple(
        Piece(literal, name or "", spec or "")
        for literal, name, spec, _ in Formatter().parse(template)
    )


def article_place(template: str) -> int:
    """Return where an article belongs: before the mark of the first sentence, or at the end."""
    end = _SENTENCE.search(template)
    return len(template) if end is None else end.start()


def days_alike(template: str, facts: Mapping[str, Param]) -> str:
    """Return the template with `{first:date} – {last:date}` as one day if both are the same."""

    def one_day(match: Match[str]) -> str:
        is_same = match[1] in facts and facts[match[1]] == facts.get(match[3])
        return f"{{{match[1]}:{match[2]}}}" if is_same else match[0]

    return _DAYS.sub(one_day, template) if " – {" in template else template


def named_once(template: str, facts: Mapping[str, Param]) -> str:
    """Return `{title} · {phase}` as `{title}` if the phase is called by the same title."""
    phase = facts.get("phase")
    if not isinstance(phase, Text) or phase.key != ONLY_PHASE:
        return template
    is_title = "title" in facts and phase.params["title"] == facts["title"]
    return _PHASE.sub(r"\1", template) if is_title else template


def without_empty_lines(worded: str) -> str:
    """Remove the lines of empty facts; keep the breaks between paragraphs."""

    def line_breaks(match: Match[str]) -> str:
        if match.start() == 0 or match.end() == len(worded):
            return ""
        return max(match.group().split(NONE), key=len)

    return _AT_END.sub("", _LEFT_OUT.sub(line_breaks, worded)).replace(NONE, "")


def without_markup(html: str) -> str:
    """Return Telegram HTML as plain text."""
    is_plain = "<" not in html and "&" not in html
    return html if is_plain else unescape(_TAG.sub("", html))
