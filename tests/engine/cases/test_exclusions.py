"""A player disqualified by a ruling, and reinstated by another: all their games."""

from dataclasses import replace
from functools import reduce

import pytest

from engine.cases.events import RulingKind
from engine.cases.rulings import standing_rows
from engine.cases.situation import Situation
from engine.competitions.events import PlayerRetired
from engine.competitions.fold import evolve_competition
from engine.competitions.parts import ExclusionPolicy, Treatment
from engine.games.commands import CheckTime, Resign, ReturnPlacement
from engine.games.events import Ending, PlacementReturned
from engine.games.fold import begin, evolve
from engine.games.game import Stage
from engine.games.orders import end_unbegun
from engine.ids import Leg, Seat
from engine.matches.fold import evolve_match
from engine.matches.match import MatchStage
from engine.matches.results import leg_results, match_figures
from engine.matches.rulings import follow_ruling
from tests.builders import PARTNER_RULES, SEQUENCE, ask, play, started
from tests.engine.cases.bench import (
    MOVES,
    codes,
    ended,
    ending,
    homologated,
    order,
    other_game,
    ruled,
    seat_of,
    situation,
    then,
)


@pytest.mark.article("10.3")
def test_an_exclusion_ends_every_running_game_of_the_player() -> None:
    """A disqualification ends all games of the player, and the competition records it."""
    now = situation(*MOVES)
    player = seat_of(now, Seat.RED)
    partner_only = other_game(now, seat_of(now, Seat.BLUE))
    now = replace(now, elsewhere=(other_game(now, player), partner_only))

    found = ruled(now, RulingKind.EXCLUSION, seat=Seat.RED)

    assert found.after.game.ended is not None
    assert found.after.game.ended.ending is Ending.EXCLUDED
    (effect,) = found.elsewhere
    assert effect.game.stage is Stage.ENDED
    assert effect.match.stage is MatchStage.BETWEEN
    assert found.after.elsewhere[1] == partner_only
    assert found.after.competition is not None
    assert found.after.competition.phase.treatments == {player: Treatment.VOID}
    assert standing_rows(found.after)[player].place is None


@pytest.mark.article("10.3")
def test_an_exclusion_reaches_the_return_game_of_a_case_about_the_home_game() -> None:
    """The finished home game stays; the running one is lost, and the results are proposed."""
    home = ended(situation("H7 CASA"), "PAS", "PAS", "PAS", "PAS")
    back = situation("H7 CASA", leg=Leg.RETURN, home=home.match.ended[0])
    now = replace(back, game=home.game, elsewhere=((back.match, back.game),))

    found = ruled(now, RulingKind.EXCLUSION, seat=Seat.RED)

    assert found.here.game_events == ()
    assert found.after.match.stage is MatchStage.PROPOSED
    assert [each.ending for each in found.after.match.ended] == [Ending.PASSES, Ending.EXCLUDED]


@pytest.mark.article("10.3")
def test_who_is_reinstated_plays_on_where_they_still_can() -> None:
    """The games that the disqualification had ended continue, except with an official result."""
    now = situation(*MOVES)
    player = seat_of(now, Seat.RED)
    now = replace(
        now, elsewhere=(other_game(now, player), other_game(now, seat_of(now, Seat.BLUE)))
    )
    out = then(now, RulingKind.EXCLUSION, seat=Seat.RED)

    back = then(out, RulingKind.REINSTATED, seat=Seat.RED)

    assert back.competition is not None
    assert back.competition.phase.treatments == {}
    assert back.game.stage is Stage.RUNNING
    assert [game.stage for _, game in back.elsewhere] == [Stage.RUNNING, Stage.RUNNING]
    assert out.match.ended
    begun = situation("H7 CASA", leg=Leg.RETURN, home=out.match.ended[0])
    beside = replace(out, match=begun.match, elsewhere=())
    assert then(beside, RulingKind.REINSTATED, seat=Seat.RED).match.all_running == tuple(Leg)
    final = replace(begun.match, stage=MatchStage.HOMOLOGATED)
    stuck = replace(out, match=final, elsewhere=((final, out.game),))
    assert then(stuck, RulingKind.REINSTATED, seat=Seat.RED).game.stage is Stage.ENDED
    resigned = replace(out, game=play(now.game, Resign(by=Seat.RED)))
    assert then(resigned, RulingKind.REINSTATED, seat=Seat.RED).game.stage is Stage.ENDED
    assert codes(now, RulingKind.REINSTATED, seat=Seat.RED) == ["not_excluded"]


@pytest.mark.article("10.1", "10.3")
def test_a_disqualification_taken_back_resumes_a_game_that_got_its_end_again() -> None:
    """A loss ruled meanwhile and taken away again does not keep the game ended."""
    now = situation(*MOVES)
    steps = (RulingKind.EXCLUSION, RulingKind.LOSS, RulingKind.LIFTED, RulingKind.REINSTATED)
    for day, kind in enumerate(steps, start=3):
        by = replace(order(day), case=f"K7QF/1#{day}")
        parts = ending(now) if kind is RulingKind.LIFTED else {"seat": Seat.RED}
        now = ruled(now, kind, by, **parts).after

    assert (now.game.ended, now.game.stage) == (None, Stage.RUNNING)


@pytest.mark.article("10.3")
def test_a_return_game_that_an_exclusion_kept_from_beginning_is_played_after_all() -> None:
    """Only the disqualification had ended it, at its start; an opponent who has left loses it."""
    now = situation(*MOVES)
    out = then(now, RulingKind.EXCLUSION, seat=Seat.RED)
    begun = situation(leg=Leg.RETURN, home=out.match.ended[0])
    seat = begun.game.seat_of(seat_of(now, Seat.RED))
    assert seat is not None
    events = end_unbegun(begun.game, order(), {begun.game.side(seat).person})
    back = reduce(evolve, events, begun.game)
    own = replace(
        out,
        game=back,
        match=reduce(evolve_match, follow_ruling(begun.match, back, order().at), begun.match),
        elsewhere=(),
    )

    again = then(own, RulingKind.REINSTATED, seat=seat)

    assert (again.game.stage, again.match.running) == (Stage.RUNNING, Leg.RETURN)

    assert own.competition is not None
    left = PlayerRetired(at=order().at, by=begun.game.side(seat.partner).person)
    alone = replace(own, competition=evolve_competition(own.competition, left))
    lost = then(alone, RulingKind.REINSTATED, seat=seat).game.ended
    assert lost is not None
    assert (lost.unbegun, lost.by) == (True, seat.partner)


def with_last_tiles() -> Situation:
    """Return a game whose last tiles were laid, and may still be sent back."""
    now = situation(rules=PARTNER_RULES)
    game, rules = now.game, now.match.rules
    start = replace(started(SEQUENCE[:14], rules), game=game.id, match=game.match, leg=game.leg)
    start = replace(start, red=game.red.person, blue=game.blue.person)
    game = play(begin(start), "H7 CASA", "I8 STIRE", "PAS", "PAS", "J10 TEN")
    assert game.waits_for_acceptance
    return replace(now, game=game)


@pytest.mark.article("4.3", "5.2")
def test_an_end_by_the_last_move_stays_though_the_opponent_accepted_by_silence() -> None:
    """Only another ruling on the move resumes the game."""
    now = with_last_tiles()
    over = ended(now, CheckTime(), day=20)

    assert over.game.ended is not None
    assert codes(over, RulingKind.LIFTED, **ending(over)) == ["game_played_out"]
    lost = then(now, RulingKind.LOSS, seat=Seat.RED)
    assert then(lost, RulingKind.LIFTED, **ending(lost)).game.waits_for_acceptance


@pytest.mark.article("4.3", "10.3")
def test_a_game_whose_last_tiles_were_laid_waits_again_once_the_exclusion_is_lifted() -> None:
    """The opponent may again accept the last move or send it back."""
    now = with_last_tiles()
    out = then(now, RulingKind.EXCLUSION, seat=Seat.BLUE)

    back = then(out, RulingKind.REINSTATED, seat=Seat.BLUE)

    assert back.game == now.game
    assert back.game.waits_for_acceptance
    assert back.match.stage is MatchStage.HOME


@pytest.mark.article("5.2", "10.3")
def test_a_game_resumed_after_both_disqualifications_is_as_before_the_first() -> None:
    """Lost by one and then by the other, it goes on with a move that may be sent back."""
    before = situation("H7 CASA", rules=PARTNER_RULES)
    now = then(before, RulingKind.EXCLUSION, seat=Seat.RED)
    now = then(now, RulingKind.EXCLUSION, seat=Seat.BLUE)
    now = then(now, RulingKind.REINSTATED, seat=Seat.RED)
    assert now.game.ended is not None
    assert (now.game.ended.ending, now.game.ended.by) == (Ending.EXCLUDED, Seat.BLUE)

    back = then(now, RulingKind.REINSTATED, seat=Seat.BLUE).game

    assert (back.ended, back.moves, back.turn) == (None, before.game.moves, Seat.BLUE)
    (returned,) = ask(back, ReturnPlacement(by=Seat.BLUE), at=order(9).at, lexicon=())
    assert isinstance(returned, PlacementReturned)


@pytest.mark.article("9.1", "10.3")
@pytest.mark.parametrize(
    ("kind", "figures"),
    [(RulingKind.LOSS, ("0.4700", "0.0000")), (RulingKind.LEVEL, ("1.0000", "1.0000"))],
)
def test_a_disqualified_player_gains_nothing_when_the_other_is_reinstated(
    kind: RulingKind, figures: tuple[str, str]
) -> None:
    """The game is lost by who is still disqualified, and what was ruled since stays upon that."""
    now = situation("H7 CASA")
    for out in Seat:
        now = then(now, RulingKind.EXCLUSION, seat=out)
    ruling = {"seat": Seat.RED} if kind is RulingKind.LOSS else {}
    now = ruled(now, kind, replace(order(4), case="K7QF/1#1"), **ruling).after

    back = ruled(now, RulingKind.REINSTATED, order(5), seat=Seat.RED).after

    assert [(one.ending, one.by) for one in back.game.ends[:1]] == [(Ending.EXCLUDED, Seat.BLUE)]
    (result,) = leg_results(back.match)
    assert (str(result.red), str(result.blue)) == figures
    lifted = ruled(back, RulingKind.LIFTED, order(6), **ending(back)).after.game.ended
    assert lifted is not None
    assert (lifted.ending, lifted.by) == (Ending.EXCLUDED, Seat.BLUE)
    both = ruled(back, RulingKind.REINSTATED, order(6), seat=Seat.BLUE).after
    assert [one.ending for one in both.game.ends] == [now.game.ends[-1].ending]


def test_nobody_is_excluded_from_a_match_outside_a_competition() -> None:
    """There is no competition to leave."""
    now = replace(situation(*MOVES), competition=None)

    assert codes(now, RulingKind.EXCLUSION, seat=Seat.RED) == ["no_competition"]
    assert standing_rows(now) == {}
    assert then(now, RulingKind.LOSS, seat=Seat.RED).competition is None


@pytest.mark.article("10.3")
def test_a_loss_that_passes_to_the_opponent_who_left_reaches_the_standings() -> None:
    """A loss that only the ruling caused changes even official results."""
    now = situation(*MOVES)
    player = seat_of(now, Seat.RED)
    match, game = other_game(now, player)
    assert now.competition is not None
    now = replace(
        now,
        competition=replace(now.competition, exclusion=ExclusionPolicy.KEEP),
        elsewhere=((replace(match, joined=frozenset(match.people), is_single=True), game),),
    )
    out = then(now, RulingKind.EXCLUSION, seat=Seat.RED)
    ((lost, over),) = out.elsewhere
    official = homologated(replace(out, match=lost, game=over))
    left = PlayerRetired(at=order().at, by=lost.partner(player))
    assert official.competition is not None
    now = replace(
        out,
        competition=evolve_competition(official.competition, left),
        elsewhere=((official.match, over),),
    )

    found = ruled(now, RulingKind.REINSTATED, seat=Seat.RED)

    (effect,) = found.elsewhere
    assert effect.game.ended is not None
    assert effect.game.ended.by is not over.seat_of(player)
    assert found.after.competition is not None
    (figures,) = match_figures(effect.match).items()
    assert figures in found.after.competition.phase.results.items()
