"""Where pages lie in the site, and how they name each other: by relative paths, in a folder too."""

import re
from datetime import date
from functools import lru_cache
from itertools import takewhile

from engine.ids import GameId, MatchCode
from engine.notation import fold

VERIFY = "verifica.html"
"""The page where anybody verifies what he has been given."""
_OTHER = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """Return a text as it stands in an address: `stefan-toma`."""
    return _OTHER.sub("-", fold(text).lower()).strip("-") or "x"


def relative(here: str, there: str) -> str:
    """Return how a page names another file of the site."""
    *folders, _ = here.split("/")
    *above, name = there.split("/")
    shared = zip(folders, above, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], shared))
    return "/".join([*[".."] * (len(folders) - same), *above[same:], name])


def competition_path(code: str) -> str:
    """Return where a competition's page lies."""
    return f"c/{slug(code)}/index.html"


def phase_path(code: str, number: int) -> str:
    """Return where the order of all players of a phase lies."""
    return f"c/{slug(code)}/faza-{number + 1}.html"


def group_path(code: str, number: int, group: str) -> str:
    """Return where a group's page lies."""
    return f"c/{slug(code)}/faza-{number + 1}-{slug(group)}.html"


def rulings_path(code: str) -> str:
    """Return where the rulings of a competition lie."""
    return f"c/{slug(code)}/hotarari.html"


def picture_of(path: str) -> str:
    """Return where the picture lies that others show of a page."""
    return path.removesuffix(".html") + ".png"


def match_path(code: MatchCode) -> str:
    """Return where a match's page lies."""
    return f"m/{slug(code)}.html"


def game_path(game: GameId) -> str:
    """Return where a game is replayed."""
    return f"m/{slug(game)}.html"


def proof_path(code: MatchCode) -> str:
    """Return where a match's proof lies: a file in no language, whose address never changes."""
    return f"m/{slug(code)}.proof.json"


def list_path(system: str, kind: str, day: date) -> str:
    """Return where a published rating list's page lies."""
    return f"r/{_of_list(system, kind, day)}.html"


def list_file(system: str, kind: str, day: date) -> str:
    """Return where it lies as a file."""
    return f"liste/{_of_list(system, kind, day)}.csv"


def _of_list(system: str, kind: str, day: date) -> str:
    return f"{slug(system)}-{slug(kind)}-{day.isoformat()}"
