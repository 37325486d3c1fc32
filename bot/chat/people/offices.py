"""The roles that an operator gives by a link: arbiters, whom it lists, and ratings officers."""

from typing import Final

from bot.chat.conversation import letters
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.people import JOIN, OFFICE, VOLUNTEER, LinkAnswer
from bot.texts.messages import Button, Buttons, Card, Notice, Text, page_of_buttons, say
from engine.competitions.competition import CompetitionStage
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from engine.matches.match import FINISHED
from storage.competitions import competition_rows
from storage.matches import match_rows
from storage.people import people
from storage.people.invitations import Invite, InviteRole
from storage.people.people import Person

_ON_PAGE: Final = 40
"""The most arbiters with a button at once."""


async def arbiter(service: Service, user_input: UserInput) -> None:
    """Handle `/arbitru`: an operator without a text gets a link that makes an arbiter.

    All others, and an operator with a text, write a letter to their arbiter.
    """
    if user_input.args or not service.persons.is_operator(user_input):
        await letters.write_to_arbiter(service, user_input)
        return
    link = service.shared.link(await service.person_acts.invite_arbiter())
    arbiters = await people.arbiters(service.unit.tx)
    list_button = OFFICE.button(say("button.arbiters", n=len(arbiters)), None)
    service.reply(user_input, say("arbiter.link", link=link), ((list_button,),) if arbiters else ())


async def name_ratings_officer(service: Service, user_input: UserInput) -> None:
    """Handle the operator's `/responsabil_rating`: a link that makes a ratings officer."""
    link = service.shared.link(await service.person_acts.invite_rating_keeper())
    service.reply(user_input, say("rating.keeper_link", link=link))


async def offer_role(service: Service, user_input: UserInput, invite: Invite) -> None:
    """Ask the person who opens an operator's link whether the role is meant for them.

    A person who already has the role does not use the link up.
    """
    is_keeper, has_it = _is_for_keeper(invite), _has_role(user_input.person, invite)
    if has_it and invite.used_by == user_input.person.id:
        service.answer(user_input, say("start.rating_keeper" if is_keeper else "start.arbiter"))
    elif not invite.is_good(user_input.at):
        service.answer(user_input, say("start.bad_code"))
    elif has_it:
        service.answer(user_input, say("office.has_it"))
    else:
        text = say("office.offer_keeper" if is_keeper else "office.offer_arbiter")
        label = say("button.office.keeper" if is_keeper else "button.office.arbiter")
        yes = JOIN.button(label, invite.code, LinkAnswer.YES)
        no = JOIN.button(say("button.office.no"), invite.code, LinkAnswer.NO)
        service.answer(user_input, text, ((yes,), (no,)))


async def role_answered(
    service: Service, user_input: UserInput, invite: Invite, answer: LinkAnswer
) -> None:
    """Handle `join:CODE:yes` of an operator's link, which gives the role, and `…:no`.

    A late yes, or one of a person who has the role by now, is answered like opening the link.
    """
    if answer is not LinkAnswer.YES:
        service.edit(user_input, say("office.declined"))
    elif _has_role(user_input.person, invite) or not (
        invite.is_good(user_input.at) and await service.person_acts.mark_used(user_input, invite)
    ):
        await offer_role(service, user_input, invite)
    elif _is_for_keeper(invite):
        await service.person_acts.make_rating_keeper(user_input)
        service.edit(user_input, say("start.rating_keeper"))
        _notify_operators(service, user_input, "operator.keeper_named")
    else:
        await service.person_acts.make_arbiter(user_input)
        service.edit(user_input, say("start.arbiter"))
        _notify_operators(
            service,
            user_input,
            "operator.arbiter_named",
            ((dismiss_button(user_input.person.id),),),
        )


def _is_for_keeper(invite: Invite) -> bool:
    return invite.role is InviteRole.RATING_KEEPER


def _has_role(person: Person, invite: Invite) -> bool:
    return person.rating_keeper if _is_for_keeper(invite) else person.arbiter


def _notify_operators(
    service: Service, user_input: UserInput, key: str, buttons: Buttons = ()
) -> None:
    """Notify the operators of the person who has accepted a role."""
    text = Text(key, {"who": user_input.person.name, "number": str(user_input.incoming.sender.id)})
    for operator in service.shared.operators:
        if operator != user_input.incoming.sender.id:
            service.unit.say(Notice(to=operator, text=text, buttons=buttons))


def dismiss_button(person: PersonId) -> Button:
    """Return the button that begins to take an arbiter's role back."""
    return OFFICE.button(say("button.dismiss"), person)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `office:` (a page of arbiters), `office:PERSON` (to take it back), and `…:yes`.

    Raises:
        GameStateError: the person is no operator, or there is no such arbiter.
    """
    service.persons.check_operator(user_input)
    arbiter_id, sure, page = OFFICE.read(user_input.args)
    if arbiter_id is None:
        service.edit(user_input, *await _arbiters_card(service, page))
        return
    arbiter = await _arbiter_of(service, arbiter_id)
    ruled_codes = await _ruled_codes(service, arbiter.id)
    if ruled_codes:
        text = say("office.rules", who=arbiter.name, what=ruled_codes)
        service.edit(user_input, text, ((_volunteer_button(arbiter),),))
    elif not sure:
        yes = OFFICE.button(say("button.dismiss_sure"), arbiter.id, sure=True)
        keep = KEEP.button(say("button.undecide"))
        buttons = ((yes,), (_volunteer_button(arbiter),), (keep,))
        service.edit(user_input, say("office.ask", who=arbiter.name), buttons)
    else:
        await service.person_acts.dismiss(arbiter.id)
        await service.notify_person(arbiter.id, say("office.dismissed_you"))
        service.edit(user_input, say("office.dismissed", who=arbiter.name))


def _volunteer_button(arbiter: Person) -> Button:
    """Return the button that makes an arbiter a volunteer, or ends it."""
    label = say("button.volunteer.off" if arbiter.volunteer else "button.volunteer.on")
    return VOLUNTEER.button(label, arbiter.id, is_on=not arbiter.volunteer)


async def volunteer_pressed(service: Service, user_input: UserInput) -> None:
    """Handle `offvol:PERSON:yes`, which makes an arbiter a volunteer; `offvol:PERSON` ends it.

    A second press of the same button does not notify the arbiter again.

    Raises:
        GameStateError: the person is no operator, or there is no such arbiter.
    """
    service.persons.check_operator(user_input)
    arbiter_id, is_on = VOLUNTEER.read(user_input.args)
    arbiter = await _arbiter_of(service, arbiter_id)
    if arbiter.volunteer != is_on:
        await service.person_acts.alter(arbiter.id, volunteer=is_on)
        notice = say("office.volunteer_you" if is_on else "office.volunteer_no_more_you")
        await service.notify_person(arbiter.id, notice)
    key = "office.volunteer" if is_on else "office.volunteer_no_more"
    service.edit(user_input, say(key, who=arbiter.name))


async def _arbiters_card(service: Service, page: int) -> Card:
    """Return a page of the list of arbiters, each with a button."""
    arbiters = sorted(
        await people.arbiters(service.unit.tx), key=lambda person: person.name.casefold()
    )
    buttons = [
        OFFICE.button(say("button.plain", label=person.name), person.id) for person in arbiters
    ]
    rows = page_of_buttons(buttons, page, _ON_PAGE, OFFICE.turns(None, sure=False))
    return Card(say("office.arbiters", n=len(arbiters)), rows)


async def _arbiter_of(service: Service, arbiter_id: PersonId) -> Person:
    for person in await people.arbiters(service.unit.tx):
        if person.id == arbiter_id:
            return person
    raise GameStateError(Fault("no_such_arbiter"))


async def _ruled_codes(service: Service, arbiter: PersonId) -> list[str]:
    """Return the codes of what the arbiter still rules, which must not be left without one.

    It is read from the rows for lists, because a damaged log needs its arbiter, too. A
    competition's code stands for its matches.
    """
    tx = service.unit.tx
    finished = {stage.value for stage in FINISHED}
    competitions = [
        row.code
        for row in await competition_rows.ruled_by(tx, arbiter)
        if row.stage != CompetitionStage.CLOSED.value
    ]
    matches = [
        row.code
        for row in await match_rows.matches_of(tx, arbiter)
        if not row.competition and row.status not in finished
    ]
    return [*competitions, *matches]
