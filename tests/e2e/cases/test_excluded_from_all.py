"""Disqualifications that reach other phases: a player leaves the competition (art. 10.3)."""

from pathlib import Path

import pytest

from engine.competitions.competition import CompetitionStage
from engine.competitions.participation import participation
from engine.competitions.parts import Treatment
from engine.competitions.status import Role
from engine.games.events import Ending
from engine.games.game import Game
from engine.ids import GameId, MatchCode, PersonId, Seat
from engine.matches.match import MatchStage
from sandbox import Message
from tests.e2e.bench import has_button, offered, own_case, rule, turn
from tests.e2e.finals import FINAL, open_final, two_will_advance
from tests.e2e.harness import bucharest
from tests.e2e.harness import table as laid_table
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told, worded


async def _preliminary_game_of(made: Season, player: PersonId) -> tuple[GameId, str]:
    """Return the player's game in the preliminary phase, and their colour in it."""
    before = (await made.competition()).phases[0]
    listed = next(one for one in before.matches if player in one.players)
    return GameId(f"{listed.code}/1"), "red" if listed.red == player else "blue"


@pytest.mark.article("10.3")
async def test_an_exclusion_ruled_in_a_preliminary_game_ends_the_final(
    between_phases: Season,
) -> None:
    """Both final matches end, both opponents are notified, and the card names games and places."""
    made, table = between_phases, between_phases.table
    await open_final(made)
    out = await made.person("Ana Pop")
    game, colour = await _preliminary_game_of(made, out)
    card = await own_case(table, game)
    await turn(table, table.arbiter, card)
    own = [one.code for one in await made.matches(of=out)]
    for code in own:
        assert mentions(card, "effect.there_ends", game=f"{code}/1")

    shown = await rule(table, card, f"exclusion.{colour}")

    after = await made.competition()
    assert after.phase.treatments == {out: Treatment.VOID}
    assert not after.phases[0].excluded
    for code in own:
        match = await table.stored.match(code)
        assert match.stage is MatchStage.PROPOSED
        assert [each.ending for each in match.ended] == [Ending.EXCLUDED, Ending.NO_SHOW]
        user = made.users[match.partner(out)]
        if code not in game:
            assert told(user.messages, "exclusion.void", match=code)
    phase = worded("phase.final")
    decided = told(made.users[out].messages, "case.decision")[-1]
    assert worded("effect.treatment.void", phase=phase) in decided.text
    assert mentions(decided, "effect.past_stays")
    assert mentions(shown, "ruling.done")
    seen = len(table.arbiter.messages)
    for day in ("2025-10-16", "2025-11-04"):
        await table.travel_to(bucharest(day))
    later = table.arbiter.messages[seen:]
    assert not [each for each in later if mentions(each, "ending.no_show")]
    (own_card,) = await table.say(made.users[out], "/campionat")
    assert mentions(own_card, "comp.own_out")


@pytest.mark.article("10.2", "10.3")
async def test_a_reserve_keeps_the_place_when_an_exclusion_is_lifted(tmp_path: Path) -> None:
    """The card names the reserve; the player is the next one who is called."""
    async with laid_table(tmp_path, after=two_will_advance) as laid:
        made = Season.at(laid, *laid.done)
        await made.championship.homologate_all()
        await made.championship.say(f"/campionat {made.code}")
        await made.championship.steps("advance", "yes_advance")
        await _reserve_keeps_the_place(made)


async def _reserve_keeps_the_place(made: Season) -> None:
    """Disqualify the winner between the phases, give the place to the reserve, and reinstate."""
    table = made.table
    (first, *_), (reserve, *_) = (await made.competition()).phases[0].qualified
    out = first.player
    names = await made.championship.names()
    game, colour = await _preliminary_game_of(made, out)
    card = await own_case(table, game)
    await rule(table, card, f"exclusion.{colour}")
    await made.championship.say(f"/campionat {made.code}")
    await made.championship.press("button.comp.fill")
    assert reserve in (await made.competition()).phase.players
    names |= await made.championship.names()

    await table.press(table.arbiter, card, "button.case.reverse")

    taken = {"who": names[out], "others": names[reserve]}
    assert mentions(card, "effect.place_taken", **taken)
    await rule(table, card, offered(card)[0])
    after = await made.competition()
    assert reserve in after.phase.players
    assert out not in after.phase.players
    assert participation(after, out).reserve == 1
    await made.championship.say(f"/campionat {made.code}")
    await made.championship.press("button.comp.players")
    await made.championship.press("button.plain", label=names[reserve])
    await made.championship.steps("withdraw", "yes_withdraw")
    await made.championship.press("button.comp.fill", label=names[out])
    assert out in (await made.competition()).phase.players


@pytest.mark.article("10.2", "10.3")
async def test_a_disqualified_player_takes_no_place_of_another(between_phases: Season) -> None:
    """A disqualified player cannot use an invitation for a new player of the final.

    Ruled and lifted between phases, a disqualification frees the place, offers it, and gives it
    back. Reinstated after the final was drawn, they may enter again; it continues with its players.
    """
    made, table = between_phases, between_phases.table
    out = await made.person("Ana Pop")
    game, colour = await _preliminary_game_of(made, out)
    card = await own_case(table, game)
    await turn(table, table.arbiter, card)
    assert mentions(card, "effect.place_freed", who="Ana Pop")
    await rule(table, card, f"exclusion.{colour}")
    await _lifted_between_phases(made, card, out)
    await rule(table, card, f"exclusion.{colour}")
    await _place_of_another_refused(made, out)
    await made.championship.say(f"/campionat {made.code}")
    await made.championship.draw()
    await table.travel_to(FINAL)
    assert (await made.competition()).stage is CompetitionStage.RUNNING
    await table.press(table.arbiter, card, "button.case.reverse")
    assert mentions(card, "effect.no_place", who="Ana Pop")

    await rule(table, card, offered(card)[0])

    after = await made.competition()
    assert after.excluded == frozenset()
    assert participation(after, out).role is Role.OFF_THE_LIST
    assert out not in after.phase.players


async def _lifted_between_phases(made: Season, card: Message, out: PersonId) -> None:
    """Have the arbiter lift the disqualification: the place is free until then."""
    table, between = made.table, await made.competition()
    assert between.stage is CompetitionStage.OPEN
    assert out not in between.phase.players
    assert participation(between, out).role is Role.EXCLUDED
    (tasks,) = await table.say(table.arbiter, "/mesa")
    assert made.code in tasks.text or between.title in tasks.text
    await table.press(table.arbiter, card, "button.case.reverse")
    assert mentions(card, "effect.place_back", who="Ana Pop")
    await rule(table, card, offered(card)[0])
    again = await made.competition()
    assert participation(again, out).role is Role.ENTERED
    assert sorted(one.seeding or 0 for one in again.phase.entries) == [1, 2, 3]


async def _place_of_another_refused(made: Season, out: PersonId) -> None:
    """Have the disqualified player follow the invitation of a new player: the bot refuses."""
    championship, user = made.championship, made.users[out]
    await championship.say(f"/campionat {made.code}")
    await championship.enter("Nou Venit")
    seen = len(user.messages)

    await made.table.join(user, championship.links["Nou Venit"])

    answers = [one for one in user.messages[seen:] if one.from_bot]
    assert [one for one in answers if mentions(one, "fault.excluded_cannot_play")]
    after = await made.competition()
    assert out not in after.phase.players
    assert participation(after, out).role is Role.EXCLUDED


@pytest.mark.article("10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", agreed=2)
async def test_a_loss_as_a_sanction_takes_nothing_from_the_innocent_opponent(
    season: Season,
) -> None:
    """On a game lost anyway the card says that it changes nothing, and offers the penalty."""
    table = season.table
    (pair,) = await season.pairs()
    match = await table.stored.match(pair.code)
    home = match.ended[0]
    loser, was = (Seat.RED, "red") if home.red_score < home.blue_score else (Seat.BLUE, "blue")
    before = match.results[0]
    card = await own_case(table, f"{pair.code}/1")
    who = season.users[(await pair_game(season, MatchCode(pair.code))).side(loser).person].name
    name = who.removesuffix(" de pe telefon")
    assert mentions(card, "effect.lost_anyway", who=name)
    await turn(table, table.arbiter, card)
    assert has_button(card, "choice.more.penalty")

    await rule(table, card, f"loss.{was}")

    ruled = (await table.stored.match(pair.code)).results[0]
    assert (ruled.red, ruled.blue) == (before.red, before.blue)


async def pair_game(season: Season, code: MatchCode) -> Game:
    """Return the home game of a match."""
    return await season.table.stored.game(f"{code}/1")


@pytest.mark.article("9.4")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_a_closing_moved_to_today_is_asked_twice(season: Season) -> None:
    """Moving the closing date to today changes nothing before the second tap."""
    made = season.championship
    before = (await season.competition()).phase.plan
    await season.table.travel(3)
    await made.say(f"/campionat {season.code}")
    await made.steps("plan", "dates_only")
    await made.say("1.05.2025 4.05.2025")
    assert (await season.competition()).phase.plan == before

    await made.press("button.comp.yes_closing_today")

    assert f"{(await season.competition()).phase.plan.closing}" == "2025-05-04"
