"""Decides which messages also reach a person in a browser by mail and on their devices.

A turn always does, even in quiet hours, because its arrival sets the player's days (art. 7.1). So
do loud messages that the person did not just ask for. Outdated messages are only on the page.
"""

import json
from dataclasses import dataclass
from typing import Final

from bot.service.service import Service
from bot.texts.mails import APART, RECOVERY_KEY
from bot.texts.messages import Notice, Param, Text, say
from bot.texts.notices.participants import Participants
from bot.texts.notices.play.turn_notices import brings_turn, turn_key
from bot.texts.outgoing import notice_from_json
from engine.correspondence import game_of
from engine.games.game import Game, Stage
from engine.ids import Seat, match_of
from storage.people.addresses import is_browser
from storage.people.people import Person
from storage.queues import outbox_mails
from storage.queues.precedence import Precedence

_NOT_ASKED: Final = frozenset({Precedence.MOVE, Precedence.TOLD})
"""The precedences of messages for which nobody has just asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """The subject of a message."""

    is_turn: bool = False
    """Whether it brings the reader's turn."""
    game: str = ""
    """The code of the game; "" for other messages."""
    partner: str = ""
    """The opponent's name; "" for a reader who does not play the game."""
    until: Param = None
    """The last day of a turn."""

    @property
    def subject(self) -> Text:
        """Return the subject of a mail: the opponent's name and the game."""
        if self.is_turn:
            return say("mail.turn_subject", partner=self.partner, game=self.game, until=self.until)
        if self.partner:
            return say("mail.game_subject", partner=self.partner, game=self.game)
        return say("mail.subject")


def is_told_elsewhere(notice: Notice, precedence: Precedence) -> bool:
    """Return whether the message is of a kind that is mailed and announced."""
    if not is_browser(notice.to) or notice.text is None or is_change(notice):
        return False
    if notice.dedup.startswith((*APART, RECOVERY_KEY)):
        return False  # that mail has a reason of its own
    is_loud = not (notice.silent or notice.mailed_with) and precedence in _NOT_ASKED
    return brings_turn(notice) or is_loud


async def shown_before(service: Service, notice: Notice) -> list[Notice]:
    """Return the messages of a turn that are in the same mail as this one, the last of them."""
    tx = service.unit.tx
    mailed = await outbox_mails.mailed_with(tx, notice.to, notice.about, notice.dedup)
    return [notice_from_json(json.loads(earlier)) for earlier in mailed]


def is_change(notice: Notice) -> bool:
    """Return whether the notice is no new message: it changes or answers something."""
    return bool(notice.edits) or not notice.is_message


async def occasion(service: Service, person: Person, notice: Notice) -> Occasion | None:
    """Return what the message is about; None if nobody needs it, or its reader is mute."""
    if person.mute and not brings_turn(notice):
        return None
    game = game_of(notice.about)
    if game is None:
        return Occasion()
    snapshot = await service.arrivals.with_days_of_today(await service.games.load(game))
    participants = await service.participants.of(snapshot.game)
    if not participants.kind.has_reader:
        return None  # a practice game is played on the page
    if brings_turn(notice):
        return _turn(snapshot.game, participants, notice)
    seat = snapshot.game.seat_of(person.id)
    if seat is not None:
        return Occasion(game=game, partner=participants.at(seat.partner).name)
    is_writer = notice.to in {participants.at(player_seat).address for player_seat in Seat}
    match = await service.matches.get(match_of(game))
    is_arbiter = person.id in await service.competitions.arbiters(match)
    # Anybody else has lost the seat since the message was queued.
    return Occasion(game=game) if is_writer or is_arbiter else None


def _turn(game: Game, participants: Participants, notice: Notice) -> Occasion | None:
    """Return the turn; None if it is over, or another person has the seat."""
    is_theirs = participants.at(game.turn).address == notice.to and game.stage is Stage.RUNNING
    if notice.dedup != turn_key(game) or not is_theirs:
        return None
    partner, until = participants.at(game.turn.partner).name, participants.until(game)
    return Occasion(is_turn=True, game=game.id, partner=partner, until=until)
