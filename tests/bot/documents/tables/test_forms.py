"""The application of a tournament, in TOML or as a table."""

from datetime import date
from fractions import Fraction

import pytest

from bot.documents.tables.faults import TableError
from bot.documents.tables.forms import EMPTY_FORM, read_form
from engine.ratings.pfs_check import BIG_POINTS, Application
from tests.bot.documents.tables.files import table, xlsx

TOML = """\
rounds = 12
closed = false
fee = 60.5
announced = 2025-05-01
days = [2025-06-14, 2025-06-15]
club_days = []
first_criterion = "duże punkty"
"""
ROWS = [
    ("key", "value"),
    ("rounds", "12"),
    ("closed", "no"),
    ("fee", "60,5"),
    ("announced", "2025-05-01"),
    ("days", "2025-06-14 2025-06-15"),
    ("club_days", "none"),
    ("first_criterion", "Big  points"),
    ("minutes", ""),
]
STATED = Application(
    rounds=12,
    closed=False,
    fee=Fraction(121, 2),
    announced=date(2025, 5, 1),
    days=(date(2025, 6, 14), date(2025, 6, 15)),
    club_days=(),
    first_criterion=BIG_POINTS,
)


def test_toml_and_tables_say_the_same() -> None:
    """Dates or texts, booleans or yes and no, Polish or English give the same form."""
    text = "\n".join(";".join(row) for row in ROWS)

    assert read_form(table(TOML, "form.toml")) == STATED
    assert read_form(table(text)) == STATED
    listed = text.replace("2025-06-14 2025-06-15", "14.06.2025, 15.06.2025")
    assert read_form(table(listed)) == STATED
    assert read_form(table(xlsx(*ROWS), "form.xlsx")) == STATED


def test_the_empty_form_states_nothing_and_can_be_filled_in() -> None:
    """Every line is valid once the # is removed."""
    filled = "\n".join(
        line.removeprefix("# ") if " = " in line else line for line in EMPTY_FORM.splitlines()
    )

    assert read_form(table(EMPTY_FORM, "f.toml")) == Application()
    stated = read_form(table(filled, "f.toml"))
    assert None not in [getattr(stated, key) for key in Application.__dataclass_fields__]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("rounds = x", ("toml", 1, "")),
        ("a = 1\nrounds = 12", ("key", 1, "a")),
        ("[t]\nclosed = true", ("key", 0, "t")),
        ('\nclosed = "perhaps"', ("truth", 2, "closed")),
        ("days = [2025-06-14, 7]", ("days", 1, "days")),
        ("rounds = -1", ("count", 1, "rounds")),
        ("fee = inf", ("number", 1, "fee")),
        ("announced = 14", ("date", 1, "announced")),
        ("rounds = " + "[" * 5000, ("toml", 0, "")),
        ("rounds = " + "9" * 5000, ("toml", 0, "")),
        ("#" * (1 << 20) + "\n", ("bytes", 0, "")),
    ],
)
def test_faults_in_toml(text: str, fault: tuple[str, int, str]) -> None:
    """Errors name line and key, those of tomllib included."""
    with pytest.raises(TableError) as caught:
        read_form(table(text, "f.toml"))
    first = caught.value.faults[0]

    assert (first.code, first.line, first.column) == fault


def test_faults_in_tables() -> None:
    """A repeated key and bytes that are not text are refused."""
    with pytest.raises(TableError, match="line 3, column rounds: the key appears twice"):
        read_form(table("key,value\nrounds,1\nrounds,2\n"))
    with pytest.raises(TableError, match="the letters cannot be read; save the file as CSV UTF-8"):
        read_form(table(b"rounds = 1\xff", "f.toml"))
