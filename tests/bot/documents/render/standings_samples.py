"""Groups to draw, with invented names, results and tables; sums follow from the games."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal

from bot.documents.render.standings.standings_view import (
    CrossRow,
    Crosstable,
    GameCell,
    HeadToHead,
    OverallRow,
    OverallTable,
    ResultStatus,
    TableHead,
)
from engine.coefficients import normal
from tests.bot.documents.render.labels import CROSSTABLE_RO

NAMES = (
    "Ștefania-Alexandrina Țîțeica-Brătescu",
    "Ion Pop",
    "Maria-Magdalena Constantinescu-Dumitrașcu",
    "Răzvan Ăștefănoaei",
    "Constantin-Bogdan Hadîrcă",
    "Ana",
    "Gheorghe Mihăilescu-Râmniceanu",
    "Wilhelmina Schwarzkopf",
    "Dănuț Îndrea",
    "Octavian-Cristian Papahagi",
    "Ilinca Bărbulescu-Vârtosu",
    "Traian Vuia",
    "Anticonstituționalul Pseudopseudohipoparatiroidian",
    "Ioana Mălina Smaranda Zărnescu",
    "Șerban Țepeneag",
    "Luminița Gheorghiu",
)
CLUBS = ("Universitatea Cluj", "Argus Târgoviște", "", "Clubul Municipal Preventis Iași", "Impetus")
HEAD = TableHead(
    competition="Campionatul Național de Scrabble prin Corespondență 2025",
    title="Grupa A · Faza preliminară",
    kind="Omologat",
    as_of=date(2025, 7, 31),
    footer="CN25 · 84",
)


def shown(figure: Decimal) -> str:
    """Return a figure in Romanian notation."""
    return str(figure).replace(".", ",")


def _score(one: int, other: int, leg: int) -> tuple[int, int]:
    """Return a score that depends on the two players, sometimes an odd one."""
    odd = {(0, 1, 0): (1024, 87), (1, 2, 1): (-12, 240), (0, 3, 1): (402, 402)}
    if (one, other, leg) in odd:
        return odd[one, other, leg]
    return 330 + (one * 37 + other * 11 + leg * 53) % 190, 310 + (one * 7 + other * 41) % 200


def _game(one: int, other: int, leg: int, standing: ResultStatus) -> tuple[GameCell, GameCell]:
    own, theirs = _score(one, other, leg)
    found = normal(own, theirs)
    is_red = (one + other + leg) % 2 == 0
    mine = GameCell(
        own=own,
        partner=theirs,
        coefficient=shown(found.first),
        is_red=is_red,
        is_won=own > theirs,
        status=standing,
    )
    partners = GameCell(
        own=theirs,
        partner=own,
        coefficient=shown(found.second),
        is_red=not is_red,
        is_won=theirs > own,
        status=standing,
    )
    return mine, partners


def crosstable(
    players: int,
    *,
    head: TableHead = HEAD,
    labels: Mapping[str, str] = CROSSTABLE_RO,
    proposed: bool = True,
    out: bool = False,
) -> Crosstable:
    """Return a group of this size, most games played; with `out` its last is disqualified."""
    meetings: dict[tuple[int, int], HeadToHead] = {}
    for one in range(players):
        for other in range(one + 1, players):
            void = out and other == players - 1
            home = _game(one, other, 0, ResultStatus.VOID if void else ResultStatus.HOMOLOGATED)
            late = ResultStatus.PROPOSED if proposed else ResultStatus.HOMOLOGATED
            back = _game(one, other, 1, late) if (one + other) % 3 == 0 and not void else None
            meetings[one, other] = HeadToHead(home[0], back[0] if back else None)
            meetings[other, one] = HeadToHead(home[1], back[1] if back else None)
    rows = [_row(one, players, meetings) for one in range(players)]
    if out:
        note = "exclus (art. 10.3), rezultate anulate"
        rows[-1] = replace(rows[-1], place="—", is_out=True, note=note, is_safe=False)
    if proposed:
        head = replace(head, kind="Provizoriu", is_provisional=True)
    return Crosstable(head=head, labels=labels, rows=tuple(rows), advance=min(3, players - 1))


def _row(one: int, players: int, meetings: Mapping[tuple[int, int], HeadToHead]) -> CrossRow:
    mine = tuple(
        None if one == other else meetings.get((one, other), HeadToHead())
        for other in range(players)
    )
    counted = [
        game
        for meeting in mine
        if meeting
        for game in meeting.games
        if game and game.status is not ResultStatus.VOID
    ]
    draws = sum(game.own == game.partner for game in counted)
    wins = sum(game.is_won for game in counted)
    total = sum((Decimal(g.coefficient.replace(",", ".")) for g in counted), Decimal("0.0000"))
    return CrossRow(
        place=str(one + 1),
        name=NAMES[one % len(NAMES)],
        club=CLUBS[one % len(CLUBS)],
        is_safe=one == 0,
        games=len(counted),
        wins=wins,
        draws=draws,
        losses=len(counted) - wins - draws,
        coefficients=shown(total),
        difference=sum((game.own or 0) - (game.partner or 0) for game in counted),
        points=sum(game.own or 0 for game in counted),
        meetings=mine,
    )


def overall(players: int, labels: Mapping[str, str] = CROSSTABLE_RO) -> OverallTable:
    """Return an overall order of this many players."""
    rows = [
        OverallRow(
            place="—" if number == players - 1 else str(number + 1),
            name=NAMES[number % len(NAMES)],
            club=CLUBS[number % len(CLUBS)],
            note="exclus (art. 10.3)" if number == players - 1 else "",
            is_out=number == players - 1,
            is_safe=number < 2,
            group=f"{'ABCD'[number % 4]} {number // 4 + 1}",
            games=14,
            wins=14 - number % 15,
            draws=number % 2,
            losses=number % 13,
            coefficients=shown(Decimal("21.4367") - number / Decimal(2)),
            average=shown(Decimal("1.5312") - number / Decimal(40)),
            difference=1840 - 213 * number,
            points=5412 - 44 * number,
        )
        for number in range(players)
    ]
    head = replace(HEAD, title="Clasament general · Faza preliminară")
    return OverallTable(head=head, labels=labels, rows=tuple(rows), advance=min(8, players // 2))
