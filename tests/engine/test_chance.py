"""Uniform random numbers from a seed."""

from itertools import product

import pytest

from engine.chance import Chance
from tests.engine.sequences.sequence_oracle import Stream, chi_square

SEED = bytes(range(32))


def test_the_stream_is_the_written_one() -> None:
    """The numbers equal those of the documented stream, read byte by byte."""
    chance, stream = Chance("some purpose", SEED), Stream("some purpose", SEED)
    bounds = [1, 2, 3, 255, 256, 257, 10**40, 7, 2**200, 2**200 + 1, 5] * 3

    assert [chance.below(bound) for bound in bounds] == [stream.below(bound) for bound in bounds]


def test_label_and_seed_both_matter() -> None:
    """Each pair of label and seed gives its own stream, and always the same one."""
    both = product(("a", "b"), (SEED, bytes(32)))
    streams = {Chance(label, seed).next_bytes(16) for label, seed in both}

    assert len(streams) == 4
    assert Chance("a", SEED).next_bytes(100) == Chance("a", SEED).next_bytes(100)


@pytest.mark.parametrize("bound", [3, 6, 171, 257, 683])
def test_no_number_is_likelier_than_another(bound: int) -> None:
    """All numbers below a bound are equally frequent."""
    chance, tally = Chance("test", SEED), [0] * bound
    for _ in range(100 * bound):
        tally[chance.below(bound)] += 1

    assert abs(chi_square(tally, 100)) < 4


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    """A seed that does not have 32 bytes is refused."""
    with pytest.raises(ValueError, match=f"not {size}"):
        Chance("test", bytes(size))


def test_there_is_no_number_below_nothing() -> None:
    """A bound of zero is refused."""
    with pytest.raises(ValueError, match="0"):
        Chance("test", SEED).below(0)
