"""The preview of a past season: its results, standings, and the games beside them."""

from collections.abc import Mapping
from typing import Final

from bot.chat.competitions.import_lines import first_lines, games_beside, result_line
from bot.documents.tables.import_stated import Layout, key_of
from bot.service.matches.pending_imports import PendingForm
from bot.service.pure.matches.checked_import import CheckedImport
from bot.service.pure.matches.stated_figures import figures_of
from bot.texts.buttons.matches import IMPORT, ImportAction
from bot.texts.messages import Card, Text, say
from engine.competitions.standings import GameResult, table
from engine.ids import PersonId

_SWAPS: Final[Mapping[Layout, str]] = {
    Layout.MIRROR: "button.import.swap_colours",
    Layout.HALVES: "button.import.swap_legs",
    Layout.PAIRS: "button.import.swap_legs",
}
"""The label of the button that reads a crosstable the other way round."""


def season_preview(checked_import: CheckedImport, pending: PendingForm) -> Card:
    """Return the results that would be recorded, with the buttons to change, confirm or drop."""
    stated, token = checked_import.form, pending.token
    layout = stated.layout
    text = say(
        "import.shown_season",
        title=stated.title,
        start=stated.start.isoformat() if stated.start else None,
        closing=stated.closing.isoformat() if stated.closing else None,
        players=len(checked_import.names),
        number=len(stated.results),
        layout=None if layout is None else say(f"import.layout_{layout.value}"),
        standings=_standings(checked_import),
        remarks=list(stated.remarks) or None,
        results=first_lines([result_line(result) for result in stated.results]),
        beside=games_beside(checked_import) if pending.games else None,
    )
    rows = [(IMPORT.button(say("button.import.yes"), token, ImportAction.RECORD),)]
    if layout is not None:
        rows.append((IMPORT.button(say(_SWAPS[layout]), token, ImportAction.SWAP),))
    rows.append((IMPORT.button(say("button.drop"), token, ImportAction.DROP),))
    return Card(text, tuple(rows))


def _standings(checked_import: CheckedImport) -> list[Text]:
    """Return a line for each player, in the order of the engine: sum of coefficients and games.

    The players of all groups stand in one list.
    """
    names = checked_import.names
    # Nobody of a season is a known person yet: a player's number here is their place in the form.
    name_of = {PersonId(number): name for number, name in enumerate(names.values())}
    number_of = dict(zip(names, name_of, strict=True))
    results = [
        GameResult(
            red=number_of[key_of(result.red)],
            blue=number_of[key_of(result.blue)],
            figures=figures_of(result),
        )
        for result in checked_import.form.results
    ]
    lines = [
        say("import.standing", who=name_of[row.player], sum=f"{row.coefficients}", n=row.games)
        for row in table(name_of, results)
    ]
    return first_lines(lines, left_out="import.more_players")
