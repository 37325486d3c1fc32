"""Previews of moves on the board: of a move sent now, or made at the end of a line of play."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.notices.play.effects import effect_of
from bot.service.operations.conversation.channel import lacks_sheet
from bot.service.operations.play.moving import check_may_move
from bot.service.operations.play.notebooks import of_partner
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.i18n import Catalogue
from bot.web.play.game_answers import preview_json, tileless_preview_json
from bot.web.refusals import Json
from engine.errors import EngineError, Fault, GameStateError, RuleViolation
from engine.games.appraisal import appraise
from engine.games.endings import check_running
from engine.games.planned_moves import read_planned
from engine.games.turns import thinking_days
from engine.notation import is_pass, parse_placement


@dataclass(frozen=True, slots=True)
class MovePreviews:
    """Previews the moves of one player in one game."""

    service: Service
    user_input: UserInput
    catalogue: Catalogue
    snapshot: GameSnapshot

    async def of_move(self, text: str) -> Json:
        """Return the effect of a move, or of `PAS`, if the player sends it now."""
        service, user_input, snapshot = self.service, self.user_input, self.snapshot
        seat = service.games.seat(user_input, snapshot.game)
        hindrance = await hindrance_of(service, user_input, snapshot)
        hindrances = () if hindrance is None else (hindrance,)
        placement, faults = None, hindrances
        if not is_pass(text):
            try:
                placement = parse_placement(text)
            except EngineError as error:
                faults = (*hindrances, *error.faults)
        if placement is None:
            game = await service.arrivals.for_time_decisions(snapshot.game)
            today = game.day_of(user_input.at)
            days = thinking_days(game, seat, today) if game.turn is seat else 0
            return tileless_preview_json(faults, days, self.catalogue)
        appraisal, lexicon = await effect_of(service, snapshot.game, seat, placement, user_input.at)
        faults = (*hindrances, *appraisal.faults)
        return preview_json(appraisal, lexicon, faults=faults, catalogue=self.catalogue)

    async def of_planned(self, text: str, line: Sequence[str]) -> Json:
        """Return the effect of a move by the player whose turn it is at the end of the line.

        An empty line ends on the current board. The day of a planned move is unknown, so it
        counts as made when its turn arrives.

        Raises:
            EngineError: the line could not be played.
        """
        service, catalogue = self.service, self.catalogue
        rehearsed = await service.notebooks.tried(
            self.snapshot.game, tuple(map(read_planned, line))
        )
        if rehearsed.faults:
            raise RuleViolation(*rehearsed.faults)
        game = rehearsed.plies[-1].after if rehearsed.plies else self.snapshot.game
        try:
            check_running(game)
            if is_pass(text):
                return tileless_preview_json((), 0, catalogue)
            placement = parse_placement(text)
        except EngineError as error:
            return tileless_preview_json(error.faults, 0, catalogue)
        lexicon = await lexicon_of(service, game)
        appraisal = appraise(game, game.turn, placement, game.received, lexicon)
        is_partners = game.turn is not service.games.seat(self.user_input, self.snapshot.game)
        faults = [of_partner(fault) if is_partners else fault for fault in appraisal.faults]
        return preview_json(appraisal, lexicon, faults=faults, catalogue=catalogue)


async def hindrance_of(
    service: Service, user_input: UserInput, snapshot: GameSnapshot
) -> Fault | None:
    """Return why the player can make no move at all now, or None if they can."""
    try:
        await check_move(service, user_input, snapshot)
    except EngineError as error:
        return error.faults[0]
    return None


async def check_move(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Refuse every move if none can be made now, as in the chat.

    Raises:
        GameStateError: no move is possible, or moves count only on photographed sheets.
    """
    game = snapshot.game
    await check_may_move(service, game, service.games.seat(user_input, game), user_input.at)
    if await lacks_sheet(service, game, None):
        raise GameStateError(Fault("needs_sheet", "4.2"))
