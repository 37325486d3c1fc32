"""Cases between arbiters: reminders, opinions, conflicts, and cases opened by an arbiter."""

from pathlib import Path
from typing import Any

import pytest

from engine.cases.case import CaseStage
from engine.games.events import Ending
from engine.games.game import Stage
from engine.ids import GameId
from sandbox import Message, SandboxUser
from sandbox.faults import ServerError
from tests.e2e.bench import (
    REASON,
    card_of,
    case_now,
    choose,
    claim,
    confirm,
    has_button,
    join_club,
    later,
    name_arbiters,
    offered,
    own_case,
    person_of,
    rule,
    second_arbiter,
    tap,
)
from tests.e2e.harness import Pair, Table, bucharest, continues, table
from tests.e2e.plays import best
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import facts_of, mentions, says, told, worded


@continues(cup_begun("Ana Pop", "Ion Rus"))
async def deputy_named(laid: Table) -> tuple[Any, ...]:
    """Begin a cup of two players, and name a second arbiter; return both."""
    made = Season.at(laid, *laid.done)
    return made.left, await second_arbiter(made)


def notices_of(arbiter: SandboxUser, case: str) -> list[Message]:
    """Return the messages in the arbiter's service that list the case as new."""
    news = [one for one in arbiter.messages if mentions(one, "docket.news")]
    return [one for one in news if mentions(one, "docket.row", code=case)]


@pytest.mark.article("7.2")
async def test_the_arbiter_is_reminded_and_at_last_every_arbiter(tmp_path: Path) -> None:
    """Reminders come two days before the fifth day, on it, and the day after to the deputy too."""
    async with table(tmp_path, after=deputy_named) as laid:
        left, deputy = laid.done
        made = Season.at(laid, *left)
        (pair,) = await made.pairs()
        case = await claim(pair, pair.blue, "conduct")
        card = card_of(laid.arbiter, case)
        beside = await own_case(laid, pair.id)
        assert mentions(beside, "case.also_open", case=case)
        await laid.press(laid.arbiter, beside, "button.case.close")

        await laid.travel(6)

        assert [one.date.day for one in notices_of(laid.arbiter, case)] == [2, 4, 6, 7]
        (late,) = notices_of(deputy.user, case)
        assert mentions(late, "docket.overdue", n=1)
        await tap(laid, deputy.user, late, case)
        assert says(told(deputy.user.messages, "case.moved", case=case)[0], "case.moved")
        below = card_of(deputy.user, case)
        done = await rule(laid, below, "warning.red", by=deputy.user)
        await laid.press(deputy.user, done, "button.case.open")
        below = card_of(deputy.user, case)
        assert mentions(card, "case.ruled", who="Dana Arbitru")
        assert not offered(card)
        await later(laid, 3)
        assert len(notices_of(laid.arbiter, case)) == 4
        # What the chief arbiter rules, during the game, only they change.
        await laid.press(laid.arbiter, card_of(laid.arbiter, case), "button.case.reverse")
        await rule(laid, card_of(laid.arbiter, case), "rejected")
        await laid.forge(deputy.user, below, f"rule:{case}:warning.red")
        refused = deputy.user.messages[-1]
        assert mentions(refused, "fault.ruling_is_final", case=case)


@pytest.mark.article("10.1")
async def test_a_time_claim_the_main_arbiter_rejected_is_no_loss_in_anothers_case(
    tmp_path: Path,
) -> None:
    """Another arbiter sees in which case the claim was rejected; the game continues.

    The same applies if they are the next chief arbiter.
    """
    async with table(tmp_path, after=deputy_named) as laid:
        left, deputy = laid.done
        made = Season.at(laid, *left)
        (pair,) = await made.pairs()
        await pair.place(pair.red, best(await pair.game()) or "PAS")
        await laid.travel_to(bucharest("2025-06-02"))
        case = await claim(pair, pair.red, "time")
        await rule(laid, card_of(laid.arbiter, case), "rejected")

        below = (await laid.say(deputy.user, f"/decizie {pair.id}"))[-1]
        for chief in (await person_of(laid, laid.arbiter), deputy.person):
            await name_arbiters(made, *dict.fromkeys((chief, deputy.person)))
            seen = len(deputy.user.messages)
            await laid.forge(deputy.user, below, f"rule:{pair.id}#2:no_show.blue")

            (refused,) = deputy.user.messages[seen:]
            assert mentions(refused, "fault.ruling_is_final", case=case)
            assert (await pair.game()).stage is Stage.RUNNING


@pytest.mark.article("10.1", "10.2")
async def test_a_ruling_after_the_end_does_not_become_final_by_a_later_one(tmp_path: Path) -> None:
    """Another arbiter may still change the result or lift the chief arbiter's penalty."""
    async with table(tmp_path, after=deputy_named) as laid:
        left, deputy = laid.done
        made = Season.at(laid, *left)
        (pair,) = await made.pairs()
        await made.abandoned(GameId(pair.id), (await pair.game()).red.person)
        await choose(laid, await own_case(laid, pair.id), "penalty", "penalty.blue.p0.3")
        await laid.travel(1)
        opened = (await laid.say(deputy.user, f"/decizie {pair.id}"))[-1]
        await laid.forge(deputy.user, opened, f"rule:{pair.id}#2:level")
        await confirm(laid, deputy.user, REASON, deputy.user.last)
        ended = (await pair.game()).ended
        assert ended is not None
        assert ended.ending is Ending.LEVEL

        await laid.forge(deputy.user, deputy.user.last, f"rule:{pair.id}#1:penalty.blue.p0")
        await confirm(laid, deputy.user, REASON, deputy.user.last)

        assert (await laid.stored.match(pair.code)).penalties == {}


@pytest.mark.article("10.1")
async def test_several_arbiters_see_conflicts_and_give_opinions(tmp_path: Path) -> None:
    """A player's clubmate gets no card but may be asked; other arbiters see their opinion."""
    async with table(tmp_path, after=deputy_named) as laid:
        left, deputy = laid.done
        made = Season.at(laid, *left)
        (pair,) = await made.pairs()
        (unknown,) = await laid.say(deputy.user, "/club")
        assert says(unknown, "club.none")
        (noted,) = await laid.say(deputy.user, "/club C.S. Argus")
        assert says(noted, "club.noted", club="C.S. Argus")
        await join_club(laid, pair.red, "CS ARGUS")
        case = await claim(pair, pair.blue, "conduct")
        card = card_of(laid.arbiter, case)
        assert mentions(card, "case.conflict", arbiter="Dana Arbitru", club="CS ARGUS")
        assert told(deputy.user.messages, "case.card") == []

        await laid.press(laid.arbiter, card, "button.case.opinion")
        (request,) = told(deputy.user.messages, "case.asked_opinion", case=case)
        await laid.press(deputy.user, request, "button.case.my_opinion")
        (kept,) = await laid.say(deputy.user, "Sunt colegă de club, dar fapta e clară.")

        assert says(kept, "case.opinion_kept", case=case)
        assert mentions(card, "case.opinion", who="Dana Arbitru")
        (listed,) = await laid.say(pair.red, "/cazuri")
        (own,) = await tap(laid, pair.red, listed, "open")
        assert "colegă de club" not in own.text
        assert not has_button(own, "button.case.take_back")
        (gone,) = await laid.say(deputy.user, "/club -")
        assert says(gone, "club.taken_off")
        later = (await laid.say(laid.arbiter, f"/cazuri {case}"))[-1]
        assert not mentions(later, "case.conflict")


@pytest.mark.article("10.1")
@pytest.mark.parametrize("is_of_earlier_version", [False, True])
async def test_a_card_that_waits_is_replaced_for_present_arbiters_only(
    tmp_path: Path, *, is_of_earlier_version: bool
) -> None:
    """A former arbiter gets no card that is out of date; a present one gets it once, as it is."""
    async with table(tmp_path, after=deputy_named) as laid:
        left, dana = laid.done
        made = Season.at(laid, *left)
        vlad = laid.sandbox.add_user("Vlad Arbitru", language_code="ro")
        await laid.say(vlad, "/start")
        chief, other = await person_of(laid, laid.arbiter), await person_of(laid, vlad)
        await name_arbiters(made, chief, dana.person, other)
        (pair,) = await made.pairs()
        for user in (dana.user, vlad):
            fault = ServerError()
            laid.sandbox.faults.add(fault, method="sendMessage", chat=user.id, times=1000)
        case = await claim(pair, pair.blue, "conduct")
        if is_of_earlier_version:  # its keys named no arbiter
            older = "UPDATE outbox SET dedup_key = ? || id WHERE dedup_key LIKE 'card:%'"
            async with laid.stored.database.transaction() as tx:
                await tx.exec_driver_sql(older, (f"card:{case}:",))
        await name_arbiters(made, chief, other)
        (asked,) = await laid.say(pair.blue, f"/arbitru {pair.id} Mai am o dovadă.")
        await laid.press(pair.blue, asked, "button.letter_beside")

        laid.sandbox.faults.clear()
        await laid.travel(1)

        assert told(dana.user.messages, "case.card") == []
        assert len(told(vlad.messages, "case.card")) == 1


async def test_an_arbiters_own_case_asks_both_players_or_is_closed(pair: Pair) -> None:
    """Either player may answer; a case opened by mistake is closed without a ruling."""
    laid = pair.table
    card = await own_case(laid, pair.id)
    case = facts_of(card, "case.card")["case"]
    assert card_of(laid.arbiter, case) is card
    assert mentions(card, "case.due_own")
    (desk,) = await laid.say(laid.arbiter, "/mesa")
    assert says(desk, "docket.empty"), "only looked at, it waits for nobody"

    await laid.press(laid.arbiter, card, "button.case.hear")
    await later(laid, 7)
    (desk,) = await laid.say(laid.arbiter, "/mesa")
    assert mentions(desk, "docket.since", n=7)
    assert not mentions(desk, "docket.overdue")
    for user in (pair.red, pair.blue):
        (heard,) = told(user.messages, "case.heard", case=case)
        await laid.press(user, heard, "button.answer")
        await laid.say(user, f"Aici {user.name}.")

    assert mentions(card, "case.says", who="Ana Pop")
    assert mentions(card, "case.says", who="Ion Rus")
    await laid.press(laid.arbiter, card, "button.case.close")
    assert mentions(card, "case.closed_by", who="Radu Arbitru")
    assert (await case_now(laid, case)).stage is CaseStage.WITHDRAWN
    for user in (pair.red, pair.blue):
        assert told(user.messages, "case.closed_players", who="Radu Arbitru", case=case)
    await laid.forge(laid.arbiter, card, f"k:{case}:hear")
    assert mentions(card, "fault.case_over"), "from an older card, nobody is asked any more"
    (listed,) = await laid.say(laid.arbiter, "/cazuri")
    assert mentions(listed, "cases.row", case=case, state=worded("cases.closed"))


async def test_the_same_card_serves_every_open_case_of_the_arbiters_own(pair: Pair) -> None:
    """If `/decizie` is sent twice, it opens one case, and the older card points to the newer.

    Players who were never notified of the case are not notified of its end. Without cases an
    arbiter reads that nothing waits; a player reads how to file a claim.
    """
    laid = pair.table
    (empty,) = await laid.say(laid.arbiter, "/cazuri")
    assert says(empty, "cases.none_ruled")
    first = await own_case(laid, pair.id)
    second = await own_case(laid, pair.code)

    assert says(first, "case.moved")
    assert mentions(second, "claim.own")
    (how,) = await laid.say(laid.arbiter, "/decizie")
    assert says(how, "decision.how")
    (nothing,) = await laid.say(pair.red, "/cazuri")
    assert says(nothing, "cases.none")
    seen = len(pair.red.messages)

    await laid.press(laid.arbiter, second, "button.case.close")

    assert mentions(second, "case.closed_by", who="Radu Arbitru")
    assert not told(pair.red.messages[seen:], "case.closed_players")
