"""Turn a game into its competition sheet and its thinking-time sheet, as plain views.

Pure: this module knows the rules (art. 2.1, 4.2, 7) and the texts, but neither draws nor loads.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import date
from textwrap import wrap
from typing import Final

from bot.documents.render.sheets.time_view import LeaveDay, LedgerRow, PlayerTime, TimeSheetView
from bot.documents.render.view import (
    Adjustment,
    CompetitionSheetView,
    PlacementRow,
    PlayerScore,
    RowKind,
    SheetHead,
)
from bot.documents.views.boards import last_move, sequence_of, tiles_laid
from bot.documents.views.moves import ListedMove, made_by, note
from bot.documents.views.setting import SIDES, GameSetting, labels, title_of
from bot.texts.messages import Plain, say
from bot.texts.notices.conversation.channel import on_sheets
from bot.texts.notices.matches.endings import ending_text
from bot.texts.phase_names import own_name
from engine.games.deadlines import answer_by, counted_on
from engine.games.events import Passed
from engine.games.game import Game, Stage, Turn
from engine.games.turns import counted_leave, held, held_turn, turn_of, turns
from engine.ids import Seat
from engine.thinking_time import ClockRow, clock_row

LONGEST_RESULT: Final = 90
"""The most characters of a line about the game's end."""


def competition_sheet(game: Game, setting: GameSetting, plain: Plain) -> CompetitionSheetView:
    """Return the competition sheet of the game (art. 2.1, 4.2)."""
    return CompetitionSheetView(
        head=_head(game, setting, plain),
        labels=labels(plain),
        tile_values=game.tile_set.values,
        tiles=tiles_laid(game),
        sequence=sequence_of(game),
        red=_player_score(game, Seat.RED, setting, plain),
        blue=_player_score(game, Seat.BLUE, setting, plain),
        last=last_move(game),
        result=_result(game, setting, plain),
    )


def time_sheet(game: Game, setting: GameSetting, plain: Plain) -> TimeSheetView:
    """Return the thinking-time sheet of the game (art. 7.2)."""
    last = game.last_move
    after = ""
    if last is not None:
        after = plain(say("sheet.after", n=last.round, colour=say(f"sheet.{last.by.value}")))
    return TimeSheetView(
        head=_head(game, setting, plain),
        labels=labels(plain),
        red=player_time(game, Seat.RED, setting, plain),
        blue=player_time(game, Seat.BLUE, setting, plain),
        after=after,
    )


def _head(game: Game, setting: GameSetting, plain: Plain) -> SheetHead:
    """Return the head that both sheets of a game share."""
    channel = on_sheets(setting.channel_settings, setting.in_browser)
    return SheetHead(
        competition=title_of(setting, plain),
        phase=plain(own_name(game.phase)) if setting.is_phase else "",
        leg=_leg(game, setting, plain),
        game=game.id,
        arbiters=setting.arbiters,
        start=game.start,
        word_list=game.edition.name,
        word_list_official=setting.word_list_official,
        version=setting.version,
        footer=plain(say("sheet.edition_hash", sha=game.edition.sha256[:16])),
        channel="" if channel is None else plain(channel),
    )


def _leg(game: Game, setting: GameSetting, plain: Plain) -> str:
    """Return the leg and the mark of an imported game, as far as they apply."""
    leg = "" if setting.is_single else plain(say(f"leg.{game.leg.value}"))
    mark = plain(say("sheet.imported")) if game.imported else ""
    return " · ".join(filter(None, (leg, mark)))


def _player_score(game: Game, seat: Seat, setting: GameSetting, plain: Plain) -> PlayerScore:
    """Return a player's half of the competition sheet: moves, totals, and points at the end."""
    side = game.side(seat)
    adjustments: tuple[Adjustment, ...] = ()
    if game.ended is not None:
        points = game.ended.red_adjustment if seat is Seat.RED else game.ended.blue_adjustment
        if points:
            adjustments = (Adjustment(plain(say("sheet.adjustment")), points),)
    return PlayerScore(
        name=setting.names[side.person],
        side=SIDES[seat],
        total=side.score,
        rack=side.rack,
        to_move=game.stage is Stage.RUNNING and game.turn is seat,
        rows=_placement_rows(game, seat, plain),
        adjustments=adjustments,
        final=None if game.ended is None else side.score,
    )


def _placement_rows(game: Game, seat: Seat, plain: Plain) -> tuple[PlacementRow, ...]:
    """Return a row for each move of the player, with the total after it (art. 4.2)."""
    rows: list[PlacementRow] = []
    total = 0
    for listed in made_by(game, seat):
        move, is_void = listed.move, listed.void is not None
        beside = note(game, listed, plain)
        if isinstance(move, Passed):
            # A void row shows its word struck through, so a void pass needs one.
            word = plain(say("sheet.pass")) if is_void else ""
            kind = RowKind.VOID if is_void else RowKind.PASSED
            rows.append(
                PlacementRow(round=move.round, kind=kind, word=word, total=total, note=beside)
            )
            continue
        if not is_void:
            total += move.counted
        rows.append(
            PlacementRow(
                round=move.round,
                kind=RowKind.VOID if is_void else RowKind.PLACED,
                position=move.square.position(move.axis),
                word=move.word,
                adjacent=move.words[1:],
                score=move.points,
                counted=move.counted,
                total=total,
                note=beside,
            )
        )
    return tuple(rows)


def _result(game: Game, setting: GameSetting, plain: Plain) -> tuple[str, ...]:
    """Return lines of text about the game's end, or nothing while it runs."""
    if game.ended is None:
        return ()
    red, blue = setting.names[game.red.person], setting.names[game.blue.person]
    score = say(
        "sheet.final_score",
        red=red,
        blue=blue,
        red_score=game.red.score,
        blue_score=game.blue.score,
    )
    how = wrap(plain(ending_text(game.ended, red, blue)), LONGEST_RESULT)
    return (*how, plain(score))


def player_time(game: Game, seat: Seat, setting: GameSetting, plain: Plain) -> PlayerTime:
    """Return a player's half of the sheet."""
    side = game.side(seat)
    to_move = _thinks(game, seat)
    rows = _ledger(game, seat, setting.today, plain)
    used = sum(row.days for row in rows)
    return PlayerTime(
        name=setting.names[side.person],
        side=SIDES[seat],
        budget=game.allowance(seat),
        granted=side.granted,
        left_words=plain(say("sheet.days_left", n=max(0, game.allowance(seat) - used))),
        day_rounds=tuple(row.round for row in rows for _ in range(row.days)),
        leave_budget=game.rules.leave(game.phase),
        leave=tuple(
            LeaveDay(day, is_over=day < setting.today)
            for period in side.leave
            for day in period.dates
        ),
        rows=tuple(rows),
        to_move=to_move,
        last_day=answer_by(game) if to_move else None,
    )


def _thinks(game: Game, seat: Seat) -> bool:
    """Return whether the player's days run; not while they only have to accept the last move."""
    return game.stage is Stage.RUNNING and game.turn is seat and not game.waits_for_acceptance


def _ledger(game: Game, seat: Seat, today: date, plain: Plain) -> list[LedgerRow]:
    """Return a row for each finished turn, and one for the days running now."""
    rows: list[LedgerRow] = []
    total = 0
    charged = turns(game, seat)
    # An annulled move whose days were given back keeps its line, but fills no box.
    given_back = {turn: replace(turn.row, days=0) for turn in _uncharged(game, seat, charged)}
    for turn in sorted((*charged, *given_back), key=lambda turn: turn.at):
        row = given_back.get(turn, turn.row)
        total += row.days
        notes = [_late(game, seat, turn.place, turn.received, plain), _note(game, turn, plain)]
        rows.append(_row(row, total, "; ".join(filter(None, notes))))
    if _thinks(game, seat):
        last_counted = max(counted_on(game, today), game.received)
        running = clock_row(game.round, game.received, last_counted, counted_leave(game, seat))
        note = _late(game, seat, len(game.moves), game.received, plain)
        rows.append(replace(_row(running, total + running.days, note), sent=None))
    return rows


def _uncharged(game: Game, seat: Seat, charged: Collection[Turn]) -> Iterator[Turn]:
    """Yield the player's turns whose days were given back: of moves, and of returns (art. 5.2)."""
    void = (turn_of(move) for move, why in made_by(game, seat) if why is not None)
    returned = (held_turn(placement, back) for placement, back in held(game, seat))
    yield from (turn for turn in (*void, *returned) if turn not in charged)


def _note(game: Game, turn: Turn, plain: Plain) -> str:
    """Return the sheet's note on how the turn ended."""
    if turn.move is None:
        return plain(say("sheet.stopped"))
    if turn.move.by is not turn.seat:
        return plain(say("sheet.held"))
    void = dict(made_by(game, turn.seat)).get(turn.move)
    return note(game, ListedMove(turn.move, void), plain)


def _late(game: Game, seat: Seat, move: int, received: date, plain: Plain) -> str:
    """Return a note if the sheets of a turn arrived after the day they were sent (art. 7.1)."""
    turn = (seat, move, received)
    late = [arrival for arrival in game.arrivals if (arrival.by, arrival.move, arrival.on) == turn]
    if not late:
        return ""
    return plain(say("sheet.arrived", sent=late[-1].sent.isoformat(), on=received.isoformat()))


def _row(row: ClockRow, total: int, note: str) -> LedgerRow:
    """Return the row of one turn on the thinking-time sheet."""
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
