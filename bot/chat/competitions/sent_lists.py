"""A list of players as sent: pasted, or a table in a file."""

from typing import Final

from bot.chat.competitions.card_steps import step_button
from bot.chat.competitions.list_texts import fault_text
from bot.documents.tables.entry_columns import ListTable, settled
from bot.documents.tables.faults import TableError, TableFault
from bot.documents.tables.formats.foreign import kind_by_name
from bot.documents.tables.listed_players import PlayerList
from bot.documents.tables.player_lists import players_of, read_table
from bot.runtime.shared import UserInput
from bot.service.people.typed_names import read_typed
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CardStep
from bot.texts.messages import Relayed, Text, say
from engine.errors import Fault, NotationError

_TABLE_EXTENSIONS: Final = (".csv", ".tsv", ".txt", ".xlsx", ".ods", ".xls")
"""The file extensions that may mean a table."""
LARGEST_TABLE: Final = 1 << 20
"""The most bytes of a table that a handler reads during a request."""


async def read_list(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> PlayerList | None:
    """Return the players of the typed or sent list; None after an answer with the error.

    No question follows, so an unclear column of a file is guessed.

    Raises:
        NotationError: the text or file is not a table.
        FileWanted: the file must be fetched first.
    """
    sent_list = await read_sent_list(service, user_input, snapshot)
    return players_of(settled(sent_list)) if isinstance(sent_list, ListTable) else sent_list


async def read_sent_list(
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
    may_be_read = is_table(sent) and sent.size <= LARGEST_TABLE
    content = user_input.incoming.fetched() if may_be_read else None
    if may_be_read and content is None:
        refusal = say("comp.not_fetched", file=sent.name)
    else:
        sent_list = _read_file(sent, content)
        if not isinstance(sent_list, Text):
            return sent_list
        refusal = sent_list
    out = step_button(snapshot.competition, "give_up", CardStep.CARD)
    service.reply(user_input, refusal, ((out,),))
    return None


def is_table(sent: Relayed) -> bool:
    """Return whether the file may be a table, by its extension."""
    return not sent.is_photo and sent.name.lower().endswith(_TABLE_EXTENSIONS)


def _read_file(sent: Relayed, content: bytes | None) -> ListTable | PlayerList | Text:
    """Return the table of a file, its errors, or the error text if it contains no table.

    `content`: None for a file that is too large or no table by its extension.
    """
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
        return PlayerList(faults=faults)
    lines = [say("rating.fault_whole", file=sent.name, fault=fault_text(fault)) for fault in faults]
    return say("comp.no_table", faults=lines)
