"""`/stare`: the arbiter asks about the state of games and gets all answers in one list."""

import pytest

from engine.ids import Leg
from engine.matches.correspondence_events import GameState
from tests.e2e.championship import press
from tests.e2e.harness import Table
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says, told, worded


@pytest.mark.article("6.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_an_arbiter_asks_how_the_games_of_a_phase_stand(table: Table, season: Season) -> None:
    """Each player is asked once about all games; the last answer sends the whole list."""
    (shown,) = await table.say(table.arbiter, f"/stare {season.code}")
    assert mentions(shown, "stare.not_asked", n=3)
    assert "•" not in shown.text
    await table.press(table.arbiter, shown, "button.stare.ask")
    assert says(shown, "stare.asked", n=3)
    again = await table.forge(table.arbiter, shown, f"stare:ask:{season.code}")
    assert again == worded("stare.asked_already")  # each player has one question, as below

    (waiting,) = await table.say(table.arbiter, f"/stare {season.code}")
    assert mentions(waiting, "stare.silent")
    for name in season.players:
        assert mentions(waiting, "stare.owes", who=name, n=2)
    pairs = await season.pairs()
    for user in season.players.values():
        (asked,) = told(user.messages, "stare.ask_all", n=2)
        own = [pair for pair in pairs if user in {pair.red, pair.blue}]
        for number, pair in enumerate(own):
            await press(table, user, asked, "button.stare.game", label=pair.id)
            state = GameState.LATE if number else GameState.ON_COURSE
            await table.press(user, asked, f"button.stare.{state.value}")
            assert mentions(asked, "stare.noted", game=pair.id)
        if user is pairs[0].red:
            await table.press(user, asked, "button.letter")
            await table.say(user, "Partenerul e plecat din țară.")

    everything = told(table.arbiter.messages, "stare.list")[-1]
    for said in ("late", "on_course"):
        assert everything.text.count(": " + worded(f"stare.said.{said}")) == 3
    (added,) = told(table.arbiter.messages, "letter.told")
    assert "Partenerul e plecat din țară." in added.text
    match = await table.stored.match(pairs[0].code)
    assert set(match.states) == {(person, Leg.HOME) for person in match.people}
