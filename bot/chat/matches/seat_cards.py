"""The card of a match's seats: who has each, the links of open ones, and the buttons."""

from bot.service.matches import calling_off
from bot.service.operations.people import browsers
from bot.service.people.giving_back import number_now
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.buttons.matches import PLACES, PlacesAction
from bot.texts.messages import Button, Card, say
from bot.texts.notices.people.links import SeatLinks, forward_buttons, kind_of_match
from engine.competitions.competition import Competition
from engine.ids import MatchCode, PersonId
from engine.matches.match import FINISHED, Match
from storage.people.addresses import is_browser
from storage.people.people import Person


async def seats_card(service: Service, snapshot: MatchSnapshot) -> Card:
    """Return the seats of a match with their open links, and the possible actions."""
    match = snapshot.match
    if match.stage in FINISHED:
        return Card(say("place.finished", match=match.code))
    competition_snapshot = await service.competitions.of_match(match)
    competition = competition_snapshot.competition if competition_snapshot is not None else None
    seats = [await _seat_card(service, snapshot, player, competition) for player in match.people]
    rows = [row for seat in seats for row in seat.buttons]
    if await calling_off.is_possible(service, snapshot):
        rows.append((PLACES.button(say("button.call_off"), match.code, PlacesAction.CALL_OFF),))
    title = kind_of_match(match.title if competition is None else competition.title)
    text = say("place.card", match=match.code, title=title, places=[seat.text for seat in seats])
    return Card(text, tuple(rows))


async def _seat_card(
    service: Service,
    snapshot: MatchSnapshot,
    player: PersonId,
    competition: Competition | None,
) -> Card:
    """Return the line and the buttons of one seat; an open one with its link.

    In a competition the name and the seat are those of the player's card there.
    """
    match = snapshot.match
    person = await service.persons.get(player)
    if match.competition:
        label = say("button.place.of", who=person.name)
        name_button = CARD.button(label, match.competition, CardStep.PLAYER, f"{player}")
    else:
        label = say("button.place.name", who=person.name)
        name_button = PLACES.button(label, match.code, PlacesAction.NAME, player)
    if player in match.seated:
        return await _taken_seat(service, match, person, name_button)
    if competition is not None:
        code = await service.person_acts.place_invitation(competition.code, player)
        links = service.shared.seat_links(code, in_browser=competition.browser_seats)
        where = say("link.in_competition", title=competition.title)
        rows = [forward_buttons(links, person.name, where)]
    else:
        links = service.shared.seat_links(
            await service.person_acts.match_invitation(match.code, player)
        )
        rows = await _open_seat_rows(service, match, person, links)
    return Card(say("place.open", who=person.name, link=links.shown), (*rows, (name_button,)))


async def _taken_seat(service: Service, match: Match, player: Person, name_button: Button) -> Card:
    """Return who has the seat, with the buttons to free it and to add or end their devices."""
    rows: list[tuple[Button, ...]] = [(name_button,)]
    if not match.competition and not match.is_over:
        label = say("button.place.free", who=player.name)
        rows.insert(0, (PLACES.button(label, match.code, PlacesAction.FREE, player.id),))
    account = say("place.account", account=player.account_name) if player.account_name else None
    if is_browser(player.address):
        account = await browsers.browsers_text(service, player)
        rows = [*_device_rows(match.code, player), *rows]
    return Card(say("place.taken", who=player.name, account=account), tuple(rows))


async def _open_seat_rows(
    service: Service, match: Match, player: Person, links: SeatLinks
) -> list[tuple[Button, ...]]:
    """Return the buttons of an open seat: give it back, forward its link, make a new one."""
    partner = (await service.persons.get(match.partner(player.id))).name
    where = say("link.in_match", match=match.code)
    new_label = say("button.place.new_link", who=player.name)
    new_link_button = PLACES.button(new_label, match.code, PlacesAction.NEW_LINK, player.id)
    rows = [forward_buttons(links, player.name, where, partner), (new_link_button,)]
    reserved = match.reserved_seat(player.id)
    former = None if reserved is None else await number_now(service, reserved.former)
    if former is not None:
        holder = await service.persons.get(former)
        back_label = say("button.place.back", who=holder.account_name or holder.name)
        rows.insert(0, (PLACES.button(back_label, match.code, PlacesAction.GIVE_BACK, player.id),))
    return rows


def _device_rows(match: MatchCode, person: Person) -> list[tuple[Button, ...]]:
    """Return the buttons for a person in a browser: another device, and the end of all."""
    new_label, end_label = say("button.place.device", who=person.name), say("button.place.sign_out")
    return [
        (PLACES.button(new_label, match, PlacesAction.ADD_DEVICE, person.id),),
        (PLACES.button(end_label, match, PlacesAction.END_DEVICES, person.id),),
    ]
