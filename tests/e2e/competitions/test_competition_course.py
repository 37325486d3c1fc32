"""A competition over time: from day to day, from phase to phase, to its close."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from engine.competitions.competition import CompetitionStage
from engine.competitions.participation import participation, reserves
from sandbox import Message
from storage.people import people as stored_people
from tests.e2e.bench import has_button
from tests.e2e.championship import Championship, press
from tests.e2e.competitions.competition_course_shared import all_played, final_opened
from tests.e2e.competitions.going_on_shared import NAMES, running
from tests.e2e.harness import bucharest
from tests.e2e.harness import table as laid_out
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, told


@pytest_asyncio.fixture
async def played(tmp_path: Path) -> AsyncIterator[Championship]:
    """Give the championship of six whose preliminary phase is over."""
    async with laid_out(tmp_path, after=all_played) as laid:
        yield Season.at(laid, *laid.done).championship


@pytest_asyncio.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Championship]:
    """Give the championship of six whose final is open."""
    async with laid_out(tmp_path, after=final_opened) as laid:
        yield Season.at(laid, *laid.done).championship


async def test_the_best_advance_a_reserve_fills_a_gap_and_the_end_is_announced(
    played: Championship,
) -> None:
    """Every step from the preliminary groups to the close asks twice and notifies everybody."""
    championship, table = played, played.table
    ana = championship.players["Ana Pop"]
    await championship.press("button.comp.advance")
    assert (await championship.now()).number == 0
    seen = len(ana.messages)
    await championship.press("button.comp.yes_advance")
    competition = await championship.now()
    assert told(ana.messages[seen:], "comp.advanced")

    assert competition.number == 1
    assert len(competition.phase.entries) == 3
    first, *_ = reserves(competition)
    (shown,) = await table.say(ana, f"/verifica {championship.code}")
    assert competition.phases[0].seeds.back.hex() in shown.text
    await championship.press("button.comp.players")
    gone = (await championship.names())[competition.phase.players[-1]]
    await championship.press("button.plain", label=gone)
    await championship.press("button.comp.replace")
    await championship.press("button.comp.reserve")
    assert (await championship.now()).phase.players[-1] == first.player

    await championship.draw()
    await table.travel_to(bucharest("2025-10-10"))
    assert (await championship.now()).stage is CompetitionStage.RUNNING
    await championship.homologate_all()
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.close")
    await championship.press("button.comp.yes_close")
    assert (await championship.now()).stage is CompetitionStage.CLOSED
    assert told(ana.messages, "comp.closed")


async def test_who_joins_a_running_phase_gets_one_sound_for_all_their_games(
    entered: Championship,
) -> None:
    """Every game arrives in its present state, and only the first message makes a sound."""
    championship, table = entered, entered.table
    await championship.press("button.comp.commit")
    await championship.press("button.comp.yes_commit")
    await championship.press("button.comp.draw_other")
    await championship.press("button.comp.number", label="1")
    await championship.press("button.comp.list")
    await table.travel_to(bucharest("2025-05-05"))

    ema = await championship.claim("Ema Ilie")

    games = [match.code for match in (await championship.now()).phase.matches]
    shown = [each for each in ema.messages if each.photo and each.text]
    assert len([code for code in games if any(code in each.text for each in shown)]) == 3
    assert [each.silent for each in shown].count(False) == 1


async def test_lists_that_are_made_late_can_be_looked_at_before_the_games_begin(
    entered: Championship,
) -> None:
    """Late lists start no game at once; undone or not, the games start the next morning."""
    championship, table = entered, entered.table
    await table.travel_to(bucharest("2025-05-07", "09:00:00"))
    await championship.draw()
    assert (await championship.now()).stage is CompetitionStage.LISTED
    assert mentions(championship.card, "comp.next.start")
    await championship.press("button.comp.annul")
    await championship.say("Lipsea un jucător")
    await championship.draw()
    await table.travel(0.5)
    assert (await championship.now()).stage is CompetitionStage.LISTED

    await table.travel_to(bucharest("2025-05-08", "08:01:00"))

    assert (await championship.now()).stage is CompetitionStage.RUNNING


async def test_a_phase_that_is_not_ready_is_reported_on_its_day(entered: Championship) -> None:
    """The arbiter is notified that morning, players read the reason; the arbiter starts later."""
    championship, table = entered, entered.table
    seen = len(championship.arbiter.messages)
    await table.travel_to(bucharest("2025-05-05", "08:01:00"))
    (reminder,) = told(championship.arbiter.messages[seen:], "comp.not_ready")
    ana = entered.players["Ana Pop"]
    (coming,) = await table.say(ana, "/jocuri")
    assert mentions(coming, "games.coming_phase", start="2025-05-05")
    await table.travel(1)
    (late,) = await table.say(ana, "/jocuri")
    assert mentions(late, "games.late_phase", start="2025-05-05")
    await press(table, championship.arbiter, reminder, "button.comp.card")
    championship.card = reminder
    await championship.steps("commit", "yes_commit", "draw")
    (standings,) = await table.say(ana, "/clasament")
    assert mentions(standings, "standings.no_games")
    await championship.press("button.comp.list")
    await championship.press("button.comp.start")

    assert (await championship.now()).stage is CompetitionStage.RUNNING
    (match, other) = (await championship.now()).phase.matches
    for listed in (match, other):
        assert (await table.stored.game(f"{listed.code}/1")).red.person == listed.red


async def test_a_place_of_the_final_that_comes_free_is_offered_to_the_next_reserve(
    opened: Championship,
) -> None:
    """Card and task list offer it at once by one button; the reserve remains the same person.

    A player put back before, after a replacement by mistake, is notified.
    """
    championship, table, people = opened, opened.table, opened.players
    await _put_back_after_a_mistake(championship)
    await championship.say(f"/campionat {championship.code}")
    competition = await championship.now()
    ids = await championship.names()
    (waiting, *_) = reserves(competition)
    async with table.stored.database.reading() as tx:
        reserve = (await stored_people.get(tx, waiting.player)).name
    gone = ids[competition.phase.players[-1]]
    (card,) = await table.say(people[reserve], f"/campionat {championship.code}")
    assert mentions(card, "comp.own_reserve", n=1)

    seen = len(championship.arbiter.messages)
    await _withdrawn(championship, gone)

    (note,) = told(championship.arbiter.messages[seen:], "comp.withdrawn_told")
    assert mentions(note, "comp.free_place", who=reserve)
    (desk,) = await table.say(championship.arbiter, "/mesa")
    assert reserve in desk.text
    (out,) = await table.say(people[gone], f"/campionat {championship.code}")
    assert mentions(out, "comp.own_off_the_list")
    await championship.say(f"/campionat {championship.code}")
    seen = len(people[reserve].messages)
    await championship.press("button.comp.fill")

    assert waiting.player in (await championship.now()).phase.players
    assert told(people[reserve].messages[seen:], "comp.own")
    await championship.draw()
    await table.travel_to(bucharest("2025-10-10"))
    others = set(NAMES) - set((await championship.names()).values()) - {gone}
    for name in others:
        (card,) = await table.say(people[name], f"/campionat {championship.code}")
        assert mentions(card, "comp.own_eliminated")


async def _put_back_after_a_mistake(championship: Championship) -> None:
    """Have the last player replaced and put back; the bot asks whether it is the same person."""
    competition, names = await championship.now(), await championship.names()
    player = competition.phase.players[-1]
    user = championship.players[names[player]]
    for gone, new in ((names[player], "Alt Nume"), ("Alt Nume", names[player])):
        await championship.say(f"/campionat {championship.code}")
        await championship.press("button.comp.players")
        await championship.press("button.plain", label=gone)
        await championship.press("button.comp.replace")
        await championship.say(new)
    assert mentions(championship.card, "comp.ask.same_person", who=names[player])
    seen = len(user.messages)

    await championship.press("button.comp.same_person")

    assert player in (await championship.now()).phase.players
    assert told(user.messages[seen:], "comp.own")


async def test_a_typed_name_of_the_competition_is_asked_about_before_it_makes_another_person(
    entered: Championship,
) -> None:
    """A player replaced by mistake returns as the same person, with account and club."""
    championship = entered
    ana = entered.players["Ana Pop"]
    person = next(who for who, name in (await championship.names()).items() if name == "Ana Pop")
    for gone, new in (("Ana Pop", "Geo Luca"), ("Geo Luca", "ana  pop")):
        await championship.say(f"/campionat {championship.code}")
        await championship.press("button.comp.players")
        await championship.press("button.plain", label=gone)
        await championship.press("button.comp.replace")
        await championship.say(new)
    assert mentions(championship.card, "comp.ask.same_person")

    await championship.press("button.comp.same_person")

    competition = await championship.now()
    assert person in competition.phase.players
    assert person in competition.claimed
    assert told(ana.messages, "comp.own")
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.add")
    await championship.say("Geo Luca\nVio Marin")
    assert mentions(championship.card, "comp.same_person", who="Geo Luca")


async def test_a_place_freed_in_the_final_leaves_the_finished_phase_with_its_player(
    opened: Championship,
) -> None:
    """The old player keeps table and row there, and reads who has the seat now.

    A reserve who got a seat which is freed is no reserve again: the seat is kept for a
    replacement, and no card offers its old owner another one.
    """
    championship, table = opened, opened.table
    competition, names = await championship.now(), await championship.names()
    player = competition.phase.players[0]
    user = championship.players[names[player]]
    await championship.press("button.comp.players")
    asked = await _freed(championship, names[player])
    link, *_ = facts_of(asked, "place.freed")["link"].split()  # who is next follows

    heir = table.sandbox.add_user("Alt Cont", language_code="ro")
    await table.join(heir, link)

    after = await championship.now()
    (taker,) = set(after.phase.players) - set(competition.phase.players)
    assert player in after.phases[0].groups[0].players + after.phases[0].groups[1].players
    assert taker not in after.phases[0].players
    (card,) = await table.say(user, f"/campionat {championship.code}")
    assert mentions(card, "comp.own_replaced")
    (standings,) = await table.say(user, f"/clasament {championship.code}")
    await press(table, user, standings, "phase.preliminary")
    assert names[player] in standings.text

    reserve = reserves(after)[0].player
    await _withdrawn(championship, names[competition.phase.players[1]])
    await championship.say(f"/campionat {championship.code}")
    await championship.steps("fill", "players")
    names |= await championship.names()
    await _freed(championship, names[reserve])
    (own,) = await table.say(
        championship.players[names[reserve]], f"/campionat {championship.code}"
    )
    assert mentions(own, "comp.own_replaced")
    assert reserve not in [one.player for one in reserves(await championship.now())]


async def _freed(championship: Championship, name: str) -> Message:
    """Have the arbiter free a player's seat on the list of players; return the answer."""
    table = championship.table
    await championship.press("button.plain", label=name)
    answers = await championship.press("button.comp.free")
    asked = answers[-1] if answers else championship.card
    await press(table, table.arbiter, asked, "place.usual_other")
    await press(table, table.arbiter, asked, "button.decide")
    return asked


async def test_a_finalist_of_two_may_withdraw_and_the_next_reserve_is_called(
    tmp_path: Path,
) -> None:
    """The arbiter is notified at once, and no list names a player without an opponent."""
    async with running(tmp_path, "1") as championship:
        await championship.homologate_all()
        await championship.say(f"/campionat {championship.code}")
        await championship.steps("advance", "yes_advance")
        await championship.draw()
        competition, names = await championship.now(), await championship.names()
        gone, other = (names[player] for player in competition.phase.players)
        await championship.claim(gone)
        seen = len(championship.arbiter.messages)
        await _withdrawn(championship, gone)

        (note,) = told(championship.arbiter.messages[seen:], "comp.withdrawn_told", who=gone)
        assert mentions(note, "comp.free_place")
        await championship.say(f"/campionat {championship.code}")
        await championship.press("button.comp.list")
        assert mentions(championship.card, "fault.group_of_one", group="A")
        await championship.press("button.comp.fill")
        await championship.press("button.comp.list")
        assert (await championship.now()).stage is CompetitionStage.LISTED
        drawn = set((await championship.names()).values())
        assert len(drawn) == 2
        assert other in drawn
        assert gone not in drawn


async def _withdrawn(championship: Championship, name: str) -> None:
    """Have a player withdraw from a phase that has not begun."""
    table, user = championship.table, championship.players[name]
    (own,) = await table.say(user, f"/campionat {championship.code}")
    await press(table, user, own, "button.comp.withdraw_me")
    await press(table, user, user.messages[-1], "button.comp.yes_withdraw_me")


async def test_a_correction_after_the_draw_is_reported_and_the_list_may_be_made_again(
    opened: Championship,
) -> None:
    """The draw stays until the arbiter repeats it by a second tap; all read who advances."""
    championship, table = opened, opened.table
    before = await championship.now()
    last = reserves(before)[-1].player
    await championship.draw()
    seen = len(table.arbiter.messages)

    await championship.correct(last)

    notes = told(table.arbiter.messages[seen:], "comp.order_changed")
    assert any(mentions(note, "comp.order_row", after=1) for note in notes)
    assert mentions(notes[-1], "comp.order_again")
    assert set((await championship.now()).phase.players) == set(before.phase.players)
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.again")
    asked, names = championship.card.text, await championship.names()
    seen = len(championship.players["Ana Pop"].messages)
    await championship.press("button.comp.yes_again")

    after = await championship.now()
    assert last in after.phase.players
    (out,) = set(before.phase.players) - set(after.phase.players)
    assert f"Nu ar mai juca în această fază: {names[out]}." in asked
    assert after.stage is CompetitionStage.OPEN
    assert not after.phase.groups
    assert told(championship.players["Ana Pop"].messages[seen:], "comp.advanced_again")
    assert not has_button(championship.card, "button.comp.again")


async def test_a_reserve_who_is_typed_or_replaced_stays_one_person(opened: Championship) -> None:
    """A typed reserve keeps account and club and is notified; a replaced one is not."""
    championship, table = opened, opened.table
    competition, names = await championship.now(), await championship.names()
    first, second, *_ = (entry.player for entry in reserves(competition))
    async with table.stored.database.reading() as tx:
        called = {who: (await stored_people.get(tx, who)).name for who in (first, second)}
    gone = names[competition.phase.players[-1]]
    await championship.press("button.comp.players")
    await championship.press("button.plain", label=gone)
    await championship.steps("withdraw", "yes_withdraw")
    reserve = championship.players[called[first]]
    seen = len(reserve.messages)

    await championship.press("button.comp.add")
    await championship.say(called[first])
    await championship.press("button.comp.enter")

    assert first in (await championship.now()).phase.players
    assert told(reserve.messages[seen:], "comp.own")
    clubs = {entry.player: entry.club for entry in competition.phases[0].entries}
    entered = {entry.player: entry.club for entry in (await championship.now()).phase.entries}
    assert entered[first] == clubs[first]
    present = (await championship.names())[competition.phase.players[0]]
    for typed in (present, None):
        await championship.say(f"/campionat {championship.code}")
        await championship.press("button.comp.players")
        await championship.press("button.plain", label=called[first])
        await championship.press("button.comp.replace")
        if typed is not None:
            (refused,) = await championship.say(typed)
            assert mentions(refused, "fault.already_entered")
    await championship.press("button.comp.reserve", label=called[second])

    after = await championship.now()
    assert first not in {entry.player for entry in reserves(after)}
    assert participation(after, first).by == second
    (card,) = await table.say(reserve, f"/campionat {championship.code}")
    assert mentions(card, "comp.own_replaced", who=called[second])
