"""`/campionat`: what an arbiter does with a player's seat or entry, and a player with their own.

`replacing` gives a seat to another player, and `merging` joins two records of one person.
"""

from collections.abc import Mapping
from typing import Final

from bot.chat.cases.players import ask_to_lift
from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, ask_yes_or_no, step_button
from bot.chat.competitions.invitation_links import send_invitations
from bot.chat.competitions.phase_players import entry_of, show_player
from bot.chat.matches import corrected_names, seat_acts
from bot.runtime.shared import UserInput
from bot.service.competitions import changed_entries, taking_back
from bot.service.decision_kinds import ask_for_reason
from bot.service.matches.freeing import PersonSeat
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CardStep, OfCard
from bot.texts.buttons.verb import YES, YesNo
from bot.texts.messages import say
from engine.competitions.entering import withdraw
from engine.errors import Fault, GameStateError


async def _new_link(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Give a player who has not come a new invitation; the earlier one becomes invalid."""
    entry = entry_of(snapshot.competition, step.what)
    if entry.player in snapshot.competition.claimed:
        raise GameStateError(Fault("place_taken"))
    code = await service.person_acts.new_place_invitation(snapshot.competition.code, entry.player)
    links = service.shared.seat_links(code, in_browser=snapshot.competition.browser_seats)
    await show_player(service, user_input, snapshot, entry, links)


async def _change_devices(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Give a link that adds a browser of a player, or end all of theirs."""
    entry = entry_of(snapshot.competition, step.what)
    await seat_acts.change_devices(
        service, user_input, entry.player, ends=step.step is CardStep.END_DEVICES
    )


def _seat(snapshot: CompetitionSnapshot, step: OfCard) -> PersonSeat:
    """Return the seat of the card's player in the competition."""
    player = entry_of(snapshot.competition, step.what).player
    return PersonSeat(player, competition=snapshot.competition.code)


async def _ask_to_free(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask why a seat is taken from its player."""
    await seat_acts.ask_to_free(service, user_input, _seat(snapshot, step))


async def _ask_to_give_back(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask why a freed seat is given back to its former player."""
    await seat_acts.ask_to_give_back(service, user_input, _seat(snapshot, step))


async def _ask_name(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask for a player's correct name."""
    await corrected_names.ask(service, user_input, _seat(snapshot, step))


async def _send_invitations(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Send the arbiter all links in messages and as a spreadsheet, to be forwarded."""
    service.toast(user_input)
    await send_invitations(service, user_input, snapshot.competition)


async def _withdraw(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Withdraw a player at the second tap."""
    entry = entry_of(snapshot.competition, step.what)
    names = await service.competitions.names(snapshot.competition)
    withdraw(snapshot.competition, act(user_input), entry.player)  # refuse now, not after the yes
    if step.choice != YES:
        question = say("comp.ask.withdraw", who=names[entry.player])
        yes = step_button(snapshot.competition, "yes_withdraw", CardStep.WITHDRAW, step.what, YES)
        no = step_button(snapshot.competition, "give_up", CardStep.PLAYER, step.what)
        ask_yes_or_no(service, user_input, question, yes, no)
        return
    snapshot = await changed_entries.withdraw_one(service, user_input, snapshot, entry.player)
    await show_card(
        service, user_input, snapshot, say("comp.done.withdrawn", who=names[entry.player])
    )


async def _ask_to_keep(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show what taking a withdrawal back does, and ask for the reason."""
    await ask_to_lift(service, user_input, f"{snapshot.competition.code}:{step.what}")


async def _ask_to_undo(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show what taking an act back does, and ask for the reason."""
    about = f"{snapshot.competition.code}:{step.what}:{step.choice}"
    usual = say("taken_back.usual")
    await ask_for_reason(service, user_input, taking_back.KIND, about, usual=usual, beside=True)


async def _withdraw_me(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Withdraw the player from the phase before its start, at their second tap."""
    player = user_input.person.id
    withdraw(snapshot.competition, act(user_input), player)  # refuse now, not after the yes
    if step.what != YES:
        question = say("comp.ask.withdraw_me", title=snapshot.competition.title)
        yes = step_button(snapshot.competition, "yes_withdraw_me", CardStep.WITHDRAW_ME, YES)
        no = step_button(snapshot.competition, "give_up", CardStep.CARD)
        ask_yes_or_no(service, user_input, question, yes, no)
        return
    await changed_entries.withdraw_one(service, user_input, snapshot, player)
    service.edit(user_input, say("comp.you_are_withdrawn", title=snapshot.competition.title))


async def _set_minor(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Record that a player is a minor, or no longer one."""
    entry = entry_of(snapshot.competition, step.what)
    if step.choice not in set(YesNo):
        raise GameStateError(Fault("button_unknown"))
    await service.person_acts.alter(entry.player, minor=step.choice == YesNo.YES)
    await show_player(service, user_input, snapshot, entry)


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.NEW_LINK: _new_link,
    CardStep.FREE: _ask_to_free,
    CardStep.ADD_DEVICE: _change_devices,
    CardStep.END_DEVICES: _change_devices,
    CardStep.GIVE_BACK: _ask_to_give_back,
    CardStep.NAME: _ask_name,
    CardStep.INVITATIONS: _send_invitations,
    CardStep.WITHDRAW: _withdraw,
    CardStep.STAY: _ask_to_keep,
    CardStep.UNDO: _ask_to_undo,
    CardStep.MINOR: _set_minor,
}
OWN_STEPS: Final[Mapping[CardStep, Step]] = {CardStep.WITHDRAW_ME: _withdraw_me}
