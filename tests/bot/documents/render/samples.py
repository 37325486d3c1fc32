"""Games to draw: given as moves, with everything else calculated by the engine."""

from dataclasses import replace
from datetime import date

from bot.documents.render.theme import PlayerColour
from bot.documents.render.view import (
    Adjustment,
    BoardPicture,
    CompetitionSheetView,
    Labels,
    LaidTile,
    PlayerScore,
    SheetHead,
    mark_sequence,
)
from engine.board import EMPTY
from engine.notation import parse_placement
from engine.placement import survey
from engine.tiles import value_of
from tests.bot.documents.render.labels import RO
from tests.bot.documents.render.played import OTHER, TILES, Played, play, squares_of

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

GAME_HEAD = SheetHead(
    competition="Campionatul Național de Scrabble prin Corespondență 2025",
    phase="Faza preliminară",
    leg="Tur",
    game="K7QF/1",
    arbiters=("Mihai Dumitrescu",),
    start=date(2025, 5, 3),
    word_list="dexonline-2025",
    word_list_official=False,
    version=0,
)
LONG_HEAD = replace(
    GAME_HEAD,
    competition="Campionatul Național de Scrabble Duplicat și prin Corespondență al Cluburilor "
    "Universitare din România, ediția a XXVII-a, 2025",
    phase="Faza finală, grupa valorică superioară",
    leg="Retur",
    game="WXMK7QF/2",
    arbiters=("Alexandrina-Georgeta Constantinescu-Văcărescu și Bogdan Petriceicu",),
    word_list="Lista Oficială de Cuvinte, ediția revăzută 2025",
    channel="Poșta Electronică, numai fișe fotografiate",
    footer="listă 6f1c09d2a47be813",
)

NAMES = ("Ana Pop", "Ion Rusu")
"""Red's and Blue's."""
LONG_NAMES = (
    "Ecaterina-Anastasia Brâncoveanu-Ștefănescu",
    "Gheorghe Constantin Țîrlea-Înțelepescu junior",
)


def _player_score(played: Played, side: PlayerColour, name: str, *, over: bool) -> PlayerScore:
    rows = played.rows[side]
    total = rows[-1].total if rows else 0
    held, gained = (value_of(played.racks[each], TILES) for each in (side, OTHER[side]))
    adjustments = (
        Adjustment(f"Litere rămase: {' '.join(played.racks[side]) or '–'}", -held),
        Adjustment("Literele partenerului", gained),
    )
    return PlayerScore(
        name=name,
        side=side,
        total=total,
        rack=played.racks[side],
        to_move=not over and played.turn is side,
        rows=rows,
        adjustments=adjustments if over else (),
        final=total - held + gained if over else None,
    )


def competition_sheet(
    game: tuple[str, str],
    count: int | None = None,
    *,
    head: SheetHead = GAME_HEAD,
    names: tuple[str, str] = NAMES,
    labels: Labels = RO,
    result: tuple[str, ...] = (),
) -> CompetitionSheetView:
    """Return the sheet after this many moves; with a result, the game is over."""
    sequence, text = game
    moves = [move.strip() for move in text.split(",")][:count]
    played = play(sequence, moves)
    red, blue = (
        _player_score(played, side, name, over=bool(result))
        for side, name in zip(PlayerColour, names, strict=True)
    )
    return CompetitionSheetView(
        head=replace(head, version=len(moves) + 1),
        labels=labels,
        tile_values=TILES.values,
        tiles=played.tiles,
        sequence=mark_sequence(sequence, played.draws, played.racks),
        red=red,
        blue=blue,
        last=played.last,
        result=result,
    )


def board_picture(
    game: tuple[str, str], count: int, proposal: str, labels: Labels = RO
) -> BoardPicture:
    """Return the board after this many moves, with one more proposed."""
    sequence, text = game
    played = play(sequence, [move.strip() for move in text.split(",")][:count])
    proposed: tuple[LaidTile, ...] = ()
    if proposal:
        placement = parse_placement(proposal)
        laid = survey(played.board, placement)
        squares = squares_of(laid.places, placement.axis)
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
