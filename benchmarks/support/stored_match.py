"""One real match with both games played to their end and official, as stored.

`benchmarks.support.many_matches.CopiedMatch` stores it under other codes and players to fill a
season.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from benchmarks.bench_move import shared
from benchmarks.engine.bench_standings import ARBITER, AT, START
from benchmarks.support.many_matches import PACE, Pattern
from bot.cli.demonstration.players import DemoPlayer
from bot.service.pure.rows import game_row, match_row
from engine.games.commands import Pass, Place
from engine.games.decide import decide
from engine.games.events import Event, GameStarted
from engine.games.fold import begin, evolve
from engine.games.game import Game, Stage
from engine.ids import CompetitionCode, Leg, MatchCode, PersonId, game_id
from engine.matches.decide import approve_results, join, request_return, start_leg
from engine.matches.events import MatchArranged, MatchEvent
from engine.matches.fold import evolve_match, replay_match
from engine.matches.match import Match
from engine.matches.rulings import follow_ruling, propose_results
from engine.notation import parse_placement
from engine.rulesets import Phase
from engine.sequences.sequence import draw
from engine.words.lexicon import open_lexicon
from storage.codec import codec_of
from storage.dialects import values_of
from storage.streams import game_stream, match_stream

COMPETITION: Final = CompetitionCode("CN25")
_CODE: Final = MatchCode("THE-CODE")
_FIRST: Final = PersonId(7_000_000_001)
_SECOND: Final = PersonId(7_000_000_002)


def _whole_match() -> tuple[Match, list[MatchEvent], list[tuple[Game, list[Event]]]]:
    """Play a match to its end, and make it official."""
    settled, at = shared(), AT
    events: list[MatchEvent] = [
        MatchArranged(
            at=at,
            match=_CODE,
            competition=COMPETITION,
            arbiter=ARBITER,
            phase=Phase.PRELIMINARY,
            rules=settled.rules,
            edition=settled.edition_on(START),
            first=_FIRST,
            second=_SECOND,
            start=START,
            home_seed=f"{1:064x}",
            return_seed=f"{2:064x}",
            red=_FIRST,
        )
    ]
    match, games = replay_match(events), []

    def add(more: tuple[MatchEvent, ...]) -> None:
        nonlocal match
        events.extend(more)
        match = reduce(evolve_match, more, match)

    for who in (_FIRST, _SECOND):
        add(join(match, who, who, at))
    for leg in Leg:
        for who in (_FIRST, _SECOND) if leg is Leg.RETURN else ():
            add(request_return(match, who, at))
        add(start_leg(match, at))
        game, made = _played(match, leg)
        at = made[-1].at
        games.append((game, made))
        add(follow_ruling(match, game, at))
    add(propose_results(match, at))
    add(approve_results(match, ARBITER, at))
    return match, events, games


def _played(match: Match, leg: Leg) -> tuple[Game, list[Event]]:
    begun = next(one for one in match.started if one.leg is leg)
    at, lexicon = begun.at, open_lexicon()
    first = GameStarted(
        at=at,
        game=game_id(match.code, leg),
        match=match.code,
        leg=leg,
        phase=match.phase,
        rules=match.rules,
        edition=match.edition,
        red=begun.red,
        blue=begun.blue,
        sequence=draw(bytes.fromhex(match.seeds[leg]), match.rules),
        start=begun.start,
    )
    game, events, player = begin(first), list[Event]([first]), DemoPlayer(lexicon)
    while game.stage is not Stage.ENDED:
        at += PACE
        chosen = player.choose(game)
        command = (
            Pass(by=game.turn)
            if chosen == "PAS"
            else Place(by=game.turn, placement=parse_placement(chosen))
        )
        decided = decide(game, command, at, lexicon)
        game, events = reduce(evolve, decided, game), [*events, *decided]
    return game, events


def match_copied() -> tuple[Match, Pattern, Pattern]:
    """Return the match and its stored rows: all except the return game's row, and that row."""
    match, around, games = _whole_match()
    streams: list[tuple[str, Sequence[MatchEvent | Event]]] = [
        (match_stream(_CODE), around),
        *((game_stream(game.id), made) for game, made in games),
    ]
    stored = tuple(
        (stream, seq, codec_of(stream).encode(event), event.at)
        for stream, events in streams
        for seq, event in enumerate(events, 1)
    )
    at = around[-1].at
    home, back = (values_of(game_row(game, len(made), match, at)) for game, made in games)
    row = values_of(match_row(match, len(around), at))
    return (
        match,
        Pattern(events=stored, match=row, game=home, due=()),
        Pattern(events=(), match=row, game=back, due=()),
    )
