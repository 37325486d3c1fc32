"""`/campionat`: a list of players as understood, before anybody is entered.

A file may have columns that neither headings nor content explain: the bot asks which one is the
name, the club, the rating and the seed. The list is stored for its arbiter, so no other person's
button changes it. A button of an earlier view shows the current view.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from typing import Final

from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, answer, step_button
from bot.documents.tables.entry_columns import ASKED, NOWHERE, ListTable
from bot.documents.tables.faults import TableFault
from bot.documents.tables.player_lists import ListedPlayer, PlayerList, players_of
from bot.runtime.shared import UserInput
from bot.service.competitions import places
from bot.service.operations.people.resolving import ANOTHER, Answers, Resolved, first_doubt
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import page_in
from bot.texts.messages import Button, Buttons, Text, say, turning
from engine.competitions.competition import Competition
from engine.errors import Fault, GameStateError
from engine.person_names import name_key
from storage.play import previews

LIST_LIFE: Final = timedelta(days=7)
"""How long a list waits for its confirmation."""
ON_PAGE: Final = 40
"""The players of a file that are shown at once."""
MOST_OTHERS: Final = 12
"""The most known people on a list who have a button each."""
SHOWN_FAULTS: Final = 15
_TOKEN: Final = 8
_LABEL: Final = 30
"""The most characters of a column on its button."""
_OF_LISTS = frozenset({"number", "positive", "too_many", "too_many_cells"})
"""Errors with a special text for lists of players; all others use the texts of tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingList:
    """A list that waits for its confirmation: a file's table, or the players of a pasted list."""

    table: ListTable | None = None
    pasted: PlayerList = field(default_factory=PlayerList)
    answers: dict[str, str] = field(default_factory=dict)
    """The arbiter's answers about names (`bot.service.operations.people.resolving`)."""

    @property
    def found(self) -> PlayerList:
        """Return the players as understood so far, and the errors."""
        return self.pasted if self.table is None else players_of(self.table)

    @property
    def stored(self) -> str:
        """Return the list as JSON; the errors of a pasted list are shown once and not stored."""
        answers = {"answers": self.answers} if self.answers else {}
        if self.table is None:
            return json.dumps(
                {"players": [asdict(player) for player in self.pasted.players], **answers}
            )
        return json.dumps({**asdict(self.table), **answers}, ensure_ascii=False)

    @property
    def token(self) -> str:
        """Return a hash of this state, which its buttons contain."""
        return hashlib.sha256(self.stored.encode()).hexdigest()[:_TOKEN]


def _pending(stored: str) -> PendingList:
    """Return the stored list, also in the form of earlier versions."""
    facts = json.loads(stored)
    if isinstance(facts, list):  # stored by an earlier version
        facts = {"players": facts}
    answers = facts.pop("answers", {})
    if "players" in facts:
        pasted = PlayerList(
            tuple(ListedPlayer(**stored_player) for stored_player in facts["players"])
        )
        return PendingList(pasted=pasted, answers=answers)
    rows = tuple((number, cells) for number, cells in facts["rows"])
    remarks = tuple(TableFault(**stored_player) for stored_player in facts.get("remarks", ()))
    table = ListTable(**{**facts, "rows": rows, "remarks": remarks})
    return PendingList(table=table, answers=answers)


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
        faults = _faults(pending.pasted.faults)
        await answer(service, user_input, say("comp.understood_nobody", faults=faults), ((out,),))
        return
    key = _kept_under(snapshot.competition)
    await previews.wait_for(
        service.unit.tx, user_input.person.id, key, pending.stored, user_input.at
    )
    if pending.table is not None and pending.table.unclear is not None:
        await _ask_column(service, user_input, snapshot, pending, pending.table)
        return
    player_list = await with_free_seeds(service, snapshot.competition, pending.found)
    first = page_in(page) * ON_PAGE if page else 0
    buttons = await _with_others(
        service, snapshot.competition, pending, player_list, first // ON_PAGE
    )
    if not player_list.players:
        text = say("comp.understood_nobody", faults=_faults(player_list.faults))
        await answer(service, user_input, text, buttons)
        return
    met = await places.met(service, snapshot.competition, player_list.players, pending.answers)
    doubt = first_doubt(met)
    if doubt is not None:
        await _ask_person(service, user_input, snapshot, pending, doubt)
        return
    again_in = _again_in(snapshot.competition, met)
    text = _understood(pending.table, player_list, first, again_in)
    await answer(service, user_input, text, buttons)


def _understood(
    table: ListTable | None, player_list: PlayerList, first: int, again_in: Text | None
) -> Text:
    """Return the players from that one on: a page of a file's, or all of a pasted list."""
    on_page = (
        player_list.players[first:]
        if table is None
        else player_list.players[first : first + ON_PAGE]
    )
    return say(
        "comp.understood" if table is None else "comp.file_understood",
        n=len(player_list.players),
        players=[_listed(number, player) for number, player in enumerate(on_page, first + 1)],
        columns=None if table is None else _columns(table),
        titles=_titles(player_list.titles),
        notes=_notes(player_list.notes),
        remarks=None if table is None else _faults(player_list.remarks),
        ratings=say("comp.ratings_made_places") if player_list.has_ratings else None,
        aside=_ignored(player_list.aside),
        again_in=again_in,
        faults=_faults(player_list.faults),
        again=say("comp.send_the_rest") if player_list.faults else None,
    )


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
    player_list = await with_free_seeds(service, snapshot.competition, pending.found)
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
        rows += turning(page, -(-n // ON_PAGE), turns)
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
    lines, rows = [], []
    for place in table.free:
        heading, examples = table.heading(place), table.examples(place)
        letter = _letter(place)
        what = (heading or next(iter(examples), "—"))[:_LABEL]
        lines.append(
            say(
                "comp.column_line",
                letter=letter,
                heading=say("comp.column_heading", heading=heading) if heading else None,
                examples=", ".join(example[:_LABEL] for example in examples),
            )
        )
        label = say("button.comp.list_column", letter=letter, what=what)
        choice = f"{role}.{place}"
        rows.append(
            (
                CARD.button(
                    label, snapshot.competition.code, CardStep.LIST_COLUMN, pending.token, choice
                ),
            )
        )
    if role != ASKED[0]:
        choice = f"{role}.{NOWHERE}"
        rows.append(
            (
                step_button(
                    snapshot.competition,
                    "list_no_column",
                    CardStep.LIST_COLUMN,
                    pending.token,
                    choice,
                ),
            )
        )
    rows.append((step_button(snapshot.competition, "give_up", CardStep.LIST_DROP, pending.token),))
    text = say("comp.which_column", columns=lines, question=say(f"comp.ask_column.{role}"))
    await answer(service, user_input, text, tuple(rows))


async def waiting(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, token: str
) -> PendingList | None:
    """Return the arbiter's list if the button is of its present view.

    Otherwise show the present view, or the card with a note if no list waits.
    """
    key = _kept_under(snapshot.competition)
    kept = await previews.waiting_for(service.unit.tx, user_input.person.id, key)
    if kept is None or user_input.at - kept[1] > LIST_LIFE:
        await forget(service, user_input, snapshot)
        await show_card(service, user_input, snapshot, say("comp.list_gone"))
        return None
    pending = _pending(kept[0])
    if token == pending.token:
        return pending
    if pending.table is None:
        await show_card(service, user_input, snapshot, say("comp.list_gone"))
    else:
        await show(service, user_input, snapshot, pending)
    return None


async def forget(service: Service, user_input: UserInput, snapshot: CompetitionSnapshot) -> None:
    """Delete the arbiter's stored list for this competition."""
    key = _kept_under(snapshot.competition)
    await previews.forget_waiting(service.unit.tx, user_input.person.id, key)


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
        await forget(service, user_input, snapshot)
        await show_card(service, user_input, snapshot)


async def with_free_seeds(
    service: Service, competition: Competition, listed: PlayerList
) -> PlayerList:
    """Return the list without players whose rank another entered player has, each as an error.

    Ranks made from ratings may be equal.
    """
    taken = await places.seeds_taken(service, competition)
    kept: list[ListedPlayer] = []
    faults: list[TableFault] = []
    for player in listed.players:
        other = None if player.rating else taken.get(player.seeding or 0)
        if other is None or name_key(other) == name_key(player.name):
            kept.append(player)
        else:
            facts: dict[str, str | int] = {
                "found": player.seeding or 0,
                "first": other,
                "other": player.name,
            }
            faults.append(TableFault("seed_twice", facts=facts))
    return replace(listed, players=tuple(kept), faults=(*faults, *listed.faults))


def _kept_under(competition: Competition) -> str:
    return f"list:{competition.code}"


async def _ask_person(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    pending: PendingList,
    doubt: Resolved,
) -> None:
    """Ask whether a listed player is a person whom the bot knows."""
    token, code = pending.token, snapshot.competition.code
    rows = [
        (
            CARD.button(
                say("button.resolve.same", who=candidate.name),
                code,
                CardStep.LIST_PERSON,
                token,
                candidate.answer,
            ),
        )
        for candidate in doubt.doubts
    ]
    rows.append(
        (CARD.button(say("button.resolve.another"), code, CardStep.LIST_PERSON, token, ANOTHER),)
    )
    rows.append((step_button(snapshot.competition, "give_up", CardStep.LIST_DROP, token),))
    await answer(service, user_input, doubt.question, tuple(rows))


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


def _columns(table: ListTable) -> Text:
    """Return the role that was found for each column."""
    taken = [
        say(f"comp.column_as.{role}", what=table.heading(place) or _letter(place))
        for role in ("given_name", *ASKED)
        if (place := table.columns.get(role, NOWHERE)) != NOWHERE
    ]
    return say("comp.columns_as", columns=taken)


def _letter(place: int) -> str:
    """Return the column's letter in a spreadsheet; a list has at most 20 columns."""
    return chr(ord("A") + place)


def _titles(titles: tuple[str, ...]) -> Text | None:
    return say("comp.titles_aside", titles=" · ".join(titles)) if titles else None


def _notes(notes: tuple[tuple[int, str], ...]) -> Text | None:
    """Return the rows that are set aside, each with its line, only the first of many."""
    rows = [say("comp.row_aside", line=line, text=text) for line, text in notes[:ON_PAGE]]
    if len(notes) > ON_PAGE:
        rows.append(say("comp.rows_more", n=len(notes) - ON_PAGE))
    return say("comp.rows_aside", rows=rows) if rows else None


def _ignored(columns: tuple[str, ...]) -> Text | None:
    """Return the ignored columns of the list, at most the first few."""
    return say("comp.columns_aside", columns=", ".join(columns[:SHOWN_FAULTS])) if columns else None


def _listed(number: int, player: ListedPlayer) -> Text:
    about = None
    if player.club and player.seeding:
        about = say("comp.club_and_seed", club=player.club, seed=player.seeding)
    elif player.club:
        about = say("comp.club", club=player.club)
    elif player.seeding:
        about = say("comp.seed", seed=player.seeding)
    return say("comp.listed", number=number, who=player.name, about=about)


def _faults(faults: Iterable[TableFault]) -> list[Text] | None:
    """Return the errors line by line, only the first of many."""
    every = list(faults)
    lines = [
        say("comp.fault_line", line=fault.line, fault=fault_text(fault))
        if fault.line
        else say("comp.fault_whole", fault=fault_text(fault))
        for fault in every[:SHOWN_FAULTS]
    ]
    if len(every) > SHOWN_FAULTS:
        lines.append(say("comp.more_faults", n=len(every) - SHOWN_FAULTS))
    return lines or None


def fault_text(fault: TableFault) -> Text:
    """Return the error as text, in the words for lists of players."""
    if fault.code in _OF_LISTS:
        return Text(f"list_fault.{fault.code}", fault.facts)
    return fault.what


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.LIST_COLUMN: _column_chosen,
    CardStep.LIST_COLUMNS_AGAIN: _columns_again,
    CardStep.LIST_HEADINGS: _first_row_is_heading,
    CardStep.LIST_PAGE: _all,
    CardStep.LIST_DROP: _no,
    CardStep.LIST_PERSON: _person_chosen,
    CardStep.LIST_ANOTHER: _is_another,
}
