"""From a game to what is drawn of it: fills the plain views of `bot.render.view`.

Pure: knows the rules and the words, but neither draws nor loads. The board of a preview comes from
here too, so that all pictures agree.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from textwrap import wrap

from bot.messages import Text, say
from bot.render.view import (
    LABEL_KEYS,
    Adjustment,
    BoardPicture,
    CompetitionSheet,
    Head,
    LaidTile,
    LastMove,
    LeaveDay,
    LedgerRow,
    PlacementRow,
    PlayerScore,
    PlayerTime,
    RowKind,
    SequenceTile,
    Side,
    TimeSheet,
    mark_sequence,
)
from bot.words.endings import ending_text
from engine.board import EMPTY, Square
from engine.clock import clock_row
from engine.games.deadlines import last_day
from engine.games.events import Passed, PlacementMade
from engine.games.game import Game, Move, Stage, squares
from engine.games.ruling_events import ScoreCorrected
from engine.games.taking_back import void_moves
from engine.ids import PersonId, Seat
from engine.matches.ledger_entries import clock_row_of
from engine.notation import format_position
from engine.placement import Placement, survey

Word = Callable[[Text], str]
"""Words a text in the reader's language, plain (no HTML)."""

LONGEST_RESULT = 90
"""Characters of a line on how the game ended."""
SIDES = {Seat.RED: Side.RED, Seat.BLUE: Side.BLUE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a sheet says of a game that the game's own events do not know."""

    names: Mapping[PersonId, str]
    arbiter: str
    competition: str
    word_list_official: bool
    version: int
    """The sequence number of the last event drawn."""
    today: date


def competition_sheet(game: Game, setting: Setting, word: Word) -> CompetitionSheet:
    """Return the competition sheet of the game (art. 2.1, 4.2)."""
    return CompetitionSheet(
        head=_head(game, setting, word),
        labels=labels(word),
        tile_values=game.tile_set.values,
        tiles=_tiles(game),
        sequence=_sequence(game),
        red=_player_score(game, Seat.RED, setting, word),
        blue=_player_score(game, Seat.BLUE, setting, word),
        last=_last(game),
        result=_result(game, setting, word),
    )


def time_sheet(game: Game, setting: Setting, word: Word) -> TimeSheet:
    """Return the thinking-time sheet of the game (art. 7.2)."""
    last = game.last_move
    after = (
        ""
        if last is None
        else word(say("sheet.after", n=last.round, colour=say(f"sheet.{last.by.value}")))
    )
    return TimeSheet(
        head=_head(game, setting, word),
        labels=labels(word),
        red=_player_time(game, Seat.RED, setting, word),
        blue=_player_time(game, Seat.BLUE, setting, word),
        after=after,
    )


def board_picture(
    game: Game, seat: Seat, word: Word, placement: Placement | None = None
) -> BoardPicture:
    """Return the board as that seat sees it, with a placement not yet sent if one is given."""
    side = SIDES[seat]
    proposed: tuple[LaidTile, ...] = ()
    coming = game.sequence[game.drawn : game.drawn + game.rules.rack_size]
    if placement is not None:
        laid = survey(game.board, placement)
        places = squares(placement.square, placement.axis, len(laid.word))
        proposed = tuple(
            LaidTile(square, letter, side)
            for square, letter in zip(places, laid.word, strict=True)
            if game.board[square] == EMPTY
        )
        coming = coming[: len(proposed)]
    last = _last(game)
    return BoardPicture(
        labels=labels(word),
        tile_values=game.tile_set.values,
        tiles=_tiles(game),
        side=side,
        last=last.squares if last else frozenset(),
        proposed=proposed,
        rack=game.side(seat).rack,
        coming=coming,
    )


def labels(word: Word) -> dict[str, str]:
    """Return every word that the drawings themselves need."""
    return {key: word(say(key)) for key in LABEL_KEYS}


def _head(game: Game, setting: Setting, word: Word) -> Head:
    return Head(
        competition=setting.competition,
        phase=word(say(f"phase.{game.phase.value}")),
        leg=word(say(f"leg.{game.leg.value}")),
        game=game.id,
        red=setting.names[game.red.person],
        blue=setting.names[game.blue.person],
        arbiter=setting.arbiter,
        start=game.start,
        word_list=game.edition.name,
        word_list_official=setting.word_list_official,
        version=setting.version,
        footer=word(say("sheet.edition_hash", sha=game.edition.sha256[:16])),
    )


def _laid(move: PlacementMade, before: set[Square]) -> dict[Square, str]:
    """Return the tiles that the placement laid, by square."""
    places = squares(move.square, move.axis, len(move.word))
    return {
        square: letter
        for square, letter in zip(places, move.word, strict=True)
        if square not in before
    }


def _tiles(game: Game) -> tuple[LaidTile, ...]:
    taken: set[Square] = set()
    tiles: list[LaidTile] = []
    for move in game.moves:
        if isinstance(move, PlacementMade):
            laid = _laid(move, taken)
            taken |= laid.keys()
            tiles += [LaidTile(s, letter, SIDES[move.by]) for s, letter in laid.items()]
    return tuple(tiles)


def _last(game: Game) -> LastMove | None:
    move = game.last_move
    if move is None:
        return None
    if not isinstance(move, PlacementMade):
        return LastMove(side=SIDES[move.by])
    before = {
        square
        for earlier in game.moves[:-1]
        if isinstance(earlier, PlacementMade)
        for square in squares(earlier.square, earlier.axis, len(earlier.word))
    }
    return LastMove(
        side=SIDES[move.by],
        position=format_position(move.square, move.axis),
        word=move.word,
        adjacent=move.words[1:],
        score=move.points,
        counted=move.counted,
        squares=frozenset(_laid(move, before)),
    )


def _sequence(game: Game) -> tuple[SequenceTile, ...]:
    size = game.rules.rack_size
    draws = [(Side.RED, size), (Side.BLUE, size)]
    drawn = 2 * size
    for move in game.moves:
        if isinstance(move, PlacementMade):
            taken = min(len(move.tiles), len(game.sequence) - drawn)
            draws.append((SIDES[move.by], taken))
            drawn += taken
    racks = {Side.RED: game.red.rack, Side.BLUE: game.blue.rack}
    return mark_sequence(game.sequence, draws, racks)


def _player_score(game: Game, seat: Seat, setting: Setting, word: Word) -> PlayerScore:
    side = game.side(seat)
    adjustments: tuple[Adjustment, ...] = ()
    if game.ended is not None:
        points = game.ended.red_adjustment if seat is Seat.RED else game.ended.blue_adjustment
        if points:
            adjustments = (Adjustment(word(say("sheet.adjustment")), points),)
    return PlayerScore(
        name=setting.names[side.person],
        side=SIDES[seat],
        total=side.score,
        rack=side.rack,
        to_move=game.stage is Stage.RUNNING and game.turn is seat,
        rows=_placement_rows(game, seat, word),
        adjustments=adjustments,
        final=None if game.ended is None else side.score,
    )


def _placement_rows(game: Game, seat: Seat, word: Word) -> tuple[PlacementRow, ...]:
    rows: list[PlacementRow] = []
    total = 0
    for move, void in _made_by(game, seat):
        kind, note = RowKind.VOID, _note(game, move, void, word)
        if isinstance(move, Passed):
            text = word(say("sheet.pass")) if void else ""
            kind = RowKind.VOID if void else RowKind.PASSED
            rows.append(
                PlacementRow(round=move.round, kind=kind, word=text, total=total, note=note)
            )
            continue
        if void is None:
            kind = RowKind.PLACED
            total += move.counted
        rows.append(
            PlacementRow(
                round=move.round,
                kind=kind,
                position=format_position(move.square, move.axis),
                word=move.word,
                adjacent=move.words[1:],
                score=move.points,
                counted=move.counted,
                total=total,
                note=note,
            )
        )
    return tuple(rows)


def _note(game: Game, move: Move, void: Text | None, word: Word) -> str:
    """Return what the sheet says beside a move: why it is void, or how it came to be."""
    if void is not None:
        return word(void)
    ruling = correction_of(game, move)
    if ruling is not None:
        return word(say("sheet.corrected", article=ruling.article))
    if move.conditional:
        return word(say("sheet.conditional"))
    return word(say("sheet.entered")) if move.entered_by is not None else ""


def moves_made(game: Game) -> Sequence[tuple[Move, Text | None]]:
    """Return every move ever made, in that order; a text says why it stands no more (art. 5.2)."""
    made: list[tuple[Move, Text | None]] = [(move, None) for move in game.moves]
    made += [(move, say("sheet.returned")) for move, _ in game.returned]
    made += [
        (move, say("sheet.annulled", article=ruling.article)) for move, ruling in game.annulled
    ]
    return sorted(made, key=lambda entry: entry[0].at)


def correction_of(game: Game, move: Move) -> ScoreCorrected | None:
    """Return the last ruling that put the arithmetic of that standing move right (art. 5.3)."""
    found = [ruling for ruling in game.corrections if game.moves[ruling.move] == move]
    return found[-1] if found else None


def _made_by(game: Game, seat: Seat) -> Sequence[tuple[Move, Text | None]]:
    return [(move, void) for move, void in moves_made(game) if move.by is seat]


def _player_time(game: Game, seat: Seat, setting: Setting, word: Word) -> PlayerTime:
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
    for move, void in _made_by(game, seat):
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
                note=_note(game, move, void, word),
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


def _result(game: Game, setting: Setting, word: Word) -> tuple[str, ...]:
    """Return the worded end of the game, or nothing while it runs."""
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
    how = wrap(word(ending_text(game.ended, red, blue)), LONGEST_RESULT)
    return (*how, word(score))
