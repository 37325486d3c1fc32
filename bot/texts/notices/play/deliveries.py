"""Proof of dispatch: names of a game's messages that reached a player or failed.

Pure. Art. 7.2 requires proof that a move was sent. Messages appear under names that people know:
the move, the sheets sent again, a warning. Answers to a player's own request prove nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.texts.messages import Param, Text, say
from engine.games.game import Game

PASSED_ON: Final = "writer.pass_on"
"""A message to a player through their writer; the fact `text` is the player's message."""
_NAMES: Final[Mapping[str, str]] = {
    "leg.started": "delivery.start",
    "turn.board": "delivery.board",
    "sheets.caption": "delivery.sheets",
    "sheets.follow": "delivery.sheets",
    "leg.sheets": "delivery.sheets",
    "sheets.resent": "delivery.sheets_resent",
    "remind.resend": "delivery.resent",
    "remind.not_opened_red": "delivery.not_opened",
    "remind.your_turn": "delivery.reminder",
    "remind.days_left": "delivery.days_left",
    "remind.last_day": "delivery.last_day",
    "remind.last_day_near": "delivery.last_day",
    "time.exceeded_you": "delivery.exceeded",
    "nudge.partner": "delivery.nudge",
    "return.author": "delivery.returned",
    "claim.told": "delivery.claim",
    "grant.told": "delivery.days",
    "case.decision": "delivery.decision",
    "game.ended": "delivery.ended",
}
"""The names of messages that prove something, by the keys of their texts."""
_NAMES_OF_FORWARDED: Final[Mapping[str, str]] = {
    "chat.line": "delivery.line",
    "letter.told": "delivery.line",
    "letter.answer": "delivery.line",
    "letter.copy": "delivery.line",
    "remark.objection": "delivery.line",
    "remark.told": "delivery.line",
    "claim.answered": "delivery.defence",
    "claim.more": "delivery.comment",
}
"""The names of messages that forward the words of the person in the fact `who`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatch:
    """One message about a game to one person."""

    text: Text
    at: datetime
    """The instant at which it was queued."""
    sent_at: datetime | None
    """The instant at which Telegram accepted it; None if it was not delivered."""


_RESENT: Final = frozenset({"sheets.resent", "remind.resend", "remind.not_opened_red"})
"""The messages that repeat an unanswered one (art. 7.2)."""


def inner_text(text: Text) -> Text:
    """Return the inner message if another person forwards it; otherwise the message itself."""
    inner = text.params.get("text")
    return inner_text(inner) if text.key == PASSED_ON and isinstance(inner, Text) else text


def name_of(text: Text) -> Text | None:
    """Return the message's name as a proof; None if it proves nothing."""
    text = inner_text(text)
    key = _NAMES.get(text.key)
    if key is None:
        return None
    facts: dict[str, Param] = {}
    if text.key == "turn.board":
        facts = _move_facts(text.params.get("body"))
        key = "delivery.placement" if facts else key
    named = {name: text.params[name] for name in ("version", "left", "n") if name in text.params}
    return Text(key, {**named, **facts})


def passed_on(text: Text) -> Text | None:
    """Return the name of a message that forwards a person's words; None for any other."""
    text = inner_text(text)
    key, who = _NAMES_OF_FORWARDED.get(text.key), text.params.get("who")
    return None if key is None or who is None else Text(key, {"who": who})


def _move_facts(body: Param) -> dict[str, Param]:
    """Return position and word of the move that a board shows; empty for a pass."""
    if not isinstance(body, Sequence) or not body or isinstance(first := body[0], str):
        return {}
    # The move is the line itself, or a fact of the line.
    move = first.params.get("move", first)
    if not isinstance(move, Text) or not {"position", "word"} <= move.params.keys():
        return {}
    return {name: move.params[name] for name in ("position", "word")}


def names_of(texts: Iterable[Text]) -> list[Text | None]:
    """Return the names of one person's messages about a game, oldest first.

    A move is sent once; a board that shows it again, for instance after a ruling, is named a board.
    """
    names: list[Text | None] = []
    for text in texts:
        name = name_of(text)
        if name is not None and name.key == "delivery.placement" and name in names:
            name = say("delivery.board_again")
        names.append(name)
    return names


def resent_after(dispatches: Iterable[Dispatch], game: Game) -> int | None:
    """Return after how many days the present turn's message was last sent again, or None."""
    days = [
        inner_text(dispatch.text).params.get("n")
        for dispatch in dispatches
        if inner_text(dispatch.text).key in _RESENT
        and dispatch.sent_at is not None
        and game.day_of(dispatch.sent_at) > game.received
    ]
    return days[-1] if days and isinstance(days[-1], int) else None


def proofs(dispatches: Sequence[Dispatch], most: int) -> list[Text]:
    """Return a line for each message that proves something; only the latest `most`."""
    names = names_of(dispatch.text for dispatch in dispatches)
    named = [
        (dispatch, name)
        for dispatch, name in zip(dispatches, names, strict=True)
        if name is not None
    ]
    left_out = len(named) - most
    rows = [say("silence.earlier", n=left_out)] if left_out > 0 else []
    for message, name in named[-most:]:
        if message.sent_at is None:
            rows.append(say("silence.undelivered", at=message.at.isoformat(), what=name))
        else:
            rows.append(say("silence.delivered", at=message.sent_at.isoformat(), what=name))
    return rows or [say("silence.none_delivered")]
