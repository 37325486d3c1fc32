"""The arbiter's role: an operator gives it by a link, lists arbiters, and takes it back."""

from typing import Final

from bot.runtime.shared import Said
from bot.service.service import Service
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.people import JOIN, OFFICE, VOLUNTEER
from bot.texts.messages import Button, Buttons, Notice, Text, say
from engine.competitions.competition import CompetitionStage
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from engine.matches.match import MatchStage
from storage.people import people
from storage.people.invitations import RATING_KEEPER, Invite
from storage.people.people import Person

MOST_LISTED: Final = 40
YES: Final = "yes"


async def name_arbiter(service: Service, said: Said) -> None:
    """Handle the operator's `/arbitru`: a personal link that offers the role."""
    link = service.shared.link(await service.person_acts.invite_arbiter())
    named = await people.arbiters(service.unit.tx)
    known = OFFICE.button(say("button.arbiters", n=len(named)), None)
    service.reply(said, say("arbiter.link", link=link), ((known,),) if named else ())


async def opened(service: Service, said: Said, invite: Invite) -> None:
    """Ask the person who opens an operator's link whether the role is meant for them.

    A person who already has the role does not use the link up.
    """
    is_keeper = invite.role == RATING_KEEPER
    has_it = said.person.rating_keeper if is_keeper else said.person.arbiter
    if has_it and invite.used_by == said.person.id:
        service.answer(said, say("start.rating_keeper" if is_keeper else "start.arbiter"))
    elif not invite.is_good(said.at):
        service.answer(said, say("start.bad_code"))
    elif has_it:
        service.answer(said, say("office.has_it"))
    else:
        text = say("office.offer_keeper" if is_keeper else "office.offer_arbiter")
        label = say("button.office.keeper" if is_keeper else "button.office.arbiter")
        yes = JOIN.button(label, invite.code, YES)
        no = JOIN.button(say("button.office.no"), invite.code, "no")
        service.answer(said, text, ((yes,), (no,)))


async def answered(service: Service, said: Said, invite: Invite, answer: str) -> None:
    """Handle `join:CODE:yes` of such a link, which gives the role, and `…:no`."""
    if answer != YES:
        service.edit(said, say("office.declined"))
    elif not (invite.is_good(said.at) and await service.person_acts.used(said, invite)):
        await opened(service, said, invite)
    elif invite.role == RATING_KEEPER:
        await service.person_acts.make_rating_keeper(said)
        service.edit(said, say("start.rating_keeper"))
        _tell_operators(service, said, "operator.keeper_named")
    else:
        await service.person_acts.make_arbiter(said)
        service.edit(said, say("start.arbiter"))
        _tell_operators(
            service, said, "operator.arbiter_named", ((dismiss_button(said.person.id),),)
        )


def _tell_operators(service: Service, said: Said, key: str, buttons: Buttons = ()) -> None:
    """Notify the operators of the person who has accepted a role."""
    text = Text(key, {"who": said.person.name, "number": str(said.incoming.sender.id)})
    for operator in service.shared.operators:
        if operator != said.incoming.sender.id:
            service.unit.say(Notice(to=operator, text=text, buttons=buttons))


def dismiss_button(person: PersonId) -> Button:
    """Return the button that begins to take an arbiter's role back."""
    return OFFICE.button(say("button.dismiss"), person)


async def pressed(service: Service, said: Said) -> None:
    """Handle `office:` (the arbiters), `office:PERSON` (to take it back), and `…:yes`.

    Raises:
        GameStateError: the person is no operator, or there is no such arbiter.
    """
    _check_operator(service, said)
    number, sure = OFFICE.read(said.args)
    if number is None:
        service.edit(said, *await _listed(service))
        return
    arbiter = await _arbiter(service, number)
    waits = await _rules(service, arbiter.id)
    if waits:
        text = say("office.rules", who=arbiter.name, what=", ".join(waits))
        service.edit(said, text, ((_volunteer_button(arbiter),),))
    elif not sure:
        yes = OFFICE.button(say("button.dismiss_sure"), arbiter.id, sure=True)
        keep = KEEP.button(say("button.undecide"))
        buttons = ((yes,), (_volunteer_button(arbiter),), (keep,))
        service.edit(said, say("office.ask", who=arbiter.name), buttons)
    else:
        await service.person_acts.dismiss(arbiter.id)
        await service.tell_person(arbiter.id, say("office.dismissed_you"))
        service.edit(said, say("office.dismissed", who=arbiter.name))


def _check_operator(service: Service, said: Said) -> None:
    if not service.persons.is_operator(said):
        raise GameStateError(Fault("button_unknown"))


def _volunteer_button(arbiter: Person) -> Button:
    """Return the button that makes an arbiter a volunteer, or ends it."""
    label = say("button.volunteer.off" if arbiter.volunteer else "button.volunteer.on")
    return VOLUNTEER.button(label, arbiter.id, is_on=not arbiter.volunteer)


async def volunteering(service: Service, said: Said) -> None:
    """Handle `offvol:PERSON:yes`, which makes an arbiter a volunteer, and `offvol:PERSON`.

    Raises:
        GameStateError: the person is no operator, or there is no such arbiter.
    """
    _check_operator(service, said)
    number, is_on = VOLUNTEER.read(said.args)
    arbiter = await _arbiter(service, number)
    await service.person_acts.alter(arbiter.id, volunteer=is_on)
    told = say("office.volunteer_you" if is_on else "office.volunteer_no_more_you")
    await service.tell_person(arbiter.id, told)
    key = "office.volunteer" if is_on else "office.volunteer_no_more"
    service.edit(said, say(key, who=arbiter.name))


async def _listed(service: Service) -> tuple[Text, Buttons]:
    found = sorted(await people.arbiters(service.unit.tx), key=lambda one: one.name.casefold())
    rows = [
        (OFFICE.button(say("button.plain", label=one.name), one.id),) for one in found[:MOST_LISTED]
    ]
    return say("office.arbiters", n=len(found)), tuple(rows)


async def _arbiter(service: Service, number: PersonId) -> Person:
    for one in await people.arbiters(service.unit.tx):
        if one.id == number:
            return one
    raise GameStateError(Fault("no_such_arbiter"))


async def _rules(service: Service, arbiter: PersonId) -> list[str]:
    """Return the codes of what the person still rules, as it must not be left without arbiter."""
    competitions = [
        seen.competition.code
        for seen in await service.competitions.all_ruled(arbiter)
        if seen.competition.stage is not CompetitionStage.CLOSED
    ]
    matches = [
        seen.match.code
        for seen in await service.matches.ruled_under_way(arbiter)
        if not seen.match.competition and seen.match.stage is not MatchStage.HOMOLOGATED
    ]
    return [*map(str, competitions), *map(str, matches)]
