"""`/invitatie`: an arbiter finds a match, and acts on its seats."""

from bot.chat.choosing import competition_rows, match_rows
from bot.chat.matches import corrected_names, seat_acts
from bot.chat.matches.seat_cards import seats_card
from bot.runtime.shared import UserInput
from bot.service.decision_kinds import ask_for_reason
from bot.service.matches import calling_off, freeing
from bot.service.matches.freeing import PersonSeat
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.buttons.matches import PLACES, PlacesAction
from bot.texts.messages import say
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode
from engine.matches.match import FINISHED


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/invitatie [MATCH]`: show the seats of a match, or ask for the match."""
    if user_input.args:
        snapshot = await service.matches.ruled_by(user_input, MatchCode(user_input.args.upper()))
        service.reply(user_input, *await seats_card(service, snapshot))
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
    service.reply(user_input, say("arrange.which" if rows else "matches.none"), rows)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons `places:MATCH` and `places:MATCH:WHAT[:PERSON]`."""
    code, action, player = PLACES.read(user_input.args)
    snapshot = await service.matches.ruled_by(user_input, code)
    if action is PlacesAction.SHOW:
        service.answer(user_input, *await seats_card(service, snapshot))
        return
    if action is PlacesAction.CALL_OFF:
        question = say("call_off.question", match=code)
        usual = (say("call_off.usual_mistake"), say("call_off.usual_wish"))
        await ask_for_reason(
            service, user_input, calling_off.KIND, code, question, usual=usual, beside=True
        )
        return
    if player is None:
        raise GameStateError(Fault("button_unknown"))
    seat = PersonSeat(player, match=snapshot.match.code)
    match action:
        case PlacesAction.NEW_LINK:
            await _new_link(service, user_input, snapshot, seat)
        case PlacesAction.GIVE_BACK:
            await seat_acts.ask_to_give_back(service, user_input, seat)
        case PlacesAction.FREE:
            await seat_acts.ask_to_free(service, user_input, seat)
        case PlacesAction.NAME:
            await corrected_names.ask(service, user_input, seat)
        case PlacesAction.ADD_DEVICE | PlacesAction.END_DEVICES:
            await freeing.ruled_by(service, user_input, seat)
            await seat_acts.change_devices(
                service, user_input, player, ends=action is PlacesAction.END_DEVICES
            )


async def _new_link(
    service: Service, user_input: UserInput, snapshot: MatchSnapshot, seat: PersonSeat
) -> None:
    """Replace the link of an open seat; the previous one becomes invalid."""
    if seat.person not in snapshot.match.people or seat.person in snapshot.match.seated:
        raise GameStateError(Fault("place_taken"))
    await service.person_acts.new_match_invitation(snapshot.match.code, seat.person)
    service.answer(user_input, *await seats_card(service, snapshot))
