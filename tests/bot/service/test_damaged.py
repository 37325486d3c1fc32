"""A stored event that was changed stops what it belongs to, and no list that names it."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, update
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.bench_move import START, BenchMatch, shared
from benchmarks.support.clock import SteppedClock
from bot.runtime.damaged_logs import DamagedLogs, is_of_damage
from bot.runtime.shared import UserInput
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.lookups.cases.parties import cases_to_answer
from bot.service.lookups.competitions import records
from bot.service.lookups.competitions.rated_games import rated_competitions
from bot.service.lookups.play.waiting_games import own_form
from bot.service.matches import shown_requests
from bot.service.notices.competitions import moving_up
from bot.service.notices.play.written_moves import written_by
from bot.service.people import forgetting, merging
from bot.service.people.damages import notify_of_damage
from bot.service.pure.days.digest_rows import sheets_row
from bot.service.service import Service
from bot.texts.messages import Incoming, Sender, say
from bot.texts.notices.play.turn import form_of
from engine.competitions.sign_up import NO_LIMITS
from engine.errors import GameStateError
from engine.ids import CompetitionCode, PersonId, Seat, match_of
from engine.notation import PASS
from storage.competitions import groups, sign_ups
from storage.competitions.groups import GroupChat, GroupKind
from storage.competitions.sign_ups import SignUp
from storage.days import due
from storage.db import Database
from storage.errors import DamagedLog
from storage.matches import match_requests
from storage.matches.match_requests import PlayRequest, RequestKind
from storage.people.forgetting import FORGOTTEN
from storage.people.people import NOBODY
from storage.play import held_moves
from storage.play.held_moves import HeldMove
from storage.schema import events
from storage.streams import (
    case_stream,
    competition_stream,
    game_stream,
    match_stream,
    person_stream,
)
from tests.engine.competitions.desk import ANA, Desk


async def _import_cup(unit: UnitOfWork, match: BenchMatch) -> None:
    """Import the competition CN25 of two players."""
    await Service(unit, match.shared).competition_acts.import_competition(Desk(2).log, unit.now)


async def _falsify(tx: AsyncConnection, stream: str) -> None:
    """Change the year in the events of a log."""
    changed = func.replace(events.c.payload, "2025", "2024")
    await tx.execute(update(events).where(events.c.stream == stream).values(payload=changed))


async def test_a_falsified_match_of_an_author_leaves_the_requests(database: Database) -> None:
    """Everybody still reads the public requests, those of its players included."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    game = await match.game(await match.start())
    async with match.runtime.unit() as unit:
        request = PlayRequest(
            token="t",
            person=game.side(Seat.RED).person,
            kind=RequestKind.PUBLIC,
            days=10,
            is_single=False,
            at=clock.now(),
            expires_at=clock.now() + timedelta(days=1),
        )
        await match_requests.add(unit.tx, request)
        await _falsify(unit.tx, match_stream(game.match))

        listed = await shown_requests.listed(Service(unit, shared()), PersonId(99))

        assert [each.author for each in listed] == [request.person]


async def test_a_written_move_in_a_falsified_game_leaves_the_others(database: Database) -> None:
    """A person's written moves are still found where their e-mail address changes."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    game = await match.game(await match.start())
    player = game.side(game.turn).person
    async with match.runtime.unit() as unit:
        account = (await Service(unit, match.shared).persons.get(player)).account or 0
    await match.act(account, match.player.choose(game))
    async with match.runtime.unit() as unit:
        assert list(await written_by(Service(unit, shared()), player)) == [game.id]
        await _falsify(unit.tx, game_stream(game.id))

        assert await written_by(Service(unit, shared()), player) == {}


async def test_a_held_move_in_a_falsified_game_stops_nothing(database: Database) -> None:
    """It is dropped, so that deadlines, which wait for held moves, go on elsewhere."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    game = await match.game(await match.start())
    held_move = HeldMove(
        game_id=game.id,
        person=game.side(game.turn).person,
        token="t",
        placement=PASS,
        photo="",
        chat=None,
        message=None,
        captioned=False,
        at=clock.now(),
        until=clock.now(),
    )
    async with match.runtime.unit() as unit:
        await held_moves.keep(unit.tx, held_move)
        await _falsify(unit.tx, game_stream(game.id))

        await Service(unit, shared()).held_moves.make([game.id])

        assert await held_moves.find(unit.tx, game.id) is None


async def test_a_falsified_game_leaves_the_list_of_tasks(database: Database) -> None:
    """Its arbiter still reads the tasks in other games and matches."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    code = await match.start()
    async with match.runtime.unit() as unit:
        arbiter = (await Service(unit, match.shared).matches.get(match_of(code))).arbiter
        await _falsify(unit.tx, game_stream(code))

        assert (await Service(unit, shared()).task_lists.of(arbiter)).items == []


async def test_a_falsified_case_leaves_a_players_letters(database: Database) -> None:
    """Its player still writes to their arbiters; only that case is not offered beside."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    game = await match.game(await match.start())
    async with match.runtime.unit() as unit:
        service = Service(unit, match.shared)
        snapshot = await service.games.load(game.id)
        arbiter = await service.persons.get((await service.matches.get(game.match)).arbiter)
        incoming = Incoming(
            update=1,
            sender=Sender(id=arbiter.account or 0, name=arbiter.name),
            chat=arbiter.address or 0,
            is_private=True,
            at=clock.now(),
            message=1,
        )
        opened = await service.case_acts.open(UserInput(incoming, arbiter, ""), snapshot)
        await _falsify(unit.tx, case_stream(opened.case.id))

        player = game.side(Seat.RED).person
        assert await cases_to_answer(Service(unit, shared()), player) == []


async def test_a_falsified_game_leaves_the_daily_sheets(database: Database) -> None:
    """Its planned sheets are dropped, and the message about the other games is not refused."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    code = await match.start()
    async with match.runtime.unit() as unit:
        arbiter = await Service(unit, match.shared).matches.get(match_of(code))
        row = sheets_row(
            await Service(unit, match.shared).persons.get(arbiter.arbiter), code, clock.now()
        )
        await due.put(unit.tx, row)
        await _falsify(unit.tx, game_stream(code))

        await Service(unit, shared()).daily_sheets.send_due(row)

        assert row.kind not in {each.kind for each in await due.of(unit.tx, row.stream)}


async def test_a_falsified_competition_leaves_the_records(database: Database) -> None:
    """Everybody still searches the other competitions, and rates their games."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    async with match.runtime.unit() as unit:
        await _import_cup(unit, match)
        await _falsify(unit.tx, competition_stream("CN25"))
        service = Service(unit, replace(shared(), operators=frozenset({4711})))
        incoming = Incoming(
            update=1,
            sender=Sender(4711, "Operator"),
            chat=4711,
            is_private=True,
            at=clock.now(),
            message=1,
        )
        operator = UserInput(incoming, NOBODY, "")

        assert await records.known_to(service, operator) == []
        assert await rated_competitions(service, operator) == []


async def test_the_loss_of_a_falsified_competitions_group_is_noted(database: Database) -> None:
    """The bot unlinks a group that it has left, and tells its arbiter of which competition."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    code = await match.start()
    async with match.runtime.unit() as unit:
        arbiter = (await Service(unit, match.shared).matches.get(match_of(code))).arbiter
        await _import_cup(unit, match)
        linked = GroupChat(
            chat=-5,
            kind=GroupKind.COMPETITION,
            competition=CompetitionCode("CN25"),
            person=arbiter,
            language="ro",
        )
        await groups.link(unit.tx, linked, clock.now())
        await _falsify(unit.tx, competition_stream("CN25"))
        service = Service(unit, shared())

        await service.posts.note_lost(-5)

        assert await groups.of_chat(unit.tx, -5) is None
        lost = say("group.lost", title="Campionatul Național")
        assert lost in [notice.text for notice in unit.notices]


async def test_a_falsified_competition_with_a_sign_up_stops_no_other(database: Database) -> None:
    """Its sign-up stays as it is, and nobody else has to wait for it."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    game = await match.start()
    async with match.runtime.unit() as unit:
        arbiter = (await Service(unit, match.shared).matches.get(match_of(game))).arbiter
        await _import_cup(unit, match)
        sign_up = SignUp(
            competition=CompetitionCode("CN25"),
            person=arbiter,
            limits=NO_LIMITS,
            asks_email=False,
            needs_word=False,
            closes_at=clock.now() + timedelta(days=1),
        )
        await sign_ups.save(unit.tx, sign_up)
        await _falsify(unit.tx, competition_stream("CN25"))

        await moving_up.move_up_everywhere(Service(unit, shared()))

        assert await sign_ups.of(unit.tx, sign_up.competition) == sign_up


async def test_a_falsified_game_leaves_the_form_of_a_move(database: Database) -> None:
    """Its player is still told how a move is written."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    game = await match.game(await match.start())
    async with match.runtime.unit() as unit:
        await _falsify(unit.tx, game_stream(game.id))
        service = Service(unit, shared())

        assert await own_form(service, game.side(game.turn).person) == form_of("")


async def test_a_player_of_a_falsified_competition_keeps_their_seat(database: Database) -> None:
    """Who is entered in it has a seat, so another invitation does not give them another name."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    async with match.runtime.unit() as unit:
        await _import_cup(unit, match)
        await _falsify(unit.tx, competition_stream("CN25"))
        service = Service(unit, shared())

        assert await service.competitions.all_played(ANA) == []
        assert await service.meeting.has_place(ANA)


async def test_nobody_is_forgotten_without_a_falsified_competition(database: Database) -> None:
    """The seats of a forgotten person become free only when those of all competitions can."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    async with match.runtime.unit() as unit:
        await _import_cup(unit, match)
        await _falsify(unit.tx, competition_stream("CN25"))
        row = due.DueRow(stream=person_stream(ANA), kind=FORGOTTEN, due_at=clock.now())

        with pytest.raises(GameStateError) as refused:
            await forgetting.take_out(Service(unit, shared()), row)

        assert is_of_damage(refused.value)


async def test_a_falsified_match_leaves_the_list_of_namesakes(database: Database) -> None:
    """An operator who looks for a person still reads how many matches of theirs are sound."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    game = await match.game(await match.start())
    async with match.runtime.unit() as unit:
        await _falsify(unit.tx, match_stream(game.match))
        service = Service(unit, shared())
        person = await service.persons.get(game.side(Seat.RED).person)

        assert (await merging.described(service, person)).params["matches"] == 0


async def test_a_notice_of_damage_that_was_rolled_back_is_sent_later(database: Database) -> None:
    """The operators are told although the transaction that found the damage failed."""
    runtime = Runtime(database, SteppedClock(START))
    settings = replace(shared(), operators=frozenset({4711}), damaged=DamagedLogs())
    settings.damaged.note(DamagedLog("g/K7QF/1", 3, "hash"))

    async def fail() -> None:
        async with runtime.unit() as unit:
            await notify_of_damage(unit, settings)
            raise TimeoutError

    with pytest.raises(TimeoutError):
        await fail()
    async with runtime.unit() as unit:
        await notify_of_damage(unit, settings)

        assert [notice.to for notice in unit.notices] == [4711]
    assert not settings.damaged.untold
