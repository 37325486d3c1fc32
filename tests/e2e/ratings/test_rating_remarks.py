"""Remarks for a ratings officer in chat about a file, before a list is made."""

from tests.e2e.harness import Table
from tests.e2e.rating_talk import RatingTalk, cells
from tests.rating_files import EVENTS, GAMES, csv_of


async def asked(table: Table, *rows: str) -> str:
    """Send games to the system that groups them; return the bot's remarks."""
    talk = RatingTalk.of(table)
    await talk.begin("absp")
    card = await talk.send(("r.csv", csv_of(GAMES, rows)))
    await talk.press(card, "Toți sunt noi")
    return card.text


async def test_a_misspelt_tournament_is_reported_with_both_names(table: Table) -> None:
    """Days apart the names would make two tournaments; weeks apart they are two anyway."""
    first = "2025-03-01,Cupa Cluj,1,Ana Pop,Ion Rus,400,300"
    remark = "„Cupa Cuj” și „Cupa Cluj” se iau ca două turnee"

    assert remark in await asked(table, first, "2025-03-02,Cupa Cuj,2,Ana Pop,Ion Rus,400,300")
    assert remark not in await asked(table, first, "2025-04-02,Cupa Cuj,2,Ana Pop,Ion Rus,400,300")


async def test_one_name_on_consecutive_weekends_is_reported(table: Table) -> None:
    """Two weekends of one name are one tournament with a remark; a long weekend has none."""
    first = "2025-03-02,Open,1,Ana Pop,Ion Rus,400,300"
    remark = "„Open” se ia ca un singur turneu, deși între 2 martie 2025 și 8 martie 2025 nu s-a"

    assert remark in await asked(table, first, "2025-03-08,Open,2,Ana Pop,Ion Rus,400,300")
    assert "un singur" not in await asked(table, first, "2025-03-05,Open,2,Ana Pop,Ion Rus,4,3")


async def test_a_misspelt_participant_of_collective_games_is_asked_about(table: Table) -> None:
    """No player is split in two unasked, and games of a day with similar names are reported."""
    rows = [
        *("2025-03-01,classic,Etapa Cluj,Ion Popescu,1", "2025-03-01,classic,Etapa Cluj,Ana,2"),
        *("2025-03-01,classic,Etapa Clj,Ion Popesc,1", "2025-03-01,classic,Etapa Clj,Ana,2"),
    ]
    talk = RatingTalk.of(table)
    await talk.begin("frs")
    card = await talk.send(("e.csv", csv_of(EVENTS, rows)))
    assert "Ion Popesc (rândul 4) seamănă cu Ion Popescu" in card.text
    await talk.press(card, "Da, este Ion Popescu")
    assert "„Etapa Clj” și „Etapa Cluj” se iau ca două turnee" in card.text
    assert "2 jucători" in card.text


async def test_a_list_of_those_known_is_held_against_collective_games(table: Table) -> None:
    """A list, even one made by the bot, says who is known; it is not required."""
    rows = ["2025-03-01,classic,1,Ion Popesc,1", "2025-03-01,classic,1,Ana,2"]
    talk = RatingTalk.of(table)
    await talk.begin("frs")
    alone = await talk.send(("e.csv", csv_of(EVENTS, rows)))
    assert "seamănă" not in alone.text
    known = csv_of("place,player,rating,events", ["1,Ion Popescu,160,9", "2,Ana,150,9"])
    card = await talk.send(("lista.csv", known))
    assert "Ion Popesc (rândul 2) seamănă cu Ion Popescu" in card.text
    await talk.press(card, "Da, este Ion Popescu")
    assert "2 jucători" in card.text
    await talk.rate(card)


async def test_a_score_that_nobody_has_had_is_reported(table: Table) -> None:
    """An unlikely score counts and brings a remark; 400.0 is read as 400."""
    remark = await asked(table, "2025-03-01,Open,1.0,Ana Pop,Ion Rus,4000,300.0")
    assert "scorul 4000 nu este de crezut" in remark
    assert "300 este" not in remark


async def test_a_file_of_tsh_with_numbers_of_a_register(table: Table) -> None:
    """Ids, several ratings and lists joined by a plus are read; other lines are named."""
    players = "Pop, Ana:XT000123 0+0+0 2+2; 400+380\nRus, Ion:XT000124 0+0+0 1+1; 300+390\n"
    content = f"# 2025-05-31 Open Cluj\n{players}"
    talk = RatingTalk.of(table)
    await talk.begin("absp")
    card = await talk.send(("a.t", f"{content}Ene Dan x;;1\n".encode()))
    assert "rândul 4" in "".join(each.text for each in talk.last)
    card = await talk.send(("a.t", content.encode()))
    await talk.press(card, "Toți sunt noi")
    assert "2 jucători" in card.text
    assert "2 partide" in card.text


async def test_a_list_of_collective_games_is_no_start_of_games_of_two(table: Table) -> None:
    """A list that counts events is no start, so the bot asks about the missing games."""
    talk = RatingTalk.of(table)
    rows = [f"2025-03-0{n},free,{n},{p},{m}" for n in (1, 2) for m, p in ((1, "Ana"), (2, "Ion"))]
    _, book = await talk.works_out("frs", ("e.csv", csv_of(EVENTS, rows)))
    assert book.document is not None
    await talk.begin("absp")
    games = csv_of(GAMES, ["2025-03-01,Open,1,Ana,Ion,400,300"])
    card = await talk.send(("r.csv", games), ("lista.xlsx", book.document.content))
    assert "partide" in card.text
    assert "concursuri" in card.text


async def test_who_is_provisional_stands_on_the_general_list(table: Table) -> None:
    """A provisional player is marked on the general list and has no rank."""
    rows = [
        f"2025-04-0{n},classic,{n},{p},{m}" for n in (1, 2, 3) for m, p in ((1, "Ana"), (2, "Ion"))
    ]
    rows += ["2025-04-04,elliptic,4,Dan,1", "2025-04-04,elliptic,4,Ana,2"]
    talk = RatingTalk.of(table)
    shown, book = await talk.works_out("frs", ("e.csv", csv_of(EVENTS, rows)))
    assert "General, provizorii" in cells(book)
    assert "… și încă 1" in shown.text
