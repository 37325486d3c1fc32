"""Extensions: days that an arbiter gives one player, both, or everybody in a phase (art. 7.2).

What is ordered is written `GAME:WHOM:DAYS` or `@COMPETITION:WHOM:DAYS`; whom: `red`, `blue`,
`both`, in a competition `all` or a player's number. The dialogue is `bot.chat.handlers.extension`.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.games import SeenGame
from bot.service.grants import Grant, give, listed, order_of, rows
from bot.texts.messages import Button, Buttons, Text, say
from engine.errors import Fault, GameStateError
from engine.games.game import Stage
from engine.ids import CompetitionCode, GameId, PersonId, Seat

if TYPE_CHECKING:
    from bot.service.recording import Recorder

KIND = "extension"
BOTH, ALL = "both", "all"
OF_COMPETITION = "@"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is chosen so far; empty where it is not."""

    scope: str
    whom: str = ""
    days: str = ""

    @property
    def about(self) -> str:
        """Return it as buttons and questions carry it."""
        return f"{self.scope}:{self.whom}:{self.days}"

    @property
    def competition(self) -> CompetitionCode | None:
        """Return the competition whose phase is meant, if one is."""
        if not self.scope.startswith(OF_COMPETITION):
            return None
        return CompetitionCode(self.scope.removeprefix(OF_COMPETITION))


def wanted_of(about: str) -> Wanted:
    """Return what is written there.

    Raises:
        GameStateError: it was never written by us.
    """
    parts = [*about.split(":"), "", ""]
    days = parts[2].removeprefix("-").removeprefix("+")
    if len(about.split(":")) > 3 or not parts[0] or not (days == "" or days.isdecimal()):
        raise GameStateError(Fault("button_unknown"))
    return Wanted(parts[0], parts[1], parts[2])


async def targets(service: "Recorder", said: Said, wanted: Wanted) -> list[Grant]:
    """Return the grants that it means, of running games that the person rules.

    Raises:
        GameStateError: he does not rule them, or nobody is meant.
    """
    days = int(wanted.days or "0")
    found = [
        Grant(seen, seat, days)
        for seen in await _games(service, said, wanted)
        for seat in Seat
        if _is_meant(seen, seat, wanted.whom)
    ]
    if days < 0 and wanted.competition is not None:
        # Taken back from whoever still has them: a game may have begun since.
        found = [one for one in found if one.seen.game.side(one.seat).granted >= -days]
    if not found:
        raise GameStateError(Fault("nobody_meant", "7.2"))
    return found


async def _games(service: "Recorder", said: Said, wanted: Wanted) -> list[SeenGame]:
    if wanted.competition is None:
        seen = await service.games.ruled_by(said, GameId(wanted.scope))
        if seen.game.stage is not Stage.RUNNING:
            raise GameStateError(Fault("game_over", "4.3"))
        return [seen]
    await service.competitions.ruled_by(said, wanted.competition)
    return await service.games.running_in(wanted.competition)


def _is_meant(seen: SeenGame, seat: Seat, whom: str) -> bool:
    person: PersonId = seen.game.side(seat).person
    return whom in {BOTH, ALL, seat.value, str(person)}


async def show(service: "Recorder", said: Said, about: str, reason: str) -> Text:
    """Say who gets how many days, and what he has left then."""
    grants = await targets(service, said, wanted_of(about))
    return Text("extension.show", listed(await rows(service, said, grants, reason)))


async def carry_out(
    service: "Recorder", said: Said, about: str, reason: str
) -> "tuple[Text, Buttons]":
    """Give the days, tell everybody, and offer the opposite grant."""
    wanted = wanted_of(about)
    grants = await targets(service, said, wanted)
    shown = listed(await rows(service, said, grants, reason))
    await give(service, order_of(said, reason), said.person.name, grants)
    opposite = replace(wanted, days=str(-int(wanted.days)))
    undo = Button(say("button.undo"), f"ext:{opposite.about}")
    return Text("extension.done", {**shown, "reason": reason}), ((undo,),)
