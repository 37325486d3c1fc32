"""Ratings in chat: a long calculation delays nobody, can be stopped, and survives a restart."""

from tests.e2e.harness import Table
from tests.e2e.rating_talk import RatingTalk
from tests.e2e.texts import says
from tests.rating_files import free_games


async def test_one_thing_at_a_time_that_can_be_stopped(table: Table) -> None:
    """The bot answers others during a long calculation, and a stopped one leaves nothing."""
    talk = RatingTalk.of(table)
    await talk.begin("absp")
    card = await talk.send(("mult.csv", free_games(30_000)))
    await talk.press(card, "Toți sunt noi")
    runs = await talk.kept_runs()
    talk.user.press(card, "Calculează")
    await talk.sees(card, "calculez")

    other = RatingTalk.of(table, "Ion Rus")
    other.user.send("/cuvant CASA")
    await other.user.receive("CASA")
    talk.user.send("/rating")
    busy = await talk.user.receive("Îți calculez deja")
    talk.user.press(busy, "Renunț")
    await table.settle()
    assert says(busy, "rating.stopped")
    assert await talk.stage() is None
    assert await talk.kept_runs() == runs


async def test_a_bot_that_stops_meanwhile_begins_again(table: Table) -> None:
    """The request remains, and the list is sent once."""
    talk = RatingTalk.of(table)
    await talk.begin("absp")
    card = await talk.send(("mult.csv", free_games(12_000)))
    await talk.press(card, "Toți sunt noi")
    seen = len(talk.user.messages)
    talk.user.press(card, "Calculează")
    await talk.sees(card, "calculez")
    await table.stop_bot()
    await table.start_bot()
    await table.settle()

    lists = [each for each in talk.user.messages[seen:] if each.photo is not None]
    assert len(lists) == 1
    assert says(card, "rating.done")
    assert await talk.kept_runs() == 1
