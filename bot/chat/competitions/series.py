"""The series of a competition: its arbiters name it, from the card or while they set it up."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, ask, step_button
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions.series_names import (
    SHORTEST_SERIES,
    offered_series,
    spelt_as_known,
)
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.messages import Button, rows_of, say
from engine.competitions.competition import Competition
from engine.errors import Fault, GameStateError, NotationError
from engine.ids import CompetitionCode
from storage.competitions import series

_LONGEST_NAME: Final = 80
"""The most characters of a series' name."""
_MOST_OFFERED: Final = 5
"""The most known series offered as buttons."""


class _Choice(StrEnum):
    """What a button of the question does; a button without a choice asks it."""

    USUAL = "usual"
    """Add the competition to the series that its title shows."""
    LIKE = "like"
    """Add it to the series of another competition."""
    OUT = "out"
    """Take it out of its series."""


async def _series_pressed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask for the series, with the obvious one first, or take the chosen one."""
    competition = snapshot.competition
    match step.what:
        case _Choice.USUAL:
            name = await offered_series(service, competition.title)
            await _put_in(service, user_input, snapshot, name)
        case _Choice.LIKE:
            its_name = await series.of(service.unit.tx, CompetitionCode(step.choice))
            await _put_in(service, user_input, snapshot, its_name)
        case _Choice.OUT:
            await series.remove(service.unit.tx, competition.code)
            note = say("series.out", title=competition.title)
            await show_card(service, user_input, snapshot, note)
        case _:
            await _ask_series(service, user_input, snapshot)


async def _ask_series(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> None:
    """Ask for the series: a typed name, or a button."""
    competition = snapshot.competition
    current_series = await series.of(service.unit.tx, competition.code)
    question = say(
        "series.ask",
        title=competition.title,
        now=say("series.now", series=current_series) if current_series else None,
    )
    buttons = rows_of(await _series_buttons(service, competition, current_series), 1)
    await ask(service, user_input, snapshot, CardStep.SERIES, question, more=buttons)


async def _series_buttons(
    service: Service, competition: Competition, current_series: str
) -> list[Button]:
    """Return a button for the obvious series, for known ones, and for none.

    `current_series`: the competition's series, or "".
    """
    names_by_code = await series.every(service.unit.tx)
    usual = await offered_series(service, competition.title)
    codes_by_name = {
        name: code for code, name in names_by_code.items() if name not in {usual, current_series}
    }
    buttons = []
    if usual and usual != current_series:
        label = say("button.series.name", series=usual)
        buttons.append(CARD.button(label, competition.code, CardStep.SERIES, _Choice.USUAL))
    for name, code in list(codes_by_name.items())[:_MOST_OFFERED]:
        label = say("button.series.name", series=name)
        buttons.append(CARD.button(label, competition.code, CardStep.SERIES, _Choice.LIKE, code))
    if current_series:
        buttons.append(step_button(competition, "series_out", CardStep.SERIES, _Choice.OUT))
    return buttons


async def _name_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Take the typed name; a name that is known under another spelling is that series."""
    name = " ".join(user_input.args.split())
    if (
        user_input.incoming.file is not None
        or not SHORTEST_SERIES <= len(name) <= _LONGEST_NAME
        or not name.isprintable()
    ):
        raise NotationError(
            Fault("series_name", facts={"least": SHORTEST_SERIES, "most": _LONGEST_NAME})
        )
    await _put_in(service, user_input, snapshot, await spelt_as_known(service, name))


async def _put_in(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, name: str
) -> None:
    """Add the competition to the series and show the card.

    Raises:
        GameStateError: `button_unknown`, the offered series no longer exists.
    """
    if not name:
        raise GameStateError(Fault("button_unknown"))
    await series.add(service.unit.tx, snapshot.competition.code, name)
    note = say("series.put_in", title=snapshot.competition.title, series=name)
    await show_card(service, user_input, snapshot, note)


STEPS: Final[Mapping[CardStep, Step]] = {CardStep.SERIES: _series_pressed}
TYPED: Final[Mapping[CardStep, Step]] = {CardStep.SERIES: _name_given}
