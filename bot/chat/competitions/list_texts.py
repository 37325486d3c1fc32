"""A list of players as the bot understood it, in words: players, columns, rows aside, errors."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.documents.tables.entry_columns import ASKED, NOWHERE, ListTable
from bot.documents.tables.faults import TableFault
from bot.documents.tables.formats.table_file import letter
from bot.documents.tables.listed_players import ListedPlayer, PlayerList
from bot.texts.messages import Text, say
from bot.texts.notices.competitions.phase_lists import club_and_seed

ON_PAGE: Final = 40
"""The players of a file that are shown at once."""
_SHOWN_FAULTS: Final = 15
"""The most errors, or ignored columns, in one message."""
_LIST_FAULTS: Final = frozenset({"number", "positive", "too_many", "too_many_cells"})
"""Errors with a special text for lists of players; all others use the texts of tables."""


def understood_text(
    table: ListTable | None, player_list: PlayerList, first: int, known: Sequence[Text]
) -> Text:
    """Return the list as understood: a page of a file's players, or all of a pasted list's.

    `first`: the place from 0 of the first player of the page, 0 for a pasted list.
    `known`: the players who are entered already, and those whom the bot knows from elsewhere.
    """
    on_page = (
        player_list.players[first:]
        if table is None
        else player_list.players[first : first + ON_PAGE]
    )
    return say(
        "comp.understood" if table is None else "comp.file_understood",
        n=len(player_list.players),
        players=[_player_line(number, player) for number, player in enumerate(on_page, first + 1)],
        columns=None if table is None else _columns(table),
        titles=_removed_titles(player_list.titles),
        notes=_skipped_rows(player_list.notes),
        remarks=None if table is None else fault_lines(player_list.remarks),
        ratings=say("comp.ratings_made_places") if player_list.has_ratings else None,
        aside=_ignored_columns(player_list.aside),
        again_in=known or None,  # the name under which earlier versions queued it
        faults=fault_lines(player_list.faults),
        again=say("comp.send_the_rest") if player_list.faults else None,
    )


def _columns(table: ListTable) -> Text:
    """Return the role that was found for each column."""
    columns = [
        say(f"comp.column_as.{role}", what=table.heading(place) or letter(place))
        for role in ASKED
        if (place := table.columns.get(role, NOWHERE)) != NOWHERE
    ]
    return say("comp.columns_as", columns=columns)


def _removed_titles(titles: tuple[str, ...]) -> Text | None:
    return say("comp.titles_aside", titles=" · ".join(titles)) if titles else None


def _skipped_rows(notes: tuple[tuple[int, str], ...]) -> Text | None:
    """Return the rows that are set aside, each with its line; of many, the first; None for none."""
    rows = [say("comp.row_aside", line=line, text=text) for line, text in notes[:ON_PAGE]]
    if len(notes) > ON_PAGE:
        rows.append(say("comp.rows_more", n=len(notes) - ON_PAGE))
    return say("comp.rows_aside", rows=rows) if rows else None


def _ignored_columns(columns: tuple[str, ...]) -> Text | None:
    """Return the ignored columns of the list, at most the first few; None without any."""
    return say("comp.columns_aside", columns=columns[:_SHOWN_FAULTS]) if columns else None


def _player_line(number: int, player: ListedPlayer) -> Text:
    """Return a listed player with their number, club and seed."""
    about = club_and_seed(player.club, player.seeding)
    return say("comp.listed", number=number, who=player.name, about=about)


def fault_lines(faults: Iterable[TableFault]) -> list[Text] | None:
    """Return the errors line by line, only the first of many."""
    all_faults = list(faults)
    lines = [
        say("comp.fault_line", line=fault.line, fault=fault_text(fault))
        if fault.line
        else say("comp.fault_whole", fault=fault_text(fault))
        for fault in all_faults[:_SHOWN_FAULTS]
    ]
    if len(all_faults) > _SHOWN_FAULTS:
        lines.append(say("comp.more_faults", n=len(all_faults) - _SHOWN_FAULTS))
    return lines or None


def fault_text(fault: TableFault) -> Text:
    """Return the error as text, in the words for lists of players."""
    if fault.code in _LIST_FAULTS:
        return Text(f"list_fault.{fault.code}", fault.facts)
    return fault.what
