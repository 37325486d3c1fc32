"""Prepares a started phase to be drawn again after a correction, while nobody has moved."""

from bot.service.operations.matches.cancelling import cancel
from bot.service.pure.acts import trial_order
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from engine.competitions.competition import Competition, CompetitionStage
from engine.errors import GameStateError
from engine.games.game import Stage
from engine.games.orders import Order
from engine.matches.decide import take_back


async def is_untouched(readers: Readers, competition: Competition) -> bool:
    """Return whether the phase runs without any move, withdrawal or claim; no match is damaged."""
    phase = competition.phase
    if competition.stage is not CompetitionStage.RUNNING or phase.former_players or phase.results:
        return False
    if await readers.cases.open_within(competition.code):
        return False
    trial = trial_order(readers.unit.now, competition.chief_arbiter)
    for listed in phase.matches:
        try:
            snapshot = await readers.matches.load(listed.code)
            home = await readers.games.home_of(snapshot.match)
            take_back(snapshot.match, trial, None if home is None else home.game)
        except GameStateError:
            return False
        if home is not None and home.game.stage is not Stage.RUNNING:
            return False
    return True


async def take_all_back(recorder: Recorder, competition: Competition, order: Order) -> None:
    """Cancel every match of the phase and end its games, without notices.

    Only if `is_untouched`.
    """
    for listed in competition.phase.matches:
        snapshot = await recorder.matches.load(listed.code)
        home = await recorder.games.home_of(snapshot.match)
        events = take_back(snapshot.match, order, None if home is None else home.game)
        await cancel(recorder, snapshot, events, order)
