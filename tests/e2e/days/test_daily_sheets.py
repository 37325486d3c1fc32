"""The daily message with a competition's sheets, sent at the hour that the arbiter chose."""

import pytest

from engine.ids import Leg, MatchCode
from sandbox import Message
from tests.e2e.bench import later
from tests.e2e.harness import Table, bucharest
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says, told, worded

pytestmark = pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")

NINE = bucharest("2025-05-02", "09:00:00")


def daily(table: Table) -> list[Message]:
    """Return the daily messages with sheets that the arbiter has received."""
    return told(table.arbiter.messages, "sheets.daily")


async def _move(season: Season, *numbers: int) -> list[str]:
    """Have the next player move in these pairs; return the games' codes."""
    pairs = await season.pairs()
    for number in numbers:
        await season.place(await pairs[number].game())
    return [pairs[number].id for number in numbers]


@pytest.mark.article("2.2")
async def test_the_sheets_of_a_day_are_one_silent_message(season: Season) -> None:
    """One message names each game with a move once, and a button shows both its sheets."""
    table = season.table
    before = len(table.arbiter.messages)
    first, second, _ = await _move(season, 0, 1, 0)
    assert table.arbiter.messages[before:] == []

    await table.travel_to(NINE)

    (message,) = table.arbiter.messages[before:]
    assert says(message, "sheets.daily", n=2)
    assert message.silent
    assert {each.data for each in message.buttons} == {
        f"show:{first}:sheet",
        f"show:{second}:sheet",
    }
    for code in (first, second):
        assert mentions(message, "sheets.daily_row", game=code)
        seen = len(table.arbiter.messages)
        table.arbiter.press(message, f"show:{code}:sheet")
        await table.settle()
        sheets = [one for one in table.arbiter.messages[seen:] if one.photo]
        assert len(sheets) == 2
        assert mentions(sheets[0], "sheets.caption", game=code)

    await later(table, 3)
    assert len(daily(table)) == 1


async def test_more_games_than_fit_are_counted(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many games as fit are all listed; the rest is a number, and `/fisa` shows their sheets."""
    monkeypatch.setattr("bot.service.notices.days.daily_sheets.MOST_GAMES", 2)
    await _move(season, 0, 1)
    await season.table.travel_to(NINE)
    await _move(season, 0, 1, 2)
    await season.table.travel(1)

    whole, cut = daily(season.table)
    assert [len(each.buttons) for each in (whole, cut)] == [2, 2]
    assert not mentions(whole, "sheets.daily_more")
    assert mentions(cut, "sheets.daily_more", n=1)


@pytest.mark.article("2.2")
async def test_an_arbiter_chooses_sheets_after_each_move_and_back(season: Season) -> None:
    """With `/arhiva` no sheet is lost: those that waited for the day come in its message."""
    table = season.table
    (waiting,) = await _move(season, 0)
    (card,) = await table.say(table.arbiter, "/arhiva")
    assert mentions(card, "copies.daily")
    await table.press(table.arbiter, card, "button.copies.silent")
    assert mentions(card, "copies.silent")
    (at_once,) = await _move(season, 1)
    (copy,) = told(table.arbiter.messages, "sheets.caption")
    assert mentions(copy, "sheets.caption", game=at_once)
    await table.press(table.arbiter, card, "button.copies.daily")
    await _move(season, 1)
    assert told(table.arbiter.messages, "sheets.caption") == [copy]

    await table.travel_to(NINE)

    (message,) = daily(table)
    assert [each.label for each in message.buttons] == sorted([waiting, at_once])


async def test_the_daily_sheets_outlive_the_program(season: Season) -> None:
    """A bot stopped after a move and started after the hour sends them once.

    The sheets of a game that has ended meanwhile came with its end; if no other game moved, there
    is no message.
    """
    table = season.table
    pair = (await season.pairs())[0]
    await season.resigned_by_red(MatchCode(pair.code), Leg.HOME)
    (ended,) = told(table.arbiter.messages, "game.ended")
    assert ended.silent
    await table.travel_to(NINE)
    assert daily(table) == []

    (code,) = await _move(season, 1)
    await table.travel_to(bucharest("2025-05-03", "08:58:00"))
    await table.stop_bot()
    await table.travel_to(bucharest("2025-05-03", "09:01:00"))
    assert daily(table) == []

    await table.start_bot()
    await table.travel(1 / 1440)

    (message,) = daily(table)
    assert mentions(message, "sheets.daily_row", game=code)
    await table.travel(1)
    assert daily(table) == [message]
    assert worded("button.plain", label=code) in message.labels
