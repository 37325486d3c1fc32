"""Effects of rulings on game, match and standings, equal to their announcement."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cases.events import Ruling, RulingKind
from engine.cases.rulings import consequences, present_rows, standing_rows
from engine.cases.situation import Situation
from engine.competitions.competition import CompetitionStage
from engine.competitions.parts import Entry, Group
from engine.errors import EngineError
from engine.games.commands import Resign
from engine.games.events import PlacementMade
from engine.games.game import Stage
from engine.ids import GameId, Leg, MatchCode, PersonId, Seat
from engine.matches.match import MatchStage
from engine.matches.results import match_coefficients
from engine.matches.rulings import follow_ruling
from tests.builders import noon
from tests.engine.cases.bench import (
    MOVES,
    codes,
    ended,
    homologated,
    late,
    order,
    other_game,
    refolded,
    ruled,
    seat_of,
    situation,
    then,
)
from tests.engine.competitions.desk import STRANGER, WON


@pytest.mark.article("10.1")
@pytest.mark.parametrize(
    ("kind", "seat"),
    [
        (RulingKind.REJECTED, None),
        (RulingKind.UPHELD, None),
        (RulingKind.WORD_VALID, None),
        (RulingKind.WORD_INVALID, None),
        (RulingKind.WORD_ACCEPTED, None),
        (RulingKind.WARNING, Seat.RED),
    ],
)
def test_some_rulings_only_say_what_is_right(kind: RulingKind, seat: Seat | None) -> None:
    """A rejected claim, a ruling on a word and a warning change nothing."""
    now = situation(*MOVES)

    found = ruled(now, kind, seat=seat)

    assert not found.here.game_events
    assert not found.here.match_events
    assert not found.competition_events
    assert found.after == now


@pytest.mark.article("7.2")
def test_an_extension_lifts_exceeded_time_and_is_taken_back_by_the_opposite_one() -> None:
    """Blue gets five days and is no longer late; the next ruling takes the days back."""
    now = late()

    longer = then(now, RulingKind.EXTENSION, seat=Seat.BLUE, number=5)

    assert not longer.game.blue.told_late
    assert longer.game.allowance(Seat.BLUE) == 35
    back = then(longer, RulingKind.EXTENSION, seat=Seat.BLUE, number=-5)
    assert back.game.allowance(Seat.BLUE) == 30


@pytest.mark.article("10.3")
def test_a_penalty_counts_at_once_and_at_last() -> None:
    """Proposed results are proposed again, approved ones corrected, and it can be lifted."""
    over = ended(situation("H7 CASA", leg=Leg.RETURN), Resign(by=Seat.BLUE))
    before = match_coefficients(over.match)[over.game.id]
    for now in (over, homologated(over)):
        fined = then(now, RulingKind.PENALTY, seat=Seat.RED, penalty=Decimal("0.3"))
        got = match_coefficients(fined.match)[now.game.id]
        assert (got.first, got.second) == (before.first - Decimal("0.3"), before.second)
        assert fined.match.results != now.match.results
        lifted = then(fined, RulingKind.PENALTY, seat=Seat.RED, penalty=Decimal(0))
        assert lifted.match.results == now.match.results
    assert codes(over, RulingKind.PENALTY, seat=Seat.RED, penalty=Decimal("1.5")) == [
        "penalty_out_of_range"
    ]


@pytest.mark.parametrize(
    "kind",
    [
        RulingKind.RETURNED,
        RulingKind.SCORE,
        RulingKind.EXTENSION,
        RulingKind.PENALTY,
        RulingKind.NO_SHOW,
    ],
)
def test_a_ruling_that_lacks_its_figures_is_refused(kind: RulingKind) -> None:
    """The player, the move and the amount are required."""
    now = situation(*MOVES)

    assert codes(now, kind) == ["ruling_incomplete"]
    if kind is RulingKind.PENALTY:
        assert codes(now, kind, seat=Seat.RED) == ["ruling_incomplete"]
    if kind is RulingKind.SCORE:
        assert codes(now, kind, move=0) == ["ruling_incomplete"]


@pytest.mark.article("8.1")
def test_the_lines_of_the_table_are_those_the_ruling_would_bring() -> None:
    """Both players' sums before and after include other results that await approval."""
    now = situation(*MOVES)
    red, blue = seat_of(now, Seat.RED), seat_of(now, Seat.BLUE)
    assert now.competition is not None
    other = next(
        game
        for game, seats in now.competition.phase.open_games().items()
        if red in seats and blue not in seats
    )
    now = replace(now, proposed={other: WON})

    before, after = standing_rows(now), standing_rows(then(now, RulingKind.LOSS, seat=Seat.BLUE))

    gained = after[red].coefficients - before[red].coefficients
    assert before[red].coefficients in {WON.red, WON.blue}
    lost = then(now, RulingKind.LOSS, seat=Seat.BLUE)
    assert gained == match_coefficients(lost.match)[now.game.id].first
    assert set(before) == set(after) == {red, blue}
    stranger = replace(now, match=replace(now.match, code=MatchCode("ZZZZ")))
    stranger = replace(stranger, game=replace(now.game, id=GameId("ZZZZ/1")))
    assert standing_rows(stranger) == {}


@pytest.mark.article("8.1")
def test_the_table_of_a_player_has_their_whole_group() -> None:
    """The rows of the present phase count official and proposed results, each once."""
    over = homologated(ended(situation("H7 CASA", leg=Leg.RETURN), Resign(by=Seat.BLUE)))
    assert over.competition is not None
    phase = over.competition.phase
    player = seat_of(over, Seat.RED)
    match, game = other_game(over, player)
    match = replace(match, joined=frozenset(match.people))
    now = replace(over, match=match, game=game, elsewhere=((over.match, over.game),))

    rows = present_rows(ruled(now, RulingKind.NO_SHOW, order(9), seat=Seat.RED).after, player)

    (group,) = phase.groups
    assert list(rows) == [
        row.player for row in sorted(rows.values(), key=lambda row: row.place or 0)
    ]
    assert set(rows) == set(group.players)
    official = {row.player: row.coefficients for row in phase.table(group)}
    after = ruled(now, RulingKind.NO_SHOW, order(9), seat=Seat.RED).after
    lost = match_coefficients(after.match)[game.id]
    red, blue = match.colours(Leg.HOME)
    assert rows[red].coefficients - official[red] == lost.first == 0
    assert rows[blue].coefficients - official[blue] == lost.second > 0
    assert present_rows(now, STRANGER) == {}
    assert present_rows(replace(now, competition=None), player) == {}


def test_a_ruling_concerns_the_players_of_its_games_and_of_their_group() -> None:
    """In the next phase, which has no groups yet, it concerns everybody who is entered."""
    now = situation(*MOVES)
    competition, pair = now.competition, {*now.match.people}
    assert competition is not None
    running, to_come = competition.phases
    third = next(who for who in running.players if who not in pair)
    groups = (Group(name="A", players=(*pair, third)), Group(name="B", players=(PersonId(8),)))
    grouped = replace(competition, phases=(replace(running, groups=groups), to_come))
    entered = replace(to_come, entries=(Entry(player=PersonId(77)),))
    prepared = replace(grouped, phases=(running, entered), number=1, stage=CompetitionStage.OPEN)
    friendly = replace(now, competition=None)
    other = other_game(now, seat_of(now, Seat.RED))

    assert friendly.people == pair
    assert replace(friendly, elsewhere=(other,)).people == {*pair, *other[0].people}
    assert replace(friendly, to_come=(other[0],)).people == {*pair, *other[0].people}
    assert replace(now, competition=grouped).people == {*pair, third}
    assert replace(now, competition=prepared).people == {*pair, PersonId(77)}


RULINGS = st.builds(
    Ruling,
    kind=st.sampled_from(RulingKind),
    seat=st.sampled_from([None, *Seat]),
    move=st.sampled_from([None, 0, 1, 2]),
    number=st.sampled_from([None, 3, 9, -3]),
    penalty=st.sampled_from([None, Decimal(0), Decimal("0.1"), Decimal(1)]),
    words=st.just(()),
)
STARTS = st.sampled_from(
    [
        lambda: situation(*MOVES),
        lambda: late(leg=Leg.RETURN),
        lambda: ended(situation(*MOVES, leg=Leg.RETURN), "PAS", "PAS", "PAS", "PAS"),
        lambda: homologated(ended(situation("H7 CASA", leg=Leg.RETURN), Resign(by=Seat.RED))),
    ]
)


@given(STARTS, st.lists(RULINGS, min_size=1, max_size=6))
def test_what_is_shown_is_what_is_made(
    start: Callable[[], Situation], rulings: list[Ruling]
) -> None:
    """The events fold to the announcement, and match, game and results agree."""
    now = start()
    for day, ruling in enumerate(rulings, 32):
        try:
            found = consequences(now, order(day), ruling)
        except EngineError:
            continue
        after = found.after
        assert refolded(now, found) == (after.game, after.match, after.competition)
        assert follow_ruling(after.match, after.game, noon(day)) == ()
        assert after.match.stage is not MatchStage.PLAYED
        counted = sum(move.counted for move in after.game.moves if isinstance(move, PlacementMade))
        assert after.game.stage is Stage.ENDED or counted == (
            after.game.red.score + after.game.blue.score
        )
        if after.match.stage is MatchStage.HOMOLOGATED and after.competition is not None:
            for game, got in match_coefficients(after.match).items():
                stored = after.competition.phase.results[game]
                assert (stored.red, stored.blue) == (got.first, got.second)
        now = after
