"""What a form of games states together: players, pairs, groups, and the plan of the phase. Pure."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final, NamedTuple

from bot.documents.tables.import_stated import (
    ImportForm,
    StatedGame,
    StatedResult,
    key_of,
)
from engine.competitions.parts import PhasePlan
from engine.rulesets import Phase

ONLY_GROUP: Final = "A"
"""The name of the only group, which has none in the form."""
_USUALLY_ADVANCE: Final = (2, 0)
"""How many advance to the final from each group, and how many best others, unless stated."""


class Pairing(NamedTuple):
    """Two players who meet in a group, by the keys of their names."""

    group: str
    """The name of the group; "" without groups."""
    players: frozenset[str]


def players_of(form: ImportForm) -> dict[str, str]:
    """Return each player's name by its key, in the order of the rows."""
    players: dict[str, str] = {}
    for game in _stated(form):
        for name in (game.red, game.blue):
            players.setdefault(key_of(name), name)
    return players


def pairings_of(form: ImportForm) -> tuple[Pairing, ...]:
    """Return the group and the players of each match, in the order of the rows."""
    return tuple(dict.fromkeys(map(pairing_of, _stated(form))))


def pairing_of(game: StatedGame | StatedResult) -> Pairing:
    """Return the group and the players of a game."""
    return Pairing(game.group, frozenset((key_of(game.red), key_of(game.blue))))


def plans_of(form: ImportForm, groups: int, start: date) -> tuple[PhasePlan, ...]:
    """Return the plan of the phase that the form states, and of the final after it, if any.

    `groups`: the number of groups; 0 and 1 are the same. `start`: the first day of the phase.
    """
    phase = PhasePlan(
        phase=form.phase, start=start, closing=form.closing or start, groups=max(groups, 1)
    )
    if form.final is None:
        return (phase,)
    per_group, best_others = form.advance or _USUALLY_ADVANCE
    final_start, final_closing = form.final
    return (
        replace(phase, advance=per_group, best_others=best_others),
        PhasePlan(phase=Phase.FINAL, start=final_start, closing=final_closing),
    )


def groups_of(form: ImportForm) -> dict[str, list[str]]:
    """Return the keys of each group's players, in the order of the rows; "" without groups."""
    groups: dict[str, list[str]] = {}
    for game in _stated(form):
        players = groups.setdefault(game.group, [])
        players += [key for key in (key_of(game.red), key_of(game.blue)) if key not in players]
    return groups


def _stated(form: ImportForm) -> Iterator[StatedGame | StatedResult]:
    """Yield every game of the form, with moves or without."""
    yield from form.games
    yield from form.results
