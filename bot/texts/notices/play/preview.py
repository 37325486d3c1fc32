"""The text of a move that is written but not sent: its effect, and when it counts (art. 4, 7.1).

Pure. The same text is shown when the move is written and whenever its figures change.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from bot.texts.buttons.play import SEND
from bot.texts.messages import Button, Text, say
from bot.texts.notices.participants import Participants
from engine.games.appraisal import Appraisal
from engine.games.game import Game
from engine.rulesets import WordPolicy
from engine.tiles import without


class WrittenMove(NamedTuple):
    """A move that its author can still send, by the token of its preview."""

    token: str
    move: str

    @property
    def button(self) -> Button:
        """Return the button that sends it from another message than its preview."""
        return SEND.button(say("button.send_written", move=self.move), self.token, apart=True)

    def below(self, text: Text) -> Text:
        """Return the text with a line that names the move."""
        return say("written.below", text=text, move=self.move)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """What decides the instant from which an unsent move counts (art. 7.1)."""

    now: datetime
    good_until: datetime
    """The last instant at which a press counts from the message with the move."""
    today: date
    """The current day in the game's zone."""


def timing_text(game: Game, participants: Participants, timing: Timing) -> Text:
    """Return that the move is not sent, and from when it counts if it is sent."""
    if not participants.kind.has_reader:
        return say("preview.not_sent")
    if timing.now < timing.good_until:
        return say("preview.prompt", until=timing.good_until.isoformat())
    if participants.last_day(game) < timing.today:
        return say("preview.from_press_late")
    return say("preview.from_press", until=participants.until(game))


def preview_text(  # noqa: PLR0913  (the move, its effect, its time, and the lines beside)
    game: Game,
    participants: Participants,
    appraisal: Appraisal,
    written: str,
    *,
    timing: Timing,
    beside: Sequence[Text] = (),
    sheet: Text | None = None,
) -> Text:
    """Return the effect of a placement before it is sent.

    `beside`: differences between the effect and what the author wrote beside the move. `sheet`: a
    line about the photographed sheet.
    """
    side = game.side(game.turn)
    lines = [*_words(game, appraisal), *beside]
    left = game.allowance(game.turn) - side.days - appraisal.days
    if left < 0:
        lines.append(say("preview.late", n=-left))
    is_capped = appraisal.counted < appraisal.points
    return say(
        "preview.placement",
        placement=written,
        points=appraisal.points,
        capped=say("preview.capped", counted=appraisal.counted) if is_capped else None,
        words=lines,
        total=side.score + appraisal.counted,
        tiles=_tiles_after(game, appraisal),
        days=appraisal.days,
        left=max(0, left),
        game=game.id,
        partner=participants.at(game.turn.partner).name,
        round=game.round,
        timing=timing_text(game, participants, timing),
        sheet=sheet,
    )


def pass_text(
    game: Game,
    participants: Participants,
    days: int,
    *,
    timing: Timing,
    sheet: Text | None = None,
) -> Text:
    """Return the cost of a pass in days, and whether it ends the game (art. 4.3)."""
    ends = game.passes_in_a_row + 1 >= game.rules.passes_to_end
    return say(
        "preview.pass",
        game=game.id,
        partner=participants.at(game.turn.partner).name,
        round=game.round,
        days=days,
        ends=say("preview.pass_ends", n=game.rules.passes_to_end) if ends else None,
        timing=timing_text(game, participants, timing),
        sheet=sheet,
    )


def _words(game: Game, appraisal: Appraisal) -> list[Text]:
    """Return a line for each word; where only the opponent checks words, without a verdict."""
    if game.rules.word_policy is WordPolicy.PARTNER:
        return [say("preview.word", word=word) for word in appraisal.words]
    return [
        say("preview.word_wrong" if word in appraisal.unknown else "preview.word_right", word=word)
        for word in appraisal.words
    ]


def _tiles_after(game: Game, appraisal: Appraisal) -> Text:
    """Return the tiles drawn next, and the rack after the move."""
    rack = without(game.side(game.turn).rack, appraisal.tiles) + appraisal.next_tiles
    if appraisal.next_tiles:
        return say("preview.draws", next=appraisal.next_tiles, rack=rack)
    return say("preview.draws_last", rack=rack) if rack else say("preview.draws_nothing")
