"""Print every sentence of the bot, filled in as people read it: `python -m tools.texts`.

    python -m tools.texts                 all of them, section by section, Romanian above English,
                                          between them (dv) the form for „dumneavoastră”
    python -m tools.texts remind results  these sections
    python -m tools.texts --language ro   one language

For reviewers of texts: a sentence is shown with a sample name and date, and a counted one in each
plural form. A fact that is itself a text is shown as the code fills it in, if the code says so
directly. Otherwise it is shown as ‹its name›, and listed under its own key.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

import click

from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Param, Text
from bot.texts.templates import pieces

ROOT: Final = Path(__file__).resolve().parents[1]
FORMAL: Final = "dv"
"""The mark of a sentence in the formal form; the list shows it where it differs."""
COUNTS: Final[Mapping[str, tuple[int, ...]]] = {"ro": (1, 2, 20, 101), "en": (1, 2)}
"""For each language, a number for each plural form, and one more for a form that repeats."""
ANY_COUNT: Final = 2
"""The number in a sentence that has no plural forms."""
DEEPEST: Final = 3
"""The depth of texts within texts; deeper ones are shown by name."""

SAMPLES: Final[Mapping[str, Param]] = {
    "absent": "Ion Rus",
    "account": "Ionel P.",
    "after": 9,
    "allowance": 10,
    "arbiter": "Radu Moldovan",
    "author": "Ana Pop",
    "before": 12,
    "best": "J2 PĂSTREZI",
    "blue": "Ion Rus",
    "blue_got": 402,
    "blue_percent": 88,
    "blue_possible": 455,
    "blue_score": 480,
    "budget": 30,
    "by": "Radu Moldovan",
    "case": "K7QF/1#2",
    "channel": "WhatsApp",
    "club": "Argus Târgu Frumos",
    "code": "CN26",
    "command": "/concediu",
    "commitment": "3f9a…c1",
    "counted": 40,
    "day": "2026-05-14",
    "edition": "rospell-3.3.8-2",
    "event": "Anticipație",
    "example": "H8 CASA; 9G SAT",
    "file": "rezultate.csv",
    "fingerprint": "7b12…0e",
    "first": "Ana Pop",
    "found": "CASA",
    "game": "K7QF/1",
    "games": 6,
    "got": 380,
    "group": "A",
    "hand": "SLOPAAC",
    "least": 2,
    "leaves": "AAC",
    "letters": "SLOP",
    "line": 7,
    "link": "https://t.me/TurReturBot?start=K7QF-a1b2c3",
    "made": "H8 CASA",
    "match": "K7QF",
    "mine": 524,
    "most": 12,
    "move": "H8 CASA",
    "name": "Elena-Cristina Ștefănescu",
    "names": "Ana Pop, Ion Rus",
    "near": "Ana Pop",
    "next": "RTE",
    "notebook.theirs": "RĂTENUȘ",
    "number": 4,
    "of": 14,
    "old": "Ion Russ",
    "opponent": "Ion Rus",
    "other_hand": "RĂTENUȘ",
    "page": 1,
    "page.line_hands.theirs": "RĂTENUȘ",
    "pages": 3,
    "pair": "Ana Pop – Ion Rus",
    "partner": "Ion Rus",
    "partner_move": "H8 CASA",
    "percent": 90,
    "place": 2,
    "placement": "H8 CASA",
    "player": "Ana Pop",
    "players": 12,
    "points": 28,
    "position": "H8",
    "possible": 422,
    "rack": "SLOPAAC",
    "rating": 1423,
    "reason": "Am verificat fișa.",
    "red": "Ana Pop",
    "red_got": 380,
    "red_percent": 92,
    "red_score": 524,
    "reply": "I8 ARE",
    "round": 4,
    "score": "524–480",
    "second": "Ion Rus",
    "seed": "9cc6…aa",
    "sha": "9a06…67",
    "system": "FRS 2011",
    "theirs": 480,
    "then": "J8 SA → K8 TEN",
    "tile": "S",
    "title": "Campionatul Național 2026",
    "tournament": "Cupa Iașului",
    "typed": "H8 CASSA",
    "version": 9,
    "who": "Ana Pop",
    "word": "CASA",
    "words": "CASA, MASA",
    "writer": "Dan Ene",
    "year": 2026,
    "zone": "București",
}
"""The sample for a fact: of one text, of a section's texts, or of that name anywhere."""
INNER_TEXTS: Final[Mapping[str, str]] = {
    "claim": "claim.kind.time",
    "colour": "colour.red",
    "fault": "fault.unknown_word",
    "faults": "fault.unknown_word",
    "how": "ending.played_out",
    "means.how": "channel.named",
    "story.how": "ending.played_out",
    "leg": "leg.home",
    "phase": "phase.preliminary",
    "fault.phase": "phase.name_preliminary",
    "arrange.phase": "phase.name_preliminary",
    "ruling": "ruling.as_played",
    "where": "link.in_match",
}
"""Facts that are texts of their own in every text: the key of one of them."""
SHOWN_AS: Final[Mapping[str, Param]] = {
    "article": "7.2",
    "bytes": 1_572_864,
    "city": "Europe/Bucharest",
    "coef": "1.5219",
    "date": "2026-05-14",
    "datetime": "2026-05-14T17:30:00+00:00",
    "day": "2026-05-14",
    "either": ("Ana Pop", "Ana Popa"),
    "lastday": "2026-05-14",
    "lastday_short": "2026-05-14",
    "list": ("CASA", "MASA", "RASA"),
    "month": "2026-05-14",
    "quote": "Am verificat fișa.",
    "short": "2026-05-14",
    "sum": "1 + 524 / (524 + 480)",
    "time": "2026-05-14T17:30:00+00:00",
    "weekday": "2026-05-14",
}
"""The sample for a fact in that format."""
LATER: Final = frozenset({"last", "until", "closing", "end", "new", "returns"})
"""Facts that are the later one of two days."""


def listing(sections: tuple[str, ...], languages: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of the list: a heading for each section, then each key with its sentences."""
    keys = sorted(load_catalogue(LANGUAGES[0]).entries)
    for section, keys_of_section in groupby(keys, key=lambda key: key.split(".")[0]):
        if not sections or section in sections:
            yield f"\n== {section} =="
            for key in keys_of_section:
                yield f"\n{key}"
                for mark, sentence in _marked(key, languages):
                    yield "\n".join(f"  {mark}  {line}" for line in sentence.splitlines())


def _marked(key: str, languages: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield each sentence after its language; a formal one only if it differs."""
    for language in languages:
        usual = sentences(key, language)
        yield from ((language, sentence) for sentence in usual)
        formal = sentences(key, language, formal=True)
        yield from ((FORMAL, sentence) for sentence in formal if sentence not in usual)


def sentences(key: str, language: str, *, formal: bool = False) -> list[str]:
    """Return a catalogue entry as people read it: one sentence, or one for each count."""
    catalogue = load_catalogue(language, formal=formal)
    has_plurals = len(catalogue.entries[key]) > 1
    return [
        catalogue.plain(_filled(catalogue, key, n))
        for n in (COUNTS[language] if has_plurals else (ANY_COUNT,))
    ]


def _filled(catalogue: Catalogue, key: str, n: int, depth: int = 0) -> Text:
    """Return the text of that key with a sample for each of its facts; `n` is its count."""
    facts: dict[str, Param] = {"n": n}
    for template in catalogue.entries[key]:
        for _, name, spec in pieces(template):
            if name and name != "n":
                facts[name] = _fact(catalogue, key, name, spec, depth)
    return Text(key, facts)


def _fact(catalogue: Catalogue, key: str, name: str, spec: str, depth: int) -> Param:
    """Return the sample for one fact, by its format or else by its name."""
    if spec:
        sample = SHOWN_AS.get(spec, ANY_COUNT)  # a fact without a format is a number
        is_later = name in LATER and isinstance(sample, str)
        return str(sample).replace("-05-14", "-06-13") if is_later else sample
    inner = _inner_key(catalogue, key, name)
    if inner in catalogue.entries and depth < DEEPEST:
        return _filled(catalogue, inner, ANY_COUNT, depth + 1)
    return _sample_for(SAMPLES, key, name) or f"‹{name}›"


def _inner_key(catalogue: Catalogue, key: str, name: str) -> str:
    """Return the key of the text that fills in a fact; "" if the fact is no text.

    If the code says only how the key begins, it is that of `INNER_TEXTS`, or else the first that
    fits.
    """
    beginning = _said_in_code(key, name)
    if beginning and not beginning.endswith("."):
        return beginning  # the whole key
    usual = str(_sample_for(INNER_TEXTS, key, name) or "")
    if usual.startswith(beginning):
        return usual
    return min((other for other in catalogue.entries if other.startswith(beginning)), default="")


def _sample_for(samples: Mapping[str, Param], key: str, name: str) -> Param:
    """Return the sample for a fact of that text, of its section, or of that name anywhere.

    None if there is none.
    """
    places = (f"{key}.{name}", f"{key.partition('.')[0]}.{name}", name)
    return next((samples[place] for place in places if place in samples), None)


def _said_in_code(key: str, name: str) -> str:
    """Return the key, or its beginning, of the text that the code fills in there; "" if none."""
    # The code may also compose the outer key, so that only its beginning is known.
    beginnings = (key[:end] for end in range(len(key), key.find(".") + 1, -1))
    inner_keys = _texts_within_texts()
    return next(
        (inner_keys[outer, name] for outer in beginnings if (outer, name) in inner_keys), ""
    )


@cache
def _texts_within_texts() -> Mapping[tuple[str, str], str]:
    """Return for a key and a fact the key of the text that the code fills in, where it says so."""
    keys: dict[tuple[str, str], str] = {}
    for path in sorted((ROOT / "bot").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "say(" not in source:
            continue
        for call in ast.walk(ast.parse(source)):
            key = _key_of_call(call)
            if not key or not isinstance(call, ast.Call):
                continue
            for argument in call.keywords:
                inner = next(filter(None, map(_key_of_call, ast.walk(argument.value))), "")
                if inner and argument.arg:
                    keys.setdefault((key, argument.arg), inner)
    return keys


def _key_of_call(node: ast.AST) -> str:
    """Return the key of `say("key", …)`, or how a composed one begins, `phase.`; "" for others."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return ""
    if node.func.id != "say" or not node.args:
        return ""
    key = node.args[0]
    if isinstance(key, ast.JoinedStr) and key.values:  # an f-string: its part before the first {}
        key = key.values[0]
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""


@click.command()
@click.argument("sections", nargs=-1)
@click.option("--language", type=click.Choice(LANGUAGES), help="One language only.")
def command(sections: tuple[str, ...], language: str | None) -> None:
    """Print every sentence of the bot, in the named sections or in all."""
    for line in listing(sections, (language,) if language else LANGUAGES):
        click.echo(line)


if __name__ == "__main__":
    command()
