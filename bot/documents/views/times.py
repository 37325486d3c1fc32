"""The thinking-time sheet of a game: its days, placement by placement (art. 7). Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime

from bot.documents.render.time_layout import LeaveDay, LedgerRow, PlayerTime
from bot.documents.views.moves import made_by
from bot.documents.views.moves import note as note_of
from bot.documents.views.setting import SIDES, Setting
from bot.texts.messages import Word, say
from engine.games.deadlines import last_day
from engine.games.game import Game, Stage, index_of
from engine.games.taking_back import held_turns, void_moves
from engine.ids import Seat
from engine.matches.ledger_entries import clock_row_held, clock_row_of
from engine.thinking_time import ClockRow, clock_row


def player_time(game: Game, seat: Seat, setting: Setting, word: Word) -> PlayerTime:
    """Return a player's side of the sheet."""
    side = game.side(seat)
    to_move = _thinks(game, seat)
    rows = _ledger(game, seat, setting.today, word)
    used = sum(row.days for row in rows)
    return PlayerTime(
        name=setting.names[side.person],
        side=SIDES[seat],
        budget=game.allowance(seat),
        granted=side.granted,
        left_words=word(say("sheet.days_left", n=max(0, game.allowance(seat) - used))),
        day_rounds=tuple(row.round for row in rows for _ in range(row.days)),
        leave_budget=game.rules.leave(game.phase),
        leave=tuple(
            LeaveDay(day, over=day < setting.today) for period in side.leave for day in period.dates
        ),
        rows=tuple(rows),
        to_move=to_move,
        last_day=last_day(game) if to_move else None,
    )


def _thinks(game: Game, seat: Seat) -> bool:
    """Return whether the player's days run: not while he has only a last placement to accept."""
    return game.stage is Stage.RUNNING and game.turn is seat and not game.waits_for_acceptance


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """A turn that is over: what ended it, and what it cost."""

    at: datetime
    move: int
    """Which move of the game it was to bring, from 0."""
    row: ClockRow
    is_charged: bool
    note: str


def _ledger(game: Game, seat: Seat, today: date, word: Word) -> list[LedgerRow]:
    """Return a row for each turn that is over, and one for the days running now."""
    rows: list[LedgerRow] = []
    total = 0
    for turn in sorted(_turns(game, seat, word), key=lambda turn: turn.at):
        # An annulled move whose days were given back keeps its line, and fills no box.
        days = turn.row.days if turn.is_charged else 0
        total += days
        notes = [_late(game, seat, turn.move, turn.row.received, word), turn.note]
        note = "; ".join(filter(None, notes))
        rows.append(_row(replace(turn.row, days=days), total, note))
    if _thinks(game, seat):
        on = max(today, game.received)
        running = clock_row(game.round, game.received, on, game.side(seat).leave)
        note = _late(game, seat, len(game.moves), game.received, word)
        rows.append(replace(_row(running, total + running.days, note), sent=None))
    return rows


def _turns(game: Game, seat: Seat, word: Word) -> Iterator[_Turn]:
    """Yield the player's turns that are over: by a move, or by returning the partner's (5.2)."""
    charged = void_moves(game, seat)
    for move, void in made_by(game, seat):
        yield _Turn(
            at=move.at,
            move=index_of(move),
            row=clock_row_of(move),
            is_charged=void is None or move in charged,
            note=note_of(game, move, void, word),
        )
    kept = held_turns(game, seat)
    for placement, back in game.held:
        if back.by is seat:
            yield _Turn(
                at=back.at,
                move=index_of(placement) + 1,
                row=clock_row_held(placement, back),
                is_charged=(placement, back) in kept,
                note=word(say("sheet.held")),
            )


def _late(game: Game, seat: Seat, move: int, received: date, word: Word) -> str:
    """Return that the sheets of a turn arrived later than on the day they were sent (7.1)."""
    turn = (seat, move, received)
    late = [one for one in game.arrivals if (one.by, one.move, one.on) == turn]
    if not late:
        return ""
    return word(say("sheet.arrived", sent=late[-1].sent.isoformat(), on=received.isoformat()))


def _row(row: ClockRow, total: int, note: str) -> LedgerRow:
    return LedgerRow(
        round=row.round,
        received=row.received,
        sent=row.sent,
        leave=row.leave_days,
        days=row.days,
        total=total,
        article=row.article,
        note=note,
    )
