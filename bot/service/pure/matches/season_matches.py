"""The results of a past season joined to matches, with the games whose moves are known. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.documents.tables.import_stated import ImportForm, StatedGame, StatedResult
from bot.service.pure.matches.form_parts import Pairing, pairing_of
from engine.ids import Leg


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonMatch:
    """The games of two players in a past season."""

    group: str
    """The name of its group; "" without groups."""
    red: str
    """The name of the Red player in the home game."""
    blue: str
    """That of the Blue player."""
    results: Mapping[Leg, StatedResult]
    games: Mapping[Leg, StatedGame]
    """The games with a GCG file: all of the match, or none."""


def season_matches(form: ImportForm, games: Mapping[int, StatedGame]) -> tuple[SeasonMatch, ...]:
    """Return the matches of the season, in the order of the rows.

    `games` has the games with moves by their results' positions in the form. A match has the moves
    of all its games or of none. So a game with moves makes a match of its own if the other game of
    its pair has none.
    """
    positions_of: dict[Pairing, list[int]] = {}
    for position, result in enumerate(form.results):
        positions_of.setdefault(pairing_of(result), []).append(position)
    matches: list[SeasonMatch] = []
    for positions in positions_of.values():
        with_moves = [position for position in positions if position in games]
        if not with_moves or (len(with_moves) == len(positions) == len(Leg)):
            matches.append(_whole_match(form, positions, games))
        else:
            matches += [_single_game(form, position, games) for position in positions]
    return tuple(matches)


def _whole_match(
    form: ImportForm, positions: Sequence[int], games: Mapping[int, StatedGame]
) -> SeasonMatch:
    """Return the match with all its games; a return game alone tells who was Red at home, too."""
    results = [form.results[position] for position in positions]
    first = next((result for result in results if result.leg is Leg.HOME), results[0])
    is_home = first.leg is Leg.HOME
    return SeasonMatch(
        group=first.group,
        red=first.red if is_home else first.blue,
        blue=first.blue if is_home else first.red,
        results={result.leg: result for result in results},
        games={
            form.results[position].leg: games[position]
            for position in positions
            if position in games
        },
    )


def _single_game(form: ImportForm, position: int, games: Mapping[int, StatedGame]) -> SeasonMatch:
    """Return a match of one game, which counts as a home game whatever its leg was."""
    result = form.results[position]
    return SeasonMatch(
        group=result.group,
        red=result.red,
        blue=result.blue,
        results={Leg.HOME: result},
        games={Leg.HOME: games[position]} if position in games else {},
    )
