"""All legal plays, found by trying each word of a small list on each square: slow and plain."""

import random
from functools import cache
from itertools import combinations

from engine.board import CENTRE, EMPTY, SIZE, Axis, Board, Square
from engine.notation import format_placement
from engine.placement import Placement, score, survey, technical_faults, unknown_words
from engine.plain import Play
from engine.rulesets import NATIONAL_2025
from engine.tiles import JOKER, TileSet, load_tile_set
from engine.words import dawg
from tests.engine.boards import board_after, line_of

RO_TEXT = """
AI AM AR AS AT CA CE DA DE EI EL EU IA IN IR LA NE NI OF OI OM PE RE SA SE SI ST TA TE TU UN
ACI ALT ANI APA ARC ARE ARS CAL CAR CAS CER DAR DIN ERA FIR KIT LAC LAT MAI MAR MER NAS OUA
PAR PAS RAI REA SAC SAR SAT TAR TIR UNA URS WON YEN ZAR ACASA AREST CARTE CASA CASAT CASATA
MARE MASA OARE PASARE RASA RATE REA ROATA SARE SEARA STARE STIRE TARE TREN WATT YOGA CARTEA
COMANDA TRACASAI CAPRARUL RAMASE STRICAT ARATARE TEMA URATE ZARE IRITA ACARETE ACTE
"""
EN_TEXT = """
AA AB AD AE AT BE DO EX HE IT JO LA MA NO ON OR QI SO TO WE YE ZA ATE CAT DOG EAT HAT JOB KEY
OAT ONE QAT RAT SAT SEA TEA THE TOE WAX YEA ZOO CATS DATE HATE NOTE OATS QUIZ RATE SEAT STAR
STONE TOES ZONE AGREE QUEEN JOKER WALTZ TEASE TOASTER ROASTED RETAINS OXYGEN
"""
LISTS = {"ro": frozenset(RO_TEXT.split()), "en": frozenset(EN_TEXT.split())}
GRAPHS = {name: dawg.build(words) for name, words in LISTS.items()}

LINES = {
    (start, axis): line_of(start, axis)
    for axis in Axis
    for start in (Square(row, column) for row in range(SIZE) for column in range(SIZE))
}
"""The squares from each square to the end of its line."""


def tried(board: Board, rack: str, words: frozenset[str], tiles: TileSet) -> set[Play]:
    """Return every legal play, found by trying each word, square, direction and blank.

    A word is left out if its letters are neither on the rack nor on the board; the rules are not
    asked about it.
    """
    found = set()
    near = {square for occupied, _ in board.tiles() for square in neighbours(occupied)} or {CENTRE}
    letters = {tile.upper() for _, tile in board.tiles()} | set(rack)
    jokers = rack.count(JOKER)
    formed = [
        (word, set(word)) for word in words if sum(one not in letters for one in word) <= jokers
    ]
    for (start, axis), squares in LINES.items():
        shortest = next((n for n, each in enumerate(squares, 1) if each in near), SIZE + 1)
        if shortest > len(squares):
            continue
        lying = [board[square] for square in squares]
        letters = {*rack, *map(str.upper, lying)}
        for word, needed in formed:
            if shortest <= len(word) <= len(squares) and len(needed - letters) <= jokers:
                for typed in readings(lying, word, rack):
                    found |= legal_play(board, Placement(start, axis, typed), rack, words, tiles)
    return found


def neighbours(square: Square) -> set[Square]:
    """Return the squares beside a square, including squares off the board."""
    row, column = square
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {Square(row + down, column + right) for down, right in steps}


def readings(lying: list[str], word: str, rack: str) -> list[str]:
    """Return the word with each choice of new letters that blanks of the rack replace."""
    jokers = rack.count(JOKER)
    new, lacking = [], 0
    for index, letter in enumerate(word):
        if lying[index] == EMPTY:
            new.append(index)
            lacking += letter not in rack
            if lacking > jokers:
                return []
        elif lying[index].upper() != letter:
            return []
    return [
        "".join(w.lower() if i in marked else w for i, w in enumerate(word))
        for count in range(lacking, jokers + 1)
        for marked in combinations(new, count)
    ]


def legal_play(
    board: Board, placement: Placement, rack: str, words: frozenset[str], tiles: TileSet
) -> set[Play]:
    """Return the play in a set, or an empty set if rules or word list forbid it."""
    laid = survey(board, placement)
    if not set(laid.word) <= tiles.values.keys() or unknown_words(laid, words):
        return set()
    points = score(laid, tiles, NATIONAL_2025)
    if technical_faults(board, placement, laid, rack, points):
        return set()
    position = placement.square.position(placement.axis)
    return {Play(position, laid.word, points, laid.words)}


@cache
def played_out(seed: int, name: str, turns: int) -> Board:
    """Return a board after random legal plays, found by trying."""
    chance = random.Random(seed)
    tiles = load_tile_set(name)
    board = Board()
    for _ in range(turns):
        rack = random_rack(chance, tiles, chance.choice([0, 0, 0, 1]))
        if options := sorted(tried(board, rack, LISTS[name], tiles)):
            board = board_after(format_placement(chance.choice(options).placement), board=board)
    return board


def random_rack(chance: random.Random, tiles: TileSet, jokers: int) -> str:
    """Return seven tiles of the set, among them this many blanks."""
    letters = [letter for letter, n in tiles.counts.items() if letter != JOKER for _ in range(n)]
    return "".join(chance.sample(letters, 7 - jokers)) + JOKER * jokers
