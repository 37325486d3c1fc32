"""`/campionat`: lists of players, pasted or as a file.

The bot first shows how it reads the list, and enters nobody before a confirmation. It names each
unreadable line; a person sends only those again.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.chat.choosing import competition_rows
from bot.chat.competitions import list_preview, pending_lists
from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, ask, step_button
from bot.chat.competitions.free_seeds import with_free_seeds
from bot.chat.competitions.list_texts import fault_text
from bot.chat.competitions.pending_lists import PendingList
from bot.chat.topics import Topic
from bot.documents.tables.entry_columns import ListTable, settled
from bot.documents.tables.faults import TableError, TableFault
from bot.documents.tables.formats.foreign import kind_by_name
from bot.documents.tables.player_lists import ListedPlayer, PlayerList, players_of, read_table
from bot.runtime.shared import UserInput
from bot.service.competitions import entries, open_seats
from bot.service.competitions.entries import NewEntry
from bot.service.operations.people.resolving import first_doubt, persons_of
from bot.service.people.typed_names import read_typed
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.messages import LARGEST_TABLE, Relayed, Text, rows_of, say
from bot.texts.notices.people.links import forward_buttons
from bot.texts.pictures import Document, DocumentKind
from engine.competitions.competition import Competition, CompetitionStage
from engine.errors import Fault, GameStateError, NotationError
from engine.ids import PersonId

TABLES = (".csv", ".tsv", ".txt", ".xlsx", ".ods", ".xls")
"""The file extensions that may mean a table."""
SHORTEST_PASTED = 3
"""The fewest lines of a list that nobody asked for; a shorter text is no list."""
LINKS = 20
"""The most links in one message."""


async def _ask_list(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Ask for players, pasted or as a file."""
    if snapshot.competition.stage is not CompetitionStage.OPEN:
        raise GameStateError(Fault("entries_closed"))
    await ask(service, user_input, snapshot, CardStep.ADD_PLAYERS, say("comp.ask.players"))


async def _list_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Show how the bot reads the list, with a button to enter the players."""
    sent_list = await _read(service, user_input, snapshot)
    if isinstance(sent_list, ListTable):
        await list_preview.show(service, user_input, snapshot, PendingList(table=sent_list))
    elif sent_list is not None:
        sent_list = await with_free_seeds(service, snapshot.competition, sent_list)
        await list_preview.show(service, user_input, snapshot, PendingList(pasted=sent_list))


async def read_list(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> PlayerList | None:
    """Return the players of the typed or sent list; None after an answer with the error.

    Raises:
        NotationError: the text or file is not a table.
        FileWanted: the file must be fetched first.
    """
    sent_list = await _read(service, user_input, snapshot)
    return players_of(settled(sent_list)) if isinstance(sent_list, ListTable) else sent_list


async def _read(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> ListTable | PlayerList | None:
    """Return the table of a sent file or the players of a typed list; None after an answer.

    Raises:
        NotationError: the text or file is not a table.
        FileWanted: the file must be fetched first.
    """
    sent = user_input.incoming.file
    if sent is None:
        return await read_typed(service, user_input.args)
    may_be_read = _is_table(sent) and sent.size <= LARGEST_TABLE
    content = user_input.incoming.fetched() if may_be_read else None
    if may_be_read and content is None:
        refusal = say("comp.not_fetched", file=sent.name)
    else:
        sent_list = _read_sent(sent, content)
        if not isinstance(sent_list, Text):
            return sent_list
        refusal = sent_list
    out = step_button(snapshot.competition, "give_up", CardStep.CARD)
    service.reply(user_input, refusal, ((out,),))
    return None


async def unrequested(service: Service, user_input: UserInput) -> None:
    """Handle a list that an arbiter sends without a request.

    If one competition takes entries, the bot reads the list at once; if several do, it asks which.
    """
    sent = user_input.incoming.file
    ruled = await service.competitions.all_ruled(user_input.person.id)
    open_ones = [
        snapshot for snapshot in ruled if snapshot.competition.stage is CompetitionStage.OPEN
    ]
    lines = len(user_input.args.splitlines())
    may_be_list = _is_table(sent) if sent is not None else lines >= SHORTEST_PASTED
    if not open_ones or not may_be_list:
        service.reply(
            user_input, say("play.unknown_arbiter" if sent is None else "relayed.no_picture")
        )
    elif len(open_ones) == 1:
        step = OfCard(open_ones[0].competition.code, CardStep.ADD_PLAYERS)
        await service.questions.ask(
            user_input, Topic.COMPETITION, CARD.about(step.competition, step.step)
        )
        await _list_given(service, user_input, open_ones[0], step)
    else:
        rows = competition_rows(
            open_ones, lambda label, code: CARD.button(label, code, CardStep.ADD_PLAYERS)
        )
        service.reply(user_input, say("comp.whose_list"), rows)


def _is_table(sent: Relayed) -> bool:
    """Return whether the file may be a table, by its extension."""
    return not sent.is_photo and sent.name.lower().endswith(TABLES)


def _read_sent(sent: Relayed, content: bytes | None) -> ListTable | PlayerList | Text:
    """Return the table of a file, its errors, or the error text if it contains no table."""
    if sent.is_photo:
        return say("comp.no_photo")
    if content is not None:
        try:
            return read_table(content, sent.name)
        except TableError as error:
            faults = tuple(error.faults)
    elif (kind := kind_by_name(sent.name)) is not None:
        faults = (TableFault("foreign", 0, facts={"found": kind}),)
    elif sent.size > LARGEST_TABLE:
        return say("rating.too_large", size=sent.size, most=LARGEST_TABLE)
    else:
        raise NotationError(Fault("no_table_sent"))
    if not all(fault.is_of_no_table for fault in faults):
        return PlayerList((), faults)
    lines = [say("rating.fault_whole", file=sent.name, fault=fault_text(fault)) for fault in faults]
    return say("comp.no_table", faults=lines)


async def _enter(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Enter the players of the last list shown.

    If another player got one of its seeds meanwhile, the list is shown again.
    """
    pending = await list_preview.waiting(service, user_input, snapshot, step.what)
    if pending is None:
        return
    free = await with_free_seeds(service, snapshot.competition, pending.player_list)
    if f"{len(free.players)}" != step.choice:
        await list_preview.show(service, user_input, snapshot, pending)
        return
    met = await entries.resolved_players(
        service, snapshot.competition, free.players, pending.answers
    )
    if first_doubt(met) is not None:  # somebody of a similar name has come meanwhile
        await list_preview.show(service, user_input, snapshot, pending)
        return
    await pending_lists.forget(service, user_input, snapshot)
    persons = await persons_of(service, met, pending.answers)
    players = await _not_entered_yet(service, snapshot.competition, free.players, persons)
    known = frozenset(snapshot.competition.phase.players)
    snapshot = await entries.enter_all(service, user_input, snapshot, players)
    new = frozenset(snapshot.competition.phase.players) - known
    await show_card(service, user_input, snapshot, say("comp.done.entered", n=len(players)))
    await send_invitations(service, user_input, snapshot.competition, only=new or None)


async def send_invitations(
    service: Service,
    user_input: UserInput,
    competition: Competition,
    only: frozenset[PersonId] | None = None,
) -> None:
    """Send the arbiter the links of all open seats, each with its own forward button.

    The messages are short enough for a phone; a spreadsheet follows. With `only`, they cover just
    these players, without a spreadsheet if there are others.
    """
    every = await open_seats.open_seats_of(service, competition)
    seats = [place for place in every if only is None or place.entry.player in only]
    if not seats:
        service.reply(user_input, say("comp.all_came", title=competition.title))
        return
    where = say("link.in_competition", title=competition.title)
    for first in range(0, len(seats), LINKS):
        on_page = seats[first : first + LINKS]
        rows = [
            say("comp.invitation", who=free_seat.name, link=free_seat.links.shown)
            for free_seat in on_page
        ]
        buttons = [
            button
            for free_seat in on_page
            for button in forward_buttons(
                free_seat.links, free_seat.name, where, is_among_others=True
            )
        ]
        if first:
            text = say("comp.invitations_more", title=competition.title, rows=rows)
        else:
            text = say("comp.invitations", title=competition.title, n=len(seats), rows=rows)
        service.reply(user_input, text, rows_of(buttons, 2))
    if seats != every:
        return
    document = Document(DocumentKind.INVITATIONS, competition.code)
    service.reply(user_input, say("comp.invitations_file"), document=document)


async def _not_entered_yet(
    service: Service,
    competition: Competition,
    players: Iterable[ListedPlayer],
    persons: Iterable[PersonId],
) -> list[NewEntry]:
    """Return the players who are not in the phase yet, each once; a list may be sent twice."""
    present = await entries.present(service, competition)
    new: dict[PersonId, ListedPlayer] = {}
    for player, person in zip(players, persons, strict=True):
        if person not in present:
            new.setdefault(person, player)
    return [NewEntry(player, person) for person, player in new.items()]


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.ADD_PLAYERS: _ask_list,
    CardStep.ENTER: _enter,
    **list_preview.STEPS,
}
TYPED: Final[Mapping[CardStep, Step]] = {CardStep.ADD_PLAYERS: _list_given}
