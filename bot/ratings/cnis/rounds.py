"""The next round of a tournament as tables to show, with remarks. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from bot.documents.tables.faults import joined
from bot.documents.views.listing import BLANK, LEFT, Cell, Column, Table
from bot.ratings.cnis.tables import PLACE, PLAYER, SCORE, TOP, more
from bot.texts.messages import Text, say
from engine.cnis.pairing import PairedRound
from engine.cnis.systems import PairingSystem, youth_system

_YOUTH_REMARKS: Final[Mapping[PairingSystem | None, str]] = {
    PairingSystem.KOTH: "cnis.youth_by_koth",
    PairingSystem.ROUND_ROBIN: "cnis.youth_by_round_robin",
    None: "cnis.youth_relocated",
}
"""The remark for each system of a youth tournament; None: its players play elsewhere."""


def round_remarks(
    system: PairingSystem, players: int, paired: PairedRound, missing: Mapping[int, Sequence[str]]
) -> list[Text]:
    """Return remarks on the chosen system by the regulation (art. 13), and on `missing` players.

    `players` is the number of participants, withdrawn players included. `missing` has by round the
    players with neither a game nor a bye.
    """
    remarks = []
    regular = youth_system(players)
    if system is not PairingSystem.SENIORS and regular is not system:
        remarks.append(say(_YOUTH_REMARKS[regular]))
    if paired.unmet:
        remarks.append(say("cnis.unmet", n=paired.unmet))
    return remarks + [
        say("cnis.unseated", round=number, names=joined(names)) for number, names in missing.items()
    ]


def round_tables(paired: PairedRound, remarks: Iterable[Text]) -> tuple[Table, Table]:
    """Return the pairings with room for the scores, and the order by which they were made."""
    byes = [say("cnis.bye", player=joined(paired.byes))] if paired.byes else []
    notes = (*byes, *remarks)
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
    pairings = Table(
        key="round",
        over=say("cnis.over"),
        title=title,
        name=title,
        columns=(Column(say("cnis.column.table")), PLAYER, SCORE, PLAYER, SCORE),
        rows=tuple(rows),
        # Without rows or notes, None leaves out their line of the text.
        words=say("cnis.round_words", title=title, rows=lines or None, notes=notes or None),
        notes=notes,
    )
    return pairings, _order(paired)


def _short_number(number: Fraction) -> str:
    """Return wins or a rating as a decimal number without needless zeros: 3, 2.5."""
    return f"{float(number):g}"


def _order(paired: PairedRound) -> Table:
    """Return the table with the order of the players before the round."""
    rows: list[tuple[Cell, ...]] = []
    for place, standing in enumerate(paired.order, 1):
        player = standing.player
        wins = say("cnis.figure", figure=_short_number(standing.points))
        rating: Cell = ""
        if player.rating is not None:
            rating = say("cnis.figure", figure=_short_number(player.rating))
        rows.append((place, player.name, player.club, wins, standing.spread, rating))
    title = say("cnis.order_title", round=paired.number)
    top = [
        say(
            "cnis.order_row",
            place=place,
            player=standing.player.name,
            wins=_short_number(standing.points),
            spread=standing.spread,
        )
        for place, standing in enumerate(paired.order[:TOP], 1)
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
