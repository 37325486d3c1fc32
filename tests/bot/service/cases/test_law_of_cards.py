"""A card's announcement of a ruling equals the logs afterwards (8.5, 10)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Final

import pytest

from bot.texts.messages import Text
from bot.texts.notices.cases.effects import effect_lines, full_effects
from engine.cases.events import Ruling, RulingKind
from engine.cases.rulings import consequences, present_rows, standing_rows
from engine.cases.situation import Consequences, Situation
from engine.competitions.standings import StandingsRow
from engine.games.commands import Resign
from engine.games.deadlines import days_left
from engine.games.events import Ending
from engine.games.game import Game, Stage
from engine.ids import PersonId, Seat, game_id
from engine.matches.match import MatchStage
from engine.matches.results import leg_results, match_figures
from tests.bot.service.cases.stages import RULED, STAGES, on, possible, running
from tests.builders import play
from tests.engine.cases.bench import refolded

K = RulingKind
SAYS_ONLY: Final = frozenset(
    {K.REJECTED, K.UPHELD, K.WORD_VALID, K.WORD_INVALID, K.WORD_ACCEPTED, K.WARNING, K.LIFTED}
)
"""Rulings whose whole effect is what they say of a claim, a word or a player."""


class _Names(defaultdict[PersonId, str]):
    """Names by which a line of the card names its people."""

    def __missing__(self, person: PersonId) -> str:
        return f"person {person}"


NAMES: Final = _Names()


@cache
def begun(stage: str) -> Situation:
    """Return the stage of that name."""
    return STAGES[stage]()


@cache
def possible_there(stage: str, kind: RulingKind) -> tuple[tuple[Ruling, Consequences], ...]:
    """Return the possible rulings of that kind in that stage, with their effects."""
    return tuple(possible(kind, begun(stage), on(), 1, 31))


@pytest.mark.article("8.5", "10.1", "10.3")
@pytest.mark.parametrize("stage", STAGES)
def test_what_the_card_says_is_what_the_logs_hold(stage: str) -> None:
    """A card's announcement equals the logs after a ruling, its repetition and its reversal."""
    first = begun(stage)
    for kind in RulingKind:
        for ruling, found in possible_there(stage, kind):
            after = _made(first, ruling, found, RULED)
            for again, then in _then(kind, after):
                _made(after, again, then, RULED + 1)


@pytest.mark.article("10.3")
def test_a_card_names_the_games_that_a_lifted_disqualification_leaves_lost() -> None:
    """It names an official loss by disqualification, and no loss of another kind."""
    out = consequences(running(), on(), Ruling(kind=K.EXCLUSION, seat=Seat.RED)).after
    official = replace(out.match, stage=MatchStage.HOMOLOGATED)
    lost = replace(out, match=official, elsewhere=((official, out.game),))
    resigned = replace(out, game=play(running().game, Resign(by=Seat.RED)), elsewhere=())

    def stays(now: Situation) -> set[object]:
        by = on(RULED + 1)
        found = consequences(now, by, Ruling(kind=K.REINSTATED, seat=Seat.RED))
        lines = full_effects(now, found, NAMES, by.at)
        return {line.params["game"] for line in lines if line.key == "effect.stays"}

    assert stays(lost) == {out.game.id}
    assert stays(resigned) == set()


def _then(kind: RulingKind, now: Situation) -> Iterator[tuple[Ruling, Consequences]]:
    """Yield the possible next rulings of the case: of the same kind, and the reversal."""
    by = on(RULED + 1)
    for following in (kind, K.REINSTATED, K.LEVEL):
        yield from possible(following, now, by, 8)
    back = Ruling(kind=K.LIFTED, placed=on(RULED).at)
    if kind not in {K.EXCLUSION, K.REINSTATED}:
        yield back, consequences(now, by, back)


def _made(now: Situation, ruling: Ruling, found: Consequences, day: int) -> Situation:
    """Make the ruling; compare every line of its card with the logs, folded again."""
    by = on(day)
    game, match, competition = refolded(now, found)
    after = found.after
    assert (game, match, competition) == (after.game, after.match, after.competition)
    for lines in (
        effect_lines(now, found, NAMES, by.at),
        full_effects(now, found, NAMES, by.at),
    ):
        _hold(now, after, lines, ruling, by.at)
    _counted(after)
    return after


def _hold(
    now: Situation, after: Situation, lines: Sequence[Text], ruling: Ruling, at: datetime
) -> None:
    """Compare each line with the later state, and each change with its line."""
    said = [line.key for line in lines]
    if after == now:
        assert ruling.kind in SAYS_ONLY, f"{ruling} is recorded and changes nothing"
        assert not set(said) - {"effect.nothing", "effect.coefficients_same"}
        return
    assert lines, f"the card says nothing of {ruling}"
    assert "effect.nothing" not in said
    for line in lines:
        _CHECKS.get(line.key.rpartition(".")[2], _unchecked)(after, line.params, at)
    _named(now, after, lines)


def _named(now: Situation, after: Situation, lines: Sequence[Text]) -> None:
    """Check that the card names each changed result, penalty and game."""
    named = {line.params["game"] for line in lines if line.key == "effect.coefficients"}
    was = {one.leg: (one.red, one.blue) for one in leg_results(now.match)}
    for one in leg_results(after.match):
        if was.get(one.leg) != (one.red, one.blue):
            assert game_id(after.match.code, one.leg) in named
    fined = {line.params["who"] for line in lines if line.key.startswith("effect.penalt")}
    over = {one.leg for one in after.match.ended}
    for person, leg in {*now.match.penalties, *after.match.penalties}:
        totals = [each.match.penalties.get((person, leg)) for each in (now, after)]
        if totals[0] != totals[1] and leg not in over:
            assert NAMES[person] in fined
    games = {line.params.get("game") for line in lines}
    for before, then in zip(now.elsewhere, after.elsewhere, strict=True):
        if before[1] != then[1]:
            assert then[1].id in games
    moved = _out(now) ^ _out(after)
    for match in (after.match, *after.to_come):
        if match.stage is MatchStage.BETWEEN and moved & set(match.people):
            assert f"{match.code}/2" in games


def _out(now: Situation) -> set[PersonId]:
    return set(now.competition.excluded) if now.competition else set()


def _counted(after: Situation) -> None:
    """Compare match and competition: coefficients, scores, winners (art. 8.5)."""
    if after.match.stage in {MatchStage.PROPOSED, MatchStage.HOMOLOGATED}:
        assert after.match.results == leg_results(after.match)
    phase = after.competition.phase_of(after.game.id) if after.competition else None
    for game, figures in match_figures(after.match).items():
        if phase is not None and game in phase.results:
            assert phase.results[game] == figures


_Params = Mapping[str, object]


def _unchecked(after: Situation, said: _Params, _at: datetime) -> None:
    """Skip a line without a figure of its own."""


def _coefficients(after: Situation, said: _Params, _at: datetime) -> None:
    code = after.match.code
    results = {game_id(code, one.leg): one for one in leg_results(after.match)}
    got = results[said["game"]]  # type: ignore[index]  # the id of a game
    assert (said["red_c"], said["blue_c"]) == (str(got.red), str(got.blue))


_LATEST: Final[list[tuple[Situation, dict[PersonId, StandingsRow]]]] = []
"""The latest state and its rows, because each line of a card asks for them."""


def _rows(after: Situation) -> dict[PersonId, StandingsRow]:
    """Return the rows of the case's group, and of its players' group in the present phase."""
    if not _LATEST or _LATEST[0][0] is not after:
        beside = [present_rows(after, person) for person in after.match.people]
        _LATEST[:] = [(after, {**beside[0], **beside[1], **standing_rows(after)})]
    return _LATEST[0][1]


def _place(after: Situation, said: _Params, _at: datetime) -> None:
    rows = {NAMES[who]: row for who, row in _rows(after).items()}
    row = rows[str(said["who"])]
    assert (said["place"], said["sum"]) == (row.place, str(row.coefficients))


def _out_of_table(after: Situation, said: _Params, _at: datetime) -> None:
    rows = {NAMES[who]: row for who, row in _rows(after).items()}
    assert rows[str(said["who"])].place is None


def _goes_on(after: Situation, said: _Params, _at: datetime) -> None:
    game = after.game
    assert game.stage is Stage.RUNNING
    assert (said["red_score"], said["blue_score"]) == (game.red.score, game.blue.score)


def _turn(after: Situation, said: _Params, _at: datetime) -> None:
    game = after.game
    assert said["who"] == NAMES[game.side(game.turn).person]
    assert said["on"] == game.received.isoformat()


def _days(after: Situation, said: _Params, _at: datetime) -> None:
    game = after.game
    left = {NAMES[game.side(seat).person]: days_left(game, seat, game.day_of(_at)) for seat in Seat}
    assert left[str(said["who"])] == said["left"]


def _days_again(after: Situation, said: _Params, _at: datetime) -> None:
    game = after.game
    used = {NAMES[game.side(seat).person]: game.side(seat).days for seat in Seat}
    assert used[str(said["who"])] == said["n"]


def _penalties(after: Situation, said: _Params, _at: datetime) -> None:
    match = after.match
    totals = {
        (NAMES[who], str(points))
        for who in match.people
        for (one, _), points in match.penalties.items()
        if one == who
    }
    assert (said["who"], said["points"]) in totals


def _game_of(after: Situation, said: _Params) -> Game:
    games = (after.game, *(game for _, game in after.elsewhere))
    return next(game for game in games if game.id == said["game"])


def _ends(after: Situation, said: _Params, _at: datetime) -> None:
    assert _game_of(after, said).ended


def _plays_on(after: Situation, said: _Params, _at: datetime) -> None:
    assert not _game_of(after, said).ended


def _stays(after: Situation, said: _Params, _at: datetime) -> None:
    ended = _game_of(after, said).ended
    assert ended is not None
    assert ended.ending is Ending.EXCLUDED or ended.unbegun


_CHECKS: Final = {
    "coefficients": _coefficients,
    "coefficients_same": _coefficients,
    "place": _place,
    "same_place": _place,
    "place_alone": _place,
    "in": _place,
    "out": _out_of_table,
    "goes_on": _goes_on,
    "score": _goes_on,
    "turn": _turn,
    "days": _days,
    "days_again": _days_again,
    "days_again_over": _days_again,
    "penalties": _penalties,
    "penalty_ahead": _penalties,
    "there_ends": _ends,
    "there_goes_on": _plays_on,
    "stays": _stays,
}
"""What each line of a card is held to."""


def test_most_rulings_are_tried_in_most_stages() -> None:
    """Each kind is possible in some stage, so that the law is really tried."""
    kinds = set(RulingKind) - {K.LIFTED}  # only a ruling can be taken back
    made = {kind: [name for name in STAGES if possible_there(name, kind)] for kind in kinds}
    assert {kind for kind, found in made.items() if not found} == set()
    assert sum(map(len, made.values())) > len(STAGES) * len(RulingKind) / 2
