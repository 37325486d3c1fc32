"""Remarks and questions about the files of a list, before it is calculated."""

import zlib
from base64 import b64decode
from typing import Any

from bot.ratings.calculation.task import TaskAction
from bot.ratings.jobs.calculating import rate
from bot.ratings.jobs.draft import Draft
from tests.bot.ratings.jobs.read_files import card_text, drafted, read_again
from tests.bot.ratings.lists.given import task_of
from tests.rating_files import EVENTS, GAMES, absp_example, calendar, csv_of


def remarks(*rows: str) -> str:
    """Return the summary of games for a system that groups them by tournament."""
    return card_text(drafted("absp", ("r.csv", csv_of(GAMES, rows)), all_new=True))


def rated(system: str, *contents: bytes) -> dict[str, Any]:
    """Return the outcome of a rating."""
    task, files = task_of(system, *contents, action=TaskAction.RATE)
    return rate(task, files, lambda _: None)


def summary_if_same(draft: Draft, *files: tuple[str, bytes]) -> str:
    """Return the summary after the answer that the first similar names are one player."""
    return card_text(read_again(draft.answered(0, is_same=True), files))


def test_a_misspelt_tournament_is_reported_with_both_names() -> None:
    """Days apart the names would make two tournaments; weeks apart they are two anyway."""
    first = "2025-03-01,Cupa Cluj,1,Ana Pop,Ion Rus,400,300"
    remark = "„Cupa Cuj” și „Cupa Cluj” se iau ca două turnee"

    assert remark in remarks(first, "2025-03-02,Cupa Cuj,2,Ana Pop,Ion Rus,400,300")
    assert remark not in remarks(first, "2025-04-02,Cupa Cuj,2,Ana Pop,Ion Rus,400,300")


def test_one_name_on_consecutive_weekends_is_reported() -> None:
    """Two weekends of one name are one tournament with a remark; a long weekend has none."""
    first = "2025-03-02,Open,1,Ana Pop,Ion Rus,400,300"
    remark = "„Open” se ia ca un singur turneu, deși între 2 martie 2025 și 8 martie 2025 nu s-a"

    assert remark in remarks(first, "2025-03-08,Open,2,Ana Pop,Ion Rus,400,300")
    assert "un singur" not in remarks(first, "2025-03-05,Open,2,Ana Pop,Ion Rus,4,3")


def test_a_misspelt_participant_of_collective_games_is_asked_about() -> None:
    """No player is split in two unasked, and games of a day with similar names are reported."""
    rows = [
        *("2025-03-01,classic,Etapa Cluj,Ion Popescu,1", "2025-03-01,classic,Etapa Cluj,Ana,2"),
        *("2025-03-01,classic,Etapa Clj,Ion Popesc,1", "2025-03-01,classic,Etapa Clj,Ana,2"),
    ]
    file = ("e.csv", csv_of(EVENTS, rows))
    draft = drafted("frs", file)

    assert "Ion Popesc (rândul 4) seamănă cu Ion Popescu" in card_text(draft)
    summary = summary_if_same(draft, file)
    assert "„Etapa Clj” și „Etapa Cluj” se iau ca două turnee" in summary
    assert "2 jucători" in summary


def test_a_list_of_those_known_is_held_against_collective_games() -> None:
    """A list, even one made by the bot, says who is known; it is not required."""
    rows = ["2025-03-01,classic,1,Ion Popesc,1", "2025-03-01,classic,1,Ana,2"]
    games = ("e.csv", csv_of(EVENTS, rows))
    known = csv_of("place,player,rating,events", ["1,Ion Popescu,160,9", "2,Ana,150,9"])
    alone = drafted("frs", games)
    both = drafted("frs", games, ("lista.csv", known))

    assert alone.may_start
    assert "seamănă" not in card_text(alone)
    assert "Ion Popesc (rândul 2) seamănă cu Ion Popescu" in card_text(both)
    assert "2 jucători" in summary_if_same(both, games, ("lista.csv", known))
    answered = both.answered(0, is_same=True)
    contents = {1: games[1], 2: known}
    assert rate(answered.task(TaskAction.RATE, "ro"), contents, lambda _: None)["sheets"]


def test_a_score_that_nobody_has_had_is_reported() -> None:
    """An unlikely score counts and brings a remark; 400.0 is read as 400."""
    remark = remarks("2025-03-01,Open,1.0,Ana Pop,Ion Rus,4000,300.0")
    assert "scorul 4000 nu este de crezut" in remark
    assert "300 este" not in remark


def test_a_file_of_tsh_with_numbers_of_a_register() -> None:
    """Ids, several ratings and lists joined by a plus are read; other lines are named."""
    players = "Pop, Ana:XT000123 0+0+0 2+2; 400+380\nRus, Ion:XT000124 0+0+0 1+1; 300+390\n"
    content = f"# 2025-05-31 Open Cluj\n{players}"

    wrong = drafted("absp", ("a.t", f"{content}Ene Dan x;;1\n".encode()))
    assert "rândul 4" in card_text(wrong)
    right = card_text(drafted("absp", ("a.t", content.encode()), all_new=True))
    assert "2 jucători" in right
    assert "2 partide" in right


def test_a_list_of_collective_games_is_no_start_of_games_of_two() -> None:
    """A list that counts events is no start, so the bot asks about the missing games."""
    rows = [f"2025-03-0{n},free,{n},{p},{m}" for n in (1, 2) for m, p in ((1, "Ana"), (2, "Ion"))]
    book = b64decode(rated("frs", csv_of(EVENTS, rows))["book"])
    games = csv_of(GAMES, ["2025-03-01,Open,1,Ana,Ion,400,300"])

    card = card_text(drafted("absp", ("r.csv", games), ("lista.xlsx", book)))

    assert "partide" in card
    assert "concursuri" in card


def test_a_saved_list_is_continued_whole_alone_and_by_its_own_system() -> None:
    """A saved list of another system, a changed one, and one with ratings beside it are refused."""
    games, starts = absp_example()
    saved = zlib.decompress(b64decode(rated("absp", games, starts)["saved"]))
    file = ("s.json", saved)

    assert "este o listă absp, nu pfs" in card_text(drafted("pfs", file))
    spoilt = ("x.json", saved.replace(b"Xenia", b"Xenla"))
    assert "nu este o listă salvată întreagă" in card_text(drafted("absp", spoilt))
    beside = drafted("absp", file, ("s.csv", starts))
    assert "trimite numai partidele noi" in card_text(beside)


def test_one_error_of_many_rows_is_reported_once() -> None:
    """The bot counts the errors and names the rows as a range."""
    broken = calendar(3).replace(b"2025-01-04", b"4 ianuarie")
    card = card_text(drafted("frs", ("jocuri.csv", broken)))
    assert "8 greșeli; nu am calculat nimic" in card
    assert "• rândurile 2–9, coloana date: „4 ianuarie” nu este o dată" in card
