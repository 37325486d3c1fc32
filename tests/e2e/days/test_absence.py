"""If the bot is down for over a day, all players are notified, and nobody loses a day."""

import pytest

from engine.games.events import TimeExceeded
from tests.e2e.bench import later
from tests.e2e.cases.dossier_shared import archive_of, pdf_text
from tests.e2e.harness import Pair, Table, bucharest, button
from tests.e2e.texts import facts_of, mentions, told

AWAY = {"since": "2025-05-03T07:00:00+00:00"}


async def away(table: Table, since: str, until: str) -> None:
    """Stop the bot on one day and start it on another, at ten in the morning each time."""
    await table.travel_to(bucharest(since))
    await table.stop_bot()
    await table.travel_to(bucharest(until))
    await table.start_bot()


async def flagged(pair: Pair) -> bool:
    """Return whether a player was found to have exceeded their time."""
    return any(isinstance(event, TimeExceeded) for event in await pair.events())


@pytest.mark.only_telegram("writes while the bot is away")
@pytest.mark.article("7.1")
async def test_after_days_away_the_bot_says_so_and_gives_the_days_back(casa: Pair) -> None:
    """Players read what is lost, the arbiter where; no day counts unless the arbiter decides so."""
    pair, table = casa, casa.table
    await table.travel_to(bucharest("2025-05-03"))
    await table.stop_bot()
    await table.travel_to(bucharest("2025-05-04"))
    pair.blue.send("PAS")
    await table.travel_to(bucharest("2025-05-06"))
    pair.red.send("/jocuri")

    await table.start_bot()

    for player in (pair.red, pair.blue):
        (heard,) = told(player.messages, "absence.player", **AWAY)
        assert mentions(heard, "absence.player", lost="2025-05-05T07:00:00+00:00")
    (report,) = told(table.arbiter.messages, "absence.arbiter", **AWAY)
    assert mentions(report, "absence.missing", n=1)
    assert mentions(report, "absence.row", game=pair.id, who="Ion Rus", since="2025-05-01")
    assert mentions(report, "absence.given", n=1)
    assert len(told(table.operator.messages, "absence.operator", **AWAY)) == 1
    game = await pair.game()
    assert (game.red.granted, game.blue.granted) == (0, 3)
    assert len(told(pair.blue.messages, "grant.told", author="Tur-Retur")) == 1
    for reader in (pair.red, table.arbiter):
        (ledger,) = await table.say(reader, f"/jurnal {pair.id}")
        assert mentions(ledger, "ledger.made_good", n=3)
        assert "Radu Arbitru" not in ledger.text
    (dossier,) = await table.say(table.arbiter, f"/dosar {pair.id}")
    assert "+3 33 10 Tur-Retur 7.2" in pdf_text(archive_of(dossier))
    seen = len(table.arbiter.messages)
    await table.press(table.arbiter, report, "button.undo")
    (question,) = table.arbiter.messages[seen:]
    assert mentions(question, "outage.undo")
    (card,) = await table.say(table.arbiter, "Au ținut legătura prin e-mail")
    await table.press(table.arbiter, card, "button.decide")
    assert (await pair.game()).blue.granted == 0
    await table.press(table.arbiter, report, "button.undo")
    assert mentions(report, "absence.row", game=pair.id), "a refused press leaves the report"


async def test_who_plays_under_two_arbiters_is_notified_of_an_outage_once(pair: Pair) -> None:
    """Each arbiter gets a report on their own games, and both give back the days."""
    table, red = pair.table, pair.red
    first, second = table.arbiter, table.sandbox.add_user("Rea", language_code="ro")
    link = facts_of((await table.say(table.operator, "/arbitru"))[-1], "arbiter.link")["link"]
    await table.join(second, link)
    table.arbiter = second
    other = await table.match(red=red)

    await away(table, "2025-05-03", "2025-05-06")

    assert len(told(red.messages, "absence.player", **AWAY)) == 1
    for arbiter in (first, second):
        (report,) = told(arbiter.messages, "absence.arbiter", **AWAY)
        assert mentions(report, "absence.given", n=1)
    assert [(await pair.game()).red.granted for pair in (pair, other)] == [3, 3]
    await table.stop_bot()
    await table.start_bot()
    assert [(await pair.game()).red.granted for pair in (pair, other)] == [3, 3]


@pytest.mark.article("7.2")
async def test_nobody_exceeds_their_time_through_days_on_which_the_bot_was_away(
    casa: Pair,
) -> None:
    """If the last day is during the outage, time runs out only after the lost days."""
    pair, table = casa, casa.table
    await away(table, "2025-05-20", "2025-05-26")
    assert not await flagged(pair)

    await table.travel_to(bucharest("2025-06-05", "23:00:00"))
    waited = await flagged(pair)
    await later(table, 5)

    assert not waited
    assert await flagged(pair)


@pytest.mark.only_telegram("writes while the bot is away")
async def test_an_outage_in_which_nothing_was_written_says_that_nothing_is_missing(
    pair: Pair,
) -> None:
    """The update numbers have no gap, so no game is listed.

    A night away is not worth a word: Telegram keeps updates for a day, so nothing is lost.
    """
    table = pair.table
    await away(table, "2025-05-01", "2025-05-02")
    assert not told(pair.red.messages, "absence.player")
    assert not told(table.arbiter.messages, "absence.arbiter")
    await away(table, "2025-05-03", "2025-05-06")
    await table.say(pair.red, "/jocuri")
    await table.stop_bot()
    await table.travel(2)
    pair.red.send("/jocuri")

    await table.start_bot()

    report = told(table.arbiter.messages, "absence.arbiter")[-1]
    assert mentions(report, "absence.none_missing")
    assert not mentions(report, "absence.where")
    assert button(report, "button.undo").data.endswith(":back")
