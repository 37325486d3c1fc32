"""The table of `docs/tables.md` that shows what each entrance does with the name of a known person.

`tests/e2e/people/test_entrances.py` proves every cell through the chat.
"""

from collections.abc import Iterator, Mapping
from typing import Final

JOINED: Final = "joined"
"""The name means the known person."""
ASKED: Final = "asked"
"""The person at the entrance is asked whether it does."""
LATER: Final = "arbiter asked"
"""An arbiter is asked later."""
NEW: Final = "new person"

KNOWN: Final = "Ana Pop"
"""The name of the known person."""
CHECKS: Final[Mapping[str, str]] = {
    "capitals, blanks, diacritics": "ANA  PÓP",
    "`Pop, Ana`": "Pop, Ana",
    "hyphen for a blank": "Ana-Pop",
    "another order": "Pop Ana",
    "one letter": "Ana Popp",
    "one given name more": "Ana Maria Pop",
}
"""What differs, and such a name."""
_SPELLINGS: Final = tuple(CHECKS)[:3]
"""The differences that no two people's names have."""
ENTRANCES: Final = (
    "pasted list",
    "list in a file",
    "replacement",
    "sign-up link",
    "`/meci`",
    "season import",
    "match import",
)


def outcome(check: str, entrance: str) -> str:
    """Return what the entrance does with a name that differs so from a known person's."""
    if check in _SPELLINGS:
        return JOINED
    return LATER if entrance == "sign-up link" else ASKED


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table, its header first."""
    yield ("", *ENTRANCES)
    for check in CHECKS:
        yield (check, *(outcome(check, entrance) for entrance in ENTRANCES))
