"""Opening a personal link: the bot asks for whom it is before it gives a seat (art. 9.6).

An operator's link gives a role instead of a seat; `bot.chat.people.offices` handles it.

A refusal says what to do instead. If the sender of the link may have to act, they are silently
notified.
"""

from typing import Final

from bot.chat.people import offices
from bot.chat.play.coming_games import coming_text
from bot.runtime.guesses import guess
from bot.runtime.shared import UserInput
from bot.service.competitions import seat_claims
from bot.service.people.links import LinkStatus, SeatLink, link_of_invite, namesake
from bot.service.service import Service
from bot.texts.buttons.conversation import write_button
from bot.texts.buttons.people import JOIN, LinkAnswer
from bot.texts.buttons.play import GAMES, SHOW, View
from bot.texts.messages import Button, Buttons, Card, Notice, Param, Text, say
from bot.texts.notices.competitions.own_lists import own_list
from bot.texts.notices.people.links import (
    competition_places_button,
    forward_buttons,
    match_places_button,
)
from engine.ids import MatchCode, game_id
from engine.matches.match import TO_COME
from storage.people.invitations import Invite

_SENDER_NOTIFIED: Final = frozenset({LinkStatus.USED, LinkStatus.EXPIRED, LinkStatus.ANOTHERS})
"""The refusals after which the sender may have to create another link."""


async def open_link(service: Service, user_input: UserInput, offer: SeatLink) -> None:
    """Ask the person who opens a link whether it is for them, or explain a refusal."""
    status = offer.status(user_input.person.id, user_input.at)
    if status is not LinkStatus.OPEN:
        await _refuse(service, user_input, offer, status)
        return
    is_known = await service.meeting.has_place(user_input.person.id)
    other_name = (
        user_input.person.name if is_known and user_input.person.name != offer.who else None
    )
    text = say(
        "join.ask",
        who=offer.who,
        where=offer.where,
        partner=None if offer.partner is None else say("join.partner", who=offer.partner),
        arbiter=offer.arbiter,
        known=None if other_name is None else say("join.known", name=other_name),
    )
    code = offer.invite.code
    yes = JOIN.button(say("button.join.yes", who=offer.who), code, LinkAnswer.YES)
    no = JOIN.button(say("button.join.no"), code, LinkAnswer.NO)
    service.answer(user_input, text, ((yes,), (no,)))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the answers: `join:CODE:yes`, `…:no`, and `…:again` after a no."""
    code, answer = JOIN.read(user_input.args)
    # A forged button is a guess, as a typed code is.
    pressed_code = await guess(
        service.shared.gate, user_input, lambda: service.persons.invitation(code)
    )
    invite = pressed_code.meant
    if invite is None:
        service.edit(user_input, say("button.unknown"))
        return
    offer = await link_of_invite(service, invite)
    if offer is None:
        await offices.role_answered(service, user_input, invite, answer)
        return
    status = offer.status(user_input.person.id, user_input.at)
    if status is not LinkStatus.OPEN:
        await _refuse(service, user_input, offer, status)
    elif answer is LinkAnswer.YES:
        await _join(service, user_input, offer)
    elif answer is LinkAnswer.NO:
        await _decline(service, user_input, offer)
    else:
        await open_link(service, user_input, offer)


async def _join(service: Service, user_input: UserInput, offer: SeatLink) -> None:
    """Give the person the seat; refuse two equal names on one sheet."""
    alike = await namesake(service, offer, user_input.person.id)
    if alike is not None:
        text = say("join.namesake", name=alike, where=offer.where, arbiter=offer.arbiter)
        service.answer(user_input, text)
        await _notify(service, user_input, offer, "join.namesake_told", name=alike)
    elif offer.invite.competition:
        await seat_claims.claim(service, user_input, offer.invite)
    else:
        await service.starts.join(user_input, offer.invite)


async def _decline(service: Service, user_input: UserInput, offer: SeatLink) -> None:
    """Explain what to do with another person's link, which stays valid; notify the arbiter."""
    text = say("join.declined", who=offer.who, arbiter=offer.arbiter)
    again = JOIN.button(say("button.join.again"), offer.invite.code, LinkAnswer.AGAIN)
    service.answer(user_input, text, (_forward(service, offer), (again,)))
    await _notify(service, user_input, offer, "join.declined_told")


async def _refuse(
    service: Service, user_input: UserInput, offer: SeatLink, status: LinkStatus
) -> None:
    """Explain why the link gives nothing, and what to do."""
    facts: dict[str, Param] = {
        "who": offer.who,
        "where": offer.where,
        "arbiter": offer.arbiter,
    }
    buttons: Buttons = ()
    match status:
        case LinkStatus.HELD | LinkStatus.PARTNERS:
            text, buttons = await _already_in(service, user_input, offer, status)
        case LinkStatus.ARBITERS:
            is_good = offer.invite.is_good(user_input.at)
            text = Text("join.arbiters" if is_good else "join.arbiters_void", facts)
            buttons = (_forward(service, offer),) if is_good else ()
        case _:
            text = Text(f"join.{status.name.lower()}", facts)
    service.answer(user_input, text, buttons)
    if status in _SENDER_NOTIFIED:
        await _notify(service, user_input, offer, f"join.{status.name.lower()}_told")


async def _already_in(
    service: Service, user_input: UserInput, offer: SeatLink, status: LinkStatus
) -> Card:
    """Return the answer to a player who opens a link of their own match, and the next step.

    The link may be their own (`HELD`) or their opponent's; then the answer says whom to contact.
    """
    state, buttons = await _state_card(service, user_input, offer)
    if status is LinkStatus.HELD:
        return Card(say("join.held", where=offer.where, state=state), buttons)
    is_good = offer.invite.is_good(user_input.at)
    text = say(
        "join.partners" if is_good else "join.partners_void",
        who=offer.who,
        where=offer.where,
        name=user_input.person.name,
        arbiter=offer.arbiter,
        state=state,
    )
    write_row = (write_button("" if offer.invite.competition else offer.about),)
    forward = (_forward(service, offer),) if is_good else ()
    return Card(text, (*forward, *buttons, write_row))


async def _state_card(service: Service, user_input: UserInput, offer: SeatLink) -> Card:
    """Return the state of the match or competition for a player, and the next button."""
    if offer.invite.competition:
        competition = (await service.competitions.load(offer.invite.competition)).competition
        names = await service.competitions.names(competition)
        games: Buttons = ((GAMES.button(say("button.my_games"), 0),),)
        return Card(own_list(competition, user_input.person.id, names, service.today()), games)
    match = (await service.matches.load(MatchCode(offer.about))).match
    running = [game_id(match.code, leg) for leg in match.all_running]
    games = tuple(
        (SHOW.button(say("button.open_game", game=game), game, View.BOARD),) for game in running
    )
    if match.stage in TO_COME:
        return Card(say("join.now", state=await coming_text(service, match)), games)
    state = say("join.playing" if games else "join.over")
    return Card(say("join.now", state=state), games)


def _forward(service: Service, offer: SeatLink) -> tuple[Button, ...]:
    """Return the buttons that forward the link to its recipient."""
    links = service.shared.seat_links(offer.invite.code, in_browser=offer.takes_browsers)
    return forward_buttons(links, offer.who, offer.where, offer.partner)


def _places_button(invite: Invite) -> Button:
    """Return the button that shows the seats of the match or competition of the invitation."""
    if invite.match_id is None:
        return competition_places_button(invite.competition)
    return match_places_button(invite.match_id)


async def _notify(
    service: Service, user_input: UserInput, offer: SeatLink, key: str, **more: str
) -> None:
    """Notify the chief arbiter, silently and once, of a person's action with the link."""
    chat = (await service.persons.get(offer.arbiters[0])).address
    if chat is None:
        return
    account = user_input.person.account_name or user_input.person.name
    facts: dict[str, Param] = {"account": account, "who": offer.who, "where": offer.where, **more}
    button = _places_button(offer.invite)
    dedup_key = f"{key}:{offer.invite.code}:{user_input.person.id}"
    notice = Notice(
        to=chat, text=Text(key, facts), buttons=((button,),), silent=True, dedup=dedup_key
    )
    await service.notify(notice)
