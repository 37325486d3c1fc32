"""Facts that the bot knows about a case: days, deliveries, words, earlier rulings.

Each fact can be checked; the arbiter draws the conclusions.
"""

from datetime import date
from typing import Final, NamedTuple

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.lookups.cases.ruled_words import is_valid, word_rulings_for
from bot.service.readers.readers import Readers
from bot.texts.messages import Text, say
from bot.texts.notices.cases.facts import (
    earlier_ruling,
    placement_facts,
    points_facts,
    query_facts,
    time_facts,
)
from bot.texts.notices.cases.ruling_texts import claim_text
from bot.texts.notices.matches.endings import ending_text
from bot.texts.notices.participants import Participants
from bot.texts.notices.play.relay import score_text
from bot.texts.notices.play.turn import turn_text
from engine.cases.case import Case
from engine.cases.events import ClaimKind, RulingKind
from engine.games.game import Game, Stage
from engine.ids import Seat
from engine.matches.match import MatchStage
from engine.matches.outstanding import late_seats
from engine.matches.seating import holder_on
from engine.notation import listed_form
from engine.thinking_time import day_of
from storage.cases import case_rows
from storage.queues import outbox

_SANCTIONS: Final = (
    RulingKind.WARNING.value,
    RulingKind.PENALTY.value,
    RulingKind.LOSS.value,
)
"""The rulings that sanction a player (art. 10.3)."""
_DELIVERIES_SHOWN: Final = 3
"""The most deliveries that the facts name, the latest ones."""


class _AsFiled(NamedTuple):
    """A case's game as it counts for its time."""

    game: Game
    today: date
    """The day that counts as today."""
    against: Seat | None
    """The seat claimed against, even if its player is known by another number since, or gone."""


async def facts_of(readers: Readers, case: Case, game: Game) -> list[Text]:
    """Return the known facts of the case, the most important first."""
    game = await readers.arrivals.for_time_decisions(game)
    participants = await readers.participants.of(game)
    lines: list[Text] = []
    match case.kind:
        case ClaimKind.WORD:
            lines = [*placement_facts(case, game, participants), *await _words(readers, case, game)]
        case ClaimKind.QUERY:
            lines = [*query_facts(case, game, participants), *await _words(readers, case, game)]
            lines += time_facts(game, participants, readers.games.today(game))
        case ClaimKind.TECHNICAL:
            lines = placement_facts(case, game, participants)
        case ClaimKind.ARITHMETIC:
            lines = [*placement_facts(case, game, participants), *points_facts(case, game)]
        case ClaimKind.TIME | None:
            filed = await _as_filed(readers, case, game)
            lines = [
                *time_facts(filed.game, participants, filed.today),
                *await _deliveries(readers, filed, participants),
            ]
        case ClaimKind.CONDUCT:
            pass
    lines += await _sanctions(readers, case, game)
    lines += await _other_open_cases(readers, case)
    return [*lines, *await _state(readers, game, participants)]


async def _as_filed(readers: Readers, case: Case, game: Game) -> _AsFiled:
    """Return the game whose days count, and the last day that counts.

    A time claim about a game that has ended since keeps the facts at its filing (art. 7.2).
    """
    against = None if case.against is None else game.last_seat_of(case.against)
    if case.kind is not ClaimKind.TIME or game.ended is None:
        return _AsFiled(game, readers.games.today(game), against)
    filed = await readers.games.as_of(game.id, case.copy)
    return _AsFiled(filed, game.day_of(case.opened), against)


async def is_over_time(readers: Readers, case: Case, game: Game) -> bool:
    """Return whether the player claimed against has used more days than they have (art. 7.2)."""
    filed = await _as_filed(readers, case, await readers.arrivals.for_time_decisions(game))
    return filed.against in late_seats(filed.game, filed.today)


async def _other_open_cases(readers: Readers, case: Case) -> list[Text]:
    """Return the other open claims and questions about the same game."""
    cases = [snapshot.case for snapshot in await readers.cases.of_game(case.game)]
    return [
        say("case.also_open", case=other.id, claim=claim_text(other))
        for other in cases
        if other.kind is not None and other.is_open and other.id != case.id
    ]


async def _state(readers: Readers, game: Game, participants: Participants) -> list[Text]:
    """Return the score, and whose turn it is or how the game ended."""
    lines = [score_text(game, participants)]
    if game.ended is None:
        lines.append(turn_text(game, participants, readers.games.today(game)))
        return lines
    lines.append(ending_text(game.ended, participants.red.name, participants.blue.name))
    match = await readers.matches.get(game.match)
    if match.stage is MatchStage.HOMOLOGATED:
        lines.append(say("case.homologated"))
    return lines


async def _deliveries(readers: Readers, filed: _AsFiled, participants: Participants) -> list[Text]:
    """Return when the player claimed against, or else the one to move, last got the sheets (7.2).

    If the seat was freed, its former player counts, with a line that says so. No lines if that
    player was forgotten, because their chats were erased.
    """
    game, seat = filed.game, filed.against or filed.game.turn
    if game.stage is not Stage.RUNNING:
        return []
    member = participants.at(seat)
    match = await readers.matches.get(game.match)
    chats = await readers.matches.chats_of_seat(match, member)
    freed_seat = match.reserved_seat(member.id)
    freed_line = []
    if freed_seat is not None:
        if await readers.persons.is_forgotten(freed_seat.former):
            return []
        on = freed_seat.day.isoformat()
        freed_line = [say("silence.place_free", who=member.name, on=on)]
    sent = [
        delivery.sent_at.replace(second=0, microsecond=0)
        for delivery in await outbox.deliveries(readers.unit.tx, game.id)
        if delivery.chat in chats
        and delivery.sent_at is not None
        and '"pictures"' in delivery.payload  # the payload is JSON; sheets are its pictures
    ]
    if not sent:
        return [*freed_line, say("case.never_delivered", who=member.name)]
    latest = list(dict.fromkeys(sent))[-_DELIVERIES_SHOWN:]  # both sheets of one message count once
    times = [say("case.instant", at=at.isoformat()) for at in latest]
    return [*freed_line, say("case.delivered", who=member.name, times=times)]


async def _words(readers: Readers, case: Case, game: Game) -> list[Text]:
    """Return for each word whether the game's list has it, and the rulings on it (art. 3.1)."""
    lexicon = readers.shared.lexicon(game.edition)
    rulings = await word_rulings_for(readers, game)
    lines = []
    for word in case.words:
        is_listed = listed_form(word) in lexicon
        key = "case.word_listed" if is_listed else "case.word_not_listed"
        lines.append(say(key, word=word.upper(), edition=game.edition.name))
        lines += [
            earlier_ruling(word, row.case_id, row.updated_at, is_valid=is_valid(row))
            for row in rulings
            if row.case_id != case.id
            if listed_form(word) in map(listed_form, row.words)
        ]
    return lines


async def _sanctions(readers: Readers, case: Case, game: Game) -> list[Text]:
    """Return earlier sanctions against the players in the same competition (art. 10.3).

    They matter to a case about conduct, and to one that an arbiter opened. Those in damaged games
    are left out.
    """
    if case.kind not in {ClaimKind.CONDUCT, None}:
        return []
    match = await readers.cases.match(case)
    rows = await case_rows.with_ruling(
        readers.unit.tx, _SANCTIONS, competition=match.competition, arbiter=match.arbiter
    )
    players = {game.side(seat).person for seat in Seat}
    lines = []
    for row in rows:
        if row.case_id == case.id:
            continue
        with leaving_out_damaged():
            earlier = await readers.cases.get(row.case_id)
            ruled = earlier.ruled
            if ruled is None or ruled.ruling.seat is None:
                continue
            then = await readers.games.get(earlier.game)
            person = holder_on(
                await readers.matches.get(then.match),
                then.side(ruled.ruling.seat).person,
                day_of(ruled.at, then.rules.time_zone),
            )
            if person in players:
                who = await readers.persons.name(person)
                what, at = say(f"outcome.{ruled.ruling.kind.value}"), ruled.at.isoformat()
                lines.append(say("case.sanction", who=who, what=what, case=earlier.id, at=at))
    return lines
