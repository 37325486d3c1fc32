"""Recognises catalogue texts in the bot's messages, and reads their facts.

Tests name a text by its key, so they do not depend on its wording.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from bot.texts.formats import FORMATS, LISTS
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.messages import Param, Text
from bot.texts.templates import article_place, pieces, without_markup
from sandbox import Message

_ANYTHING = r".*?"
_ARTICLE = r"(?:\s*\(art\.[^)]*\))?"
"""The article of a refusal, which stands before its first full stop."""
_DAYS = re.compile(r"\{(\w+):(date|short)\} – \{(\w+):\2\}")
_COUNTED = r"(?:rămas: |depășit cu )?[−\d.]+ (?:de )?\w+"
"""`8 puncte`, `30 de zile`, `rămas: 3 zile`, `depășit cu 2 zile`."""


def pattern(key: str, language: str = "ro", /, **facts: Param) -> re.Pattern[str]:
    """Return a pattern for the text of that key, with these facts and any others."""
    (found,) = patterns(key, language, **facts)
    return found


def patterns(key: str, language: str = "ro", /, **facts: Param) -> list[re.Pattern[str]]:
    """Return a pattern for each form of the text; a counted text has several."""
    forms = load_catalogue(language).entries[key]
    is_refusal = key.startswith("fault.")
    return [_recognising(template, language, facts, is_refusal=is_refusal) for template in forms]


_TITLED_PHASE: Final = re.compile(r"(?<=\{title\})(?:</b>)?(?: · \{phase\}| \(\{phase\}\))")


def _recognising(
    template: str, language: str, facts: Mapping[str, Param], *, is_refusal: bool
) -> re.Pattern[str]:
    template = _to_one_day(template, facts)
    seen: set[str] = set()

    def part(of: str) -> str:
        return "".join(_parts(of, language, facts, seen))

    if phase := _TITLED_PHASE.search(template):  # an only phase is called by the title alone
        before, named, after = template[: phase.start()], phase[0], template[phase.end() :]
        found = f"{part(before)}(?:{part(named)})?{part(after)}"
    elif is_refusal:
        place = article_place(template)
        found = f"{part(template[:place])}{_ARTICLE}{part(template[place:])}"
    else:
        found = part(template)
    return re.compile(rf"\s*{found}\s*", re.DOTALL)


def _parts(
    template: str, language: str, facts: Mapping[str, Param], seen: set[str]
) -> Iterator[str]:
    """Yield a pattern for each part of a template; a repeated name must match equally."""
    for literal, name, spec in pieces(template):
        yield _spaced(without_markup(literal))
        if not name:
            continue
        if name in facts:
            yield _spaced(shown(facts[name], spec, language))
        elif name in seen:
            yield f"(?P={name})"
        else:
            seen.add(name)
            yield f"(?P<{name}>{_ANYTHING if spec in ('', *FORMATS, *LISTS) else _COUNTED})"


def _to_one_day(template: str, facts: Mapping[str, Param]) -> str:
    """Return the template without the second of two days that these facts say are equal."""

    def shorter(match: re.Match[str]) -> str:
        first, last = facts.get(match[1]), facts.get(match[3])
        return match[0].partition(" – ")[0] if first is not None and first == last else match[0]

    return _DAYS.sub(shorter, template)


def _spaced(text: str) -> str:
    """Return a pattern of the text with any amount of white space.

    A line without contents may be missing, so its end may be that of the line before.
    """
    words = re.split(r"(\s+)", text)
    return "".join(_space(word) if word.isspace() else re.escape(word) for word in words)


def _space(space: str) -> str:
    return r"\s*(?:(?<=\n)|\A|\Z)" if "\n" in space else r"\s*"


def shown(value: Param, spec: str = "", language: str = "ro") -> str:
    """Return a fact in its template's format: `shown(3, "days")` is „3 zile”."""
    if value is None:
        return ""
    catalogue = _with_one_fact(language, spec)
    return catalogue.plain(Text("fact", {"fact": value}))


@cache
def _with_one_fact(language: str, spec: str) -> Catalogue:
    template = "{fact:" + spec + "}" if spec else "{fact}"
    return Catalogue(language, {**load_catalogue(language).entries, "fact": (template,)})


def worded(key: str, language: str = "ro", /, **facts: Param) -> str:
    """Return the text of that key as people read it."""
    return load_catalogue(language).plain(Text(key, facts))


def says(message: Message, key: str, language: str = "ro", /, **facts: Param) -> bool:
    """Return whether the message is the text of that key, with these facts."""
    found = patterns(key, language, **facts)
    return any(each.fullmatch(message.text) for each in found)


def told(
    messages: Iterable[Message], key: str, language: str = "ro", /, **facts: Param
) -> list[Message]:
    """Return the messages with the text of that key and these facts."""
    return [each for each in messages if says(each, key, language, **facts)]


def mentions(message: Message, key: str, language: str = "ro", /, **facts: Param) -> bool:
    """Return whether the message contains the text of that key."""
    return any(each.search(message.text) for each in patterns(key, language, **facts))


def facts_of(message: Message, key: str, language: str = "ro") -> dict[str, str]:
    """Return the facts, as shown, of a message with the text of that key."""
    tried = [each.fullmatch(message.text) for each in patterns(key, language)]
    found = next(filter(None, tried), None)
    assert found is not None, f"not {key}: {message.text!r}"
    return {name: (text or "").strip() for name, text in found.groupdict().items()}
