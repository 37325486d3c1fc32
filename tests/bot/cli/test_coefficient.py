"""`turretur coefficient`."""

import json

import pytest
from click.testing import CliRunner

from bot.__main__ import main


@pytest.mark.parametrize(
    ("arguments", "first", "second", "article"),
    [
        (["normal", "524", "480", "--json"], "1.5219", "0.4781", "8.1"),
        (["normal", "--json", "401", "399"], "1.5013", "0.4987", "8.1"),
        (["normal", "--json", "900", "100"], "1.6667", "0.1000", "9.5"),
        (["normal", "--json", "--", "-5", "10"], "0.4700", "1.5300", "8.3"),
        (["normal", "--json", "--", "-5", "-10"], "1.5000", "0.5000", "8.2"),
        (["normal", "--json", "0", "0"], "1.0000", "1.0000", "8.4"),
        (["interrupted", "--json", "524", "480"], "1.0219", "0.9781", "9.2"),
        (["interrupted", "--json", "--", "10", "-3"], "1.5000", "0.5000", "9.2"),
        (["abandoned", "10", "20", "--rounds", "0", "--json"], "1.5300", "0.4700", "9.1"),
        (["abandoned", "--rounds", "5", "--json", "200", "300"], "1.4800", "0.5200", "9.1"),
        (["abandoned", "300", "200", "--json", "--rounds", "5"], "1.5800", "0.4000", "9.1"),
        (["abandoned", "--rounds", "1", "--json", "--", "-4", "30"], "1.5200", "0.4800", "9.1"),
        (
            ["abandoned", "200", "300", "--rounds", "5", "--floor", "fixed", "--json"],
            "1.5300",
            "0.4700",
            "9.1",
        ),
    ],
)
def test_coefficients_in_json(arguments: list[str], first: str, second: str, article: str) -> None:
    """The JSON has the coefficients as strings of four decimals, the article and the terms."""
    result = CliRunner().invoke(main, ["coefficient", *arguments])
    answer = json.loads(result.stdout)

    assert result.exit_code == 0
    assert list(answer) == ["first", "second", "article", "terms"]
    assert (answer["first"], answer["second"], answer["article"]) == (first, second, article)
    assert {first, second} <= {term["value"] for term in answer["terms"]}
    assert all(list(term) == ["name", "expression", "value"] for term in answer["terms"])


def test_without_json_the_arithmetic_is_printed() -> None:
    """A person reads the coefficients, the article and the arithmetic."""
    result = CliRunner().invoke(main, ["coefficient", "normal", "524", "480"])
    fixed = CliRunner().invoke(main, ["coefficient", "normal", "--", "-5", "10"])

    assert result.stdout.splitlines() == [
        "1.5219 / 0.4781 (art. 8.1)",
        "  winner = 1 + 524 / (524 + 480) = 1.5219",
        "  loser = 2 - 1.5219 = 0.4781",
    ]
    assert fixed.stdout.splitlines()[1] == "  winner = 1.5300"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing command"),
        (["drawn", "1", "2"], "No such command 'drawn'"),
        (["normal", "1"], "Missing argument 'BLUE'"),
        (["normal", "1", "2", "3"], "unexpected extra argument"),
        (["normal", "1", "2.5"], "'2.5' is not a valid integer"),
        (["normal", "-5", "10"], "No such option '-5'"),
        (["abandoned", "1", "2"], "Missing option '--rounds'"),
        (["abandoned", "1", "2", "--rounds", "-1"], "-1 is not in the range"),
        (["abandoned", "1", "2", "--rounds", "1", "--floor", "low"], "'low' is not one of"),
    ],
)
def test_bad_input_ends_with_one_clear_line(arguments: list[str], said: str) -> None:
    """Bad input gives status 2, nothing on stdout, and one line on stderr with the error."""
    result = CliRunner().invoke(main, ["coefficient", *arguments])

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("turretur: ")
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
