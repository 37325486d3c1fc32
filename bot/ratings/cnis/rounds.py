"""The next round of a tournament as tables to show, with remarks. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from bot.documents.tables.faults import joined
from bot.documents.views.listing import BLANK, LEFT, Cell, Column, Table
from bot.ratings.cnis.tables import PLACE, PLAYER, SCORE, TOP, more
from bot.texts.messages import Text, say
from engine.cnis.pairing import PairedRound
from engine.cnis.systems import PairingSystem, youth_system


def round_remarks(
    system: PairingSystem, players: int, paired: PairedRound, missing: Mapping[int, Sequence[str]]
) -> list[Text]:
    """Return remarks on the chosen system by the regulation (art. 13), and on `missing` players.

    `players` is the number of participants, withdrawn players included. `missing` has by round the
    players with neither a game nor a bye.
    """
    wanted, remarks = youth_system(players), []
    if system is not PairingSystem.SENIORS and wanted is not system:
        how = f"by_{wanted.replace('-', '_')}" if wanted else "relocated"
        remarks.append(say(f"cnis.youth_{how}"))
    if paired.unmet:
        remarks.append(say("cnis.unmet", n=paired.unmet))
    return remarks + [
        say("cnis.unseated", round=before, names=joined(names)) for before, names in missing.items()
    ]


def round_tables(paired: PairedRound, remarks: Iterable[Text]) -> tuple[Table, Table]:
    """Return the pairings with room for the scores, and the order by which they were made."""
    notes = [*remarks]
    if paired.byes:
        notes.insert(0, say("cnis.bye", player=joined(paired.byes)))
    rows = [
        (pairing.table, pairing.first, BLANK, pairing.second, BLANK) for pairing in paired.pairings
    ]
    lines = [
        say(
            "cnis.pairing",
            table=pairing.table,
            first=pairing.first,
            second=pairing.second,
            met=say("cnis.met", n=pairing.met) if pairing.met else "",
            club=say("cnis.same_club") if pairing.same_club else "",
        )
        for pairing in paired.pairings
    ]
    title = say("cnis.round_title", round=paired.number)
    posted = Table(
        key="round",
        over=say("cnis.over"),
        title=title,
        name=title,
        columns=(Column(say("cnis.column.table")), PLAYER, SCORE, PLAYER, SCORE),
        rows=tuple(rows),
        words=say("cnis.round_words", title=title, rows=lines or None, notes=notes or None),
        notes=tuple(notes),
    )
    return posted, _order(paired)


def _order(paired: PairedRound) -> Table:
    """Return the table with the order of the players before the round."""
    rows: list[tuple[Cell, ...]] = []
    for place, standing in enumerate(paired.order, 1):
        rating = standing.player.rating
        club = standing.player.club
        shown: Mapping[str, Cell] = {
            "wins": say("cnis.figure", figure=f"{float(standing.points):g}"),
            "rating": "" if rating is None else say("cnis.figure", figure=f"{float(rating):g}"),
        }
        rows.append(
            (place, standing.player.name, club, shown["wins"], standing.spread, shown["rating"])
        )
    title = say("cnis.order_title", round=paired.number)
    top = [
        say(
            "cnis.order_row",
            place=place,
            player=ranked_player.player.name,
            wins=f"{float(ranked_player.points):g}",
            spread=ranked_player.spread,
        )
        for place, ranked_player in enumerate(paired.order[:TOP], 1)
    ]
    return Table(
        key="order",
        over=say("cnis.over"),
        title=title,
        name=say("cnis.order_name"),
        columns=(
            PLACE,
            PLAYER,
            Column(say("cnis.column.club"), LEFT),
            Column(say("cnis.column.wins"), is_strong=True),
            Column(say("cnis.column.spread")),
            Column(say("rating.column.rating")),
        ),
        rows=tuple(rows),
        words=say("cnis.event_words", title=title, rows=top, more=more(len(paired.order))),
    )
