"""The table of `docs/tables.md` that shows what each entrance does with the name of a known person.

`tests/e2e/people/test_entrances.py` proves every cell through the chat.
"""

from collections.abc import Iterator, Mapping
from typing import Final

JOINED, ASKED, LATER, NEW = "joined", "asked", "arbiter asked", "new person"

KNOWN: Final = "Ana Pop"
CHECKS: Final[Mapping[str, str]] = {
    "capitals, blanks, diacritics": "ANA  PÓP",
    "`Pop, Ana`": "Pop, Ana",
    "hyphen for a blank": "Ana-Pop",
    "another order": "Pop Ana",
    "one letter": "Ana Popp",
    "one given name more": "Ana Maria Pop",
}
"""What differs, and such a name."""
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
    is_spelling = check in tuple(CHECKS)[:3]
    if entrance == "sign-up link":
        return LATER if not is_spelling else JOINED
    return JOINED if is_spelling else ASKED


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table, its header first."""
    yield ("", *ENTRANCES)
    for check in CHECKS:
        yield (check, *(outcome(check, entrance) for entrance in ENTRANCES))
