"""An arbiter's decision that gives days to one player, both, or a whole phase (art. 7.2).

Its code is `GAME:WHOM:DAYS` or `@COMPETITION:WHOM:DAYS`. WHOM is `red`, `blue` or `both`, in a
competition `all` or a player's number. The dialogue is `bot.chat.days.granted_days`.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.operations.days.grants import ARTICLE, Grant, give, preview_lines, row_facts
from bot.service.pure.acts import order_of
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.days import EXTENSION
from bot.texts.messages import Card, Text, say
from engine.errors import Fault, GameStateError
from engine.games.endings import check_running
from engine.ids import CompetitionCode, GameId, Seat

KIND: Final = "extension"
BOTH, ALL = "both", "all"
"""In place of one player: both of a game, or everybody in a competition."""
OF_COMPETITION: Final = "@"
"""The beginning of a code about a competition."""
_DAYS: Final = re.compile(r"([-+]?\d{1,4})?")
"""Days in a code; "" where they are not chosen yet."""


@dataclass(frozen=True, slots=True)
class ExtensionChoices:
    """The choices so far, as the parts of the decision's code; "" where there is none."""

    scope: str
    """A game, or `@` and a competition."""
    whom: str = ""
    days: str = ""
    """The number of days, with a sign where they are taken back."""

    @property
    def about(self) -> str:
        """Return the choices as a code for buttons and questions."""
        return EXTENSION.about(self.scope, self.whom, self.days)

    @property
    def competition(self) -> CompetitionCode | None:
        """Return the competition whose phase is meant, or None."""
        if not self.scope.startswith(OF_COMPETITION):
            return None
        return CompetitionCode(self.scope.removeprefix(OF_COMPETITION))


def choices_of(about: str) -> ExtensionChoices:
    """Return the choices of a code.

    Raises:
        GameStateError: the bot never wrote this code.
    """
    choices = ExtensionChoices(*EXTENSION.read(about))
    if not choices.scope or not _DAYS.fullmatch(choices.days):
        raise GameStateError(Fault("button_unknown"))
    return choices


async def targets(
    readers: Readers, user_input: UserInput, choices: ExtensionChoices
) -> list[Grant]:
    """Return the grants by these choices, in running games that the person rules.

    Raises:
        GameStateError: the person does not rule the games, or the choices name no player.
    """
    days = int(choices.days or "0")
    grants = [
        Grant(snapshot, seat, days)
        for snapshot in await _games(readers, user_input, choices)
        for seat in Seat
        if _is_meant(snapshot, seat, choices.whom)
    ]
    if days < 0 and choices.competition is not None:
        # The opposite of a grant concerns only players who got it: a game may have begun since.
        grants = [
            grant for grant in grants if grant.snapshot.game.side(grant.seat).granted >= -days
        ]
    if not grants:
        raise GameStateError(Fault("nobody_meant", ARTICLE))
    return grants


async def _games(
    readers: Readers, user_input: UserInput, choices: ExtensionChoices
) -> list[GameSnapshot]:
    """Return the running games of these choices, if the person rules them."""
    if choices.competition is None:
        snapshot = await readers.games.ruled_by(user_input, GameId(choices.scope))
        check_running(snapshot.game)
        return [snapshot]
    await readers.competitions.ruled_by(user_input, choices.competition)
    return await readers.game_lists.running_in(choices.competition)


def _is_meant(snapshot: GameSnapshot, seat: Seat, whom: str) -> bool:
    """Return whether the choice includes the player of that seat."""
    person = snapshot.game.side(seat).person
    return whom in {BOTH, ALL, seat.value, str(person)}


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return each player's days, and their balance afterwards."""
    grants = await targets(readers, user_input, choices_of(about))
    lines = await preview_lines(readers, user_input, grants, reason)
    return Text("extension.show", row_facts(lines))


async def carry_out(recorder: Recorder, user_input: UserInput, about: str, reason: str) -> Card:
    """Give the days, notify everybody, and offer the opposite grant."""
    choices = choices_of(about)
    grants = await targets(recorder, user_input, choices)
    facts = row_facts(await preview_lines(recorder, user_input, grants, reason))
    await give(recorder, order_of(user_input, ARTICLE, reason), user_input.person.name, grants)
    opposite = replace(choices, days=str(-int(choices.days)))
    undo = EXTENSION.button(say("button.undo"), opposite.scope, opposite.whom, opposite.days)
    return Card(Text("extension.done", {**facts, "reason": reason}), ((undo,),))
