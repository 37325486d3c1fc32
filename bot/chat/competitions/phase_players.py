"""`/campionat`: the list of a phase's players, and one player's card with its buttons.

`player_steps` does what those buttons ask, and `entry_lists` handles lists of new players.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.chat.competitions.card_steps import Step, drop_question, step_button
from bot.chat.competitions.file_buttons import file_buttons
from bot.documents.standings.list_sheets import PLAYERS
from bot.runtime.shared import UserInput
from bot.service.matches.freeing import PersonSeat
from bot.service.operations.people import browsers
from bot.service.people import giving_back
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import YesNo, page_in
from bot.texts.clean_text import cut_code
from bot.texts.messages import Button, Text, rows_of, say, turning
from bot.texts.notices.competitions.competitions import undo_button
from bot.texts.notices.competitions.phase_lists import by_strength, players_lines
from bot.texts.notices.people.links import SeatLinks, forward_buttons
from bot.texts.paging import page_at
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.entering import liftable, may_be_lifted
from engine.competitions.events import Liftable
from engine.competitions.guards import PREPARING
from engine.competitions.parts import Entry
from engine.errors import Fault, GameStateError
from engine.ids import Leg, PersonId, game_id
from engine.person_names import told_apart
from storage.people.addresses import is_browser
from storage.people.people import Person

_ON_PAGE: Final = 30
"""Players under one message, each with a button."""


async def _show_players(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show the players, each with a button, and how to add more."""
    competition = snapshot.competition
    await drop_question(service, user_input, snapshot.competition)
    names = await service.competitions.names(competition)
    lines = players_lines(competition, names)
    players = [entry.player for entry in by_strength(competition.phase)]
    labels = told_apart(names, {entry.player: entry.club for entry in competition.phase.entries})
    page = page_at(players, page_in(step.what), _ON_PAGE)
    buttons = [
        CARD.button(
            say("button.plain", label=labels[player]),
            competition.code,
            CardStep.PLAYER,
            f"{player}",
        )
        for player in page.items
    ]
    withdrawn = [
        (step_button(competition, "stay_of", CardStep.STAY, f"{player}", who=names[player]),)
        for player in may_be_lifted(competition, act(user_input))
        if player not in competition.phase.players
    ]
    text = say(
        "comp.players",
        title=competition.title,
        n=len(players),
        players=lines[page.first : page.first + _ON_PAGE] or None,
    )
    rows = (
        *rows_of(buttons, 2),
        *withdrawn,
        *turning(page.number, page.count, CARD.turns(competition.code, CardStep.PLAYERS)),
        *([file_buttons(competition, competition.number, PLAYERS)] if players else []),
        _last_row(competition),
    )
    service.answer(user_input, text, rows)


def _last_row(competition: Competition) -> tuple[Button, ...]:
    """Return the buttons to add players, while the entries are open, and back to the card."""
    back = step_button(competition, "back", CardStep.CARD)
    if competition.stage is not CompetitionStage.OPEN:
        return (back,)
    return step_button(competition, "add", CardStep.ADD_PLAYERS), back


async def _player_pressed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show one player with the possible actions, and close the question of an earlier step."""
    entry = entry_of(snapshot.competition, step.what)
    await drop_question(service, user_input, snapshot.competition)
    await show_player(service, user_input, snapshot, entry)


async def show_player(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    entry: Entry,
    links: SeatLinks | None = None,
) -> None:
    """Show the card of a player, with the links to their seat to forward, if given."""
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
    service.answer(user_input, text, rows)


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
    key, other = ("of_age", YesNo.NO) if person.minor else ("minor", YesNo.YES)
    yield step_button(competition, key, CardStep.MINOR, player, other)
    yield step_button(competition, "merge", CardStep.MERGE, player)
    yield step_button(competition, "back", CardStep.PLAYERS)


async def _account_text(service: Service, person: Person) -> Text:
    if is_browser(person.address):
        return say("comp.browser", how=await browsers.browsers_text(service, person))
    return say("comp.account", account=person.account_name)


def _way_out_of_play(competition: Competition, player: PersonId) -> Text | None:
    """Return the ruling that removes a player during the phase, which no button does.

    None before and after the phase, and for a player without a match.
    """
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
    raise GameStateError(Fault("not_entered", facts={"player": cut_code(number)}))


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.PLAYERS: _show_players,
    CardStep.PLAYER: _player_pressed,
}
