"""`/campionat`: the players of a phase: invitations, seats, withdrawals.

`entry_lists` handles lists of players, and `replacing` gives a seat to another player.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.chat.cases.players import ask_to_lift
from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, answer, ask_twice, step_button
from bot.chat.competitions.entry_lists import send_invitations
from bot.chat.competitions.file_buttons import file_buttons
from bot.chat.matches import corrected_names, seat_acts
from bot.documents.standings.list_sheets import PLAYERS
from bot.runtime.shared import UserInput
from bot.service.competitions import changed_entries, taking_back
from bot.service.matches.freeing import PersonSeat
from bot.service.operations.people import browsers
from bot.service.people import giving_back
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import YES, page_in
from bot.texts.messages import Button, Text, rows_of, say
from bot.texts.notices.competitions.competitions import undo_button
from bot.texts.notices.competitions.phase_lists import by_strength, players_lines
from bot.texts.notices.people.links import SeatLinks, forward_buttons
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.entering import liftable, may_be_lifted
from engine.competitions.events import Liftable
from engine.competitions.guards import PREPARING
from engine.competitions.parts import Entry
from engine.errors import Fault, GameStateError
from engine.ids import Leg, PersonId, game_id
from storage.people.addresses import is_browser
from storage.people.people import Person

PAGE = 30
"""Players under one message, each with a button."""


async def _players(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show the players, each with a button, and how to add more."""
    competition = snapshot.competition
    await service.questions.close(user_input)
    names = await service.competitions.names(competition)
    page = page_in(step.what)
    first = page * PAGE
    lines = players_lines(competition, names)
    players = [entry.player for entry in by_strength(competition.phase)]
    buttons = [
        CARD.button(
            say("button.plain", label=names[player]), competition.code, CardStep.PLAYER, f"{player}"
        )
        for player in players[first : first + PAGE]
    ]
    lifted = [
        (step_button(competition, "stay_of", CardStep.STAY, f"{player}", who=names[player]),)
        for player in may_be_lifted(competition, act(user_input))
        if player not in competition.phase.players
    ]
    text = say(
        "comp.players",
        title=competition.title,
        n=len(players),
        players=lines[first : first + PAGE] or None,
    )
    rows = (
        *rows_of(buttons, 2),
        *lifted,
        *rows_of(_turn_buttons(competition, page, is_last=first + PAGE >= len(players)), 2),
        *([file_buttons(competition, competition.number, PLAYERS)] if players else []),
        _way_on(competition),
    )
    await answer(service, user_input, text, rows)


def _turn_buttons(competition: Competition, page: int, *, is_last: bool) -> list[Button]:
    """Return the buttons to the pages before and after this one."""
    buttons = []
    if page > 0:
        buttons.append(step_button(competition, "earlier", CardStep.PLAYERS, f"{page - 1}"))
    if not is_last:
        buttons.append(step_button(competition, "later", CardStep.PLAYERS, f"{page + 1}"))
    return buttons


def _way_on(competition: Competition) -> tuple[Button, ...]:
    """Return the buttons to add players, while the entries are open, and back to the card."""
    back = step_button(competition, "back", CardStep.CARD)
    if competition.stage is not CompetitionStage.OPEN:
        return (back,)
    return step_button(competition, "add", CardStep.ADD_PLAYERS), back


async def _player(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show one player with the possible actions."""
    entry = entry_of(snapshot.competition, step.what)
    await service.questions.close(user_input)
    await show_player(service, user_input, snapshot, entry)


async def show_player(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    entry: Entry,
    links: SeatLinks | None = None,
) -> None:
    """Show the card of a player; with links, they can be forwarded to them."""
    competition = snapshot.competition
    names = await service.competitions.names(competition)
    has_come = entry.player in competition.claimed
    person = await service.persons.get(entry.player)
    shows_account = has_come and person.account_name
    text = say(
        "comp.player_card",
        who=names[entry.player],
        club=say("comp.player_club", club=entry.club) if entry.club else None,
        seed=say("comp.player_seed", seed=str(entry.seeding)) if entry.seeding else None,
        state=say("comp.came" if has_come else "comp.invited"),
        minor=say("comp.minor") if person.minor else None,
        account=await _account_text(service, person) if shows_account else None,
        link=say("comp.link", link=links.shown)
        if links
        else _way_out_of_play(competition, entry.player),
    )
    buttons = [
        *await _seat_buttons(service, user_input, competition, person),
        *_entry_buttons(user_input, competition, person),
    ]
    rows = rows_of(buttons, 2)
    if links:
        where = say("link.in_competition", title=competition.title)
        rows = (forward_buttons(links, person.name, where), *rows)
    await answer(service, user_input, text, rows)


async def _seat_buttons(
    service: Service, user_input: UserInput, competition: Competition, person: Person
) -> list[Button]:
    """Return the buttons for the person's seat: free it, give it back, or a link to it."""
    player, buttons = f"{person.id}", []
    is_open = competition.stage is not CompetitionStage.CLOSED
    has_come = person.id in competition.claimed
    if has_come and is_open:
        buttons.append(step_button(competition, "free", CardStep.FREE, player))
    if has_come and is_browser(person.address):
        buttons.append(step_button(competition, "device", CardStep.ADD_DEVICE, player))
        buttons.append(step_button(competition, "sign_out", CardStep.END_DEVICES, player))
    if not has_come and is_open:
        seat = PersonSeat(person.id, competition=competition.code)
        holder = await giving_back.may_be_given_back(service, user_input, seat.about)
        if holder is not None:
            former = await service.persons.get(holder)
            who = former.account_name or former.name
            buttons.append(step_button(competition, "back_to", CardStep.GIVE_BACK, player, who=who))
    if is_open or competition.imported:
        buttons.append(step_button(competition, "name", CardStep.NAME, player))
    if not has_come and is_open:
        buttons.append(step_button(competition, "new_link", CardStep.NEW_LINK, player))
    return buttons


def _entry_buttons(
    user_input: UserInput, competition: Competition, person: Person
) -> Iterator[Button]:
    """Yield the buttons for the person's entry: withdraw, replace, take back, merge."""
    player = f"{person.id}"
    if competition.stage in PREPARING:
        yield step_button(competition, "withdraw", CardStep.WITHDRAW, player)
        yield step_button(competition, "replace", CardStep.REPLACE, player)
    lifted = liftable(competition, act(user_input), person.id)
    if lifted is Liftable.WITHDRAWAL:
        yield step_button(competition, "stay", CardStep.STAY, player)
    elif lifted is not None:
        yield from (button for (button,) in undo_button(competition, lifted, person.id))
    yield step_button(competition, "of_age" if person.minor else "minor", CardStep.MINOR, player)
    yield step_button(competition, "merge", CardStep.MERGE, player)
    yield step_button(competition, "back", CardStep.PLAYERS)


async def _account_text(service: Service, known: Person) -> Text:
    if is_browser(known.address):
        return say("comp.browser", how=await browsers.access_text(service, known))
    return say("comp.account", account=known.account_name)


def _way_out_of_play(competition: Competition, player: PersonId) -> Text | None:
    """Return how to remove a player during the phase, which no button does; else None."""
    if competition.stage is not CompetitionStage.RUNNING:
        return None
    matches = competition.phase.matches
    code = next((match.code for match in matches if player in match.players), None)
    return None if code is None else say("comp.player_plays", game=game_id(code, Leg.HOME))


def entry_of(competition: Competition, number: str) -> Entry:
    """Return the entry of the player with that number.

    Raises:
        GameStateError: the player is not in the phase.
    """
    for entry in competition.phase.entries:
        if str(entry.player) == number:
            return entry
    raise GameStateError(Fault("not_entered", facts={"player": number[:20]}))


async def _new_link(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Give a player a new invitation; the earlier one becomes invalid."""
    entry = entry_of(snapshot.competition, step.what)
    code = await service.person_acts.new_place_code(snapshot.competition.code, entry.player)
    links = service.shared.seat_links(code, in_browser=snapshot.competition.browser_seats)
    await show_player(service, user_input, snapshot, entry, links)


async def _devices(
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


async def _free(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask why a seat is taken from its player."""
    await seat_acts.ask_to_free(service, user_input, _seat(snapshot, step))


async def _give_back(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask why a freed seat is given back to its former player."""
    await seat_acts.ask_to_give_back(service, user_input, _seat(snapshot, step))


async def _name(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask for a player's correct name."""
    await corrected_names.ask(service, user_input, _seat(snapshot, step))


async def _invitations(
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
    if step.choice != YES:
        question = say("comp.ask.withdraw", who=names[entry.player])
        yes = step_button(snapshot.competition, "yes_withdraw", CardStep.WITHDRAW, step.what, YES)
        no = step_button(snapshot.competition, "give_up", CardStep.PLAYER, step.what)
        await ask_twice(service, user_input, question, yes, no)
        return
    snapshot = await changed_entries.withdraw_one(service, user_input, snapshot, entry.player)
    await show_card(
        service, user_input, snapshot, say("comp.done.withdrawn", who=names[entry.player])
    )


async def _stay(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show what taking a withdrawal back does, and ask for the reason."""
    await ask_to_lift(service, user_input, f"{snapshot.competition.code}:{step.what}")


async def _undo(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show what taking an act back does, and ask for the reason."""
    about = f"{snapshot.competition.code}:{step.what}:{step.choice}"
    text = await taking_back.show(service, user_input, about, "")
    await service.decisions.ask(
        user_input, taking_back.KIND, about, text, usual=say("taken_back.usual"), beside=True
    )


async def _out(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Withdraw the player from the phase before its start, at their second tap."""
    player = user_input.person.id
    if step.what != YES:
        question = say("comp.ask.withdraw_me", title=snapshot.competition.title)
        yes = step_button(snapshot.competition, "yes_withdraw_me", CardStep.WITHDRAW_ME, YES)
        no = step_button(snapshot.competition, "give_up", CardStep.CARD)
        await ask_twice(service, user_input, question, yes, no)
        return
    await changed_entries.withdraw_one(service, user_input, snapshot, player)
    service.edit(user_input, say("comp.you_are_withdrawn", title=snapshot.competition.title))


async def _minor(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Record whether a player is a minor."""
    entry = entry_of(snapshot.competition, step.what)
    known = await service.persons.get(entry.player)
    await service.person_acts.alter(entry.player, minor=not known.minor)
    await show_player(service, user_input, snapshot, entry)


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.PLAYERS: _players,
    CardStep.PLAYER: _player,
    CardStep.NEW_LINK: _new_link,
    CardStep.FREE: _free,
    CardStep.ADD_DEVICE: _devices,
    CardStep.END_DEVICES: _devices,
    CardStep.GIVE_BACK: _give_back,
    CardStep.NAME: _name,
    CardStep.INVITATIONS: _invitations,
    CardStep.WITHDRAW: _withdraw,
    CardStep.STAY: _stay,
    CardStep.UNDO: _undo,
    CardStep.MINOR: _minor,
}
OWN_STEPS: Final[Mapping[CardStep, Step]] = {CardStep.WITHDRAW_ME: _out}
