"""`/invitatie`: the seats of a match with their links, and the buttons of the arbiter's actions."""

from bot.chat.choosing import MOST_BUTTONS, competition_rows, match_rows
from bot.chat.matches import corrected_names, seat_acts
from bot.runtime.shared import UserInput
from bot.service.matches import calling_off, freeing
from bot.service.matches.freeing import PersonSeat
from bot.service.operations.people import browsers
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.buttons.matches import PLACES, PlacesAction
from bot.texts.messages import Button, Card, say
from bot.texts.notices.people.links import SeatLinks, forward_buttons, kind_of_match
from engine.competitions.competition import Competition
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode, PersonId
from engine.matches.match import FINISHED, Match
from storage.people.addresses import is_browser
from storage.people.people import Person


async def invitation(service: Service, user_input: UserInput) -> None:
    """Handle `/invitatie [MATCH]`: show the seats of a match, or ask for the match."""
    if user_input.args:
        snapshot = await service.matches.ruled_by(user_input, MatchCode(user_input.args.upper()))
        service.reply(user_input, *await card(service, snapshot))
        return
    matches = [
        match_snapshot
        for match_snapshot in await service.matches.all_ruled(user_input.person.id)
        if not match_snapshot.match.competition and match_snapshot.match.stage not in FINISHED
    ]
    rows = await match_rows(service, matches, PLACES.button)
    rows += competition_rows(
        await service.competitions.all_ruled(user_input.person.id),
        lambda label, code: CARD.button(label, code, CardStep.INVITATIONS),
    )
    service.reply(user_input, say("arrange.which" if rows else "matches.none"), rows[:MOST_BUTTONS])


async def card(service: Service, snapshot: MatchSnapshot) -> Card:
    """Return the seats of a match with their open links, and the possible actions."""
    match = snapshot.match
    if match.stage in FINISHED:
        return Card(say("place.finished", match=match.code))
    competition_snapshot = await service.competitions.of_match(match)
    competition = competition_snapshot.competition if competition_snapshot is not None else None
    seats = [await _place(service, snapshot, player, competition) for player in match.people]
    rows = [row for seat in seats for row in seat.buttons]
    if await calling_off.is_possible(service, snapshot):
        rows.append((PLACES.button(say("button.call_off"), match.code, PlacesAction.CALL_OFF),))
    title = kind_of_match(match.title if competition is None else competition.title)
    text = say("place.card", match=match.code, title=title, places=[seat.text for seat in seats])
    return Card(text, tuple(rows))


async def _place(
    service: Service,
    snapshot: MatchSnapshot,
    player: PersonId,
    competition: Competition | None,
) -> Card:
    """Return the line and the buttons of one seat; an open one with its link."""
    match = snapshot.match
    known = await service.persons.get(player)
    if match.competition:
        label = say("button.place.of", who=known.name)
        own = CARD.button(label, match.competition, CardStep.PLAYER, f"{player}")
    else:
        label = say("button.place.name", who=known.name)
        own = PLACES.button(label, match.code, PlacesAction.NAME, player)
    if player in match.seated:
        return await _taken_seat(service, match, known, own)
    if competition is not None:
        code = await service.person_acts.place_code(competition.code, player)
        links = service.shared.seat_links(code, in_browser=competition.browser_seats)
        where = say("link.in_competition", title=competition.title)
        rows = [forward_buttons(links, known.name, where)]
    else:
        links = service.shared.seat_links(await service.person_acts.match_code(match.code, player))
        rows = await _open_seat_rows(service, match, known, links)
    return Card(say("place.open", who=known.name, link=links.shown), (*rows, (own,)))


async def _taken_seat(service: Service, match: Match, player: Person, own: Button) -> Card:
    """Return who has the seat, with the buttons to free it and to add or end their devices."""
    rows: list[tuple[Button, ...]] = [(own,)]
    if not match.competition and not match.is_over:
        label = say("button.place.free", who=player.name)
        rows.insert(0, (PLACES.button(label, match.code, PlacesAction.FREE, player.id),))
    account = say("place.account", account=player.account_name) if player.account_name else None
    if is_browser(player.address):
        account = await browsers.access_text(service, player)
        rows = [*_device_rows(match.code, player), *rows]
    return Card(say("place.taken", who=player.name, account=account), tuple(rows))


async def _open_seat_rows(
    service: Service, match: Match, player: Person, links: SeatLinks
) -> list[tuple[Button, ...]]:
    """Return the buttons of an open seat: give it back, forward its link, make a new one."""
    partner = (await service.persons.get(match.partner(player.id))).name
    where = say("link.in_match", match=match.code)
    label = say("button.place.new_link", who=player.name)
    new = PLACES.button(label, match.code, PlacesAction.NEW_LINK, player.id)
    rows = [forward_buttons(links, player.name, where, partner), (new,)]
    former = match.vacated(player.id)
    if former is not None and (holder := await service.persons.get(former[0])).address is not None:
        back = say("button.place.back", who=holder.account_name or holder.name)
        rows.insert(0, (PLACES.button(back, match.code, PlacesAction.GIVE_BACK, player.id),))
    return rows


def _device_rows(match: MatchCode, person: Person) -> list[tuple[Button, ...]]:
    """Return the buttons for a person in a browser: another device, and the end of all."""
    new, end = say("button.place.device", who=person.name), say("button.place.sign_out")
    return [
        (PLACES.button(new, match, PlacesAction.ADD_DEVICE, person.id),),
        (PLACES.button(end, match, PlacesAction.END_DEVICES, person.id),),
    ]


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons `places:MATCH` and `places:MATCH:WHAT[:PERSON]`."""
    code, action, player = PLACES.read(user_input.args)
    snapshot = await service.matches.ruled_by(user_input, code)
    if action is PlacesAction.SHOW:
        service.answer(user_input, *await card(service, snapshot))
        return
    if action is PlacesAction.CALL_OFF:
        question = say("call_off.question", match=code)
        usual = (say("call_off.usual_mistake"), say("call_off.usual_wish"))
        await service.decisions.ask(user_input, calling_off.KIND, code, question, usual=usual)
        return
    if player is None:
        raise GameStateError(Fault("button_unknown"))
    place = PersonSeat(player, match=snapshot.match.code)
    match action:
        case PlacesAction.NEW_LINK:
            await _new_link(service, user_input, snapshot, place)
        case PlacesAction.GIVE_BACK:
            await seat_acts.ask_to_give_back(service, user_input, place)
        case PlacesAction.FREE:
            await seat_acts.ask_to_free(service, user_input, place)
        case PlacesAction.NAME:
            await corrected_names.ask(service, user_input, place)
        case PlacesAction.ADD_DEVICE | PlacesAction.END_DEVICES:
            await freeing.ruled_by(service, user_input, place)
            await seat_acts.change_devices(
                service, user_input, player, ends=action is PlacesAction.END_DEVICES
            )


async def _new_link(
    service: Service, user_input: UserInput, snapshot: MatchSnapshot, place: PersonSeat
) -> None:
    """Replace the link of an open seat; the previous one becomes invalid."""
    if place.person not in snapshot.match.people or place.person in snapshot.match.seated:
        raise GameStateError(Fault("place_taken"))
    await service.person_acts.new_match_code(snapshot.match.code, place.person)
    service.answer(user_input, *await card(service, snapshot))
