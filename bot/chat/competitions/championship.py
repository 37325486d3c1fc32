"""`/campionat`: a person's competitions, and the steps behind their buttons.

A button names its competition and step. Only arbiters may use `STEPS`; players may use `OWN_STEPS`.
A typed answer goes to the step that asked for it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.chat.choosing import MOST_BUTTONS, competition_rows
from bot.chat.competitions import (
    arbiters,
    corrections,
    entry_lists,
    merging,
    phase_ends,
    phase_plans,
    phase_players,
    phase_steps,
    player_steps,
    replacing,
    series,
    set_up,
    sign_up_settings,
    sign_up_terms_card,
    visibility,
)
from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, may_set_up
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions import sign_up_offers
from bot.service.lookups.competitions.sign_up_offers import OpenSignUp
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import (
    CARD,
    NEW,
    SIGN_UP,
    CardStep,
    NewCompetitionAction,
    OfCard,
)
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Buttons, Text, say
from engine.errors import EngineError
from engine.ids import CompetitionCode


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/campionat [CODE or new name]`: a card, the list of cards, or a new competition."""
    code = CompetitionCode(user_input.args.upper())
    if code and not await service.competitions.is_free(code):
        # Also for other arbiters' competitions, because a code in use is no name of a new one.
        await show_card(service, user_input, await service.competitions.load_any(code))
        return
    if may_set_up(user_input) and (user_input.args or await set_up.is_open(service, user_input)):
        await set_up.set_up(service, user_input, user_input.args)
        return
    ruled = await service.competitions.all_ruled(user_input.person.id)
    played = await service.competitions.all_played(user_input.person.id)
    snapshots = {snapshot.competition.code: snapshot for snapshot in (*ruled, *played)}
    sign_ups = await sign_up_offers.open_sign_ups(service, user_input.at, but=snapshots)
    if len(snapshots) == 1 and not may_set_up(user_input) and not sign_ups:
        await show_card(service, user_input, next(iter(snapshots.values())))
    else:
        await _list_cards(service, user_input, tuple(snapshots.values()), sign_ups)


async def _list_cards(
    service: Service,
    user_input: UserInput,
    snapshots: Sequence[CompetitionSnapshot],
    sign_ups: Sequence[OpenSignUp],
) -> None:
    """List the person's competitions, and the open sign-ups."""
    taken_back = await service.competitions.all_taken_back(user_input.person.id)
    rows = competition_rows(snapshots, lambda label, code: CARD.button(label, code, CardStep.CARD))
    rows += _taken_back_rows(taken_back)
    rows += tuple(
        (SIGN_UP.button(say("button.sign_up.to", title=offer.title), offer.code),)
        for offer in sign_ups[:MOST_BUTTONS]
    )
    if may_set_up(user_input):
        rows += ((NEW.button(say("button.comp.new"), NewCompetitionAction.BEGIN),),)
    has_competitions = bool(snapshots or taken_back)
    if sign_ups and not has_competitions and not may_set_up(user_input):
        text = say("sign_up.offered")
    else:
        text = say("comp.list") if snapshots else _none_text(service, user_input)
    note = say("comp.list_taken_back") if taken_back else None
    service.reply(user_input, say("comp.list_with_note", text=text, note=note), rows)


def _taken_back_rows(snapshots: Iterable[CompetitionSnapshot]) -> Buttons:
    """Return a button for the card of each import that was taken back; the card can restore it."""
    competitions = [snapshot.competition for snapshot in snapshots]
    return tuple(
        (
            CARD.button(
                say("button.comp.taken_back", title=competition.title),
                competition.code,
                CardStep.CARD,
            ),
        )
        for competition in competitions[:MOST_BUTTONS]
    )


def _none_text(service: Service, user_input: UserInput) -> Text:
    """Return that the person has no competition, and who can create one."""
    if may_set_up(user_input):
        return say("comp.none")
    return say("comp.none_operator" if service.persons.is_operator(user_input) else "comp.nothing")


async def _show_card(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    await show_card(service, user_input, snapshot)


STEPS: Final[Mapping[CardStep, Step]] = {
    **arbiters.STEPS,
    **corrections.STEPS,
    **entry_lists.STEPS,
    **merging.STEPS,
    **phase_ends.STEPS,
    **phase_players.STEPS,
    **phase_steps.STEPS,
    **phase_plans.STEPS,
    **player_steps.STEPS,
    **replacing.STEPS,
    **series.STEPS,
    **sign_up_settings.STEPS,
    **sign_up_terms_card.STEPS,
    **visibility.STEPS,
}
"""The buttons of an arbiter of the competition."""
OWN_STEPS: Final[Mapping[CardStep, Step]] = {CardStep.CARD: _show_card, **player_steps.OWN_STEPS}
"""The buttons of everyone with a role in the competition; each checks it again."""
TYPED: Final[Mapping[CardStep, Step]] = {
    **corrections.TYPED,
    **entry_lists.TYPED,
    **merging.TYPED,
    **phase_steps.TYPED,
    **phase_plans.TYPED,
    **replacing.TYPED,
    **series.TYPED,
    **sign_up_terms_card.TYPED,
}
"""The steps that handle a typed answer."""
_TAKING_FILES: Final = frozenset({CardStep.ADD_PLAYERS, CardStep.REPLACE, CardStep.SERIES})
"""The steps of `TYPED` that also handle a file; the last refuses it."""


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle a button of a competition's card."""
    step = CARD.read(user_input.args)
    if step.step is CardStep.CARD:
        snapshot = await service.competitions.load_any(step.competition)
    elif step.step in OWN_STEPS:
        snapshot = await service.competitions.load(step.competition)
    else:
        snapshot = await service.competitions.ruled_by(user_input, step.competition)
    handler = OWN_STEPS.get(step.step) or STEPS[step.step]
    try:
        async with service.unit.savepoint():
            await handler(service, user_input, snapshot, step)
    except EngineError as error:  # the card stays, with the error
        snapshot = await service.competitions.load_any(step.competition)
        await show_card(service, user_input, snapshot, say("refused", faults=faults_text(error)))


def takes_file(about: str) -> bool:
    """Return whether the step that asked also handles a file; all others would lose it.

    Raises:
        GameStateError: `button_unknown`, the bot never asked for this step.
    """
    return CARD.read(about).step in _TAKING_FILES


async def answer_given(service: Service, user_input: UserInput, about: str) -> None:
    """Handle the text or file that a step asked an arbiter for."""
    step = CARD.read(about)
    snapshot = await service.competitions.ruled_by(user_input, step.competition)
    await TYPED[step.step](service, user_input, snapshot, step)
