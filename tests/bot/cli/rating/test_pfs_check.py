"""`turretur rating pfs-check`: the federation's checklist for a tournament."""

import json
from pathlib import Path

from tests.bot.cli.rating.command import answer, refusal, run

FORM = """minutes = 20\nrounds = 5\ndays = [2025-06-14, 2025-06-15]\nannounced = 2025-05-20
closed = false\nclub = true\nclub_days = [2025-06-01]\n"""


def test_each_letter_has_its_verdict(tmp_path: Path) -> None:
    """Met, not met or not stated, in the order of the text, with what the text asks."""
    (tmp_path / "f.toml").write_text(FORM, encoding="utf-8")
    status, out, _ = run(tmp_path, "pfs-check", "@f.toml", "--json")
    found = json.loads(out)
    met = {row["letter"]: row["met"] for row in found}

    assert status == 1
    assert [list(row) for row in found] == [["letter", "met", "text"]] * 15
    assert "".join(met) == "abcdefghijklłmn"
    assert [letter for letter in met if met[letter] is True] == ["a", "c", "g"]
    assert [letter for letter in met if met[letter] is False] == ["f", "h", "m"]
    assert found[13]["text"].endswith("not so with 2025-06-01")


def test_polish_holidays_are_days_off(tmp_path: Path) -> None:
    """Corpus Christi 2025 is a Thursday; the Friday after it lies between days off."""
    for days, met in (("2025-06-19, 2025-06-20", True), ("2025-06-18", False)):
        (tmp_path / "f.toml").write_text(f"days = [{days}]", encoding="utf-8")
        status, out, _ = run(tmp_path, "pfs-check", "@f.toml", "--json")
        assert (status, json.loads(out)[6]["met"]) == (int(not met), met)


def test_for_people(tmp_path: Path) -> None:
    """A line a letter, and who decides in the end."""
    (tmp_path / "f.csv").write_text("key,value\nrounds,5\n", encoding="utf-8")
    status, out, _ = run(tmp_path, "pfs-check", "@f.csv")

    assert status == 1
    assert "f  NOT MET     there are at least 6 rounds" in out
    assert out.splitlines()[-1] == "The board of the federation has the last word."


def test_an_empty_form_to_fill_in(tmp_path: Path) -> None:
    """It is valid, and states nothing yet."""
    _, form, _ = run(tmp_path, "pfs-check", "--form")
    (tmp_path / "f.toml").write_text(form, encoding="utf-8")

    assert {row["met"] for row in answer(tmp_path, "pfs-check", "@f.toml")} == {None}
    assert "--form prints an empty one" in refusal(tmp_path, "pfs-check")


def test_bad_forms(tmp_path: Path) -> None:
    """By line and key."""
    (tmp_path / "f.toml").write_text("\nrounds = 'six'", encoding="utf-8")

    assert "f.toml: line 2, column rounds: “six” is not a whole number from 0" in refusal(
        tmp_path, "pfs-check", "@f.toml"
    )
