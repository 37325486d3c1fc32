"""The paths of pages, and the relative links between them, which also work from a folder."""

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from itertools import takewhile
from typing import Final, TypeVar

from engine.ids import GameId, MatchCode
from engine.notation import fold

T = TypeVar("T")
VERIFY = "verifica.html"
"""The page where anybody can verify a proof."""
HALL: Final = "galerie.html"
"""The list of all series."""
FRIENDLIES: Final = "amicale.html"
"""The list of friendly games that both players want to show."""
HOW: Final = "cum-se-joaca.html"
"""The page *How to play*."""
HOW_PICTURE: Final = "cum-se-joaca.png"
HOW_PAPER: Final = "cum-se-joaca.pdf"
"""The same page on A4."""
GUIDES: Final = {
    "player": "ghid-jucator.html",
    "arbiter": "ghid-arbitru.html",
    "organiser": "ghid-organizator.html",
    "ratings": "ghid-rating.html",
}
"""The page of each guide."""
_NOT_IN_SLUGS = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """Return a text in a form for addresses: `stefan-toma`; `x` if it has no letter or digit."""
    return _NOT_IN_SLUGS.sub("-", fold(text).lower()).strip("-") or "x"


def relative(here: str, there: str) -> str:
    """Return the relative link from one file of the site to another."""
    *folders, _ = here.split("/")
    *above, name = there.split("/")
    pairs = zip(folders, above, strict=False)  # one path may be deeper than the other
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return "/".join([*[".."] * (len(folders) - common), *above[common:], name])


def competition_path(code: str) -> str:
    """Return the path of a competition's page."""
    return f"c/{slug(code)}/index.html"


def phase_path(code: str, number: int) -> str:
    """Return the path of a phase's overall standings."""
    return f"c/{slug(code)}/faza-{number + 1}.html"


def group_path(code: str, number: int, group: str) -> str:
    """Return the path of a group's page."""
    return f"c/{slug(code)}/faza-{number + 1}-{slug(group)}.html"


def rulings_path(code: str) -> str:
    """Return the path of a competition's rulings."""
    return f"c/{slug(code)}/hotarari.html"


def picture_of(path: str) -> str:
    """Return the path of the picture that other sites show of a page."""
    return path.removesuffix(".html") + ".png"


def match_path(code: MatchCode) -> str:
    """Return the path of a match's page."""
    return f"m/{slug(code)}.html"


def game_path(game: GameId) -> str:
    """Return the path of a game's replay."""
    return f"m/{slug(game)}.html"


def proof_path(code: MatchCode) -> str:
    """Return the path of a match's proof: one file for all languages, at a permanent address."""
    return f"m/{slug(code)}.proof.json"


def series_paths(names: Iterable[str]) -> dict[str, str]:
    """Return the path of each series' hall of fame.

    Of names with one slug, all but the first get a number, so the order of `names` must be fixed.
    """
    owners: dict[str, str] = {}
    return {name: f"s/{free_stem(owners, slug(name), name)}.html" for name in names}


def free_stem(owners: dict[str, T], stem: str, owner: T) -> str:
    """Return the stem, or with the first number under which no other owner has it; record it."""
    name, number = stem, 1
    while owners.setdefault(name, owner) != owner:
        number += 1
        name = f"{stem}-{number}"
    return name


def list_path(system: str, kind: str, day: date) -> str:
    """Return the path of a published rating list's page."""
    return f"r/{_of_list(system, kind, day)}.html"


def list_file(system: str, kind: str, day: date) -> str:
    """Return the path of a published rating list's file."""
    return f"liste/{_of_list(system, kind, day)}.csv"


def _of_list(system: str, kind: str, day: date) -> str:
    return f"{slug(system)}-{slug(kind)}-{day.isoformat()}"
