"""The program's moves in a practice game: always legal, and better with each strength."""

from dataclasses import replace
from functools import cache, reduce
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.commands import CheckTime, Pass, Place
from engine.games.decide import decide
from engine.games.events import Ending, PlacementMade
from engine.games.fold import begin, evolve
from engine.games.game import Game, Stage
from engine.generator import plays
from engine.ids import PROGRAM, Seat
from engine.matches.practice import THINKING_DAYS, Strength, practice_rules
from engine.opponent import SHORT, choose
from engine.rulesets import NATIONAL_2025
from engine.sequences.sequence import draw
from engine.words.dawg import build
from engine.words.lexicon import Lexicon, open_lexicon
from tests.builders import noon, started, with_racks

RULES = practice_rules(NATIONAL_2025)
SEEDS = st.integers(0, 1000).map(lambda number: sha256(f"{number}".encode()).digest())


@cache
def words() -> Lexicon:
    """Return the word list that ships with the program."""
    return open_lexicon()


def opened(seed: bytes) -> Game:
    """Return a practice game on the tiles of that seed, before its first move."""
    return begin(started(draw(seed, RULES), rules=RULES))


def after_choice(game: Game, strength: Strength) -> Game:
    """Return the game after the program's move, which the rules must allow."""
    command = choose(game, strength, words().graph)
    assert command == choose(game, strength, words().graph)
    return reduce(evolve, decide(game, command, noon(), words()), game)


def played(seed: bytes, red: Strength, blue: Strength) -> Game:
    """Return a game that the program has played with itself to its end."""
    game = opened(seed)
    while game.stage is Stage.RUNNING:
        game = after_choice(game, red if game.turn is Seat.RED else blue)
    return game


@settings(max_examples=8, deadline=None)
@given(seed=SEEDS, red=st.sampled_from(Strength), blue=st.sampled_from(Strength))
def test_every_move_is_legal_and_the_game_ends(seed: bytes, red: Strength, blue: Strength) -> None:
    """At each strength and with any tiles the rules accept every move to the end."""
    ended = played(seed, red, blue).ended

    assert ended is not None
    assert ended.ending in {Ending.PLAYED_OUT, Ending.PASSES}


def test_a_stronger_program_scores_more() -> None:
    """Over six games each strength scores more points than the one below it."""
    order = (Strength.EASY, Strength.MEDIUM, Strength.STRONG)
    for weak, strong in pairwise(order):
        lead = 0
        for number in range(3):
            seed = sha256(bytes([number])).digest()
            first, second = played(seed, weak, strong), played(seed, strong, weak)
            lead += first.blue.score - first.red.score
            lead += second.red.score - second.blue.score
        assert lead > 0, (weak, strong)


def test_the_easy_program_forms_short_words() -> None:
    """The easy program's words have at most five letters if such a play exists."""
    game = opened(sha256(b"short").digest())
    for _ in range(10):
        game = after_choice(game, Strength.EASY)

    made = [word for move in game.moves for word in getattr(move, "words", ())]

    assert made
    assert max(map(len, made)) <= SHORT


@pytest.mark.article("1.4")
def test_the_strong_program_counts_the_most_points() -> None:
    """No other play of the rack has more counted points than the strong program's."""
    game = opened(sha256(b"most").digest())
    for _ in range(6):
        side, cap = game.side(game.turn), game.cap(game.turn)
        found = plays(game.board, side.rack, words().graph, game.tile_set, RULES)
        most = max(play.score for play in found)
        game = after_choice(game, Strength.STRONG)
        move = game.last_move
        assert isinstance(move, PlacementMade)
        assert move.counted == (most if cap is None else min(most, cap))


@pytest.mark.article("5.3")
@pytest.mark.parametrize("strength", Strength)
def test_without_a_possible_play_the_program_passes(strength: Strength) -> None:
    """A program without a legal play passes."""
    game = with_racks(opened(sha256(b"pass").digest()), red="VVV")

    assert choose(game, strength, words().graph) == Pass(by=Seat.RED)


def test_the_easy_program_plays_a_long_word_where_there_is_no_short_one() -> None:
    """Of a list with long words alone it plays one of these."""
    game = with_racks(opened(sha256(b"long").digest()), red="CASATOR")
    long = build(["CASATOR", "TOCARAS"])

    command = choose(game, Strength.EASY, long)

    assert isinstance(command, Place)
    assert len(command.placement.word) > SHORT


def test_a_game_with_the_program_is_practice() -> None:
    """The game counts for nothing, whichever seat the program has."""
    start = started(rules=RULES)
    assert not begin(start).is_practice
    assert begin(replace(start, red=PROGRAM)).is_practice
    assert begin(replace(start, blue=PROGRAM)).is_practice


@pytest.mark.article("7.2")
def test_a_practice_game_ends_by_itself() -> None:
    """A practice game ends once the person exceeds fourteen days, without a claim."""
    game = opened(sha256(b"time").digest())
    game = reduce(evolve, decide(game, Pass(by=Seat.RED), noon(), ()), game)
    assert (RULES.preliminary_days, RULES.leave_days) == (THINKING_DAYS, 0)

    assert decide(game, CheckTime(), noon(THINKING_DAYS + 1), ()) == ()
    *_, ended = decide(game, CheckTime(), noon(THINKING_DAYS + 2), ())

    assert getattr(ended, "by", None) is Seat.BLUE


def test_of_two_blanks_the_program_keeps_one() -> None:
    """The program uses at most one of two blanks, unless it needs both."""
    game = with_racks(opened(sha256(b"blanks").digest()), red="CAS?T?E")
    for strength in Strength:
        command = choose(game, strength, words().graph)
        assert isinstance(command, Place)
        assert sum(letter.islower() for letter in command.placement.word) <= 1
    both = choose(with_racks(game, red="??"), Strength.STRONG, words().graph)
    assert isinstance(both, Place)
    assert both.placement.word.islower()
