"""Every way to pair a few players, compared one by one: a slow check of a round."""

from collections.abc import Iterator, Sequence

from engine.cnis.pairing import Contestant, PlayedGame

BYE = "-"
Way = tuple[tuple[str, str], ...]


def ways(names: Sequence[str]) -> Iterator[Way]:
    """Yield every way to pair the players, higher player first; an odd player has the bye."""
    if len(names) % 2:
        names = [*names, BYE]
    if not names:
        yield ()
        return
    first = names[0]
    for other in names[1:]:
        rest = [name for name in names[1:] if name != other]
        for way in ways(rest):
            yield ((first, other), *way)


def costs(
    way: Way,
    order: Sequence[Contestant],
    history: Sequence[PlayedGame],
    *,
    apart: bool,
    repeats_first: bool = False,
) -> tuple[object, ...]:
    """Return the costs of a pairing, the most important first; the least is the best."""
    names = [player.name for player in order]
    club = {player.name: player.club for player in order}
    met = [{game.first, game.second} for game in history]
    had_bye = [game.first for game in history if game.second is None]
    pairs = [pair for pair in way if BYE not in pair]
    bye = [name for pair in way if BYE in pair for name in pair if name != BYE]
    again = (
        sum(set(pair) in met for pair in pairs),
        sum(met.count(set(pair)) for pair in pairs),
    )
    clubs = sum(apart and club[a] != "" and club[a] == club[b] for a, b in pairs)
    return (
        *((*again, clubs) if repeats_first else (clubs, *again)),
        sum(had_bye.count(name) for name in bye),
        sum(len(names) - names.index(name) for name in bye),
        # The leader's opponent as high as can be, then the next player's, and so on.
        [names.index(b) for a, b in sorted(pairs, key=lambda pair: names.index(pair[0]))],
    )


def best(
    order: Sequence[Contestant],
    history: Sequence[PlayedGame],
    *,
    apart: bool,
    repeats_first: bool = False,
) -> set[frozenset[str]]:
    """Return the pairs of the best pairing."""
    names = [player.name for player in order]
    found = min(
        ways(names),
        key=lambda way: costs(way, order, history, apart=apart, repeats_first=repeats_first),
    )
    return {frozenset(pair) for pair in found if BYE not in pair}
