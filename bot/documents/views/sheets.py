"""From a game to its sheets: fills the plain views that `bot.documents.render` draws.

Pure: knows the rules and the words, but neither draws nor loads.
"""

from textwrap import wrap
from typing import Final

from bot.documents.render.time_layout import TimeSheet
from bot.documents.render.view import (
    Adjustment,
    CompetitionSheet,
    Head,
    PlacementRow,
    PlayerScore,
    RowKind,
)
from bot.documents.views.boards import last_move, sequence_of, tiles_laid
from bot.documents.views.moves import made_by, note
from bot.documents.views.setting import SIDES, Setting, labels, title_of
from bot.documents.views.times import player_time
from bot.texts.messages import Word, say
from bot.texts.notices.endings import ending_text
from bot.texts.notices.means import means_text
from engine.games.events import Passed
from engine.games.game import Game, Stage
from engine.ids import Seat
from engine.matches.told_events import Means
from engine.notation import format_position

LONGEST_RESULT: Final = 90
"""Characters of a line on how the game ended."""


def competition_sheet(game: Game, setting: Setting, word: Word) -> CompetitionSheet:
    """Return the competition sheet of the game (art. 2.1, 4.2)."""
    return CompetitionSheet(
        head=_head(game, setting, word),
        labels=labels(word),
        tile_values=game.tile_set.values,
        tiles=tiles_laid(game),
        sequence=sequence_of(game),
        red=_player_score(game, Seat.RED, setting, word),
        blue=_player_score(game, Seat.BLUE, setting, word),
        last=last_move(game),
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
        red=player_time(game, Seat.RED, setting, word),
        blue=player_time(game, Seat.BLUE, setting, word),
        after=after,
    )


def _head(game: Game, setting: Setting, word: Word) -> Head:
    return Head(
        competition=title_of(setting, word),
        phase=word(say(f"phase.{game.phase.value}")) if setting.is_phase else "",
        leg=word(say(f"leg.{game.leg.value}")),
        game=game.id,
        arbiter=setting.arbiter,
        start=game.start,
        word_list=game.edition.name,
        word_list_official=setting.word_list_official,
        version=setting.version,
        footer=word(say("sheet.edition_hash", sha=game.edition.sha256[:16])),
        means="" if setting.means == Means() else word(means_text(setting.means)),
    )


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
    for move, void in made_by(game, seat):
        kind, beside = RowKind.VOID, note(game, move, void, word)
        if isinstance(move, Passed):
            text = word(say("sheet.pass")) if void else ""
            kind = RowKind.VOID if void else RowKind.PASSED
            rows.append(
                PlacementRow(round=move.round, kind=kind, word=text, total=total, note=beside)
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
                note=beside,
            )
        )
    return tuple(rows)


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
