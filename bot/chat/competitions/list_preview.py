"""`/campionat`: a list of players as understood, before anybody is entered.

A file may have columns that neither headings nor content explain: the bot asks which one is the
name, the club, the rating and the seed. The list is stored for its arbiter, so no other person's
button changes it. A button of an earlier view shows the current view.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.chat.choosing import person_rows
from bot.chat.competitions import pending_lists
from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, answer, step_button
from bot.chat.competitions.list_texts import ON_PAGE, column_letter, fault_lines, understood_text
from bot.chat.competitions.pending_lists import PendingList
from bot.documents.tables.entry_columns import ASKED, NOWHERE, ListTable
from bot.documents.tables.faults import TableFault
from bot.documents.tables.player_lists import ListedPlayer, PlayerList
from bot.runtime.shared import UserInput
from bot.service.competitions import places, seedings
from bot.service.operations.people.resolving import ANOTHER, Answers, Resolved, first_doubt
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import page_in
from bot.texts.formats import NOTHING
from bot.texts.messages import Button, Buttons, Text, say, turning
from bot.texts.paging import page_count
from engine.competitions.competition import Competition
from engine.errors import Fault, GameStateError
from engine.person_names import name_key

MOST_OTHERS: Final = 12
"""The most known people on a list who have a button each."""
_LABEL: Final = 30
"""The most characters of a column on its button."""


async def show(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    pending: PendingList,
    page: str = "",
) -> None:
    """Store the list; ask for its next unclear column, or show its players with a confirmation."""
    if pending.table is None and not pending.pasted.players:  # an earlier list stays stored
        out = step_button(snapshot.competition, "give_up", CardStep.CARD)
        faults = fault_lines(pending.pasted.faults)
        await answer(service, user_input, say("comp.understood_nobody", faults=faults), ((out,),))
        return
    await pending_lists.keep(service, user_input, snapshot, pending)
    if pending.table is not None and pending.table.unclear is not None:
        await _ask_column(service, user_input, snapshot, pending, pending.table)
        return
    player_list = await with_free_seeds(service, snapshot.competition, pending.player_list)
    first = page_in(page) * ON_PAGE if page else 0
    buttons = await _with_others(
        service, snapshot.competition, pending, player_list, first // ON_PAGE
    )
    if not player_list.players:
        text = say("comp.understood_nobody", faults=fault_lines(player_list.faults))
        await answer(service, user_input, text, buttons)
        return
    met = await places.met(service, snapshot.competition, player_list.players, pending.answers)
    doubt = first_doubt(met)
    if doubt is not None:
        await _ask_person(service, user_input, snapshot, pending, doubt)
        return
    again_in = _again_in(snapshot.competition, met)
    text = understood_text(pending.table, player_list, first, again_in)
    await answer(service, user_input, text, buttons)


async def _with_others(
    service: Service,
    competition: Competition,
    pending: PendingList,
    player_list: PlayerList,
    page: int,
) -> Buttons:
    """Return the buttons; each known person of a short list has one that says it is another."""
    buttons = _buttons(competition, pending, len(player_list.players), page)
    met = await places.met(service, competition, player_list.players, pending.answers)
    present = await places.present(service, competition)
    known = [
        resolved
        for resolved in met
        if resolved.person is not None and resolved.person not in present
    ]
    if len(known) > MOST_OTHERS:
        return buttons
    others = [
        CARD.button(
            say("button.resolve.not", who=resolved.named.name),
            competition.code,
            CardStep.LIST_ANOTHER,
            pending.token,
            f"{resolved.person}",
        )
        for resolved in known
        if resolved.named.about not in pending.answers
    ]
    return (*buttons[:-1], *((button,) for button in others), buttons[-1])


async def _is_another(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Take a listed player for somebody else than the known person of that name."""
    await _answer(service, user_input, snapshot, step, _all_others)


def _all_others(met: Sequence[Resolved], person: str) -> Answers:
    about = [resolved.named.about for resolved in met if f"{resolved.person}" == person]
    return dict.fromkeys(about, ANOTHER)


async def _answer(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    step: OfCard,
    read: Callable[[Sequence[Resolved], str], Answers],
) -> None:
    """Add the answers that the button gives to those so far, and show the list again."""
    pending = await waiting(service, user_input, snapshot, step.what)
    if pending is None:
        return
    player_list = await with_free_seeds(service, snapshot.competition, pending.player_list)
    met = await places.met(service, snapshot.competition, player_list.players, pending.answers)
    answers = {**pending.answers, **read(met, step.choice)}
    await show(service, user_input, snapshot, replace(pending, answers=answers))


def _buttons(competition: Competition, pending: PendingList, n: int, page: int) -> Buttons:
    """Return the confirmation first, then the ways to see more or to correct the columns."""
    table, token = pending.table, pending.token
    rows: list[tuple[Button, ...]] = []
    if n:
        rows.append((step_button(competition, "enter", CardStep.ENTER, token, f"{n}", n=n),))
    if table is not None:
        turns = CARD.turns(competition.code, CardStep.LIST_PAGE, token)
        rows += turning(page, page_count(n, ON_PAGE), turns)
        rows.append((step_button(competition, "list_columns", CardStep.LIST_COLUMNS_AGAIN, token),))
    if table is not None and table.header == NOWHERE and len(table.body) > 1:
        rows.append((step_button(competition, "list_headings", CardStep.LIST_HEADINGS, token),))
    rows.append((step_button(competition, "give_up", CardStep.LIST_DROP, token),))
    return tuple(rows)


async def _ask_column(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    pending: PendingList,
    table: ListTable,
) -> None:
    """Ask which column has the next unclear role; each possible column is a button."""
    role = table.unclear or ""
    places_asked = [*table.free, *([NOWHERE] if role != ASKED[0] else [])]
    rows = [(_column_button(snapshot, pending, table, role, place),) for place in places_asked]
    out = step_button(snapshot.competition, "give_up", CardStep.LIST_DROP, pending.token)
    lines = [_column_line(table, place) for place in table.free]
    text = say("comp.which_column", columns=lines, question=say(f"comp.ask_column.{role}"))
    await answer(service, user_input, text, (*rows, (out,)))


def _column_line(table: ListTable, place: int) -> Text:
    """Return a column's letter, heading and first cells."""
    heading = table.heading(place)
    return say(
        "comp.column_line",
        letter=column_letter(place),
        heading=say("comp.column_heading", heading=heading) if heading else None,
        examples=", ".join(example[:_LABEL] for example in table.examples(place)),
    )


def _column_button(
    snapshot: CompetitionSnapshot, pending: PendingList, table: ListTable, role: str, place: int
) -> Button:
    """Return the button that gives the role to a column, or to none."""
    choice = f"{role}.{place}"
    step, token = CardStep.LIST_COLUMN, pending.token
    if place == NOWHERE:
        return step_button(snapshot.competition, "list_no_column", step, token, choice)
    content = (table.heading(place) or next(iter(table.examples(place)), NOTHING))[:_LABEL]
    label = say("button.comp.list_column", letter=column_letter(place), what=content)
    return CARD.button(label, snapshot.competition.code, step, token, choice)


async def waiting(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, token: str
) -> PendingList | None:
    """Return the arbiter's list if the button is of its present view.

    Otherwise show the present view, or the card with a note if no list waits.
    """
    pending = await pending_lists.kept(service, user_input, snapshot)
    if pending is None:
        await pending_lists.forget(service, user_input, snapshot)
        await show_card(service, user_input, snapshot, say("comp.list_gone"))
        return None
    if token == pending.token:
        return pending
    if pending.table is None:
        await show_card(service, user_input, snapshot, say("comp.list_gone"))
    else:
        await show(service, user_input, snapshot, pending)
    return None


async def _column_chosen(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Take a column for the role that was asked."""
    pending = await waiting(service, user_input, snapshot, step.what)
    if pending is None:
        return
    role, _, place = step.choice.partition(".")
    table = pending.table
    choices = (*table.free, NOWHERE) if table is not None else ()
    chosen = next((choice for choice in choices if f"{choice}" == place), None)
    if table is None or chosen is None or role not in ASKED:
        raise GameStateError(Fault("button_unknown"))
    after = replace(pending, table=table.with_column(role, chosen))
    await show(service, user_input, snapshot, after)


async def _columns_again(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask for every column, because the list was understood wrongly."""
    await _read_again(service, user_input, snapshot, step, ListTable.without_columns)


async def _first_row_is_heading(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Treat the first row as headings instead of a player."""
    await _read_again(service, user_input, snapshot, step, ListTable.with_headings_first)


async def _read_again(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    step: OfCard,
    change: Callable[[ListTable], ListTable],
) -> None:
    """Show the list as it reads after that change of its table, if it still waits."""
    pending = await waiting(service, user_input, snapshot, step.what)
    if pending is not None and pending.table is not None:
        await show(service, user_input, snapshot, replace(pending, table=change(pending.table)))


async def _all(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show all players of the file, page by page."""
    pending = await waiting(service, user_input, snapshot, step.what)
    if pending is not None:
        await show(service, user_input, snapshot, pending, f"{page_in(step.choice)}")


async def _no(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Delete the stored list, unless the button belongs to an earlier one, and show the card."""
    pending = await waiting(service, user_input, snapshot, step.what)
    if pending is not None:
        await pending_lists.forget(service, user_input, snapshot)
        await show_card(service, user_input, snapshot)


async def with_free_seeds(
    service: Service, competition: Competition, listed: PlayerList
) -> PlayerList:
    """Return the list without players whose rank another entered player has, each as an error.

    Ranks made from ratings may be equal.
    """
    taken = await seedings.seeds_taken(service, competition)
    players: list[ListedPlayer] = []
    faults: list[TableFault] = []
    for player in listed.players:
        other = None if player.rating else taken.get(player.seeding or 0)
        if other is None or name_key(other) == name_key(player.name):
            players.append(player)
        else:
            facts: dict[str, str | int] = {
                "found": player.seeding or 0,
                "first": other,
                "other": player.name,
            }
            faults.append(TableFault("seed_twice", facts=facts))
    return replace(listed, players=tuple(players), faults=(*faults, *listed.faults))


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
    await answer(service, user_input, doubt.question, (*rows, (out,)))


async def _person_chosen(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Take the answer about the first listed player whose person is in doubt."""
    await _answer(service, user_input, snapshot, step, _first_doubt)


def _first_doubt(met: Sequence[Resolved], choice: str) -> Answers:
    doubt = first_doubt(met)
    if doubt is None or choice not in {ANOTHER, *(candidate.answer for candidate in doubt.doubts)}:
        return {}
    return {doubt.named.about: choice}


def _again_in(competition: Competition, met: Iterable[Resolved]) -> Text | None:
    """Return the listed players whom the bot knows from before, and who keep their accounts."""
    playing = competition.phase.players
    names = [resolved.named.name for resolved in met if resolved.person not in {None, *playing}]
    return say("comp.same_person", who=", ".join(names)) if names else None


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.LIST_COLUMN: _column_chosen,
    CardStep.LIST_COLUMNS_AGAIN: _columns_again,
    CardStep.LIST_HEADINGS: _first_row_is_heading,
    CardStep.LIST_PAGE: _all,
    CardStep.LIST_DROP: _no,
    CardStep.LIST_PERSON: _person_chosen,
    CardStep.LIST_ANOTHER: _is_another,
}
