"""`/campionat`: a person's competitions, and the steps behind their buttons.

A button names its competition and step, `c:CODE:STEP:…`. Only arbiters may use `STEPS`; players may
use `OWN_STEPS`. A typed answer goes to the step that asked for it.
"""

from collections.abc import Awaitable, Callable, Mapping

from bot.chat.competitions import draws, lists, new, people, plan
from bot.chat.competitions.card import may_rule, show_card, step_button
from bot.chat.competitions.people import show_player
from bot.runtime.shared import Said
from bot.service.competitions.competitions import SeenCompetition
from bot.service.service import Service
from bot.texts.i18n import faults_text
from bot.texts.messages import Button, Text, rows_of, say
from bot.texts.public_names import Shown
from engine.errors import EngineError, Fault, GameStateError
from engine.ids import CompetitionCode, PersonId
from storage.competitions import publicity

Step = Callable[[Service, Said, SeenCompetition, str], Awaitable[None]]
"""Handles a button or an answer; the text follows the step's name, or is what was typed."""
MOST_LISTED = 20


async def championship(service: Service, said: Said) -> None:
    """Handle `/campionat [CODE or new name]`: a card, the list of cards, or a new competition."""
    wanted = CompetitionCode(said.args.upper())
    if wanted and not await service.competitions.is_free(wanted):
        # Another arbiter's, too: its code is no name for a new one.
        await show_card(service, said, await service.competitions.load(wanted))
        return
    ruled = await service.competitions.all_ruled(said.person.id)
    played = await service.competitions.all_played(said.person.id)
    found = {seen.competition.code: seen for seen in (*ruled, *played)}
    if may_rule(said) and (said.args or await new.is_open(service, said)):
        await new.set_up(service, said, said.args)
        return
    if len(found) == 1 and not may_rule(said):
        await show_card(service, said, next(iter(found.values())))
        return
    buttons = [
        (Button(say("button.plain", label=seen.competition.title), f"c:{code}:card"),)
        for code, seen in list(found.items())[:MOST_LISTED]
    ]
    if may_rule(said):
        buttons.append((Button(say("button.comp.new"), "cn:new"),))
    service.reply(said, say("comp.list") if found else _none(service, said), tuple(buttons))


def _none(service: Service, said: Said) -> Text:
    """Return that the person has no competition, and who can create one."""
    if may_rule(said):
        return say("comp.none")
    return say("comp.none_operator" if service.persons.is_operator(said) else "comp.nothing")


async def _card(service: Service, said: Said, seen: SeenCompetition, rest: str) -> None:
    del rest
    await show_card(service, said, seen)


async def _names(service: Service, said: Said, seen: SeenCompetition, rest: str) -> None:
    """Show or change the form of players' names on public pages."""
    competition = seen.competition
    if rest in set(Shown):
        await publicity.show_names(service.unit.tx, competition.code, rest)
    chosen = await publicity.names_of(service.unit.tx, competition.code) or Shown.FULL
    buttons = [
        Button(
            say("button.chosen", what=say(f"button.name_{how}"))
            if how == chosen
            else say(f"button.name_{how}"),
            f"c:{competition.code}:pub:{how}",
        )
        for how in Shown
    ]
    back = step_button(competition, "back", "card")
    text = say("comp.public_names", title=competition.title)
    service.edit(said, text, (*rows_of(buttons, 3), (back,)))


async def _minor(service: Service, said: Said, seen: SeenCompetition, rest: str) -> None:
    """Record whether a player is a minor."""
    entry = next((one for one in seen.competition.phase.entries if str(one.player) == rest), None)
    if entry is None:
        raise GameStateError(Fault("not_entered", facts={"player": rest[:20]}))
    known = await service.persons.get(PersonId(entry.player))
    await service.person_acts.alter(entry.player, minor=not known.minor)
    await show_player(service, said, seen, entry)


STEPS: Mapping[str, Step] = {
    **draws.STEPS,
    **lists.STEPS,
    **people.STEPS,
    **plan.STEPS,
    "pub": _names,
    "minor": _minor,
}
"""The buttons of an arbiter of the competition."""
OWN_STEPS: Mapping[str, Step] = {"card": _card, **people.OWN_STEPS}
"""The buttons of everyone with a role in the competition; each checks it again."""
TYPED: Mapping[str, Step] = {**draws.TYPED, **lists.TYPED, **people.TYPED, **plan.TYPED}
"""The steps that handle a typed answer or a file."""


async def pressed(service: Service, said: Said) -> None:
    """Handle a button of a competition's card: `c:CODE:STEP[:MORE]`."""
    code, _, rest = said.args.partition(":")
    step, _, more = rest.partition(":")
    if step in OWN_STEPS:
        seen = await service.competitions.load(CompetitionCode(code))
    else:
        seen = await service.competitions.ruled_by(said, CompetitionCode(code))
    handler = OWN_STEPS.get(step) or STEPS.get(step)
    if handler is None:
        service.toast(said, say("button.unknown"), alert=True)
        return
    try:
        async with service.unit.savepoint():
            await handler(service, said, seen, more)
    except EngineError as error:  # the card stays, with the error
        service.competitions.forget(seen.competition.code)
        seen = await service.competitions.load(CompetitionCode(code))
        await show_card(service, said, seen, say("refused", faults=faults_text(error)))


async def typed(service: Service, said: Said, about: str) -> None:
    """Handle the text or file that a step asked an arbiter for: `CODE:STEP[:MORE]`."""
    code, _, step = about.partition(":")
    seen = await service.competitions.ruled_by(said, CompetitionCode(code))
    name, _, more = step.partition(":")
    await TYPED[name](service, said, seen, more)
