"""The games that a command without a code may mean, by what their kind has.

A practice game has no reader, arbiter or claims, so it is not offered for a message while another
game is possible. Without any such game the command answers why it cannot be used.
"""

from collections.abc import Callable, Sequence

from bot.service.service import Service
from engine.ids import PersonId
from engine.matches.kinds import GameKind
from storage.play.game_rows import GameRow

Needs = Callable[[GameKind], bool]
"""What a command needs of a game's kind."""


def a_game(_kind: GameKind) -> bool:
    """Return True: every game is enough for the command."""
    return True


def a_reader(kind: GameKind) -> bool:
    """Return whether the opponent reads messages."""
    return kind.has_reader


def an_arbiter(kind: GameKind) -> bool:
    """Return whether an arbiter reads letters."""
    return kind.has_arbiter


def claims(kind: GameKind) -> bool:
    """Return whether a player may claim."""
    return kind.has_claims


async def games_meant(
    service: Service,
    person: PersonId,
    needs: Needs,
    *,
    finished: bool = False,
    by_partner: bool = False,
) -> Sequence[GameRow]:
    """Return the person's running games that fit, or the finished ones if none runs.

    `finished`: only finished games are meant. `by_partner`: of finished games, only the last of
    each match, because the opponent matters. If no game fits, return what would be meant without
    the need.
    """
    running = [] if finished else await service.game_lists.listed(person)
    over = await service.game_lists.played(person)
    if by_partner:
        last = {row.match_id: row for row in sorted(over, key=_by_code)}  # `CODE/2` after `CODE/1`
        over = [row for row in over if last[row.match_id] is row]
    for rows in (running, over):
        if meant := [row for row in rows if needs(row.kind)]:
            return meant
    return running or over


def _by_code(row: GameRow) -> str:
    return row.game_id
