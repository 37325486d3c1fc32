"""Moves that are written but not sent: whether they can be sent, and when their figures change.

A preview has rows of due work of its own. One keeps its message true: at the end of the hour in
which it counts from the message with the move, at each midnight, and when days are given. The other
names it aloud once, on the evening of the last day (art. 7.1, 7.2).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.context import Context
from bot.service.notices.play.effects import effect_of
from bot.service.pure.days.hours import at_hour, at_hour_within
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.texts.buttons.play import DROP, OTHER, SEND
from bot.texts.messages import Buttons, Text, say
from bot.texts.notices.play.preview import Timing, WrittenMove, pass_text, preview_text
from engine.games.deadlines import answer_by
from engine.games.game import Stage
from engine.games.turns import thinking_days
from engine.ids import GameId, PersonId
from engine.notation import is_pass, parse_placement
from storage.days import due
from storage.days.due import DueRow
from storage.play import previews
from storage.play.previews import Preview
from storage.streams import written_stream

FIGURES: Final = "figures"
"""The kind of a row: the preview's figures change, so its message is edited."""
EVENING: Final = "evening"
"""The kind of a row: the last evening comes, so the author is reminded."""
EVENING_HOUR: Final = 20
"""The hour of the author on the last day at which an unsent move is named aloud."""


@dataclass(frozen=True, slots=True)
class StandingPreview:
    """A preview that can still be sent, in its game."""

    preview: Preview
    snapshot: GameSnapshot


async def written_in(readers: Readers, snapshot: GameSnapshot) -> WrittenMove | None:
    """Return the move that the player to move has written and can still send, or None."""
    person = snapshot.game.side(snapshot.game.turn).person
    preview = await previews.open_preview(readers.unit.tx, person, snapshot.game.id)
    if preview is None or not await _can_be_sent(readers, preview, snapshot):
        return None
    return WrittenMove(preview.token, preview.placement)


async def written_by(readers: Readers, person: PersonId) -> dict[GameId, WrittenMove]:
    """Return all moves that the person has written and can still send, by their games.

    Those in damaged games are left out.
    """
    moves = {}
    for preview in await previews.open_previews(readers.unit.tx, person):
        with leaving_out_damaged():
            written = await written_in(readers, await readers.games.load(preview.game_id))
            # It is another preview if the opponent is to move.
            if written is not None and written.token == preview.token:
                moves[preview.game_id] = written
    return moves


def preview_buttons(token: str, *, is_one_of_several: bool) -> Buttons:
    """Return the buttons of a preview: send, drop, and another game where several wait."""
    row = SEND.button(say("button.send"), token), DROP.button(say("button.drop"), token)
    other = OTHER.button(say("button.other_game"), token)
    return (row, (other,)) if is_one_of_several else (row,)


async def timing_of(readers: Readers, snapshot: GameSnapshot, shown_at: datetime) -> Timing:
    """Return the facts that decide from which instant a move with that preview counts."""
    return Timing(
        now=readers.unit.now,
        good_until=await readers.previews.good_until(shown_at),
        today=readers.games.today(snapshot.game),
    )


async def plan(readers: Readers, token: str, *, is_new: bool = False) -> None:
    """Write the due rows of a preview; practice, which waits for nobody, has none.

    `is_new`: it has no earlier rows, so none need be deleted. A preview that can no longer be sent
    loses its rows.
    """
    standing = await standing_of(readers, token)
    rows = [] if standing is None else await _rows(readers, standing)
    if is_new:
        await due.put_missing(readers.unit.tx, rows)
    else:
        await due.replace_all(readers.unit.tx, written_stream(token), rows)


async def keep_standing(context: Context, before: GameSnapshot, after: GameSnapshot) -> None:
    """Keep the game's previews valid after events that change neither board nor turn.

    A due row for now shows their present figures.
    """
    await previews.carry(context.unit.tx, before.game.id, before.step, after.step)
    for seat in (after.game.red, after.game.blue):
        preview = await previews.open_preview(context.unit.tx, seat.person, after.game.id)
        if preview is not None:
            row = DueRow(
                stream=written_stream(preview.token), kind=FIGURES, due_at=context.unit.now
            )
            await due.put(context.unit.tx, row)


async def standing_of(readers: Readers, token: str) -> StandingPreview | None:
    """Return the preview of that token with its game; None if it can no longer be sent."""
    preview = await previews.of_token(readers.unit.tx, token)
    if preview is None:
        return None
    snapshot = await readers.games.load(GameId(preview.game_id))
    is_standing = await _can_be_sent(readers, preview, snapshot)
    return StandingPreview(preview, snapshot) if is_standing else None


async def fits_game(readers: Readers, preview: Preview, snapshot: GameSnapshot) -> bool:
    """Return whether the preview is of the game's present turn, and play goes on."""
    return (
        snapshot.step == preview.seq
        and snapshot.game.stage is Stage.RUNNING
        and not await readers.closings.is_game_closed(snapshot.game)
    )


async def _can_be_sent(readers: Readers, preview: Preview, snapshot: GameSnapshot) -> bool:
    """Return whether the preview's button would send its move now; practice waits for nobody."""
    game = snapshot.game
    if not await fits_game(readers, preview, snapshot):
        return False
    if not (await readers.participants.of(game)).kind.has_reader:
        return False
    if is_pass(preview.placement):
        return True
    placement = parse_placement(preview.placement)
    effect = await effect_of(readers, game, game.turn, placement, readers.unit.now)
    return not effect.appraisal.faults


async def _rows(readers: Readers, standing: StandingPreview) -> Sequence[DueRow]:
    """Return when the figures of the preview change next, and its last evening."""
    preview, game, now = standing.preview, standing.snapshot.game, readers.unit.now
    stream, zone = written_stream(preview.token), game.rules.time_zone
    last = answer_by(await readers.arrivals.for_time_decisions(game))
    today = readers.games.today(game)
    rows = []
    good_until = await readers.previews.good_until(preview.shown_at)
    if now < good_until:
        rows.append(DueRow(stream=stream, kind=FIGURES, due_at=good_until))
    elif today <= last:  # after it, the text names no figure that changes
        midnight = at_hour(today + timedelta(days=1), 0, zone)
        rows.append(DueRow(stream=stream, kind=FIGURES, due_at=midnight))
    author = await readers.persons.get(preview.person)
    evening = at_hour_within(last, EVENING_HOUR, author.time_zone, there=zone)
    evening = max(evening, good_until)  # before, the move still counts from its message
    if now < evening < at_hour(last + timedelta(days=1), 0, zone):
        rows.append(DueRow(stream=stream, kind=EVENING, due_at=evening))
    return rows


async def shown_text(readers: Readers, standing: StandingPreview) -> Text:
    """Return the preview's text as it applies now, with its days and its last day."""
    preview = standing.preview
    game = await readers.arrivals.for_time_decisions(standing.snapshot.game)
    participants = await readers.participants.of(game)
    timing = await timing_of(readers, standing.snapshot, preview.shown_at)
    with_sheet = await readers.sheet_photos.has(preview)
    sheet = say("preview.with_sheet") if with_sheet else None
    at = await readers.previews.instant(preview.typed_at, preview.shown_at, readers.unit.now)
    if is_pass(preview.placement):
        days = thinking_days(game, game.turn, game.day_of(at))
        return pass_text(game, participants, days, timing=timing, sheet=sheet)
    placement = parse_placement(preview.placement)
    effect = await effect_of(readers, game, game.turn, placement, at)
    return preview_text(
        game, participants, effect.appraisal, preview.placement, timing=timing, sheet=sheet
    )
