"""`/campionat`: a person's competitions, and the steps behind their buttons.

A button names its competition and step. Only arbiters may use `STEPS`; players may use `OWN_STEPS`.
A typed answer goes to the step that asked for it.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping

from bot.chat.choosing import MOST_BUTTONS, competition_rows
from bot.chat.competitions import (
    corrections,
    draws,
    lists,
    merging,
    new,
    people,
    plan,
    series,
    sign_up_settings,
)
from bot.chat.competitions.card import may_rule, show_card, step_button
from bot.chat.competitions.people import entry_of, show_player
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions import sign_up_terms
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot, act
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, NEW, SIGN_UP, OfCard
from bot.texts.i18n import faults_text
from bot.texts.messages import Buttons, Text, rows_of, say
from bot.texts.public_names import NameVisibility
from engine.competitions.planning import set_browser_seats
from engine.errors import EngineError
from engine.ids import CompetitionCode, PersonId
from storage.competitions import publicity
from storage.people.addresses import is_browser

WITH, WITHOUT = "with", "without"
"""A competition with seats in browsers, or without."""
Step = Callable[[Service, UserInput, CompetitionSnapshot, OfCard], Awaitable[None]]
"""Handles a button, or a typed answer to the step's question."""


async def championship(service: Service, user_input: UserInput) -> None:
    """Handle `/campionat [CODE or new name]`: a card, the list of cards, or a new competition."""
    wanted = CompetitionCode(user_input.args.upper())
    if wanted and not await service.competitions.is_free(wanted):
        # Also for other arbiters' competitions: a code in use cannot be the name of a new one.
        await show_card(service, user_input, await service.competitions.load_any(wanted))
        return
    ruled = await service.competitions.all_ruled(user_input.person.id)
    played = await service.competitions.all_played(user_input.person.id)
    found = {snapshot.competition.code: snapshot for snapshot in (*ruled, *played)}
    if may_rule(user_input) and (user_input.args or await new.is_open(service, user_input)):
        await new.set_up(service, user_input, user_input.args)
        return
    open_to_them = await sign_up_terms.offered(service, user_input.at, but=found)
    if len(found) == 1 and not may_rule(user_input) and not open_to_them:
        await show_card(service, user_input, next(iter(found.values())))
        return
    back = await service.competitions.all_taken_back(user_input.person.id)
    rows = competition_rows(found.values(), lambda label, code: CARD.button(label, code, "card"))
    rows += _taken_back(back)
    rows += tuple(
        (SIGN_UP.button(say("button.sign_up.to", title=title), code, ""),)
        for code, title in open_to_them[:MOST_BUTTONS]
    )
    if may_rule(user_input):
        rows += ((NEW.button(say("button.comp.new"), "new"),),)
    if not found and not back and open_to_them and not may_rule(user_input):
        text = say("sign_up.offered")
    else:
        text = say("comp.list") if found else _none(service, user_input)
    note = say("comp.list_taken_back") if back else None
    service.reply(user_input, say("comp.list_with_note", text=text, note=note), rows)


def _taken_back(found: Iterable[CompetitionSnapshot]) -> Buttons:
    """Return a button for the card of each import that was taken back; the card can restore it."""
    return tuple(
        (CARD.button(say("button.comp.taken_back", title=one.title), one.code, "card"),)
        for one in [snapshot.competition for snapshot in found][:MOST_BUTTONS]
    )


def _none(service: Service, user_input: UserInput) -> Text:
    """Return that the person has no competition, and who can create one."""
    if may_rule(user_input):
        return say("comp.none")
    return say("comp.none_operator" if service.persons.is_operator(user_input) else "comp.nothing")


async def _card(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    del step
    await show_card(service, user_input, snapshot)


async def _names(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show or change the form of players' names on public pages."""
    competition = snapshot.competition
    if step.what in set(NameVisibility):
        await publicity.show_names(service.unit.tx, competition.code, step.what)
    chosen = await publicity.names_of(service.unit.tx, competition.code) or NameVisibility.FULL
    buttons = [
        CARD.button(
            say("button.chosen", what=say(f"button.name_{how}"))
            if how == chosen
            else say(f"button.name_{how}"),
            *(competition.code, "pub", how),
        )
        for how in NameVisibility
    ]
    back = step_button(competition, "back", "card")
    text = say("comp.public_names", title=competition.title)
    service.edit(user_input, text, (*rows_of(buttons, 3), (back,)))


async def _browsers(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show or change whether browsers may take seats."""
    if step.what in {WITH, WITHOUT}:
        events = set_browser_seats(snapshot.competition, act(user_input), allowed=step.what == WITH)
        snapshot = await service.competition_acts.record(snapshot, events, user_input.at)
    competition = snapshot.competition
    buttons = []
    for how in (WITH, WITHOUT):
        label = say(f"button.comp.browsers_{how}")
        if competition.browser_seats is (how == WITH):
            label = say("button.chosen", what=label)
        buttons.append(CARD.button(label, competition.code, "web", how))
    playing = {entry.player for entry in competition.phase.entries} & competition.claimed
    await service.persons.gather(playing)
    known = [await service.persons.get(player) for player in sorted(playing)]
    text = say(
        "comp.browsers",
        title=competition.title,
        n=sum(is_browser(each.address) for each in known),
    )
    back = step_button(competition, "back", "card")
    service.edit(user_input, text, (tuple(buttons), (back,)))


async def _minor(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Record whether a player is a minor."""
    entry = entry_of(snapshot.competition, step.what)
    known = await service.persons.get(PersonId(entry.player))
    await service.person_acts.alter(entry.player, minor=not known.minor)
    await show_player(service, user_input, snapshot, entry)


STEPS: Mapping[str, Step] = {
    **corrections.STEPS,
    **draws.STEPS,
    **lists.STEPS,
    **merging.STEPS,
    **people.STEPS,
    **plan.STEPS,
    **series.STEPS,
    **sign_up_settings.STEPS,
    "pub": _names,
    "minor": _minor,
    "web": _browsers,
}
"""The buttons of an arbiter of the competition."""
OWN_STEPS: Mapping[str, Step] = {"card": _card, **people.OWN_STEPS}
"""The buttons of everyone with a role in the competition; each checks it again."""
TYPED: Mapping[str, Step] = {
    **corrections.TYPED,
    **draws.TYPED,
    **lists.TYPED,
    **merging.TYPED,
    **people.TYPED,
    **plan.TYPED,
    **series.TYPED,
    **sign_up_settings.TYPED,
}
"""The steps that handle a typed answer or a file."""


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle a button of a competition's card."""
    step = CARD.read(user_input.args)
    if step.step == "card":
        snapshot = await service.competitions.load_any(step.competition)
    elif step.step in OWN_STEPS:
        snapshot = await service.competitions.load(step.competition)
    else:
        snapshot = await service.competitions.ruled_by(user_input, step.competition)
    handler = OWN_STEPS.get(step.step) or STEPS.get(step.step)
    if handler is None:
        service.toast(user_input, say("button.unknown"), alert=True)
        return
    try:
        async with service.unit.savepoint():
            await handler(service, user_input, snapshot, step)
    except EngineError as error:  # the card stays, with the error
        service.competitions.forget(snapshot.competition.code)
        snapshot = await service.competitions.load_any(step.competition)
        await show_card(service, user_input, snapshot, say("refused", faults=faults_text(error)))


async def typed(service: Service, user_input: UserInput, about: str) -> None:
    """Handle the text or file that a step asked an arbiter for."""
    step = CARD.read(about)
    snapshot = await service.competitions.ruled_by(user_input, step.competition)
    await TYPED[step.step](service, user_input, snapshot, step)
