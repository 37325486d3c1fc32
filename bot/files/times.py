"""The thinking-time sheet of a game: its days, placement by placement (art. 7). Pure."""

from datetime import date

from bot.files.moves import made_by, note
from bot.files.setting import SIDES, Setting
from bot.messages import Word, say
from bot.render.time_view import LeaveDay, LedgerRow, PlayerTime
from engine.clock import clock_row
from engine.games.deadlines import last_day
from engine.games.game import Game, Stage
from engine.games.taking_back import void_moves
from engine.ids import Seat
from engine.matches.ledger_entries import clock_row_of


def player_time(game: Game, seat: Seat, setting: Setting, word: Word) -> PlayerTime:
    """Return a player's side of the sheet."""
    side = game.side(seat)
    to_move = game.stage is Stage.RUNNING and game.turn is seat
    rows = _ledger(game, seat, setting.today, word)
    used = sum(row.days for row in rows)
    return PlayerTime(
        name=setting.names[side.person],
        side=SIDES[seat],
        budget=game.allowance(seat),
        granted=side.granted,
        left_words=word(say("sheet.days_left", n=max(0, game.allowance(seat) - used))),
        day_rounds=tuple(row.round for row in rows for _ in range(row.days)),
        leave_budget=game.rules.leave_days,
        leave=tuple(
            LeaveDay(day, over=day < setting.today) for period in side.leave for day in period.dates
        ),
        rows=tuple(rows),
        to_move=to_move,
        last_day=last_day(game) if to_move else None,
    )


def _ledger(game: Game, seat: Seat, today: date, word: Word) -> list[LedgerRow]:
    """Return a row for each placement, and one for the days running now."""
    rows: list[LedgerRow] = []
    total = 0
    charged = void_moves(game, seat)
    for move, void in made_by(game, seat):
        row = clock_row_of(move)
        # An annulled move whose days were given back keeps its line, and fills no box.
        days = row.days if void is None or move in charged else 0
        total += days
        rows.append(
            LedgerRow(
                round=row.round,
                received=row.received,
                sent=row.sent,
                leave=row.leave_days,
                days=days,
                total=total,
                article=row.article,
                note=note(game, move, void, word),
            )
        )
    if game.stage is Stage.RUNNING and game.turn is seat:
        on = max(today, game.received)
        running = clock_row(game.round, game.received, on, game.side(seat).leave)
        rows.append(
            LedgerRow(
                round=running.round,
                received=running.received,
                sent=None,
                leave=running.leave_days,
                days=running.days,
                total=total + running.days,
                article=running.article,
            )
        )
    return rows
