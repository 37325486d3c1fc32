"""An arbiter's orders after an outage: give days back in their games, or undo that.

An operator may do so for all games. The person sees each player's days and confirms. For many games
they see only the number, and the work runs in portions
(`bot.service.operations.days.outage_batches`). The dialogue is `bot.chat.days.compensation`.
"""

from collections.abc import Sequence

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.operations.days.grants import ARTICLE, Grant, give, preview_lines, row_facts
from bot.service.operations.days.outage_batches import AT_ONCE, BatchProgress, plan, portions
from bot.service.operations.days.outages import (
    about_of,
    day_facts,
    games_in,
    given_in,
    lost_in,
    outage_of,
    undo_button,
)
from bot.service.pure.acts import order_of
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Card, Param, Text, say
from engine.errors import Fault, GameStateError
from engine.games.outage import check_outage
from engine.games.ruling_events import Outage
from storage.play import game_rows
from storage.play.game_rows import GameRow

KIND = "outage"
UNDO = "outage_undo"
"""The kinds of the two decisions; their code is that of `outages.about_of`."""


async def games_in_charge(readers: Readers, user_input: UserInput) -> list[GameRow]:
    """Return the rows of the running games for which the person may give days back."""
    if readers.persons.is_operator(user_input):
        return await game_rows.running_games(readers.unit.tx)
    return await game_rows.running_ruled_by(readers.unit.tx, user_input.person.id)


async def question(readers: Readers, user_input: UserInput, outage: Outage) -> Text:
    """Return the question to the arbiter, with the number of games that lost days.

    For many games it is the number to be searched, because the search runs later.

    Raises:
        RuleViolation: as `check_outage`.
        GameStateError: `nothing_to_make_good`, it cost nobody a day.
    """
    check_outage(outage, readers.today())
    games = await games_in_charge(readers, user_input)
    if _are_many(games):
        return say("outage.found_many", games=len(games))
    return say("outage.found", games=games_in(await _lost(readers, games, outage)))


def _are_many(games: Sequence[GameRow]) -> bool:
    """Return whether there are too many games for one unit of work."""
    return len(games) > AT_ONCE


async def _lost(readers: Readers, games: Sequence[GameRow], outage: Outage) -> list[Grant]:
    """Return each player's lost days as grants.

    Raises:
        GameStateError: nobody has lost a day.
    """
    return _check_any(await lost_in(readers, await readers.game_lists.of_rows(games), outage))


async def _given(readers: Readers, games: Sequence[GameRow], outage: Outage) -> list[Grant]:
    """Return the reverse of what was given for that outage in games that still run.

    Raises:
        GameStateError: nothing was given.
    """
    return _check_any(given_in(await readers.game_lists.of_rows(games), outage))


def _check_any(grants: list[Grant]) -> list[Grant]:
    """Return the grants.

    Raises:
        GameStateError: `nothing_to_make_good`, there are none.
    """
    if not grants:
        raise GameStateError(Fault("nothing_to_make_good", "7.1"))
    return grants


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return each player's days to be given back, or the number of games if they are many."""
    games, outage = await games_in_charge(readers, user_input), outage_of(about)
    check_outage(outage, readers.today())
    if _are_many(games):
        return Text("outage.show_many", _counted(games, outage))
    grants = await _lost(readers, games, outage)
    return Text("outage.show", await _facts(readers, user_input, outage, grants, reason))


async def carry_out(recorder: Recorder, user_input: UserInput, about: str, reason: str) -> Card:
    """Give the days back in every game, notify everyone, and offer to undo it.

    For many games, begin the work instead.
    """
    games, outage = await games_in_charge(recorder, user_input), outage_of(about)
    check_outage(outage, recorder.today())
    if _are_many(games):
        return await _begin(recorder, user_input, outage, reason, games)
    grants = await _lost(recorder, games, outage)
    facts = await _facts(recorder, user_input, outage, grants, reason)
    await give(recorder, order_of(user_input, ARTICLE, reason), user_input.person.name, grants)
    return Card(Text("outage.done", facts), ((undo_button(outage),),))


async def show_undo(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return each player's days to be taken back, or the number of games if they are many."""
    games, outage = await games_in_charge(readers, user_input), outage_of(about)
    if _are_many(games):
        return Text("outage.show_undo_many", _counted(games, outage))
    grants = await _given(readers, games, outage)
    return Text("outage.show_undo", await _facts(readers, user_input, outage, grants, reason))


async def carry_out_undo(
    recorder: Recorder, user_input: UserInput, about: str, reason: str
) -> Card:
    """Take the days back again and notify everyone; for many games, begin the work instead."""
    games, outage = await games_in_charge(recorder, user_input), outage_of(about)
    if _are_many(games):
        return await _begin(recorder, user_input, outage, reason, games, is_undo=True)
    grants = await _given(recorder, games, outage)
    facts = await _facts(recorder, user_input, outage, grants, reason)
    await give(recorder, order_of(user_input, ARTICLE, reason), user_input.person.name, grants)
    return Card(Text("outage.undone", facts))


async def _begin(  # noqa: PLR0913  (the order: its author, reason and games)
    context: Context,
    user_input: UserInput,
    outage: Outage,
    reason: str,
    games: Sequence[GameRow],
    *,
    is_undo: bool = False,
) -> Card:
    """Start the work on many games, and announce the final report."""
    to_do = list(portions(games))
    work = BatchProgress(about=about_of(outage), reason=reason, is_undo=is_undo, left=to_do)
    await plan(context, user_input, work)
    key = "outage.undo_begun" if is_undo else "outage.begun"
    return Card(Text(key, _counted(games, outage)))


def _counted(games: Sequence[GameRow], outage: Outage) -> dict[str, Param]:
    """Return the facts of a decision about many games: the outage, and their number."""
    return {**day_facts(outage), "games": len(games)}


async def _facts(
    readers: Readers, user_input: UserInput, outage: Outage, grants: list[Grant], reason: str
) -> dict[str, Param]:
    """Return the facts of a decision about few games: the outage, and each player's days."""
    players = row_facts(await preview_lines(readers, user_input, grants, reason))
    return {**day_facts(outage), "games": games_in(grants), **players}
