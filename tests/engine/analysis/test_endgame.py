"""The end proven: equal to complete search, and independent of the board's orientation."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.analysis.endgame import Endgame, endgame
from engine.analysis.ending import prove_end
from engine.analysis.plain_endgame import PlainSearch
from engine.analysis.positions import RecordPosition
from engine.board import Board
from engine.compiled.machine import BudgetExceeded, compiled_search
from engine.gcg.replay import OPEN_GAME
from engine.generator import plays
from engine.placement import new_tiles
from engine.plain import Play
from engine.rulesets import EndBonus, Ruleset
from engine.tiles import JOKER, TileSet, as_held, load_tile_set, value_of, without
from tests.engine.analysis.games import lead, turns_of, whole_game
from tests.engine.analysis.minimax import minimax
from tests.engine.tried import GRAPHS, LISTS, played_out

RO = load_tile_set("ro")
ENOUGH = 100_000


def hand(chance: random.Random, tiles: TileSet, size: int) -> str:
    """Return this many tiles common in the small list, sometimes with a blank."""
    letters = "AAAEEEIIRRSSTTNCO" + JOKER
    return "".join(chance.sample([one for one in letters if one in tiles.counts], size))


def plain_endgame(name: str, tiles: TileSet, rules: Ruleset) -> Endgame:
    """Return the plain search for endgames with that small list."""
    return Endgame(PlainSearch(GRAPHS[name]), tiles, rules)


@pytest.mark.parametrize("name", ["ro", "en"])
@pytest.mark.parametrize("seed", range(6))
def test_an_end_is_worth_what_trying_everything_finds(seed: int, name: str) -> None:
    """An endgame's value equals that of complete search, for any few tiles and after passes."""
    chance = random.Random(seed)
    tiles = load_tile_set(name)
    rules = replace(
        OPEN_GAME,
        end_bonus=chance.choice(list(EndBonus)),
        passes_to_end=chance.choice([2, 3, 4, 4, 5]),
    )
    board = played_out(seed, name, 4)
    mine, theirs = hand(chance, tiles, 2), hand(chance, tiles, 1 + (name == "en" and seed % 2))
    passes = chance.randrange(rules.passes_to_end)

    worth = minimax(board, (mine, theirs), LISTS[name], (tiles, rules), passes)

    for search in (plain_endgame(name, tiles, rules), endgame(GRAPHS[name], tiles, rules)):
        best = search.best(board, mine, theirs, passes=passes, budget=ENOUGH)
        assert best.value == worth


@pytest.mark.parametrize("seed", [4, 7, 10, 20])  # every end bonus, two to four passes
def test_the_compiled_search_proves_what_the_plain_one_proves(seed: int) -> None:
    """Both searches prove the same values, also with more tiles and other tile values."""
    chance = random.Random(seed)
    rules = replace(
        OPEN_GAME,
        end_bonus=chance.choice(list(EndBonus)),
        passes_to_end=chance.choice([2, 3, 4]),
    )
    board = played_out(seed + 60, "ro", 4)
    mine, theirs = hand(chance, RO, 4), hand(chance, RO, 3)
    passes = chance.randrange(rules.passes_to_end)
    plain, compiled = plain_endgame("ro", RO, rules), endgame(GRAPHS["ro"], RO, rules)
    assert plain.budget < compiled.budget
    value = plain.best(board, mine, theirs, passes=passes, budget=ENOUGH).value
    play = plays(board, mine, GRAPHS["ro"], RO, rules)[0]
    laid = new_tiles(board, play.placement)
    for held in (mine, "".join(as_held(tile) for _, tile in laid)):
        made = {search.if_played(board, laid, held, theirs, ENOUGH) for search in (plain, compiled)}
        assert len(made) == 1

    assert compiled.best(board, mine, theirs, passes=passes, budget=ENOUGH).value == value
    for weights in ((1, 1), (2, 3), (13_001, 6_999)):
        near = value * weights[0]
        for wanted in (near - 20, near, near + 1, near + 20, near + 20 * weights[1]):
            answers = {
                search.reaches(
                    board,
                    mine,
                    theirs,
                    passes=passes,
                    weights=weights,
                    wanted=wanted,
                    budget=ENOUGH,
                )
                for search in (plain, compiled)
            }
            assert len(answers) == 1
            if weights == (1, 1):
                assert answers == {value >= wanted}


def test_results_by_other_rules_are_never_reused() -> None:
    """One search asked by two rule sets in turn proves what a new search for each one proves."""
    chance = random.Random(3)
    board = played_out(83, "ro", 4)
    mine, theirs = hand(chance, RO, 3), hand(chance, RO, 3)
    every_rule = [replace(OPEN_GAME, end_bonus=bonus) for bonus in EndBonus]
    values = [
        plain_endgame("ro", RO, rules).best(board, mine, theirs, budget=ENOUGH).value
        for rules in every_rule
    ]
    assert len(set(values)) > 1

    compiled = compiled_search(GRAPHS["ro"])
    assert compiled is not None
    for search in (PlainSearch(GRAPHS["ro"]), compiled):
        ends = [Endgame(search, RO, rules) for rules in every_rule]
        found = [end.best(board, mine, theirs, budget=ENOUGH).value for end in ends]
        assert found == values


def played_as_proven(board: Board, mine: str, theirs: str, rules: Ruleset) -> int:
    """Return the result if both play the proven best, searched again each turn."""
    gained, sign, passes = 0, 1, 0
    while True:
        search = endgame(GRAPHS["ro"], RO, rules)
        move = search.best(board, mine, theirs, passes=passes, budget=ENOUGH).move
        if move is None:
            passes += 1
            if passes == rules.passes_to_end:
                return gained + sign * (value_of(theirs, RO) - value_of(mine, RO))
            mine, theirs, sign = theirs, mine, -sign
            continue
        assert move in plays(board, mine, GRAPHS["ro"], RO, rules)
        laid = new_tiles(board, move.placement)
        board, passes = board.lay(laid), 0
        gained += sign * move.score
        mine = without(mine, [tile for _, tile in laid])
        if not mine:
            return gained + 2 * sign * value_of(theirs, RO)
        mine, theirs, sign = theirs, mine, -sign


@pytest.mark.parametrize("seed", range(4))
def test_playing_what_is_proven_best_brings_what_was_promised(seed: int) -> None:
    """Each move is legal, scores as stated, and keeps the value."""
    chance = random.Random(seed)
    board = played_out(seed + 20, "ro", 5)
    mine, theirs = hand(chance, RO, 4), hand(chance, RO, 3)

    best = endgame(GRAPHS["ro"], RO, OPEN_GAME).best(board, mine, theirs, budget=ENOUGH)

    assert played_as_proven(board, mine, theirs, OPEN_GAME) == best.value


def turned(board: Board) -> Board:
    """Return the board with rows and columns exchanged."""
    return Board(tuple("".join(column) for column in zip(*board.rows, strict=True)))


@pytest.mark.parametrize("seed", range(4))
def test_a_board_turned_over_its_diagonal_is_worth_the_same(seed: int) -> None:
    """Across and down are equivalent."""
    chance = random.Random(seed)
    board = played_out(seed + 40, "ro", 5)
    mine, theirs = hand(chance, RO, 4), hand(chance, RO, 3)
    values = {
        endgame(GRAPHS["ro"], RO, OPEN_GAME).best(one, mine, theirs, budget=ENOUGH).value
        for one in (board, turned(board))
    }

    assert len(values) == 1


def test_what_takes_too_long_is_not_proven() -> None:
    """A stopped search gives no guess."""
    board = played_out(3, "ro", 4)

    for search in (plain_endgame("ro", RO, OPEN_GAME), endgame(GRAPHS["ro"], RO, OPEN_GAME)):
        with pytest.raises(BudgetExceeded):
            search.best(board, "AERST", "AEINT", budget=3)


def ended(seed: int) -> tuple[tuple[RecordPosition, ...], TileSet]:
    """Return the turns of a whole game, and its tiles."""
    record, few, _ = whole_game(seed)
    return turns_of(record, few), few


def brought(
    position: RecordPosition, theirs: str, line: tuple[Play | None, ...], tiles: TileSet
) -> int:
    """Return how much more a line brings the first player, each step scored again."""
    board, mine, gained, sign, passes = position.board, position.rack, 0, 1, position.passes
    for number, move in enumerate(line, 1):
        is_last = number == len(line)
        if move is None:
            passes += 1
            if is_last:
                return gained + sign * (value_of(theirs, tiles) - value_of(mine, tiles))
        else:
            laid, passes = new_tiles(board, move.placement), 0
            assert move in plays(board, mine, GRAPHS["ro"], tiles, OPEN_GAME)
            gained += sign * move.score
            board, mine = board.lay(laid), without(mine, [tile for _, tile in laid])
            assert bool(mine) != is_last
            if is_last:
                return gained + 2 * sign * value_of(theirs, tiles)
        mine, theirs, sign = theirs, mine, -sign
    raise AssertionError("the line is empty")


@pytest.mark.parametrize("seed", range(4))
def test_each_turn_of_the_end_is_held_against_best_play(seed: int) -> None:
    """The loss is the difference in the final spread to the best move."""
    found, few = ended(seed)

    ending = prove_end(found, GRAPHS["ro"], few, OPEN_GAME, budget=1000)

    assert ending is not None
    for turn in ending.turns:
        position = turn.position
        left = Counter(few.counts)
        left.subtract(position.rack)
        left.subtract(as_held(tile) for _, tile in position.board.tiles())
        theirs = "".join(left.elements())
        assert len(theirs) <= 7
        assert turn.lost >= 0
        assert turn.line[0] == turn.best.move
        assert brought(position, theirs, turn.line, few) == turn.best.value
        if len(position.rack) + len(theirs) <= 3:
            hands = position.rack, theirs
            game = few, OPEN_GAME
            worth = minimax(position.board, hands, LISTS["ro"], game, position.passes)
            assert turn.best.value == worth
            board = position.board.lay(position.laid)
            kept = without(position.rack, [tile for _, tile in position.laid])
            after = 2 * value_of(theirs, few)
            if kept:
                after = -minimax(board, (theirs, kept), LISTS["ro"], game)
            assert turn.lost == worth - position.counted - after
        if turn.position is ending.start:
            assert ending.spread == lead(position) + turn.best.value


def test_the_racks_of_a_game_cut_short_are_not_known() -> None:
    """An analysis proves nothing while tiles are still to be drawn."""
    found, few = ended(1)

    assert prove_end(found[:2], GRAPHS["ro"], few, OPEN_GAME) is None


@pytest.mark.parametrize("seed", range(4))
def test_an_end_begins_where_all_that_follows_is_proven(seed: int) -> None:
    """A first turn over the limit does not affect the later ones."""
    found, few = ended(seed)
    whole = prove_end(found, GRAPHS["ro"], few, OPEN_GAME, budget=10_000)
    assert whole is not None
    worth = {turn.position.number: turn for turn in whole.turns}
    starts = set()

    for budget in (1, 3, 10, 30, 100, 300, 1000):
        part = prove_end(found, GRAPHS["ro"], few, OPEN_GAME, budget=budget)
        assert part is not None
        proven = {turn.position.number for turn in part.turns}
        later = {number for number in worth if number >= part.start.number}
        if part.spread is None:
            assert part.start.number <= min(worth)
            assert max(worth) not in proven
            continue
        starts.add(part.start.number)
        assert later <= proven
        assert max(set(worth) - later, default=0) not in proven
        assert part.spread == lead(part.start) + worth[part.start.number].best.value
    assert whole.start.number == min(worth)
    assert len(starts) > 1


def test_an_end_too_large_for_the_budget_is_called_so() -> None:
    """The turn has no value, and the end no spread."""
    for seed in range(4):
        found, few = ended(seed)
        ending = prove_end(found, GRAPHS["ro"], few, OPEN_GAME, budget=1)
        if ending is not None and ending.spread is None:
            return
    raise AssertionError("no game had an end too large for one position")


@pytest.mark.article("8.2", "8.3")
def test_scores_that_may_end_at_zero_or_below_give_no_coefficients() -> None:
    """Tables have other figures for them, and the spread is still proven."""
    found, few = ended(3)
    sound = prove_end(found, GRAPHS["ro"], few, OPEN_GAME, budget=10_000)
    assert sound is not None
    assert sound.coefficients is not None
    low = [replace(position, scores=(3, 3)) for position in found]

    ending = prove_end(low, GRAPHS["ro"], few, OPEN_GAME, budget=10_000)

    assert ending is not None
    assert ending.spread is not None
    assert ending.coefficients is None
