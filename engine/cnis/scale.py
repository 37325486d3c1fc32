"""The scale of a game: how many classification points each place earns (art. 6 and 14).

A scale is chosen by S = N + V. Where S falls short of the N participants, the end of the scale is
stretched; where it exceeds them, only its top is used. The values of a scale's places are
`engine.cnis.values`, what ties and places make of a scale `engine.cnis.classification`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from engine.cnis.faults import refused
from engine.cnis.values import HIGHEST, LOWEST, Table, column
from engine.rounding import half_up

AVERAGE = 150
"""The mean value of a game by rating."""
SHORT = 5
"""How many places a scale may be short of the participants."""
TOP = 1000
"""What the first place earns above 100 participants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePoints:
    """What one place earns, and the arithmetic."""

    place: int
    points: int
    expression: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What every place of one game earns."""

    participants: int
    value: int
    """V: the game's value by rating less 150."""
    scale: int
    """S; 100 above 100 participants, where the points come from a formula."""
    choice: str
    """How S was arrived at."""
    step: int | None = None
    """The `pas` of art. 6; None where the scale is not stretched by it."""
    places: tuple[PlacePoints, ...]
    reconstructed: bool
    """Whether the values are the reconstruction's: not the federation's own table."""

    @property
    def is_level(self) -> bool:
        """Return whether the step is 0 and places were made equal, against the print of art. 6.

        By the print each place after S would earn one point more than the one before it.
        """
        return self.step == 0

    @property
    def points(self) -> tuple[int, ...]:
        """Return the points of each place, the first place first."""
        return tuple(place.points for place in self.places)


def scale_number(participants: int, value: int) -> int:
    """Return S, from 10 to 100, for up to 100 participants. Rules: CNIS art. 6."""
    return max(LOWEST, participants - SHORT, min(HIGHEST, participants + value))


def scale_for(participants: int, value: Fraction | int, table: Table | None = None) -> Scale:
    """Return the scale of a game of so many participants. Rules: CNIS art. 6, 14.

    `value` is V, rounded half up here; `table` the organiser's own table of values.

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
    short = participants - number
    step = _step(values, short) if short > 1 else None
    return Scale(
        participants=participants,
        value=whole,
        scale=number,
        choice=f"max({LOWEST}, {participants} - {SHORT}, min({HIGHEST}, {participants} + {whole}))",
        step=step,
        places=tuple(_places(values, participants, step)),
        reconstructed=table is None,
    )


def _by_formula(participants: int, value: int) -> Scale:
    """Return what the places earn above 100 participants, rounded half up."""
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
        scale=HIGHEST,
        choice=f"{participants} > {HIGHEST}",
        places=places,
        reconstructed=False,
    )


def _step(values: tuple[int, ...], short: int) -> int:
    """Return `pas`: what each of the stretched places earns less than the one before."""
    number = len(values)
    return (values[number - short - 1] - values[number - 1]) // (2 * short - 1)


def _places(values: tuple[int, ...], participants: int, step: int | None) -> Iterator[PlacePoints]:
    """Yield what each place earns, read from the scale's values or put between two of them."""
    number = len(values)
    short = participants - number
    kept = participants if short <= 0 else number - short
    for place in range(1, kept + 1):
        yield _read(values, place, place)
    if short == 1:
        yield _halfway(values)
    elif step is not None:
        yield from _stretched(values, short, step)
    if short > 0:
        yield _read(values, participants, number)


def _read(values: tuple[int, ...], place: int, row: int) -> PlacePoints:
    """Return what the place earns: the value of that row of the scale."""
    return PlacePoints(place=place, points=values[row - 1], expression=f"val({row})")


def _halfway(values: tuple[int, ...]) -> PlacePoints:
    """Return what place S earns where one participant is too many: between the last two values."""
    number = len(values)
    above, last = values[-2:]
    return PlacePoints(
        place=number,
        points=above - (above - last) // 2,
        expression=f"{above} - int(({above} - {last}) / 2)",
    )


def _stretched(values: tuple[int, ...], short: int, step: int) -> Iterator[PlacePoints]:
    """Yield what the places after S - d up to N - 1 earn, where d = N - S is 2 to 5.

    The first d come down by `step` each, the rest by one less. Where the scale is so flat that
    `step` is 0, they stay where they are: a worse place never earns more.
    """
    number = len(values)
    start = values[number - short - 1]
    for down in range(1, short + 1):
        yield PlacePoints(
            place=number - short + down,
            points=start - down * step,
            expression=f"{start} - {down} * {step}",
        )
    lesser = max(step - 1, 0)
    for down in range(1, short):
        yield PlacePoints(
            place=number + down,
            points=start - short * step - down * lesser,
            expression=f"{start} - {short} * {step} - {down} * {lesser}",
        )
