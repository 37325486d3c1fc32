"""The conversation before a list: what it waits for, and how files and doubts are handled."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from bot.documents.tables.faults import TableFault
from bot.ratings.calculation.task import TaskAction
from bot.ratings.jobs.cards import checked_card, summary_card
from bot.ratings.jobs.draft import Draft, UnfetchedFile, draft_from_json, draft_to_json
from bot.ratings.jobs.jobs import clean_name, stored_file
from bot.texts.i18n import load_catalogue
from storage.ratings.rating_work import WorkStage

UNDERSTOOD = {
    "players": 8,
    "newcomers": 2,
    "games": 24,
    "competitions": 3,
    "first_day": "2025-01-04",
    "last_day": "2025-02-28",
}
DOUBTS = [
    {"found": "Ana Popp", "near": "Ana Pop", "line": 3, "is_known": True},
    {"found": "Ion Ruus", "near": "Ion Rus", "line": 0, "is_known": False},
]


def draft(system: str, *names: str, **more: Any) -> Draft:
    """Return a draft with files of these names that nobody has read yet."""
    found = Draft(system=system, **more)
    for number, name in enumerate(names, 1):
        found = found.with_file(stored_file(number, name, name.encode()), len(name))
    return found


def read(found: Draft, *roles: str, **outcome: Any) -> Draft:
    """Return the draft after its files were read with that outcome."""
    held = {str(number): role for number, role in enumerate(roles, 1)}
    return found.checked({"roles": held, "understood": UNDERSTOOD, **outcome})


def test_a_calendar_is_all_that_frs_needs() -> None:
    """Before it the list lacks its input, and with it nothing."""
    assert draft("frs").stage == WorkStage.COLLECTING
    found = read(draft("frs", "a.csv"), "events")
    assert (found.stage, found.may_start, found.missing) == (WorkStage.READY, True, ())


def test_games_alone_leave_open_where_ratings_start() -> None:
    """Starting ratings stay open until a file comes or the officer says that all are new."""
    found = read(draft("absp", "r.csv"), "results")
    assert (found.stage, found.wants_starts) == (WorkStage.COLLECTING, True)
    assert replace(found, all_new=True).stage == WorkStage.READY
    assert read(draft("absp", "r.csv", "p.csv"), "results", "players").stage == WorkStage.READY
    assert read(draft("absp", "p.csv"), "players").missing == ("results",)


def test_faulty_files_are_left_out_and_the_good_ones_stay() -> None:
    """No list is calculated while there is an error."""
    fault = ["date", 2, "date", {"found": "x"}]
    found = read(draft("absp", "p.csv", "r.csv"), "players", "results", faults={"2": [fault]})

    assert [file.name for file in found.files] == ["p.csv"]
    assert found.faults == (("r.csv", TableFault("date", 2, "date", {"found": "x"})),)
    assert (found.understood, found.may_start) == (None, False)


def test_several_files_that_were_not_handed_over_are_asked_for_at_once() -> None:
    """Their names are above the other files needed, and the buttons stay."""
    wanted = checked_card(draft("absp"), "tokenX12")
    card = checked_card(draft("absp"), "tokenX12", lost=["p.csv", "r.csv"])

    text = load_catalogue("ro").plain(card.text)
    assert "fișierele p.csv, r.csv: Telegram nu mi le-a dat. Trimite-le încă o dată." in text
    assert load_catalogue("ro").plain(wanted.text) in text
    assert card.buttons == wanted.buttons


def test_doubts_are_cleared_one_by_one() -> None:
    """A merged name is counted again, and then the calculation may start."""
    found = read(draft("absp", "r.csv", "p.csv"), "results", "players", doubts=DOUBTS)
    assert (found.stage, found.may_start) == (WorkStage.ASKING, False)

    found = found.answered(0, is_same=True).answered(0, is_same=False)
    assert (found.same, found.new, found.doubts) == ({"Ana Popp": "Ana Pop"}, ("Ion Ruus",), ())
    assert (found.stage, found.is_counted) == (WorkStage.READY, False)
    again = read(found, "results", "players")
    assert again.is_counted
    assert again.task(TaskAction.CHECK, "ro").same == {"Ana Popp": "Ana Pop"}


@pytest.mark.parametrize(("system", "day"), [("frs", date(2025, 2, 28)), ("pfs", date(2025, 3, 1))])
def test_a_list_has_a_date(system: str, day: date) -> None:
    """A list's date is the last day of play, the next day for PFS, or the chosen one."""
    found = read(draft(system, "r.csv"), "results")
    assert found.day == day
    chosen = replace(found, options={"day": "2025-04-01"})
    assert chosen.day == date(2025, 4, 1)
    assert chosen.task(TaskAction.RATE, "en").day == date(2025, 4, 1)


def test_the_input_is_distinguished_by_files_and_choices() -> None:
    """A single file is its own hash; a date changes only what depends on it."""
    frs = read(draft("frs", "a.csv"), "events")
    assert frs.input_sha256 == frs.files[0].sha256
    assert replace(frs, options={"day": "2025-04-01"}).input_sha256 == frs.input_sha256
    pfs = replace(read(draft("pfs", "a.csv"), "results"), all_new=True)
    hashes = {
        each.input_sha256
        for each in (
            pfs,
            replace(pfs, options={"day": "2025-04-01"}),
            replace(pfs, options={"selection": "best"}),
            replace(pfs, same={"A": "B"}),
        )
    }
    assert len(hashes) == 4


def test_a_draft_is_read_back_as_it_was() -> None:
    """The stored draft is complete."""
    found = read(draft("absp", "r.csv", key="k"), "results", doubts=DOUBTS)
    found = replace(
        found, sent=(UnfetchedFile(file_id="x", name="y"),), message=5, options={"window": "100"}
    )
    assert draft_from_json(draft_to_json(found)) == found


@pytest.mark.parametrize("system", ["frs", "absp", "pfs", "fngo"])
def test_every_summary_can_be_started_and_stopped(system: str) -> None:
    """Each has buttons that Telegram accepts."""
    found = replace(read(draft(system, "r.csv"), "results", "events"), all_new=True)
    found = read(found, "events" if system == "frs" else "results")
    card = checked_card(found, "tokenX12")
    assert card == summary_card(found, "tokenX12")
    data = [button.data for row in card.buttons for button in row]
    assert data[0] == "rat:go:tokenX12"
    assert data[-1] == "rat:stop:tokenX12"
    assert all(len(each.encode()) <= 64 for each in data)


def test_files_keep_a_name_that_can_be_shown() -> None:
    """A file's stored name can be displayed, whatever its original name."""
    assert clean_name("a\u202e\n.csv", 1) == "a.csv"
    assert clean_name("\n", 7) == "7"
    assert len(clean_name("x" * 500 + ".csv", 1)) == 120
