"""What a keeper is told of a file before a list is made of it, in chat."""

from tests.e2e.harness import Table
from tests.e2e.rating_talk import RatingTalk
from tests.rating_files import EVENTS, GAMES, csv_of


async def asked(table: Table, *rows: str) -> str:
    """Send games to be rated by the system that groups them; return what is told of them."""
    talk = RatingTalk.of(table)
    await talk.begin("absp")
    card = await talk.send(("r.csv", csv_of(GAMES, rows)))
    await talk.press(card, "Toți sunt noi")
    return card.text


async def test_a_misspelt_tournament_is_told_with_both_names(table: Table) -> None:
    """Days apart it would be two tournaments; weeks apart it is two anyway."""
    first = "2025-03-01,Cupa Cluj,1,Ana Pop,Ion Rus,400,300"
    told = "„Cupa Cuj” și „Cupa Cluj” se iau ca două turnee"

    assert told in await asked(table, first, "2025-03-02,Cupa Cuj,2,Ana Pop,Ion Rus,400,300")
    assert told not in await asked(table, first, "2025-04-02,Cupa Cuj,2,Ana Pop,Ion Rus,400,300")


async def test_one_name_on_consecutive_weekends_is_told(table: Table) -> None:
    """They are taken for one tournament, which is said with the days; a long weekend is not."""
    first = "2025-03-02,Open,1,Ana Pop,Ion Rus,400,300"
    told = "„Open” se ia ca un singur turneu, deși între 2 martie 2025 și 8 martie 2025 nu s-a"

    assert told in await asked(table, first, "2025-03-08,Open,2,Ana Pop,Ion Rus,400,300")
    assert "un singur" not in await asked(table, first, "2025-03-05,Open,2,Ana Pop,Ion Rus,4,3")


async def test_a_misspelt_participant_of_collective_games_is_asked_about(table: Table) -> None:
    """Nobody becomes two players in silence; games of a day called nearly the same are told."""
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
