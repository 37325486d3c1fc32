"""Games to draw: written as their placements, everything else computed by the engine."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from bot.render.sequence_view import mark_sequence
from bot.render.side import Side
from bot.render.time_view import LeaveDay, LedgerRow, PlayerTime, TimeSheet
from bot.render.view import (
    Adjustment,
    BoardPicture,
    CompetitionSheet,
    Head,
    Labels,
    LaidTile,
    LastMove,
    PlacementRow,
    PlayerScore,
    RowKind,
)
from engine.board import EMPTY, STRIDE, Axis, Board, Square
from engine.notation import parse_placement
from engine.placement import score, survey
from engine.rulesets import NATIONAL_2025
from engine.tiles import load_tile_set, value_of, without
from tests.render.labels import RO

TILES = load_tile_set("ro")

CROSSED = (
    (
        "UAEGNPTARELMTI?UTOSATERJEAISCMIEIIIOXDAPSNERSDENIB"
        "VIIGBRDUNAOR?OAPCNCATLEHMEATRCRLUOLCDAUFNAPTZUIVFS"
    ),
    (
        "H6 PAG,I3 TAIEM,4D NEUiTAT,K4 ASTOR,F3 JUISARE,8K RECII,7N AX,O7 XILEM,N10 DO,M11 DES,"
        "E7 BIR,12I VENIE,13F RIGI,G8 IAD,3A OBOi,B1 CAB,14I RUSA,3K PUP,5B MECAI,15L CERN,A2 HOT,"
        "10C DAT,12D FON,13C PA,B10 UZ,N6 VAI,A10 SUL,14B LIN,G3 RiT,C2 NO,G12 FI,B5 ML,G12 FIU"
    ),
)
"""A game of many short words with many adjacent ones, both jokers used: sequence, placements."""

LONG = (
    (
        "GE?TSTDUTAEAORELEISSLAMICLAFCVPRINU?PUNEDTGOFCOANT"
        "IONEUIIPRSIMHIRDXICAUVZSECRUNRTEAMNBAEOARJBPAATLDI"
    ),
    (
        "H7 mG,8H GEO,J8 OST,9I IS,10J TETE,9I IST,I7 MEI,11K LUA,L9 ATU,PAS,PAS,L8 CATUR,"
        "N11 IS,8L CA,8L CAV,N11 ISC,7M NI,O12 EA,6L tUS,O5 PE,13M OCA,M13 OP,14K TOP,15K AR,"
        "M5 DUNA,15H DOIAR,PAS,14H EI,PAS,14G IEI,PAS,G13 FI,PAS,PAS,PAS,L4 RUt,PAS,H13 UED,"
        "PAS,14F MIEI,PAS,K4 IP,PAS,K13 ITA,13J TI,4J CIR,K3 LIP,PAS,F14 MI,PAS,J3 AC,3I HAL,"
        "PAS,15E ZI,PAS,J2 CAC,PAS,2H SEC,PAS,PAS,PAS,PAS"
    ),
)
"""A game of 31 rounds with many passes: sequence, placements."""

GAME_HEAD = Head(
    competition="Campionatul Național de Scrabble prin Corespondență 2025",
    phase="Faza preliminară",
    leg="Tur",
    game="K7QF/1",
    red="Ana Pop",
    blue="Ion Rusu",
    arbiter="Mihai Dumitrescu",
    start=date(2025, 5, 3),
    word_list="dexonline-2025",
    word_list_official=False,
    version=0,
)
LONG_NAMES = replace(
    GAME_HEAD,
    competition="Campionatul Național de Scrabble Duplicat și prin Corespondență al Cluburilor "
    "Universitare din România, ediția a XXVII-a, 2025",
    phase="Faza finală, grupa valorică superioară",
    leg="Retur",
    game="WXMK7QF/2",
    red="Ecaterina-Anastasia Brâncoveanu-Ștefănescu",
    blue="Gheorghe Constantin Țîrlea-Înțelepescu junior",
    arbiter="Alexandrina-Georgeta Constantinescu-Văcărescu și Bogdan Petriceicu",
    word_list="Lista Oficială de Cuvinte, ediția revăzută 2025",
    footer="listă 6f1c09d2a47be813",
)


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as it was played."""

    board: Board
    tiles: tuple[LaidTile, ...]
    draws: tuple[tuple[Side, int], ...]
    racks: dict[Side, str]
    rows: dict[Side, tuple[PlacementRow, ...]]
    last: LastMove | None
    turn: Side


def _placed(places: Sequence[int], axis: Axis) -> list[Square]:
    pairs = [divmod(place - 1, STRIDE) for place in places]
    return [Square(*pair) if axis is Axis.ACROSS else Square(*reversed(pair)) for pair in pairs]


def play(sequence: str, moves: Sequence[str]) -> Played:
    """Play the moves, Red first; `PAS` is a pass."""
    board, tiles, last = Board(), [], None
    draws = [(Side.RED, 7), (Side.BLUE, 7)]
    racks = {Side.RED: sequence[:7], Side.BLUE: sequence[7:14]}
    rows: dict[Side, list[PlacementRow]] = {Side.RED: [], Side.BLUE: []}
    caps = {Side.RED: NATIONAL_2025.red_caps, Side.BLUE: NATIONAL_2025.blue_caps}
    drawn, side, other = 14, Side.RED, Side.BLUE
    for number, move in enumerate(moves):
        turn = number // 2 + 1
        total = rows[side][-1].total if rows[side] else 0
        if move == "PAS":
            rows[side].append(PlacementRow(round=turn, kind=RowKind.PASSED, total=total))
            last = LastMove(side=side)
        else:
            placement = parse_placement(move)
            laid = survey(board, placement)
            squares = _placed(laid.places, placement.axis)
            board = board.lay(zip(squares, laid.new, strict=True))
            tiles += [LaidTile(s, t, side) for s, t in zip(squares, laid.new, strict=True)]
            points = score(laid, TILES, NATIONAL_2025)
            counted = min(points, caps[side][turn - 1]) if turn <= 2 else points
            position = move.split()[0]
            rows[side].append(
                PlacementRow(
                    round=turn,
                    position=position,
                    word=laid.word,
                    adjacent=laid.words[1:],
                    score=points,
                    counted=counted,
                    total=total + counted,
                )
            )
            last = LastMove(
                side=side,
                position=position,
                word=laid.word,
                adjacent=laid.words[1:],
                score=points,
                counted=counted,
                squares=frozenset(squares),
            )
            count = min(len(laid.new), len(sequence) - drawn)
            draws.append((side, count))
            racks[side] = without(racks[side], laid.new) + sequence[drawn : drawn + count]
            drawn += count
        side, other = other, side
    return Played(
        board,
        tuple(tiles),
        tuple(draws),
        racks,
        {key: tuple(made) for key, made in rows.items()},
        last,
        side,
    )


def competition_sheet(
    game: tuple[str, str],
    count: int | None = None,
    *,
    head: Head = GAME_HEAD,
    labels: Labels = RO,
    result: tuple[str, ...] = (),
) -> CompetitionSheet:
    """Return the sheet after that many placements; with a result, the game is over."""
    sequence, text = game
    moves = [move.strip() for move in text.split(",")][:count]
    played = play(sequence, moves)
    held = {side: value_of(rack, TILES) for side, rack in played.racks.items()}

    def player(side: Side, name: str) -> PlayerScore:
        rows = played.rows[side]
        total = rows[-1].total if rows else 0
        other = Side.BLUE if side is Side.RED else Side.RED
        over = (
            Adjustment(f"Litere rămase: {' '.join(played.racks[side]) or '–'}", -held[side]),
            Adjustment("Literele partenerului", held[other]),
        )
        return PlayerScore(
            name=name,
            side=side,
            total=total,
            rack=played.racks[side],
            to_move=not result and played.turn is side,
            rows=rows,
            adjustments=over if result else (),
            final=total - held[side] + held[other] if result else None,
        )

    return CompetitionSheet(
        head=replace(head, version=len(moves) + 1),
        labels=labels,
        tile_values=TILES.values,
        tiles=played.tiles,
        sequence=mark_sequence(sequence, played.draws, played.racks),
        red=player(Side.RED, head.red),
        blue=player(Side.BLUE, head.blue),
        last=played.last,
        result=result,
    )


def board_picture(
    game: tuple[str, str], count: int, proposal: str, labels: Labels = RO
) -> BoardPicture:
    """Return the board after that many placements, with one more proposed."""
    sequence, text = game
    played = play(sequence, [move.strip() for move in text.split(",")][:count])
    proposed: tuple[LaidTile, ...] = ()
    if proposal:
        placement = parse_placement(proposal)
        laid = survey(played.board, placement)
        squares = _placed(laid.places, placement.axis)
        assert all(played.board[square] == EMPTY for square in squares)
        proposed = tuple(
            LaidTile(s, t, played.turn) for s, t in zip(squares, laid.new, strict=True)
        )
    drawn = sum(number for _, number in played.draws)
    return BoardPicture(
        labels=labels,
        tile_values=TILES.values,
        tiles=played.tiles,
        side=played.turn,
        last=played.last.squares if played.last else frozenset(),
        proposed=proposed,
        rack=played.racks[played.turn],
        coming=sequence[drawn : drawn + len(proposed)],
    )


def time_sheet(
    rounds: int,
    *,
    budget: int = 30,
    pace: Sequence[int] = (2, 4, 1, 3, 2, 6),
    head: Head = GAME_HEAD,
    labels: Labels = RO,
    leave: int = 0,
) -> TimeSheet:
    """Return the sheet after that many rounds, each answer taking the next pace in days."""
    rows: dict[Side, list[LedgerRow]] = {Side.RED: [], Side.BLUE: []}
    day = head.start
    for step in range(2 * rounds):
        side = Side.BLUE if step % 2 else Side.RED
        made = rows[side]
        sent = day + timedelta(days=pace[(step + step // 5) % len(pace)])
        days = max((sent - day).days - 1, 0)
        off = min(days, 2) if leave and step == 3 else 0
        total = (made[-1].total if made else 0) + days - off
        made.append(
            LedgerRow(
                round=step // 2 + 1,
                received=day,
                sent=sent,
                leave=off,
                days=days - off,
                total=total,
                article="7.2" if off else "7.1",
            )
        )
        day = sent
    red_total = rows[Side.RED][-1].total if rows[Side.RED] else 0
    rows[Side.RED].append(
        LedgerRow(round=rounds + 1, received=day, sent=None, leave=0, days=0, total=red_total)
    )

    def player(side: Side, name: str) -> PlayerTime:
        used = tuple(row.round for row in rows[side] for _ in range(row.days))
        first = head.start + timedelta(days=20)
        taken = tuple(
            LeaveDay(first + timedelta(days=n), over=n < 3)
            for n in range(leave if side is Side.BLUE else 0)
        )
        to_move = side is Side.RED
        left = budget - len(used)
        return PlayerTime(
            name=name,
            side=side,
            budget=budget,
            left_words="zile rămase",
            day_rounds=used,
            leave=taken,
            rows=tuple(rows[side]),
            to_move=to_move,
            last_day=day + timedelta(days=left + 1) if to_move else None,
        )

    return TimeSheet(
        head=replace(head, version=2 * rounds + 1),
        labels=labels,
        red=player(Side.RED, head.red),
        blue=player(Side.BLUE, head.blue),
        after=f"după turul {rounds}, ALBASTRU" if rounds else "",
    )
