"""One decision for all games of a person, equal to the single decisions."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine.cases.events import RulingKind
from engine.cases.of_person import Decision, Holding, PersonStates, effects_of
from engine.games.commands import Resign
from engine.ids import Leg, Seat, game_id
from engine.matches.match import MatchStage
from engine.matches.results import match_coefficients
from tests.builders import START
from tests.engine.cases.bench import (
    ended,
    homologated,
    order,
    other_game,
    ruled,
    seat_of,
    situation,
)


def _record(*moves: str, seat: Seat = Seat.RED) -> PersonStates:
    """Return a player's game after these moves, and their other match without moves."""
    now = situation(*moves)
    player = seat_of(now, seat)
    match, game = other_game(now, player)
    return PersonStates(
        player=player,
        holdings=[
            Holding(match=now.match, running={Leg.HOME: now.game}),
            Holding(match=match, running={Leg.HOME: game}),
        ],
        competition=now.competition,
    )


@pytest.mark.article("9.1")
def test_a_no_show_in_all_games_brings_what_each_ruling_would() -> None:
    """Games in which the player is not to move, or has moved, are excluded with the reason."""
    record = _record()
    found = effects_of(record, order(9), Decision.NO_SHOW)

    single = ruled(situation(), RulingKind.NO_SHOW, order(9), seat=Seat.RED)
    first = found.games[0]
    got = match_coefficients(single.after.match)[first.game]
    assert (first.own, first.other) == (got.first, got.second)
    assert record.player in found.moved
    assert found.before != found.after
    has_moved = effects_of(_record("H7 CASA"), order(), Decision.NO_SHOW).games[0]
    assert has_moved.fault is not None
    assert has_moved.own is None


@pytest.mark.article("9.1")
def test_a_withdrawal_ends_every_game_that_is_not_over() -> None:
    """A withdrawal ends both games of each match, running or not begun."""
    found = effects_of(_record("H7 CASA"), order(), Decision.WITHDRAWAL)

    assert len(found.games) == len(found.changed) == 4
    assert all(one.own is not None and one.own <= 2 - (one.other or 0) for one in found.games)


@pytest.mark.article("8.5", "9.1")
def test_a_withdrawal_leaves_official_and_cancelled_matches() -> None:
    """A withdrawal ends only unfinished matches, and official results stay in the standings."""
    now = homologated(ended(situation("H7 CASA", leg=Leg.RETURN), Resign(by=Seat.BLUE)))
    player = seat_of(now, Seat.RED)
    match, game = other_game(now, player)
    match = replace(match, joined=frozenset(match.people))
    official = Holding(match=now.match)
    both = (official, Holding(match=match, running={Leg.HOME: game}))
    record = PersonStates(player=player, holdings=both, competition=now.competition)

    found = effects_of(record, order(), Decision.WITHDRAWAL)
    cancelled = Holding(match=replace(match, stage=MatchStage.CANCELLED))
    over = replace(record, holdings=[official, cancelled])
    alone = effects_of(over, order(), Decision.WITHDRAWAL)

    assert {one.game for one in found.games} == {game_id(match.code, leg) for leg in Leg}
    partner = match.partner(player)
    gained = {
        who: row.coefficients - found.before[who].coefficients for who, row in found.after.items()
    }
    assert {who for who, points in gained.items() if points} <= {player, partner}
    assert gained[partner] == sum(one.other or 0 for one in found.games) > 0
    assert alone.games == ()
    assert alone.before == alone.after


@pytest.mark.article("9.1")
def test_a_decision_in_a_friendly_match_changes_no_standings() -> None:
    """Outside a competition the games end, and no table changes."""
    found = effects_of(replace(_record(), competition=None), order(9), Decision.NO_SHOW)

    assert found.changed
    assert (found.before, found.after, found.moved) == ({}, {}, ())


@pytest.mark.article("7.2")
def test_waiting_concerns_games_that_wait_for_the_player() -> None:
    """On the third day nobody is silent; after days of silence the player to move is."""
    until = START + timedelta(days=40)
    assert not effects_of(_record(), order(3), Decision.WAIT, until).changed

    found = effects_of(_record(), order(20), Decision.WAIT, until)
    assert found.games[0].until == until
    assert not effects_of(_record(seat=Seat.BLUE), order(20), Decision.WAIT, until).games[0].until
