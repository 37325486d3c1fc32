"""The games that a command without a code may mean, by what it needs of them.

A practice game has no reader, arbiter or claims, so it is not offered for a message while another
game is possible. Without any such game the command answers why it cannot be used.
"""

from collections.abc import Callable, Sequence

from bot.service.service import Service
from engine.ids import PersonId
from storage.play.game_rows import GameRow

Needs = Callable[[GameRow], bool]
"""What a command needs of a game."""


def a_game(_row: GameRow) -> bool:
    """Return True: every game is enough for the command."""
    return True


def a_reader(row: GameRow) -> bool:
    """Return whether the opponent reads messages."""
    return row.kind.has_reader


def an_arbiter(row: GameRow) -> bool:
    """Return whether an arbiter reads letters."""
    return row.kind.has_arbiter


def claims(row: GameRow) -> bool:
    """Return whether a player may claim."""
    return row.kind.has_claims


async def games_meant(
    service: Service,
    person: PersonId,
    needs: Needs,
    *,
    of_any_stage: bool = False,
    by_partner: bool = False,
) -> Sequence[GameRow]:
    """Return the person's running games that fit, or all that they have played if none does.

    `of_any_stage`: finished games are meant as much as running ones. `by_partner`: of finished
    games, only the last of each match, because the opponent matters. If no game fits, return what
    would be meant without the need.
    """
    running = [] if of_any_stage else await service.game_lists.listed(person)
    played = await service.game_lists.played(person)
    if by_partner:
        in_order = sorted(played, key=_by_code)  # `CODE/2` after `CODE/1`
        last = {row.match_id: row for row in in_order}
        played = [row for row in played if last[row.match_id] is row]
    for rows in (running, played):
        if meant := [row for row in rows if needs(row)]:
            return meant
    return running or played


def _by_code(row: GameRow) -> str:
    return row.game_id
