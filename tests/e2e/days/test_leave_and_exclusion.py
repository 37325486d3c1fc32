"""Leave of a disqualified player who is reinstated (art. 7.2, 10.3)."""

import pytest

from engine.competitions.participation import participation
from engine.competitions.status import Role
from engine.ids import GameId
from engine.matches.match import games_of
from tests.e2e.bench import offered, own_case, rule
from tests.e2e.cases.effects.acts_taken_back_shared import undone
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told


@pytest.mark.article("7.2", "10.3")
async def test_a_place_given_back_has_the_leave_that_was_announced_for_it(
    between_phases: Season,
) -> None:
    """For a player reinstated between phases the leave of the final counts again, as announced."""
    made, table = between_phases, between_phases.table
    out = await made.person("Ana Pop")
    ana = made.users[out]
    await table.say(ana, f"/concediu {made.code} 12.10 14.10")
    before = (await made.competition()).phases[0]
    listed = next(one for one in before.matches if out in one.players)
    card = await own_case(table, GameId(f"{listed.code}/1"))
    await rule(table, card, f"exclusion.{'red' if listed.red == out else 'blue'}")
    assert not (await made.competition()).phase.leave_of(out)
    await table.press(table.arbiter, card, "button.case.reverse")

    await rule(table, card, offered(card)[0])

    again = await made.competition()
    assert participation(again, out).role is Role.ENTERED
    assert [period.days for period in again.phase.leave_of(out)] == [3]
    heard = told(ana.messages, "leave.plays_again", title=again.title)[-1]
    assert mentions(heard, "leave.moved_back", first="2025-10-12", last="2025-10-14", left=7)
    (state,) = await table.say(ana, "/concediu")
    assert mentions(state, "leave.book", left=7)


@pytest.mark.article("7.2", "10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", until="2025-05-20")
async def test_leave_follows_a_closing_that_moved_while_the_player_was_excluded(
    season: Season,
) -> None:
    """Days cut at the old closing become leave in the match and its running game."""
    table, pair = season.table, (await season.pairs())[0]
    await table.say(pair.red, f"/concediu {season.code} 18.05 25.05")
    card = await own_case(table, pair.id)
    await rule(table, card, "exclusion.red")
    (shown,) = await table.say(table.arbiter, f"/campionat {season.code}")
    await table.forge(table.arbiter, shown, f"c:{season.code}:dates:final")
    await table.say(table.arbiter, "1.05 30.06")
    await table.press(table.arbiter, card, "button.case.reverse")

    await rule(table, card, offered(card)[0])

    assert [one.days for one in (await pair.game()).red.leave] == [8]
    match = await table.stored.match(pair.code)
    assert sum(period.days for period in match.leave_of((await pair.game()).red.person)) == 8
    assert told(pair.red.messages, "leave.plays_again")


@pytest.mark.article("7.2", "9.1")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_game_that_resumes_with_a_withdrawal_taken_back_has_the_leave_noted_since(
    season: Season,
) -> None:
    """The opponent's leave, announced for their other games meanwhile, pauses this one, too."""
    table, ana, ion = season.table, season.players["Ana Pop"], season.players["Ion Rus"]
    (pair,) = [one for one in await season.pairs() if {one.red, one.blue} == {ana, ion}]
    (question,) = await table.say(ana, "/retragere")
    await table.press(ana, question, "button.retire")
    await table.say(ion, f"/concediu {season.code} 10.05 14.05")
    (heard,) = told(table.arbiter.messages, "retire.arbiter", who="Ana Pop")

    await undone(table, table.arbiter, heard)

    person, match = await season.person("Ion Rus"), await table.stored.match(pair.code)
    assert [one.days for one in match.leave_of(person)] == [5]
    for game in [await table.stored.game(game) for game in games_of(match)]:
        seat = game.seat_of(person)
        assert seat is not None
        assert game.ended is None
        assert [one.days for one in game.side(seat).leave] == [5], game.id
