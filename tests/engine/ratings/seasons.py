"""Games and calendars for rating tests, from short lines or from Hypothesis."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from fractions import Fraction

from hypothesis import strategies as st

from engine.ratings.frs_games import CalendarGame, FrsType
from engine.ratings.protocol import Player, RatedGame, Start

DAY = date(2025, 3, 1)
NAMES = [Player(name) for name in "ABCDEFG"]


def game(text: str, day: date = DAY, tournament: str = "Open") -> RatedGame:
    """Return the game of a line such as `1 A 400 B 380`, which begins with the round."""
    round_, first, own, second, other = text.split()
    return RatedGame(
        day, tournament, int(round_), Player(first), Player(second), int(own), int(other)
    )


def games(*lines: str, day: date = DAY, tournament: str = "Open") -> list[RatedGame]:
    """Return the games that lines describe."""
    return [game(line, day, tournament) for line in lines]


def starts(**players: tuple[int | None, int]) -> dict[Player, Start]:
    """Return starting ratings from rating and games."""
    return {
        Player(name): Start(rating=None if rating is None else Fraction(rating), games=count)
        for name, (rating, count) in players.items()
    }


def event(kind: FrsType, places: Mapping[str, int] | str, name: str = "1") -> CalendarGame:
    """Return a collective game; in `ABC`, A won and C came last."""
    if isinstance(places, str):
        places = {player: place for place, player in enumerate(places, 1)}
    named = {Player(player): place for player, place in places.items()}
    return CalendarGame(kind=kind, name=name, day=DAY, places=named)


@st.composite
def calendars(draw: st.DrawFn) -> list[CalendarGame]:
    """Draw a calendar of a few games of two types, with shared places."""
    found = []
    for number in range(draw(st.integers(1, 14))):
        kind = draw(st.sampled_from([FrsType.FREE, FrsType.ELLIPTIC]))
        order = draw(st.permutations(NAMES))[: draw(st.integers(2, len(NAMES)))]
        places = {}
        place = 1
        for position, player in enumerate(order, 1):
            if position > 1 and not draw(st.integers(0, 3)):
                places[player] = place
            else:
                place = places[player] = position
        found.append(CalendarGame(kind=kind, name=f"{number}", day=DAY, places=places))
    return found


@st.composite
def played(
    draw: st.DrawFn, *, tournaments: int = 3, rounds: int = 6, discs: bool = False
) -> list[RatedGame]:
    """Draw the games of some tournaments in any order; some tournaments share days."""
    found: list[RatedGame] = []
    day = DAY
    for number in range(draw(st.integers(1, tournaments))):
        day += timedelta(days=draw(st.sampled_from([0, 1, 7, 200])))
        for round_ in range(1, draw(st.integers(1, rounds)) + 1):
            order = draw(st.permutations(NAMES))[: 2 * draw(st.integers(1, 3))]
            for first, second in zip(order[::2], order[1::2], strict=True):
                own = draw(st.integers(0, 64))
                other = 64 - own if discs else draw(st.integers(own - 2, own + 2))
                on = day + timedelta(days=round_ // 4)
                found.append(RatedGame(on, f"T{number}", round_, first, second, own, other))
    return draw(st.permutations(found))


@st.composite
def beginnings(draw: st.DrawFn, most: int = 250) -> dict[Player, Start]:
    """Draw starting ratings of some players, some of them newcomers."""
    found = {}
    for player in draw(st.sets(st.sampled_from(NAMES))):
        rating = draw(st.none() | st.integers(40, 200) | st.sampled_from([Fraction(301, 2)]))
        count = draw(st.integers(0, 40) | st.integers(0, most)) if rating is not None else 0
        exact = None if rating is None else Fraction(rating)
        found[player] = Start(rating=exact, games=count)
    return found


def shuffled(events: Iterable[CalendarGame]) -> list[CalendarGame]:
    """Return the events with their rows in another order."""
    return [
        CalendarGame(
            kind=one.kind,
            name=one.name,
            day=one.day,
            places=dict(sorted(one.places.items(), reverse=True)),
        )
        for one in events
    ]
