"""The games that wait for a person's move, and the button that opens the next one."""

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.texts.buttons.play import NEXT
from bot.texts.messages import Buttons, Param, say
from bot.texts.notices.play.turn import form_of
from engine.ids import GameId, PersonId
from storage.play import held_moves
from storage.play.game_rows import GameRow


async def on_turn_in(readers: Readers, person: PersonId) -> list[GameRow]:
    """Return the games in which the person is to move, those with the earliest last day first.

    A practice game comes last. Games with a sent move that the person may still take back are left
    out.
    """
    held_games = frozenset[GameId]()
    if readers.shared.undo:
        held_games = await held_moves.games_of(readers.unit.tx, person)
    listed = await readers.game_lists.listed(person)
    rows = sorted(listed, key=lambda row: not row.kind.has_reader)  # stable: days stay in order
    return [row for row in rows if row.turn_person == person and row.game_id not in held_games]


async def to_move_in(readers: Readers, person: PersonId) -> list[GameRow]:
    """Return the games in which the person is to move, except in closed phases (art. 9.4)."""
    return await readers.closings.still_open(await on_turn_in(readers, person))


async def next_to_move_in(readers: Readers, person: PersonId) -> GameSnapshot | None:
    """Return the first of these games that can be read; None if there are none.

    Raises:
        GameStateError: there are some, and all their logs are damaged.
    """
    rows = await to_move_in(readers, person)
    for row in rows[:-1]:
        with leaving_out_damaged():
            return await readers.games.of_row(row)
    return await readers.games.of_row(rows[-1]) if rows else None


async def own_form(readers: Readers, person: PersonId) -> dict[str, Param]:
    """Return the facts that say how a move is written, with an example from the person's rack.

    The rack is that of the next game in which they are to move; without one, the example is the
    usual one.
    """
    snapshot = None
    with leaving_out_damaged():
        snapshot = await next_to_move_in(readers, person)
    return form_of("" if snapshot is None else snapshot.game.side(snapshot.game.turn).rack)


async def next_button(readers: Readers, person: PersonId) -> Buttons:
    """Return the button that opens the next game to move in; empty if there is none.

    Practice waits for nobody, so it is not counted.
    """
    waiting = [row for row in await to_move_in(readers, person) if row.kind.has_reader]
    return ((NEXT.button(say("button.next", n=len(waiting))),),) if waiting else ()
