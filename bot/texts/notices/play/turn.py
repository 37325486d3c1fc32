"""Texts about whose turn it is: in the message that begins a turn, after a sent move, and later.

Thinking time runs from the day on which Telegram accepted the sheets (art. 7.1), not the board
before them. Later texts show the days left, the last day, and the consequence. Pure.
"""

from collections.abc import Mapping
from datetime import date
from typing import Final

from bot.texts.messages import Param, Text, say
from bot.texts.notices.matches.endings import ending_text
from bot.texts.notices.participants import Participants
from engine.games.deadlines import days_left, last_day
from engine.games.events import SheetsArrived
from engine.games.game import Game, Stage
from engine.ids import PersonId, Seat
from engine.matches.match import Match
from engine.tiles import JOKER


def turn_text(game: Game, participants: Participants, on: date | None = None) -> Text:
    """Return whose turn it is, the last day, and the days left on the day `on`.

    Without `on`, the day is the one on which the turn began.
    """
    if game.waits_for_acceptance:
        who = participants.at(game.turn).name
        return say("game.acceptance", who=who, until=participants.until(game))
    on = on or game.received
    facts: dict[str, Param] = {
        "who": participants.at(game.turn).name,
        "colour": say(f"colour.{game.turn.value}"),
    }
    # The arbiter's answer is awaited, so the player is not late.
    if game.query and participants.last_day(game) < on:
        return Text("game.turn_held", facts)
    return _turn_variant("turn", game, participants, on, **facts)


def your_turn_text(game: Game, participants: Participants, on: date | None = None) -> Text:
    """Return the text for the player to move: the last day, and the days left on the day `on`."""
    if game.waits_for_acceptance:
        return say("game.your_acceptance", until=participants.until(game))
    return _turn_variant(
        "your_turn",
        game,
        participants,
        on or game.received,
        round=game.round,
        rack=game.side(game.turn).rack,
    )


SHOWN: Final = 3
"""The most letters of the form of a move."""


def form_of(rack: str) -> dict[str, Param]:
    """Return how a move is written, across and down, with the first letters of that rack.

    It shows a form and no word: to look for a word would help a player during a game. Without
    letters, the form is that of the guides.
    """
    letters = rack.replace(JOKER, "")[:SHOWN] or "CASA"
    return {"across": f"H8 {letters}", "down": f"8H {letters}"}


def tiles_of(tiles: str) -> Param:
    """Return the tiles, or the words that there are none."""
    return tiles or say("tiles.none")


def state_text(game: Game, participants: Participants, person: PersonId, on: date) -> Text:
    """Return the game's state for a reader who opens it: whose turn it is, or its end."""
    if game.ended is not None:
        how = ending_text(game.ended, participants.red.name, participants.blue.name)
        return say("game.over", game=game.id, how=how)
    if game.seat_of(person) is not game.turn:
        return turn_text(game, participants, on)
    if game.query and participants.last_day(game) < on:
        return say("game.your_query_late", case=game.query)
    turn = your_turn_text(game, participants, on)
    return say("game.your_query", turn=turn, case=game.query) if game.query else turn


def leave_lines(
    game: Game, names: Mapping[Seat, str], reader: PersonId, on: date
) -> tuple[Text, ...]:
    """Return who of a running game is on leave on that day, the reader first (art. 7.2)."""
    if game.stage is not Stage.RUNNING:
        return ()
    own_seat = game.seat_of(reader)
    lines = []
    for seat in sorted(Seat, key=lambda seat: seat is not own_seat):
        leave = game.side(seat).leave_on(on)
        if leave is None:
            continue
        until = leave.last.isoformat()
        lines.append(
            say("game.own_leave", until=until)
            if seat is own_seat
            else say("game.other_leave", who=names[seat], until=until)
        )
    return tuple(lines)


def free_seat_lines(match: Match, names: Mapping[PersonId, str]) -> list[Text]:
    """Return which seats of the match are free, and since when; its game continues (art. 9.6)."""
    return [
        say("games.seat_free", who=names[who], since=freed.day.isoformat())
        for who in match.people
        if (freed := match.reserved_seat(who)) is not None
    ]


def is_late(game: Game, participants: Participants, on: date) -> bool:
    """Return whether the last day for an answer is past, so that no text announces it.

    A move that waits for the arbiter is not late: the days count until the answer (art. 5.3).
    """
    return participants.last_day(game) < on and not game.query


def is_closed(participants: Participants, on: date) -> bool:
    """Return whether the phase is over on that day, so that no player moves (art. 9.4)."""
    return participants.closing is not None and participants.closing < on


def _turn_variant(
    key: str, game: Game, participants: Participants, on: date, /, **facts: Param
) -> Text:
    """Return the text of that key in its variant: normal, cut by the closing, or late."""
    left, until = max(0, days_left(game, game.turn, on)), participants.until(game)
    if not is_late(game, participants, on):
        variant = "_closing" if _is_cut(game, participants) else ""
    elif participants.closing is not None and is_closed(participants, on):
        variant, until = "_closed", participants.closing.isoformat()
    else:
        is_own = key == "your_turn"
        variant = "_late_friendly" if is_own and not participants.kind.has_arbiter else "_late"
    return say(f"game.{key}{variant}", left=left, until=until, **facts)


def _is_cut(game: Game, participants: Participants) -> bool:
    """Return whether the phase closes before the player's own last day (art. 9.4)."""
    return participants.last_day(game) < last_day(game)


def step(game: Game, seq: int) -> int:
    """Return the number of the game's last event, without arrivals, which change no board.

    So buttons made before an arrival stay valid after it.
    """
    return seq - sum(isinstance(entry.event, SheetsArrived) for entry in game.log)


def sent_text(game: Game, participants: Participants, seat: Seat, written: str) -> Text:
    """Return the confirmation: the recipient, the player's total, the days used and left."""
    if game.stage is Stage.ENDED:  # the message with the sheets reports the result
        return say("play.sent_last", placement=written, game=game.id)
    if not participants.kind.has_reader:  # the message with the board reports the rest at once
        total = game.side(seat).score
        return say("practice.sent", placement=written, total=total, game=game.id)
    last = next(move for move in reversed(game.moves) if move.by is seat and not move.conditional)
    return say(
        "play.sent" if participants.kind.has_arbiter else "play.sent_friendly",
        placement=written,
        partner=participants.at(seat.partner).name,
        total=game.side(seat).score,
        days=last.days,
        left=game.allowance(seat) - game.side(seat).days,
        rack=tiles_of(game.side(seat).rack),
        game=game.id,
        waits=turn_text(game, participants) if game.waits_for_acceptance else None,
    )
