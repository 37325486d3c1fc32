"""`turretur rating pfs-check`: the federation's checklist for a tournament."""

import json
from pathlib import Path

from tests.bot.cli.rating.command import refusal, run
from tests.bot.cli.rating.pfs_check_shared import FORM


def test_each_letter_has_its_verdict(tmp_path: Path) -> None:
    """Each letter is met, not met or not stated, and has the text's requirement."""
    (tmp_path / "f.toml").write_text(FORM, encoding="utf-8")
    status, out, _ = run(tmp_path, "pfs-check", "@f.toml", "--json")
    found = json.loads(out)
    met = {row["letter"]: row["verdict"] for row in found}

    assert status == 1
    assert [list(row) for row in found] == [["letter", "verdict", "text", "edition"]] * 15
    assert "".join(met) == "abcdefghijklłmn"
    assert [letter for letter in met if met[letter] == "met"] == ["a", "c", "g"]
    assert [letter for letter in met if met[letter] == "not met"] == ["f", "h", "m"]
    assert found[13]["text"].endswith("not so with 2025-06-01")


def test_polish_holidays_are_days_off(tmp_path: Path) -> None:
    """Corpus Christi 2025 is a Thursday; the Friday after it is between days off."""
    for days, met in (("2025-06-19, 2025-06-20", True), ("2025-06-18", False)):
        (tmp_path / "f.toml").write_text(f"days = [{days}]", encoding="utf-8")
        status, out, _ = run(tmp_path, "pfs-check", "@f.toml", "--json")
        assert (status, json.loads(out)[6]["verdict"]) == (1, "met" if met else "not met")


def test_for_people(tmp_path: Path) -> None:
    """Each letter has a line, and the last line says who decides."""
    (tmp_path / "f.csv").write_text("key,value\nrounds,5\n", encoding="utf-8")
    status, out, _ = run(tmp_path, "pfs-check", "@f.csv")

    assert status == 1
    assert "f  NOT MET     there are at least 6 rounds" in out
    assert out.splitlines()[-1] == (
        "Checked by the text of 3 August 2015 as changed on 6 May 2023."
        " The board of the federation decides."
    )


ALL_MET = """minutes = 15
first_criterion = "big points"
closed = true
participants = 20
listed_participants = 5
criteria_approved = true
rules_observed = true
referee_licensed = true
federation_program = true
rounds = 6
days = [2025-06-14]
announced = 2025-05-01
fee = 50
fee_limit = 50
other_fees = false
table_width = 80
referee_table = true
good_lighting = true
enough_tables = true
toilets = true
sets_provided = true
clocks_provided = true
lodging_announced = true
meals_announced = true
word_computer = true
word_list_checked = true
club = false
protected_days = []
"""


def test_only_what_meets_every_condition_passes(tmp_path: Path) -> None:
    """The status is 0 only if every condition of the chosen edition is met."""
    (tmp_path / "all.toml").write_text(ALL_MET, encoding="utf-8")
    silent = ALL_MET.replace("toilets = true\n", "")
    (tmp_path / "silent.toml").write_text(silent, encoding="utf-8")
    new, shown, _ = run(tmp_path, "pfs-check", "@all.toml")
    old, out, _ = run(tmp_path, "pfs-check", "@all.toml", "--edition", "2015", "--json")
    open_one, _, _ = run(tmp_path, "pfs-check", "@silent.toml")

    assert (new, old, open_one) == (0, 1, 1)
    assert "NOT MET" not in shown
    assert [row["letter"] for row in json.loads(out) if row["verdict"] != "met"] == ["c"]
    assert {row["edition"] for row in json.loads(out)} == {"2015"}


def test_an_empty_form_to_fill_in(tmp_path: Path) -> None:
    """The form is valid and states nothing."""
    _, form, _ = run(tmp_path, "pfs-check", "--form")
    (tmp_path / "f.toml").write_text(form, encoding="utf-8")

    status, out, _ = run(tmp_path, "pfs-check", "@f.toml", "--json")

    assert (status, {row["verdict"] for row in json.loads(out)}) == (1, {"not stated"})
    assert "--form prints an empty one" in refusal(tmp_path, "pfs-check")


def test_bad_forms(tmp_path: Path) -> None:
    """The error names line and key."""
    (tmp_path / "f.toml").write_text("\nrounds = 'six'", encoding="utf-8")

    assert "f.toml: line 2, column rounds: “six” is not a whole number from 0" in refusal(
        tmp_path, "pfs-check", "@f.toml"
    )
