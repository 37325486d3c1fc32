"""`/campionat`: a list of players as understood, before anybody is entered.

Questions about its columns and people come first. The list is stored for its arbiter, so no other
person's button changes it. A button of an earlier view shows the current view.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.chat.choosing import person_rows
from bot.chat.competitions import pending_lists
from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, step_button
from bot.chat.competitions.free_seeds import with_free_seeds
from bot.chat.competitions.list_columns import ask_column
from bot.chat.competitions.list_texts import ON_PAGE, fault_lines, understood_text
from bot.chat.competitions.pending_lists import PendingList
from bot.documents.tables.entry_columns import ASKED, NOWHERE, ListTable
from bot.documents.tables.listed_players import PlayerList
from bot.runtime.shared import UserInput
from bot.service.competitions import entries
from bot.service.operations.people.resolving import ANOTHER, Answers, Resolved, first_doubt
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import page_in
from bot.texts.messages import Button, Buttons, Text, say, turning
from bot.texts.paging import page_count
from engine.competitions.competition import Competition
from engine.errors import Fault, GameStateError
from engine.ids import PersonId

_MOST_KNOWN: Final = 12
"""The most known people with a button each; of more only those from elsewhere, or nobody."""


async def show(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    pending: PendingList,
    page: int = 0,
) -> None:
    """Store the list; ask its next question, or show its players with a confirmation.

    The questions are about the columns of a file, then about people of similar names.
    `page`: a page of a file's players, from 0.
    """
    if pending.table is None and not pending.pasted.players:  # an earlier list stays stored
        out = step_button(snapshot.competition, "give_up", CardStep.CARD)
        faults = fault_lines(pending.pasted.faults)
        service.answer(user_input, say("comp.understood_nobody", faults=faults), ((out,),))
        return
    await pending_lists.keep(service, user_input, snapshot, pending)
    if pending.table is not None and (role := pending.table.unclear) is not None:
        ask_column(service, user_input, snapshot, pending, pending.table, role=role)
        return
    player_list, resolutions = await understood(service, snapshot.competition, pending)
    doubt = first_doubt(resolutions)
    if doubt is not None:
        await _ask_person(service, user_input, snapshot, pending, doubt)
        return
    entered = await entries.entered_or_signed_up(service, snapshot.competition)
    *upper_rows, drop_row = _buttons(
        snapshot.competition,
        pending,
        page,
        listed=len(player_list.players),
        new=new_players(resolutions, entered),
    )
    another_rows = _another_person_rows(snapshot.competition, pending, resolutions, entered)
    if player_list.players:
        known_players = list(_known_players_texts(resolutions, entered))
        text = understood_text(pending.table, player_list, page * ON_PAGE, known_players)
    else:
        text = say("comp.understood_nobody", faults=fault_lines(player_list.faults))
    service.answer(user_input, text, (*upper_rows, *another_rows, drop_row))


class Understood(NamedTuple):
    """A list by the answers so far: its players with a free seed, and whom each of them means."""

    player_list: PlayerList
    resolutions: list[Resolved]


async def understood(
    service: Service, competition: Competition, pending: PendingList
) -> Understood:
    """Return how the list is understood now; entries and people may have changed since."""
    player_list = await with_free_seeds(service, competition, pending.player_list, pending.answers)
    resolutions = await entries.resolved_players(
        service, competition, player_list.players, pending.answers
    )
    return Understood(player_list, resolutions)


def new_players(resolutions: Iterable[Resolved], entered: Container[PersonId]) -> int:
    """Return how many of the listed players are not entered yet."""
    known: set[PersonId] = set()
    unknown = 0
    for resolved in resolutions:
        if resolved.person is not None:
            known.add(resolved.person)
        elif resolved.row is None:
            unknown += 1
    return unknown + sum(person not in entered for person in known)


def _another_person_rows(
    competition: Competition,
    pending: PendingList,
    resolutions: Iterable[Resolved],
    entered: Container[PersonId],
) -> Buttons:
    """Return, for each known person on a short list, a button that says it is another."""
    known_people = {
        resolved.person: resolved for resolved in resolutions if resolved.person is not None
    }
    if len(known_people) > _MOST_KNOWN:  # a list sent again names all who are entered
        known_people = {
            person: resolved for person, resolved in known_people.items() if person not in entered
        }
    if len(known_people) > _MOST_KNOWN:
        return ()
    rows: list[tuple[Button, ...]] = []
    for person, resolved in known_people.items():
        if resolved.named.about in pending.answers:
            continue
        key = "button.resolve.namesake" if person in entered else "button.resolve.not"
        label, step = Text(key, {"who": resolved.named.name}), CardStep.LIST_ANOTHER
        button = CARD.button(label, competition.code, step, pending.token, f"{person}")
        rows.append((button,))
    return tuple(rows)


async def _another_person_pressed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Take a listed player for somebody else than the known person of that name."""
    await _take_answers(service, user_input, snapshot, step, _answers_another)


def _answers_another(resolutions: Sequence[Resolved], person: str) -> Answers:
    """Answer that each name which means that person means another."""
    about = [resolved.named.about for resolved in resolutions if f"{resolved.person}" == person]
    return dict.fromkeys(about, ANOTHER)


async def _take_answers(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    step: OfCard,
    read: Callable[[Sequence[Resolved], str], Answers],
) -> None:
    """Add the answers that the button gives to those so far, and show the list again."""
    pending = await current_list(service, user_input, snapshot, step.what)
    if pending is None:
        return
    _, resolutions = await understood(service, snapshot.competition, pending)
    answers = {**pending.answers, **read(resolutions, step.choice)}
    await show(service, user_input, snapshot, replace(pending, answers=answers))


def _buttons(
    competition: Competition, pending: PendingList, page: int, *, listed: int, new: int
) -> Buttons:
    """Return the confirmation first, then the ways to see more or to correct the columns.

    `listed`: the players of the list; `new`: those not entered yet. The last row drops the list.
    """
    table, token = pending.table, pending.token
    rows: list[tuple[Button, ...]] = []
    if new:
        rows.append((step_button(competition, "enter", CardStep.ENTER, token, f"{new}", n=new),))
    if table is not None:
        turns = CARD.turns(competition.code, CardStep.LIST_PAGE, token)
        rows += turning(page, page_count(listed, ON_PAGE), turns)
        rows.append((step_button(competition, "list_columns", CardStep.LIST_COLUMNS_AGAIN, token),))
    if table is not None and table.header == NOWHERE and len(table.body) > 1:
        rows.append((step_button(competition, "list_headings", CardStep.LIST_HEADINGS, token),))
    rows.append((step_button(competition, "give_up", CardStep.LIST_DROP, token),))
    return tuple(rows)


async def current_list(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, token: str
) -> PendingList | None:
    """Return the arbiter's list if the button is of its present view.

    Otherwise show the present view, or the card with a note if no list waits, and return None.
    """
    pending = await pending_lists.kept(service, user_input, snapshot)
    if pending is None:
        await pending_lists.forget(service, user_input, snapshot)
        await show_card(service, user_input, snapshot, say("comp.list_gone"))
        return None
    if token == pending.token:
        return pending
    await show(service, user_input, snapshot, pending)
    return None


async def _set_column(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Take a column for the role that was asked."""
    pending = await current_list(service, user_input, snapshot, step.what)
    if pending is None:
        return
    role, _, place = step.choice.partition(".")  # as `list_columns` writes it
    table = pending.table
    choices = (*table.free, NOWHERE) if table is not None else ()
    chosen = next((choice for choice in choices if f"{choice}" == place), None)
    if table is None or chosen is None or role not in ASKED:
        raise GameStateError(Fault("button_unknown"))
    pending = replace(pending, table=table.with_column(role, chosen))
    await show(service, user_input, snapshot, pending)


_CHANGES: Final[Mapping[CardStep, Callable[[ListTable], ListTable]]] = {
    CardStep.LIST_COLUMNS_AGAIN: ListTable.without_columns,
    CardStep.LIST_HEADINGS: ListTable.with_headings_first,
}
"""How a wrongly read table is read again: every column is asked for, or row 1 has the headings."""


async def _read_again(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show the list as it reads after that change of its table, if it still waits.

    Raises:
        GameStateError: `button_unknown`, a pasted list has no table.
    """
    pending = await current_list(service, user_input, snapshot, step.what)
    if pending is None:
        return
    if pending.table is None:
        raise GameStateError(Fault("button_unknown"))
    table = _CHANGES[step.step](pending.table)
    await show(service, user_input, snapshot, replace(pending, table=table))


async def _show_page(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show all players of the file, page by page."""
    pending = await current_list(service, user_input, snapshot, step.what)
    if pending is not None:
        await show(service, user_input, snapshot, pending, page_in(step.choice))


async def _drop(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Delete the stored list, unless the button belongs to an earlier one, and show the card."""
    pending = await current_list(service, user_input, snapshot, step.what)
    if pending is not None:
        await pending_lists.forget(service, user_input, snapshot)
        await show_card(service, user_input, snapshot)


async def _ask_person(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    pending: PendingList,
    doubt: Resolved,
) -> None:
    """Ask whether a listed player is a person whom the bot knows."""
    token, code = pending.token, snapshot.competition.code
    rows = person_rows(
        doubt, lambda label, choice: CARD.button(label, code, CardStep.LIST_PERSON, token, choice)
    )
    out = step_button(snapshot.competition, "give_up", CardStep.LIST_DROP, token)
    service.answer(user_input, doubt.question, (*rows, (out,)))


async def _person_pressed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Take the answer about the first listed player whose person is in doubt."""
    await _take_answers(service, user_input, snapshot, step, _answers_first_doubt)


def _answers_first_doubt(resolutions: Sequence[Resolved], choice: str) -> Answers:
    """Answer the first doubt with that choice; no answer if the button is of an earlier doubt."""
    doubt = first_doubt(resolutions)
    if doubt is None or choice not in doubt.possible_answers:
        return {}
    return {doubt.named.about: choice}


def _known_players_texts(
    resolutions: Iterable[Resolved], entered: Container[PersonId]
) -> Iterator[Text]:
    """Yield which listed players are entered already, and which the bot knows from elsewhere."""
    known = [resolved for resolved in resolutions if resolved.person is not None]
    here = [resolved.named.name for resolved in known if resolved.person in entered]
    elsewhere = [resolved.named.name for resolved in known if resolved.person not in entered]
    if here:
        yield say("comp.already_entered", who=here)
    if elsewhere:
        yield say("comp.same_person", who=elsewhere)


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.LIST_COLUMN: _set_column,
    **dict.fromkeys(_CHANGES, _read_again),
    CardStep.LIST_PAGE: _show_page,
    CardStep.LIST_DROP: _drop,
    CardStep.LIST_PERSON: _person_pressed,
    CardStep.LIST_ANOTHER: _another_person_pressed,
}
