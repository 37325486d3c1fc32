"""The coefficient of an end, equal to complete search, not always that of the best spread."""

import random
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from engine.analysis.coefficient import are_sound, best_coefficients
from engine.analysis.endgame import Endgame, endgame
from engine.analysis.ending import prove_end
from engine.analysis.plain_endgame import PlainSearch
from engine.analysis.positions import positions
from engine.board import Board
from engine.coefficients import MAXIMUM, normal
from engine.compiled.machine import BudgetExceeded, compiled_search
from engine.gcg.reader import read_gcg
from engine.gcg.replay import OPEN_GAME
from engine.placement import new_tiles
from engine.rulesets import EndBonus, Ruleset
from engine.tiles import load_tile_set, value_of, without
from engine.words.lexicon import open_lexicon
from tests.engine.tried import GRAPHS, LISTS, played_out, tried

RO = load_tile_set("ro")
ENOUGH = 100_000
PLAYED_OUT = Path(__file__).parents[2] / "data" / "gcg" / "played_out.gcg"


def uncut(own: int, other: int) -> Decimal:
    """Return a coefficient without its maximum, as a player uses it who plays for more."""
    coefficients = normal(own, other)
    return coefficients.first if own <= other else 2 - normal(own, other).second


def best(
    board: Board, hands: tuple[str, str], scores: tuple[int, int], rules: Ruleset, passes: int = 0
) -> Decimal:
    """Return the coefficient of the player to move by complete search, with every pass."""
    mine, theirs = hands
    own, other = scores
    found = []
    for play in tried(board, mine, LISTS["ro"], RO):
        laid = new_tiles(board, play.placement)
        left = without(mine, [tile for _, tile in laid])
        if left:
            after = (other, own + play.score)
            found.append(2 - best(board.lay(laid), (theirs, left), after, rules))
        else:
            held = value_of(theirs, RO)
            gain, loss = {
                EndBonus.TRANSFER: (held, held),
                EndBonus.DEDUCT_ONLY: (0, held),
                EndBonus.DOUBLE: (2 * held, 0),
            }[rules.end_bonus]
            found.append(uncut(own + play.score + gain, other - loss))
    if passes + 1 == rules.passes_to_end:
        found.append(uncut(own - value_of(mine, RO), other - value_of(theirs, RO)))
    else:
        found.append(2 - best(board, (theirs, mine), (other, own), rules, passes + 1))
    return max(found)


@pytest.mark.article("8.1", "9.5")
@pytest.mark.parametrize("seed", range(8))
def test_a_coefficient_is_what_trying_everything_finds(seed: int) -> None:
    """The best coefficient equals that of complete search, for any score and the maximum."""
    chance = random.Random(seed)
    rules = replace(
        OPEN_GAME, end_bonus=chance.choice(list(EndBonus)), passes_to_end=chance.choice([2, 3])
    )
    board = played_out(seed, "ro", 4)
    letters = chance.sample("AAEEIIRRSSTTNCOM", 3)
    hands = "".join(letters[:2]), letters[2]
    scores = chance.choice([(150, 150), (160, 150), (90, 130), (400, 120), (101, 113)])
    own = best(board, hands, scores, rules)
    for search in (PlainSearch(GRAPHS["ro"]), compiled_search(GRAPHS["ro"])):
        assert search is not None
        prover = Endgame(search, RO, rules)
        spread = scores[0] - scores[1] + prover.best(board, *hands, budget=ENOUGH).value
        # Whatever both were thought to end with: it only says where to begin.
        for more in (0, 12, 60):
            totals = ending_with(spread, sum(scores) + more)
            found = best_coefficients(
                prover, board, hands, scores, totals=totals, passes=0, budget=ENOUGH
            )
            assert found == (min(own, MAXIMUM), min(2 - own, MAXIMUM)), (search, more)


def ending_with(spread: int, both: int) -> tuple[int, int]:
    """Return two scores with that difference, and with that sum or one more."""
    other = (both - spread + 1) // 2
    return other + spread, other


def test_the_spread_and_the_coefficient_may_want_different_play() -> None:
    """If both players gain much, the spread stays and the share falls; some end shows it."""
    for seed in range(25, 40):
        chance = random.Random(seed)
        board = played_out(seed, "ro", 4)
        letters = chance.sample("AAEEIIRRSSTTNCOM", 6)
        hands = "".join(letters[:3]), "".join(letters[3:])
        prover = endgame(GRAPHS["ro"], RO, OPEN_GAME)
        spread = 30 + prover.best(board, *hands, budget=ENOUGH).value
        coefficients = best_coefficients(
            prover,
            board,
            hands,
            (60, 30),
            totals=ending_with(spread, 120),
            passes=0,
            budget=ENOUGH,
        )
        total = next(n for n in range(400) if (90 + n - spread) % 2 == 0)
        shares = {
            normal((n + spread) // 2, (n - spread) // 2).first
            for n in range(90 + total, 90 + total + 120, 2)
        }
        if spread > 0 and coefficients[0] not in shares:
            return
    raise AssertionError("each end had the coefficient of its best spread")


def test_an_end_gives_its_coefficients_or_that_they_are_not_proven() -> None:
    """The winner by spread has the better one; a search that was cut has none."""
    record = read_gcg(PLAYED_OUT.read_bytes())
    found, _ = positions(record, RO, OPEN_GAME)
    graph = open_lexicon().graph

    ending = prove_end(found, graph, RO, OPEN_GAME)

    assert ending is not None
    assert ending.spread is not None
    assert ending.coefficients is not None
    own, other = ending.coefficients
    assert (own > other) == (ending.spread > 0)
    assert own + other == 2

    cut = prove_end(found, graph, RO, OPEN_GAME, budget=1)
    assert cut is not None
    assert cut.coefficients is None


@pytest.mark.article("8.4")
def test_an_end_that_best_play_leaves_level_is_a_draw() -> None:
    """A player who could do better would win."""
    board = played_out(3, "ro", 4)
    prover = endgame(GRAPHS["ro"], RO, OPEN_GAME)
    value = prover.best(board, "AR", "S", budget=ENOUGH).value
    scores = (150 - value, 150)

    found = best_coefficients(
        prover, board, ("AR", "S"), scores, totals=(160, 160), passes=0, budget=ENOUGH
    )

    assert found == (Decimal(1), Decimal(1))
    assert best(board, ("AR", "S"), scores, OPEN_GAME) == 1


@pytest.mark.article("8.2", "8.3")
def test_where_a_score_might_not_stay_above_0_no_share_is_asked_for() -> None:
    """Other articles apply there."""
    assert are_sound((30, 31), (29, 30))
    assert not are_sound((30, 31), (30, 30))
    assert not are_sound((30, 31), (29, 31))


def test_what_takes_too_long_has_no_coefficient() -> None:
    """A search over its limit gives no guess."""
    board = played_out(3, "ro", 4)
    prover = endgame(GRAPHS["ro"], RO, OPEN_GAME)

    with pytest.raises(BudgetExceeded):
        best_coefficients(
            prover, board, ("AERST", "AEINT"), (90, 80), totals=(95, 85), passes=0, budget=3
        )
