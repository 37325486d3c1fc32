"""Points of each rank of a game: the published scales, and art. 6 literally."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cnis.scale import Scale, scale_for, scale_number
from engine.cnis.values import HIGHEST, LOWEST, column, reconstructed
from engine.errors import RuleViolation

FOURTEEN = (606, 438, 370, 317, 273, 235, 201, 169, 141, 114, 88, 64, 42, 20)
HUNDRED = (1000, 859, 801, 757, 720, 688, 659, 632, 608, 585)
SCALES = range(LOWEST, HIGHEST + 1)


def literal(participants: int, value: int, table: dict[int, tuple[int, ...]]) -> list[int]:
    """Return the points by art. 6, written rank by rank as in the text."""
    scale = participants + value
    scale = min(scale, 100)
    scale = max(scale, 10)
    if participants - scale > 5:
        scale = participants - 5
    val = dict(enumerate(table[scale], 1))
    n, s, d = participants, scale, participants - scale
    got: dict[int, int] = {}
    if d <= 0:
        return [val[place] for place in range(1, n + 1)]
    if d == 1:
        for place in range(1, s):
            got[place] = val[place]
        got[s] = val[s - 1] - int((val[s - 1] - val[s]) / 2)
        got[n] = val[s]
    else:
        step = int((val[s - (n - s)] - val[s]) / ((n - s) * 2 - 1))
        for place in range(1, s - d + 1):
            got[place] = val[place]
        for k in range(1, d + 1):
            got[s - d + k] = val[s - d] - k * step
        for k in range(1, d):
            got[s + k] = val[s - d] - d * step - k * max(step - 1, 0)
        got[n] = val[s]
    return [got[place] for place in range(1, n + 1)]


def decimal_reconstruction(scale: int) -> list[tuple[int, int]]:
    """Return the roundings of values slightly too low and too high, by decimal arithmetic."""
    with localcontext() as context:
        context.prec = 30
        circle = [Decimal(200 * x - x * x).sqrt() for x in range(101)]
        mean = sum((1000 - 10 * circle[x] for x in range(100)), Decimal(0)) / 100
        total = sum((circle[scale] - circle[x] for x in range(scale)), Decimal(0))
        factor = mean * scale / total
        values = [factor * (circle[scale] - circle[x]) for x in range(scale)]
        off = Decimal("1e-20")
        half = Decimal("0.5")
        return [(floor(value - off + half), floor(value + off + half)) for value in values]


def points(participants: int, value: int) -> tuple[int, ...]:
    """Return the points of every rank by the reconstruction."""
    return scale_for(participants, value).points


class TestValues:
    """val(S, L), the table behind the scales."""

    def test_published_scale_of_14(self) -> None:
        """The reconstruction gives the complete published scale 14."""
        assert reconstructed(14) == FOURTEEN

    def test_published_top_of_scale_100(self) -> None:
        """The reconstruction gives the ten published values of scale 100."""
        assert reconstructed(100)[:10] == HUNDRED

    def test_no_rounding_is_in_doubt(self) -> None:
        """No value is so near to a half that the digits of a root could decide the rounding."""
        for scale in SCALES:
            both = decimal_reconstruction(scale)
            assert [low for low, _ in both] == [high for _, high in both], scale
            assert list(reconstructed(scale)) == [low for low, _ in both], scale

    def test_an_organiser_s_table_is_used(self) -> None:
        """An organiser's own table gives the points in place of the reconstruction."""
        table = {10: tuple(range(100, 0, -10))}

        assert column(10, table) == table[10]
        assert scale_for(10, 0, table).points == table[10]
        assert not scale_for(10, 0, table).reconstructed

    def test_a_scale_the_table_lacks(self) -> None:
        """A table without the required scale is refused."""
        with pytest.raises(RuleViolation, match=r"cnis_scale_missing.*scale=12"):
            scale_for(12, 0, {10: tuple(range(100, 0, -10))})


class TestChoice:
    """S = N + V, within its limits."""

    @pytest.mark.parametrize(
        ("participants", "value", "scale"),
        [
            (14, 0, 14),
            (14, 6, 20),
            (14, -3, 11),
            (14, -30, 10),
            (3, 0, 10),
            (40, -5, 35),
            (40, -6, 35),
            (40, -60, 35),
            (90, 30, 100),
            (100, 0, 100),
            (100, -80, 95),
        ],
    )
    def test_scale(self, participants: int, value: int, scale: int) -> None:
        """S is N + V, between 10 and 100, and at most 5 below the participants."""
        assert scale_number(participants, value) == scale
        assert scale_for(participants, value).number == scale

    @pytest.mark.parametrize(
        ("value", "whole"),
        [("2.5", 3), ("2.49", 2), ("-2.5", -2), ("-2.51", -3), ("-0.5", 0)],
    )
    def test_value_is_rounded_half_up(self, value: str, whole: int) -> None:
        """V is rounded once, with halves up."""
        assert scale_for(20, Fraction(value)).value == whole

    def test_nobody_took_part(self) -> None:
        """A game without participants has no scale."""
        with pytest.raises(RuleViolation, match="cnis_no_participants"):
            scale_for(0, 0)


class TestPlaces:
    """The points of the ranks with as many, fewer or more participants than the scale has."""

    def test_as_many_participants_as_places(self) -> None:
        """If N = S, every rank gets its own value."""
        assert points(14, 0) == FOURTEEN

    def test_fewer_participants(self) -> None:
        """If N < S, only the top of the scale is used."""
        assert points(10, 4) == FOURTEEN[:10]

    @pytest.mark.parametrize(
        ("short", "end"),
        [
            # val(13) = 42, val(14) = 20: 42 - int(22 / 2) = 31
            (1, (64, 42, 31, 20)),
            # val(12) = 64, pas = int(44 / 3) = 14
            (2, (64, 50, 36, 23, 20)),
            # val(11) = 88, pas = int(68 / 5) = 13
            (3, (88, 75, 62, 49, 37, 25, 20)),
            # val(10) = 114, pas = int(94 / 7) = 13
            (4, (114, 101, 88, 75, 62, 50, 38, 26, 20)),
            # val(9) = 141, pas = int(121 / 9) = 13
            (5, (141, 128, 115, 102, 89, 76, 64, 52, 40, 28, 20)),
        ],
    )
    def test_more_participants(self, short: int, end: tuple[int, ...]) -> None:
        """With 1 to 5 participants too many for scale 14, its end is stretched by art. 6."""
        got = scale_for(14 + short, -short)

        assert got.number == 14
        assert got.points[-len(end) :] == end
        assert got.points[: -len(end)] == FOURTEEN[: 14 + short - len(end)]

    def test_more_than_five_too_many(self) -> None:
        """If more than five ranks are missing, the scale is N - 5, stretched over five."""
        got = scale_for(19, -12)

        assert got.number == 14
        assert got.points == points(19, -5)

    @pytest.mark.parametrize("short", range(6))
    def test_art_6_to_the_letter(self, short: int) -> None:
        """Every scale, stretched by 0 to 5, equals that of the text's lines."""
        table = {number: reconstructed(number) for number in SCALES}
        for participants in range(1, 101):
            expected = literal(participants, -short, table)

            assert list(points(participants, -short)) == expected

    def test_above_100(self) -> None:
        """With over 100 participants every rank gets its share of 1000, rounded half up."""
        got = scale_for(160, 3)

        assert got.points[:3] == (1000, 994, 988)  # 993.75, 987.5
        assert got.points[-2:] == (13, 6)  # 12.5, 6.25
        assert len(got.points) == 160
        assert (got.number, got.reconstructed) == (100, False)

    def test_a_flat_end_stays_flat(self) -> None:
        """If the step is 0, no rank gets more than the rank above it."""
        got = scale_for(100, -5)

        assert got.step == 0
        assert got.is_level
        assert got.points[-11:] == (*[5] * 10, 1)


def worked(scale: Scale) -> list[int]:
    """Return the points again, from the arithmetic beside them."""
    values = dict(enumerate(column(scale.number), 1))
    context = {"val": values.__getitem__, "int": int}
    results = (eval(each.expression, {}, context) for each in scale.places)  # noqa: S307  (our own)
    return [floor(result + 0.5) for result in results]


class TestProperties:
    """Properties of every scale."""

    @given(st.integers(1, 250), st.integers(-80, 80))
    def test_points_never_rise_with_place(self, participants: int, value: int) -> None:
        """A lower rank never gets more points, and every participant has points."""
        got = points(participants, value)

        assert len(got) == participants
        assert list(got) == sorted(got, reverse=True)
        assert got[-1] >= 0

    @given(
        st.integers(LOWEST, 40).flatmap(
            lambda scale: st.tuples(
                st.just(scale),
                st.lists(st.integers(0, 1000), min_size=scale, max_size=scale),
                st.integers(0, 5),
            )
        )
    )
    def test_any_table_is_stretched_downwards(self, case: tuple[int, list[int], int]) -> None:
        """Stretching any table never gives a lower rank more points."""
        scale, values, short = case
        ordered = tuple(sorted(values, reverse=True))
        got = scale_for(scale + short, -short, {scale: ordered}).points

        assert list(got) == sorted(got, reverse=True)
        assert (got[0], got[-1]) == (ordered[0], ordered[-1])

    @given(st.integers(1, 130), st.integers(-20, 20))
    def test_the_arithmetic_can_be_checked(self, participants: int, value: int) -> None:
        """The arithmetic beside each rank gives the rank's points."""
        got = scale_for(participants, value)

        assert worked(got) == list(got.points)
        assert eval(got.choice) in {got.number, True}  # noqa: S307  (our own)
