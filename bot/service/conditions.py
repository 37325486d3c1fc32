"""The conditions side of the service: what waits for the partner's move, and what becomes of it.

Conditions are their author's secret: nothing said here names them to anybody else, and no message
about them is filed under the game, whose file others may read.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.service.changes import Answered
from bot.service.ruled_words import lexicon_of
from bot.texts.i18n import fault_text
from bot.texts.messages import Text, say
from engine.errors import Fault, NotationError
from engine.games.conditional import (
    Condition,
    Dropped,
    Planned,
    Reason,
    Rehearsal,
    Wordless,
    follow,
    rehearse,
)
from engine.games.events import Event, Passed, PlacementMade
from engine.games.game import Game
from engine.ids import PersonId, Seat
from engine.notation import fold, format_placement, is_pass, parse_placement
from storage import conditions, previews
from storage.conditions import StoredCondition

if TYPE_CHECKING:
    from datetime import datetime

    from bot.service.games import SeenGame
    from bot.service.readers import Readers

MOST = 20
"""Conditions of one player in one game."""
PASS, ANY = "PAS", "*"
_ARROW = re.compile(r" ?(?:[-=–—]{0,8}>|=+|→|⇒|➜|➔|➡️?) ?")
"""In a line whose white space is single blanks."""
"""`->` and what phones make of it; a mere `=` will do."""
_ANYTHING = frozenset({"*", "ORICE", "ORICE ALTCEVA", "ANY", "ANYTHING"})


@dataclass(slots=True)
class _Waiting:
    """The conditions of a game by seat, and where each is stored."""

    by_seat: dict[Seat, tuple[Condition, ...]] = field(default_factory=dict)
    stored: dict[tuple[Seat, Condition], StoredCondition] = field(default_factory=dict)


class Conditions:
    """Everything a handler, or a game that moves, may do with conditions."""

    def __init__(self, service: "Readers") -> None:
        self._service = service
        self._tx = service.unit.tx

    async def of(self, person: PersonId, game: Game) -> list[StoredCondition]:
        """Return what the person has set in that game, in the order in which he did."""
        found = await conditions.of_game(self._tx, game.id)
        return [each for each in found if each.person == person]

    async def keep(
        self, seen: "SeenGame", seat: Seat, line: str, at: "datetime"
    ) -> tuple[Condition, Rehearsal]:
        """Keep the condition `H8 CASA -> 9G SAT` if both its moves could be made now.

        A placement that its author has been shown and not sent is to come before it.

        Raises:
            EngineError: the line cannot be read, or it is not the moment.
        """
        partner, reply = read_condition(line)
        person = seen.game.side(seat).person
        own = await self._own_move(seen, seat)
        wanted = Condition(partner=partner, reply=reply, own=planned_move(own) if own else None)
        lexicon = await lexicon_of(self._service, seen.game)
        tried = rehearse(seen.game, seat, wanted, self._service.unit.now, lexicon)
        if tried.is_possible:
            await conditions.put(
                self._tx,
                person,
                seen.game.id,
                own_move=own,
                partner_move=written(partner),
                reply=written(reply),
                at=at.replace(microsecond=0),
            )
        return wanted, tried

    async def _own_move(self, seen: "SeenGame", seat: Seat) -> str:
        """Return the placement the player has been shown and not sent: it is to come first."""
        if seen.game.turn is not seat:
            return ""
        shown = await previews.shown(self._tx, seen.game.side(seat).person, seen.game.id)
        return shown.placement if shown is not None and shown.seq == seen.step else ""

    async def follow(self, before: Game, decided: tuple[Event, ...]) -> Answered:
        """Use or drop what waited for these events; the moves returned are yet to be recorded."""
        stored = await conditions.of_game(self._tx, before.id)
        if not stored:
            return Answered()
        waiting = _sorted(before, stored)
        lexicon = await lexicon_of(self._service, before)
        moves = [event for event in decided if isinstance(event, PlacementMade | Passed)]
        at = moves[-1].at if moves else self._service.unit.now
        outcome = follow(before, decided, waiting.by_seat, at, lexicon)
        told: list[tuple[PersonId, Text]] = []
        for seat, condition in outcome.used:
            person = before.side(seat).person
            await conditions.clear(self._tx, before.id, person)
            told.append((person, _used(before, condition)))
        for lost in outcome.dropped:
            for each in lost.conditions:
                kept = waiting.stored[lost.by, each]
                await conditions.remove(self._tx, kept.person, kept.id, kept.at)
            if lost.reason is not Reason.ENDED:
                told.append((before.side(lost.by).person, _dropped(before, lost)))
            if lost.reason is not Reason.OWN_MOVE:
                await conditions.clear(self._tx, before.id, before.side(lost.by).person)
        return Answered(events=outcome.events, told=tuple(told))


def _sorted(game: Game, stored: Iterable[StoredCondition]) -> _Waiting:
    waiting = _Waiting()
    for each in stored:
        seat = game.seat_of(each.person)
        if seat is not None:
            condition = condition_of(each)
            waiting.by_seat[seat] = (*waiting.by_seat.get(seat, ()), condition)
            waiting.stored[seat, condition] = each
    return waiting


def condition_of(stored: StoredCondition) -> Condition:
    """Return the condition that is stored."""
    return Condition(
        partner=planned_move(stored.partner_move),
        reply=planned_move(stored.reply),
        own=planned_move(stored.own_move) if stored.own_move else None,
    )


def read_condition(line: str) -> tuple[Planned, Planned]:
    """Return the two moves of `H8 CASA -> 9G SAT`; `orice` on the left is whatever he plays.

    Raises:
        NotationError: `no_arrow`, or what is wrong with either move.
    """
    parts = _ARROW.split(" ".join(line.split()))
    if len(parts) != 2 or not all(parts):
        raise NotationError(Fault("no_arrow", facts={"text": line.strip()[:60]}))
    reply = Wordless.PASS if is_pass(parts[1]) else parse_placement(parts[1])
    return planned_move(parts[0]), reply


def planned_move(text: str) -> Planned:
    """Return the move that a text means: a placement, a pass, or whatever the partner does.

    Raises:
        NotationError: it is none of them.
    """
    if " ".join(fold(text).upper().split()) in _ANYTHING:
        return Wordless.ANY
    return Wordless.PASS if is_pass(text) else parse_placement(text)


def written(move: Planned) -> str:
    """Return the move as it is stored; `planned_move` reads it back."""
    if isinstance(move, Wordless):
        return PASS if move is Wordless.PASS else ANY
    return format_placement(move)


def move_name(move: str | Planned) -> Text:
    """Return the move as its author reads it."""
    text = move if isinstance(move, str) else written(move)
    return say("condition.anything") if text == ANY else say("condition.move", move=text)


def pair_text(wanted: Condition | StoredCondition) -> Text:
    """Return a condition as its author reads it: the partner's move, and the answer."""
    partner = wanted.partner_move if isinstance(wanted, StoredCondition) else wanted.partner
    return say("condition.pair", partner_move=move_name(partner), reply=move_name(wanted.reply))


def _used(game: Game, condition: Condition) -> Text:
    return say(
        "condition.used",
        game=game.id,
        partner_move=move_name(condition.partner),
        reply=move_name(condition.reply),
    )


def _dropped(game: Game, lost: Dropped) -> Text:
    rows = [
        say("condition.pair", partner_move=move_name(each.partner), reply=move_name(each.reply))
        for each in lost.conditions
    ]
    reasons = [say("play.fault", fault=fault_text(fault)) for fault in lost.faults]
    key = f"condition.dropped_{lost.reason.value}"
    if lost.reason is Reason.ILLEGAL:
        return say(key, game=game.id, rows=rows, faults=reasons)
    return say(key, game=game.id, rows=rows)
