"""Practice: a game against the program, which answers in the transaction of the person's move.

A practice game is a match of one game whose second player is the program. Nobody rules it, and it
counts for nothing. A person has at most one that is running.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from functools import reduce
from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.operations.matches.results import MatchResults
from bot.service.operations.matches.seating import access_of
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Text
from bot.texts.notices.matches.practice import would_text
from engine.errors import Fault, GameStateError
from engine.games.appraisal import appraise
from engine.games.commands import AnswerInterruption, Pass, Place, Resign
from engine.games.decide import decide
from engine.games.events import Event, Passed, PlacementMade
from engine.games.fold import evolve, replay
from engine.games.game import Game, Stage
from engine.ids import NO_ARBITER, PROGRAM, PersonId, Seat
from engine.matches.events import MatchArranged, PlayerJoined
from engine.matches.practice import Strength, practice_rules
from engine.notation import PASS, format_placement
from engine.rulesets import Phase
from storage.play import game_rows


async def running(readers: Readers, person: PersonId) -> GameSnapshot | None:
    """Return the person's running practice game, or None."""
    game = await game_rows.practised_by(readers.unit.tx, person)
    return None if game is None else await readers.games.load(game)


async def begin(recorder: Recorder, user_input: UserInput, strength: Strength) -> MatchSnapshot:
    """Arrange a practice game in which the person is Red; the caller starts it.

    Raises:
        GameStateError: `practice_too_often`.
    """
    shared, who = recorder.shared, user_input.incoming
    if not shared.gate.practices.admits(who.sender.id, who.update, user_input.at):
        raise GameStateError(Fault("practice_too_often"))
    today = recorder.today()
    arranged = MatchArranged(
        at=user_input.at,
        match=await recorder.matches.new_code(),
        arbiter=NO_ARBITER,
        phase=Phase.PRELIMINARY,
        rules=practice_rules(shared.rules),
        edition=shared.edition_on(today),
        first=user_input.person.id,
        second=PROGRAM,
        start=today,
        home_seed=shared.new_seed(),
        return_seed=shared.new_seed(),
        red=user_input.person.id,
        is_single=True,
        strength=strength,
    )
    player = user_input.person.id
    access = await access_of(recorder, player)
    joined = [
        PlayerJoined(at=user_input.at, invited=player, person=player, via=access),
        PlayerJoined(at=user_input.at, invited=PROGRAM, person=PROGRAM),
    ]
    return await recorder.match_acts.begin((arranged, *joined), user_input.at)


async def end(recorder: Recorder, snapshot: GameSnapshot, at: datetime) -> None:
    """End a practice game as resigned by the person, without any message."""
    game = snapshot.game
    lexicon = await lexicon_of(recorder, game)
    events = decide(game, Resign(by=_program(game).partner), at, lexicon)
    after = await recorder.game_acts.record(snapshot, events, at, ruled=True)
    await MatchResults(recorder).follow(after.game, at)


async def answer(readers: Readers, before: Game, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the program's answer to a move, or to a proposal to end early; empty if none is due.

    It is decided by the rules as the person's own move is.
    """
    game = reduce(evolve, events, before)
    seat = _program(game)
    if game.stage is not Stage.RUNNING:
        return ()
    lexicon = await lexicon_of(readers, game)
    if game.interruption_by is seat.partner:
        return decide(game, AnswerInterruption(by=seat, accept=True), events[-1].at, lexicon)
    if game.turn is not seat:
        return ()
    match = await readers.matches.get(game.match)
    command = await _chosen(readers, game, match.strength or Strength.STRONG)
    return decide(game, command, events[-1].at, lexicon)


async def would_have(readers: Readers, snapshot: GameSnapshot) -> Text:
    """Return the program's best move in place of the person's last move, at full strength.

    Raises:
        GameStateError: `button_unknown`, it is no practice game, or nothing was played yet.
    """
    person = _program(snapshot.game).partner
    events = await readers.games.events(snapshot.game.id)
    last = _last_move_of(person, events)
    if last is None:
        raise GameStateError(Fault("button_unknown"))
    before = replay(events[: last.number])
    command = await _chosen(readers, before, Strength.STRONG)
    if isinstance(command, Pass):
        return would_text(last.move, PASS, 0)
    lexicon = await lexicon_of(readers, before)
    appraisal = appraise(before, person, command.placement, before.received, lexicon)
    return would_text(last.move, format_placement(command.placement), appraisal.counted)


class _LastMove(NamedTuple):
    """A player's last move, and the number of events before it."""

    number: int
    move: PlacementMade | Passed


def _last_move_of(seat: Seat, events: Sequence[Event]) -> _LastMove | None:
    """Return the last move of a seat, or None before its first."""
    for number, event in reversed(list(enumerate(events))):
        if isinstance(event, PlacementMade | Passed) and event.by is seat:
            return _LastMove(number, event)
    return None


async def _chosen(context: Context, game: Game, strength: Strength) -> Place | Pass:
    """Return the program's choice; reading the word graph for the first time takes a moment."""
    # Imported here, so that only practice games load the code that can find moves.
    from engine.opponent import choose  # noqa: PLC0415

    def work() -> Place | Pass:
        return choose(game, strength, context.shared.graph(game.edition))

    return await asyncio.to_thread(work)


def _program(game: Game) -> Seat:
    """Return the program's seat.

    Raises:
        GameStateError: `button_unknown`, two people play the game.
    """
    seat = game.seat_of(PROGRAM)
    if seat is None:
        raise GameStateError(Fault("button_unknown"))
    return seat
