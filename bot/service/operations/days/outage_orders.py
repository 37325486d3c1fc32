"""An arbiter's orders after an outage: give days back in their games, or undo that.

An operator may do so for all games. The person sees each player's days and confirms. For many games
they see only the number, and the work runs in portions
(`bot.service.operations.days.outage_batches`). The dialogue is `bot.chat.days.compensation`.
"""

from collections.abc import Sequence

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.operations.days.grants import Grant, give, listed, order_of, rows
from bot.service.operations.days.outage_batches import AT_ONCE, BatchProgress, plan, portions
from bot.service.operations.days.outages import (
    about_of,
    dated,
    games_in,
    given_in,
    lost_in,
    outage_of,
)
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.days import OUTAGE
from bot.texts.messages import Buttons, Param, Text, say
from engine.errors import Fault, GameStateError
from engine.games.outage import check_outage
from engine.games.ruling_events import Outage
from storage.play import game_rows
from storage.play.game_rows import GameRow

KIND = "outage"
UNDO = "outage_undo"


async def concerned(service: Readers, user_input: UserInput) -> list[GameRow]:
    """Return the rows of the running games for which the person may give days back."""
    if service.persons.is_operator(user_input):
        return await game_rows.running_games(service.unit.tx)
    return await game_rows.running_ruled_by(service.unit.tx, user_input.person.id)


async def question(service: Readers, user_input: UserInput, outage: Outage) -> Text:
    """Return the question to the arbiter, with the number of games concerned or to be searched.

    Raises:
        RuleViolation: as `check_outage`.
        GameStateError: `nothing_to_make_good`, it cost nobody a day.
    """
    check_outage(outage, service.today())
    games = await concerned(service, user_input)
    if _are_many(games):
        return say("outage.found_many", games=len(games))
    return say("outage.found", games=games_in(await _lost(service, games, outage)))


def _are_many(games: Sequence[GameRow]) -> bool:
    return len(games) > AT_ONCE


async def _lost(service: Readers, games: Sequence[GameRow], outage: Outage) -> list[Grant]:
    """Return each player's lost days as grants; none for a player without a loss."""
    return _some(await lost_in(service, await _seen(service, games), outage))


async def _given(service: Readers, games: Sequence[GameRow], outage: Outage) -> list[Grant]:
    """Return the reverse of what was given for that outage in games that still run."""
    return _some(given_in(await _seen(service, games), outage))


async def _seen(service: Readers, games: Sequence[GameRow]) -> list[GameSnapshot]:
    return [await service.games.of_row(row) for row in sorted(games, key=lambda row: row.game_id)]


def _some(grants: list[Grant]) -> list[Grant]:
    if not grants:
        raise GameStateError(Fault("nothing_to_make_good", "7.1"))
    return grants


async def show(service: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return each player's days to be given back."""
    games, outage = await concerned(service, user_input), outage_of(about)
    check_outage(outage, service.today())
    if _are_many(games):
        return Text("outage.show_many", _counted(games, outage))
    grants = await _lost(service, games, outage)
    return Text("outage.show", await _facts(service, user_input, outage, grants, reason))


async def carry_out(
    service: Recorder, user_input: UserInput, about: str, reason: str
) -> tuple[Text, Buttons]:
    """Give the days back in every game, notify everyone, and offer to undo it."""
    games, outage = await concerned(service, user_input), outage_of(about)
    check_outage(outage, service.today())
    if _are_many(games):
        return await _begun(service, user_input, outage, reason, games)
    grants = await _lost(service, games, outage)
    facts = await _facts(service, user_input, outage, grants, reason)
    await give(service, order_of(user_input, reason), user_input.person.name, grants)
    undo = OUTAGE.button(say("button.undo"), outage.first, outage.last, "undo")
    return Text("outage.done", facts), ((undo,),)


async def show_undo(service: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return the players from whom the days are taken back."""
    games, outage = await concerned(service, user_input), outage_of(about)
    if _are_many(games):
        return Text("outage.show_undo_many", _counted(games, outage))
    grants = await _given(service, games, outage)
    return Text("outage.show_undo", await _facts(service, user_input, outage, grants, reason))


async def carry_out_undo(
    service: Recorder, user_input: UserInput, about: str, reason: str
) -> tuple[Text, Buttons]:
    """Take the days back again and notify everyone."""
    games, outage = await concerned(service, user_input), outage_of(about)
    if _are_many(games):
        return await _begun(service, user_input, outage, reason, games, is_undo=True)
    grants = await _given(service, games, outage)
    facts = await _facts(service, user_input, outage, grants, reason)
    await give(service, order_of(user_input, reason), user_input.person.name, grants)
    return Text("outage.undone", facts), ()


async def _begun(  # noqa: PLR0913  (the order: its author, reason and games)
    service: Context,
    user_input: UserInput,
    outage: Outage,
    reason: str,
    games: Sequence[GameRow],
    *,
    is_undo: bool = False,
) -> tuple[Text, Buttons]:
    """Start the work on many games, and announce the final report."""
    left = list(portions(games))
    work = BatchProgress(about=about_of(outage), reason=reason, is_undo=is_undo, left=left)
    await plan(service, user_input, work)
    key = "outage.undo_begun" if is_undo else "outage.begun"
    return Text(key, _counted(games, outage)), ()


def _counted(games: Sequence[GameRow], outage: Outage) -> dict[str, Param]:
    return {**dated(outage), "games": len(games)}


async def _facts(
    service: Readers, user_input: UserInput, outage: Outage, grants: list[Grant], reason: str
) -> dict[str, Param]:
    shown = listed(await rows(service, user_input, grants, reason))
    return {**dated(outage), "games": games_in(grants), **shown}
