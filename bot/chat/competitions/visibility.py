"""Who sees a competition's players, and who may play in it: names on pages, seats in browsers."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from bot.chat.competitions.card_steps import Step, step_button
from bot.runtime.shared import UserInput
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.messages import Text, rows_of, say
from bot.texts.public_names import NameVisibility
from engine.competitions.planning import set_browser_seats
from storage.competitions import publicity
from storage.people.addresses import is_browser


class _BrowserSeats(StrEnum):
    """Whether browsers may take seats."""

    WITH = "with"
    WITHOUT = "without"


async def _names_pressed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show or change the form of players' names on public pages."""
    competition = snapshot.competition
    if step.what in set(NameVisibility):
        await publicity.show_names(service.unit.tx, competition.code, step.what)
    chosen = await publicity.names_of(service.unit.tx, competition.code) or NameVisibility.FULL
    buttons = [
        CARD.button(
            _choice_label(f"button.name_{how}", is_chosen=how == chosen),
            competition.code,
            CardStep.NAMES,
            how,
        )
        for how in NameVisibility
    ]
    back = step_button(competition, "back", CardStep.CARD)
    text = say("comp.public_names", title=competition.title)
    service.edit(user_input, text, (*rows_of(buttons, 3), (back,)))


async def _browsers_pressed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show or change whether browsers may take seats."""
    if step.what in set(_BrowserSeats):
        are_allowed = step.what == _BrowserSeats.WITH
        events = set_browser_seats(snapshot.competition, act(user_input), allowed=are_allowed)
        snapshot = await service.competition_acts.record(snapshot, events, user_input.at)
    competition = snapshot.competition
    buttons = [
        CARD.button(
            _choice_label(
                f"button.comp.browsers_{how}",
                is_chosen=competition.browser_seats is (how is _BrowserSeats.WITH),
            ),
            competition.code,
            CardStep.BROWSERS,
            how,
        )
        for how in _BrowserSeats
    ]
    playing = {entry.player for entry in competition.phase.entries} & competition.claimed
    await service.persons.gather(playing)
    persons = [await service.persons.get(player) for player in sorted(playing)]
    text = say(
        "comp.browsers",
        title=competition.title,
        n=sum(is_browser(person.address) for person in persons),
    )
    back = step_button(competition, "back", CardStep.CARD)
    service.edit(user_input, text, (tuple(buttons), (back,)))


def _choice_label(key: str, *, is_chosen: bool) -> Text:
    """Return a choice's label, marked if it is the present one."""
    return say("button.chosen", what=say(key)) if is_chosen else say(key)


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.NAMES: _names_pressed,
    CardStep.BROWSERS: _browsers_pressed,
}
"""The steps of an arbiter of the competition."""
