"""The scale of a game: the classification points of each place (art. 6 and 14).

The scale number is S = N + V for N participants, within limits (`scale_number`). If S is less than
N, the end of the scale is stretched over the d = N - S places too many; if it is greater, only the
top of the scale is used. `engine.cnis.values` has the values of each scale;
`engine.cnis.classification` applies them to places.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from engine.cnis.faults import refused
from engine.cnis.values import HIGHEST, LOWEST, Table, column
from engine.rounding import half_up

MOST_SHORT = 5
"""The most places by which a scale may be too short for the participants."""
TOP = 1000
"""The points of the first place with more than 100 participants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePoints:
    """The points of one place, and their arithmetic."""

    place: int
    points: int
    expression: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The points of every place in one game."""

    participants: int
    value: int
    """V: the game's value by rating, minus 150."""
    number: int
    """S; it is 100 with more than 100 participants, where a formula gives the points."""
    choice: str
    """The arithmetic behind S."""
    step: int | None = None
    """The `pas` of art. 6; None if the scale is not stretched with it."""
    places: tuple[PlacePoints, ...]
    reconstructed: bool
    """Whether the values come from the reconstruction and not from the federation's own table."""

    @property
    def is_level(self) -> bool:
        """Whether the step is 0 and places have equal points, against the printed art. 6.

        In the printed text each place after S would earn one point more than the one before it.
        """
        return self.step == 0

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each place, first place first."""
        return tuple(place.points for place in self.places)


def scale_number(participants: int, value: int) -> int:
    """Return S for up to 100 participants: N + V, but within 10 to 100. Rules: CNIS art. 6.

    It is N - 5 where it would be shorter, as a scale cannot be stretched by more places.
    """
    return max(LOWEST, participants - MOST_SHORT, min(HIGHEST, participants + value))


def scale_for(participants: int, value: Fraction | int, table: Table | None = None) -> Scale:
    """Return the scale of a game with so many participants. Rules: CNIS art. 6, 14.

    `value` is V and is rounded half up here; `table` is the organiser's own table of values.

    Raises:
        RuleViolation: `cnis_no_participants`; `cnis_scale_missing`.
    """
    if participants < 1:
        raise refused("no_participants", "6", participants=participants)
    whole = half_up(Fraction(value))
    if participants > HIGHEST:
        return _by_formula(participants, whole)
    number = scale_number(participants, whole)
    values = column(number, table)
    shortest, by_value = f"{participants} - {MOST_SHORT}", f"{participants} + {whole}"
    extra = participants - number
    step = _step(values, extra) if extra > 1 else None
    return Scale(
        participants=participants,
        value=whole,
        number=number,
        choice=f"max({LOWEST}, {shortest}, min({HIGHEST}, {by_value}))",
        step=step,
        places=_places(values, extra, step),
        reconstructed=table is None,
    )


def _by_formula(participants: int, value: int) -> Scale:
    """Return the points of each place above 100 participants, rounded half up."""
    places = tuple(
        PlacePoints(
            place=place,
            points=half_up(Fraction((participants - place + 1) * TOP, participants)),
            expression=f"({participants} - {place} + 1) / {participants} * {TOP}",
        )
        for place in range(1, participants + 1)
    )
    return Scale(
        participants=participants,
        value=value,
        number=HIGHEST,
        choice=f"{participants} > {HIGHEST}",
        places=places,
        reconstructed=False,
    )


def _step(values: tuple[int, ...], extra: int) -> int:
    """Return `pas`, the difference between one stretched place and the next.

    It divides the fall from place S - d to place N evenly, with 2d - 1 places between them.
    """
    return (values[-extra - 1] - values[-1]) // (2 * extra - 1)


def _places(values: tuple[int, ...], extra: int, step: int | None) -> tuple[PlacePoints, ...]:
    """Return the points of the N = S + `extra` places, read from the scale or interpolated."""
    number = len(values)
    if step is not None:
        inside, between = number - extra, tuple(_stretched(values, extra, step))
    elif extra == 1:
        inside, between = number - 1, (_halfway(values),)
    else:
        return tuple(_read(values, place, place) for place in range(1, number + extra + 1))
    top = (_read(values, place, place) for place in range(1, inside + 1))
    return (*top, *between, _read(values, number + extra, number))


def _read(values: tuple[int, ...], place: int, row: int) -> PlacePoints:
    """Return the points of the place: the value in that row of the scale."""
    return PlacePoints(place=place, points=values[row - 1], expression=f"val({row})")


def _halfway(values: tuple[int, ...]) -> PlacePoints:
    """Return the points of place S with one participant too many: between the last two values."""
    above, last = values[-2:]
    return PlacePoints(
        place=len(values),
        points=above - (above - last) // 2,
        expression=f"{above} - int(({above} - {last}) / 2)",
    )


def _stretched(values: tuple[int, ...], extra: int, step: int) -> Iterator[PlacePoints]:
    """Yield the points of the places from S - d + 1 to N - 1, where d = N - S is 2 to 5.

    The first d places fall by `step` each, the others by one less. If the scale is so flat that
    `step` is 0, the points stay equal, because a lower place never earns more.
    """
    start, lesser = values[-extra - 1], max(step - 1, 0)
    for down in range(1, 2 * extra):
        steps, lessers = min(down, extra), max(down - extra, 0)
        expression = f"{start} - {steps} * {step}"
        yield PlacePoints(
            place=len(values) - extra + down,
            points=start - steps * step - lessers * lesser,
            expression=f"{expression} - {lessers} * {lesser}" if lessers else expression,
        )
