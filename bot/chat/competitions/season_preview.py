"""The preview of a past season: its results, standings, and the games beside them."""

from bot.chat.competitions.import_lines import (
    MOST_LINES,
    first_lines,
    games_beside,
    result_line,
)
from bot.documents.tables.import_stated import Layout, key_of
from bot.service.matches.pending_imports import PendingForm
from bot.service.pure.matches.checked_import import CheckedImport
from bot.service.pure.matches.stated_figures import figures_of
from bot.texts.buttons.matches import IMPORT, ImportAction
from bot.texts.messages import Card, Text, say
from engine.competitions.standings import GameResult, table
from engine.ids import PersonId


def season_preview(checked_import: CheckedImport, pending: PendingForm) -> Card:
    """Return the results that would be recorded, with the buttons to change, confirm or drop."""
    stated, token = checked_import.form, pending.token
    text = say(
        "import.shown_season",
        title=stated.title,
        start=stated.start.isoformat() if stated.start else None,
        closing=stated.closing.isoformat() if stated.closing else None,
        players=len(checked_import.names),
        number=len(stated.results),
        layout=stated.layout and say(f"import.layout_{stated.layout.value}"),
        standings=_standings(checked_import),
        remarks=list(stated.remarks) or None,
        results=first_lines([result_line(result) for result in stated.results]),
    )
    if pending.games:
        # The entry shows its note first: here the preview, and the games beside it at the end.
        text = say("comp.with_note", note=text, text=games_beside(checked_import))
    rows = [(IMPORT.button(say("button.import.yes"), token, ImportAction.RECORD),)]
    if stated.layout is not None:
        # The halves are the two colours or the two legs, and may be the other way round.
        which = "colours" if stated.layout is Layout.MIRROR else "legs"
        rows.append((IMPORT.button(say(f"button.import.swap_{which}"), token, ImportAction.SWAP),))
    rows.append((IMPORT.button(say("button.drop"), token, ImportAction.DROP),))
    return Card(text, tuple(rows))


def _standings(checked_import: CheckedImport) -> list[Text]:
    """Return a line for each player, in the order of the engine: sum of coefficients and games.

    The players of all groups stand in one list.
    """
    names = checked_import.names
    # Nobody of a season is a known person yet: a player's number here is their place in the form.
    number_of = {key: PersonId(number) for number, key in enumerate(names)}
    results = [
        GameResult(
            red=number_of[key_of(result.red)],
            blue=number_of[key_of(result.blue)],
            figures=figures_of(result),
        )
        for result in checked_import.form.results
    ]
    name_of = dict(zip(number_of.values(), names.values(), strict=True))
    rows = table(name_of, results)
    lines = [
        say("import.standing", who=name_of[row.player], sum=f"{row.coefficients}", n=row.games)
        for row in rows[:MOST_LINES]
    ]
    if len(rows) > MOST_LINES:
        lines.append(say("import.more_players", n=len(rows) - MOST_LINES))
    return lines
