"""A match stored by hand for case files: a finished home game, a return game not begun.

It has every event about days, and messages, lines and a person with an awkward name; its instants
are fixed, so the same case file can be made again.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.shared import BotSettings
from bot.texts.messages import Notice, Text, say
from bot.texts.outgoing import notice_to_json
from bot.texts.pictures import CompetitionSheet
from engine.cases.events import (
    CaseEvent,
    CaseId,
    CaseRuled,
    ClaimFiled,
    ClaimKind,
    CommentGiven,
    DefenceGiven,
    OpinionGiven,
    PartnerTold,
    Ruling,
    RulingKind,
)
from engine.games.commands import Pass, Resign
from engine.games.decide import decide
from engine.games.events import EditionRef, Event, GameStarted, LeaveAnnounced
from engine.games.fold import begin, evolve
from engine.games.ruling_events import MovesAnnulled, ScoreCorrected, TimeGranted
from engine.ids import NO_COMPETITION, CompetitionCode, GameId, Leg, MatchCode, PersonId, Seat
from engine.matches.decide import end_leg
from engine.matches.events import LegStarted, MatchArranged, MatchEvent
from engine.matches.fold import arranged, evolve_match
from engine.rulesets import NATIONAL_2025, Phase
from engine.sequences.sequence import draw
from engine.thinking_time import LeavePeriod
from engine.words.dawg import build
from storage import log
from storage.cases import case_rows, statements
from storage.conversation import chat
from storage.db import Database
from storage.people import people
from storage.people.people import Habits
from storage.queues import outbox, outbox_due
from storage.streams import case_stream, game_stream, match_stream
from tests.builders import ANY_WORD, START, ask, noon

HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=None, quiet_to=None)
CUP = CompetitionCode("CUPA")
HOME_SEED, RETURN_SEED = "3" * 64, "7" * 64
AWKWARD = "Ion <b>Țîrlea</b> 🎲"
REASON = "botul a fost oprit între 5 și 7 mai"
SECRET_REPLY = "dacă joacă CASA, răspund ZEU"
CLAIM = "Nu a răspuns șapte zile,\niar botul mergea."
DEFENCE = "Am fost fără internet."
ADVICE = "Eu i-aș da dreptate lui Ion."
RULED = "dovada a fost trimisă"
ASKED = noon(30)
"""When the dossier is asked for."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """The stored match and its people."""

    shared: BotSettings
    game: GameId
    events: tuple[Event, ...]
    red: PersonId
    blue: PersonId
    arbiter: PersonId


def shared() -> BotSettings:
    """Return the shared services of a bot without users."""
    return BotSettings(
        rules=NATIONAL_2025,
        edition_on=lambda _: EditionRef(name="test", sha256="0" * 64),
        installed=lambda: (EditionRef(name="test", sha256="0" * 64),),
        offered=lambda: (EditionRef(name="test", sha256="0" * 64),),
        official=lambda _: False,
        distribute=False,
        lexicon=lambda _: ANY_WORD,
        graph=lambda _: build(()),
        draw=draw,
        new_seed=lambda: HOME_SEED,
        competition="Cupa <Ștefan cel Mare>",
        bot_name="bot",
        operators=frozenset(),
        habits=HABITS,
    )


async def stored_match(
    database: Database, *, over: bool = True, competition: CompetitionCode = NO_COMPETITION
) -> StoredMatch:
    """Store the match and return its parts; `over` or with its game still running."""
    async with database.transaction() as tx:
        created = [
            await people.create(tx, name, HABITS, account=number, address=number)
            for number, name in ((9001001, "Ana Pop"), (9001002, AWKWARD), (9001003, "Maria Dan"))
        ]
        red, blue, arbiter = (person.id for person in created)
        match_events = _match_events(red, blue, arbiter, competition)
        events = _game_events(match_events, arbiter)
        events = events if over else events[:-1]
        code, game = MatchCode("K7QF"), GameId("K7QF/1")
        await log.append(tx, match_stream(code), 0, match_events[:2], match_events[0].at)
        for number, event in enumerate(events):
            await log.append(tx, game_stream(game), number, (event,), event.at)
        ended = _ended(match_events, events)
        await log.append(tx, match_stream(code), 2, ended, noon(20))
        await _messages(tx, game)
        await _case(tx, game, (red, blue, arbiter))
        await chat.add_line(tx, game, red, "Joc frumos! <i>& noroc</i>", noon(2))
        await chat.add_line(tx, game, blue, "după dosar", ASKED + timedelta(hours=1))
    return StoredMatch(shared(), game, events, red, blue, arbiter)


def _match_events(
    red: PersonId, blue: PersonId, arbiter: PersonId, competition: CompetitionCode
) -> tuple[MatchEvent, ...]:
    return (
        MatchArranged(
            at=datetime(2025, 4, 28, 9, tzinfo=UTC),
            match=MatchCode("K7QF"),
            arbiter=arbiter,
            phase=Phase.PRELIMINARY,
            rules=NATIONAL_2025,
            edition=EditionRef(name="test", sha256="0" * 64),
            first=red,
            second=blue,
            start=START,
            home_seed=HOME_SEED,
            return_seed=RETURN_SEED,
            competition=competition,
        ),
        LegStarted(at=noon(), leg=Leg.HOME, red=red, blue=blue, start=START),
    )


def _game_events(match_events: tuple[MatchEvent, ...], arbiter: PersonId) -> tuple[Event, ...]:
    """Return a short game with leave, an extension, an annulment and a correction."""
    opened = _opened(match_events)
    game, events = begin(opened), [opened]

    def happen(*more: Event) -> None:
        nonlocal game
        for event in more:
            game = evolve(game, event)
            events.append(event)  # type: ignore[arg-type]  # the list holds every event

    period = LeavePeriod(START + timedelta(days=5), START + timedelta(days=6))
    rack = game.red.rack[:2]
    happen(*ask(game, f"H8 {rack}", at=noon(3)))
    happen(LeaveAnnounced(at=noon(4), by=Seat.BLUE, period=period))
    happen(*decide(game, Pass(by=Seat.BLUE), noon(9), ANY_WORD))
    happen(*_orders(arbiter))
    happen(*decide(game, Resign(by=Seat.BLUE), noon(20), ANY_WORD))
    return tuple(events)


def _opened(match_events: tuple[MatchEvent, ...]) -> GameStarted:
    """Return the start of the home game."""
    arranged_, leg = match_events
    assert isinstance(arranged_, MatchArranged)
    assert isinstance(leg, LegStarted)
    return GameStarted(
        at=noon(),
        game=GameId("K7QF/1"),
        match=arranged_.match,
        leg=Leg.HOME,
        phase=arranged_.phase,
        rules=arranged_.rules,
        edition=arranged_.edition,
        red=leg.red,
        blue=leg.blue,
        sequence=draw(bytes.fromhex(HOME_SEED), NATIONAL_2025),
        start=START,
    )


def _orders(arbiter: PersonId) -> tuple[Event, ...]:
    """Return the arbiter's orders in the game, one a day."""
    return (
        TimeGranted(
            at=noon(10), by=Seat.RED, days=3, arbiter=arbiter, article="7.2", reason=REASON
        ),
        MovesAnnulled(
            at=noon(11),
            arbiter=arbiter,
            keep=1,
            on=START + timedelta(days=11),
            charged=False,
            article="5.2",
            reason="PAS trimis din greșeală",
        ),
        ScoreCorrected(
            at=noon(12),
            arbiter=arbiter,
            move=0,
            points=9,
            counted=9,
            article="5.3",
            reason="adunare greșită",
        ),
    )


def _ended(
    match_events: tuple[MatchEvent, ...], events: tuple[Event, ...]
) -> tuple[MatchEvent, ...]:
    arranged_, leg = match_events
    assert isinstance(arranged_, MatchArranged)
    match = evolve_match(arranged(arranged_), leg)
    opened, *rest = events
    assert isinstance(opened, GameStarted)
    game = begin(opened)
    for event in rest:
        game = evolve(game, event)
    return end_leg(match, game, noon(20))


async def _messages(tx: AsyncConnection, game: GameId) -> None:
    """Queue a delivered sheet, a failed reminder, and two messages of other people."""
    sheet = Notice(
        to=9001002,
        text=say("sheets.caption", body=[say("move.pass", who="Ana Pop", colour="", round=1)],
                 game=game, version=2),
        pictures=(CompetitionSheet(game, 2),),
        about=game,
    )  # fmt: skip
    private = Notice(to=9001001, text=Text("note.kept", {"text": SECRET_REPLY}), about=game)
    late = Notice(to=9001001, text=say("remind.leave_ends", who="Ana", game=game), about=game)
    for notice, at in ((sheet, noon(3)), (private, noon(4)), (late, noon(5))):
        payload = json.dumps(notice_to_json(notice))
        row = outbox.Outgoing(chat=notice.to, payload=payload, about=game)
        await outbox.queue(tx, [row], at)
    delivered, failed = await outbox_due.queued(tx, 1), await outbox_due.queued(tx, 3)
    assert delivered is not None
    assert failed is not None
    await outbox.mark_sent(tx, delivered, (41, 42), noon(3) + timedelta(seconds=7))
    await outbox.bury(tx, failed, "blocked")


async def _case(tx: AsyncConnection, game: GameId, people_: tuple[PersonId, ...]) -> None:
    """Store a claim of Red's, both statements, an arbiter's opinion and the ruling."""
    red, blue, arbiter = people_
    case, at = CaseId(f"{game}#1"), noon(10)
    comment = await statements.add(tx, case, red, CLAIM, at)
    defence = await statements.add(tx, case, blue, DEFENCE, noon(11))
    advice = await statements.add(tx, case, arbiter, ADVICE, noon(12))
    events: tuple[CaseEvent, ...] = (
        ClaimFiled(at=at, case=case, game=game, kind=ClaimKind.TIME, by=red, against=blue, copy=4),
        CommentGiven(at=at, by=red, statement=comment),
        PartnerTold(at=at, delivered=at),
        DefenceGiven(at=noon(11), by=blue, statement=defence),
        OpinionGiven(at=noon(12), by=arbiter, statement=advice),
        CaseRuled(
            at=noon(13),
            arbiter=arbiter,
            ruling=Ruling(kind=RulingKind.EXTENSION, seat=Seat.BLUE, number=3),
            article="7.2",
            reason=RULED,
        ),
    )
    await log.append(tx, case_stream(case), 0, events, at)
    row = case_rows.CaseRow(
        case_id=case,
        game_id=game,
        match_id="K7QF",
        competition="",
        arbiter=arbiter,
        kind=ClaimKind.TIME.value,
        stage="ruled",
        claimant=red,
        against=blue,
        words=(),
        ruling=RulingKind.EXTENSION.value,
        due_on=None,
        seq=len(events),
        updated_at=noon(13),
    )
    await case_rows.save(tx, row)
