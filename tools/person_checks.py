"""The table of `docs/tables.md` that shows what each entrance does with the name of a known person.

`tests/e2e/people/test_entrances.py` proves every cell through the chat.
"""

from collections.abc import Iterator, Mapping
from typing import Final

JOINED, ASKED, LATER, AS_CLUB = "joined", "asked", "arbiter asked", "name, club"

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
COMMA: Final = "`Pop, Ana`"
"""A typed line has the club after the comma."""
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
    if check == COMMA and entrance in {"pasted list", "replacement", "sign-up link"}:
        return AS_CLUB
    is_spelling = check in tuple(CHECKS)[:3]
    if entrance == "sign-up link":
        return LATER if not is_spelling else JOINED
    return JOINED if is_spelling else ASKED


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table, its header first."""
    yield ("", *ENTRANCES)
    for check in CHECKS:
        yield (check, *(outcome(check, entrance) for entrance in ENTRANCES))
