"""What `test_kept_spreadsheets` and other tests share."""

from sandbox import Message

ANA, ION, DAN, EMA = "Ana Pop", "Ion Rus", "Dan Ene", "Ștefan Ilie"


Rows = tuple[tuple[str | int | None, ...], ...]


def first_rows(shown: Message) -> list[str]:
    """Return the names of the players listed in a message."""
    lines = (line.partition(". ") for line in shown.text.splitlines())
    return [
        rest.partition(" (")[0].partition(",")[0]
        for number, _, rest in lines
        if rest and number.isdecimal()
    ]
