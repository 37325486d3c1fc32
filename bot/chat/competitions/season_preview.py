"""The preview of a past season: its results, standings, and the games beside them."""

from collections import Counter
from decimal import Decimal

from bot.chat.competitions.import_lines import (
    SHOWN_FAULTS,
    SHOWN_GAMES,
    fault_line,
    first_lines,
    result_line,
)
from bot.documents.tables.import_stated import FormFault, Layout, key_of
from bot.service.matches.pending_imports import PendingForm
from bot.service.pure.matches.checked_import import CheckedImport
from bot.service.pure.matches.stated_figures import figures_of
from bot.texts.buttons.matches import IMPORT, ImportAction
from bot.texts.messages import Buttons, Card, Text, say


def season_preview(checked_import: CheckedImport, form: PendingForm) -> Card:
    """Return the results that would be recorded, with the buttons to change, confirm or drop."""
    stated, token = checked_import.form, form.token
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
    if form.games:
        text = say("comp.with_note", note=text, text=games_beside(checked_import))
    rows = [(IMPORT.button(say("button.import.yes"), token, ImportAction.RECORD),)]
    if stated.layout is not None:
        # The halves are the two colours or the two legs, and may be the other way round.
        which = "colours" if stated.layout is Layout.MIRROR else "legs"
        rows.append((IMPORT.button(say(f"button.import.swap_{which}"), token, ImportAction.SWAP),))
    rows.append((IMPORT.button(say("button.drop"), token, ImportAction.DROP),))
    return Card(text, tuple(rows))


def _standings(checked_import: CheckedImport) -> list[Text]:
    """Return a line for each player: the sum of coefficients and the games, the best first."""
    totals = dict.fromkeys(checked_import.names, Decimal())
    games = Counter[str]()
    for result in checked_import.form.results:
        counted = figures_of(result)
        for name, coefficient in ((result.red, counted.red), (result.blue, counted.blue)):
            totals[key_of(name)] += coefficient
            games[key_of(name)] += 1
    ordered = sorted(totals, key=totals.__getitem__, reverse=True)
    lines = [
        say("import.standing", who=checked_import.names[key], sum=f"{totals[key]}", n=games[key])
        for key in ordered[:SHOWN_GAMES]
    ]
    if len(ordered) > SHOWN_GAMES:
        lines.append(say("import.more_players", n=len(ordered) - SHOWN_GAMES))
    return lines


def games_beside(checked_import: CheckedImport, unread: tuple[FormFault, ...] = ()) -> Text:
    """Return how many results have their games beside them, and the files that fit none."""
    faults = (*unread, *checked_import.season.faults)
    return say(
        "import.games_beside",
        n=len(checked_import.season.of_result),
        most=len(checked_import.form.results),
        faults=[fault_line(fault) for fault in faults[:SHOWN_FAULTS]] or None,
    )


def layout_buttons(token: str) -> Buttons:
    """Return a button for each way in which the halves of a crosstable may belong together."""
    return tuple(
        (
            IMPORT.button(
                say(f"button.import.{layout.value}"), token, ImportAction.LAYOUT, layout.value
            ),
        )
        for layout in (Layout.HALVES, Layout.MIRROR)
    )
