"""`turretur days`."""

import json

import pytest
from click.testing import CliRunner

from bot.__main__ import main


@pytest.mark.article("7.1")
@pytest.mark.parametrize(
    ("arguments", "days"),
    [
        (["01.05.2025", "01.05.2025"], 0),
        (["01.05.2025", "02.05.2025"], 0),
        (["1.05.2025", "2025-05-04"], 2),
        (["2025-05-01", "2025-05-10", "--leave", "2025-05-03..2025-05-04"], 6),
        (["--leave", "3.05.2025..4.05.2025", "2025-05-01", "2025-05-10"], 6),
        (
            [
                *("2025-05-01", "2025-05-10"),
                *("--leave", "2025-05-03..2025-05-04"),
                *("--leave", "2025-05-04..2025-05-20"),
            ],
            1,
        ),
        (["2025-03-29", "2025-03-31"], 1),
    ],
)
def test_days_are_counted_in_json(arguments: list[str], days: int) -> None:
    """Both ways of writing a date and any number of leave periods are understood."""
    result = CliRunner().invoke(main, ["days", *arguments, "--json"])

    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"days": days}


def test_without_json_a_sentence_is_printed() -> None:
    """A person reads one line with the days, the leave deducted and the article."""
    result = CliRunner().invoke(main, ["days", "2025-05-01", "2025-05-03"])
    leave = ["--leave", "2025-05-03..2025-05-04"]
    with_leave = CliRunner().invoke(main, ["days", "2025-05-01", "2025-05-06", *leave])

    assert result.stdout == "1 day of thinking time (art. 7.1)\n"
    assert with_leave.stdout == "2 days of thinking time, 2 of leave not counted (art. 7.2)\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["2025-05-04", "2025-05-03"], "SENT 2025-05-03 is before RECEIVED 2025-05-04"),
        (["2025-05-04"], "Missing argument 'SENT'"),
        (["tomorrow", "2025-05-03"], "'tomorrow': no date"),
        (["2025-02-30", "2025-05-03"], "'2025-02-30': there is no such day"),
        (["3.05", "2025-05-03"], "'3.05': the year is missing"),
        (["2025-05-01", "2025-05-03", "--leave", "1..2"], "no date"),
        (["2025-05-01", "2025-05-03", "--leave", "2025-05-03.."], "no period"),
        (
            ["2025-05-01", "2025-05-03", "--leave", "2025-05-03..2025-05-02"],
            "the period ends before it begins",
        ),
        (["2025-05-01", "2025-05-03", "--leaf"], "No such option '--leaf'"),
    ],
)
def test_bad_input_ends_with_one_clear_line(arguments: list[str], said: str) -> None:
    """Bad input gives status 2, nothing on stdout, and one line on stderr with the error."""
    result = CliRunner().invoke(main, ["days", *arguments])

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("turretur: ")
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
