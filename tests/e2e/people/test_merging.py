"""Two people known to the bot who are one: an arbiter joins them, and everything follows."""

from dataclasses import dataclass

import pytest

from bot.service.service import Service
from engine.ids import PersonId
from sandbox import Message
from storage.competitions import sign_ups
from storage.people import forgetting, people
from tests.e2e.bench import claim, own_case, rule, tap
from tests.e2e.championship import FOUR, Championship, set_up
from tests.e2e.competitions.sign_up_shared import opened
from tests.e2e.harness import Pair, Table
from tests.e2e.people.who_is_who_shared import people_of, season
from tests.e2e.texts import mentions, told

ANA, OLD = "Ana Ionescu", "Ana Pop"


@dataclass(frozen=True, slots=True)
class Joining:
    """The arbiter's preview of joining two people."""

    championship: Championship

    @property
    def card(self) -> Message:
        """Return the message with the preview, or with the result."""
        return self.championship.card

    async def keep(self, name: str) -> list[Message]:
        """Have the arbiter choose the name that stays."""
        return await self.championship.press("button.merge.keep", label=f"persoană: {name}")


async def joining(championship: Championship, name: str, other: str) -> Joining:
    """Have the arbiter open the card of a player, and type who they also are."""
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.players")
    await championship.press("button.plain", label=name)
    await championship.press("button.comp.merge")
    await championship.say(other)
    await championship.press("button.merge.with", label=other)
    return Joining(championship)


async def names_of(table: Table, person: PersonId) -> tuple[str, set[str]]:
    """Return a person's name, and their former names."""
    async with table.stored.database.reading() as tx:
        return (await people.get(tx, person)).name, {*await people.former_names_of(tx, person)}


async def test_a_past_season_follows_the_person(table: Table) -> None:
    """After a change of name the season, its table and the old name belong to one person.

    Erasing the person erases the number that nobody has, and the former name.
    """
    code, _ = await season(table, "Cupa Unu", OLD, "Ion Rus")
    made = await set_up(table)
    await made.enter(f"{ANA}\nVio Marin")
    (before, *_), (now, *_) = await people_of(table, code), await people_of(table, made.code)

    join = await joining(made, ANA, OLD)

    assert mentions(join.card, "merge.preview")
    assert before != now
    await join.keep(ANA)
    assert mentions(join.card, "merge.done", who=ANA, other=OLD)
    assert now in await people_of(table, code)
    assert before not in await people_of(table, code)
    assert await names_of(table, now) == (ANA, {OLD})
    assert (await names_of(table, before))[0] == ANA
    again, answers = await season(table, "Cupa Doi", OLD, "Dan Ene")
    assert not mentions(answers[-1], "resolve.ask")
    assert now in await people_of(table, again)

    async with table.stored.database.transaction() as tx:
        await forgetting.forget(tx, now, table.sandbox.clock.now(), "Jucător retras 1")
        left = {one.name for one in await people.everybody(tx)}
        for each in await people.everybody(tx):
            left |= await people.former_names_of(tx, each.id)
    assert not left & {ANA, OLD}


async def test_a_question_about_two_entries_joins_them_by_one_tap(table: Table) -> None:
    """„Pop Ana” beside „Ana Pop” becomes one entry before the draw."""
    made = await set_up(table)
    await made.enter(f"{FOUR}\nGeo Luca\nVio Marin")
    await made.press("button.comp.players")
    await made.press("button.plain", label="Vio Marin")
    await made.press("button.comp.name")
    (confirm,) = await table.say(table.arbiter, "Pop Ana")
    seen = len(table.arbiter.messages)
    await table.press(table.arbiter, confirm, "button.name.yes")
    (asked,) = told(table.arbiter.messages[seen:], "namesakes.ask")
    made.card = asked

    await made.press("button.namesakes.same")
    await Joining(made).keep(OLD)

    entered = list((await made.names()).values())
    assert entered.count(OLD) == 1
    assert len(entered) == 5
    await made.press("button.comp.commit")
    assert mentions(made.card, "comp.ask.commit", n=5)


async def test_a_running_game_goes_on_under_the_other_number(pair: Pair) -> None:
    """The account, the seat, the running game and its claims move to the person who stays.

    A case that an arbiter opened names none of the players.
    """
    table = pair.table
    case = await claim(pair, pair.blue, "conduct")
    await rule(table, await own_case(table, pair.id), "warning.blue")
    made = await set_up(table)
    await made.enter(f"{ANA}\nVio Marin")
    (stays, _) = await people_of(table, made.code)
    seen = len(pair.red.messages)

    await (await joining(made, ANA, OLD)).keep(ANA)

    match = await table.stored.match(pair.code)
    assert stays in match.joined & {*match.people}
    assert (await table.stored.person(pair.red.id)).id == stays
    game = await pair.game()
    assert game.seat_of(stays) is not None
    async with table.app.runtime.unit() as unit:
        found = await Service(unit, table.app.shared).cases.concerning(stays)
    assert [one.case_id for one in found] == [case]
    (own,) = told(pair.red.messages[seen:], "merge.told_person")
    await table.press(pair.red, own, "button.merge.join")
    await table.press(pair.red, pair.red.last, "button.join.yes")
    assert stays in (await made.now()).claimed
    await pair.give_up_both()
    assert (await table.stored.match(pair.code)).is_over


@pytest.mark.only_telegram("browsers of both accounts stay signed in, as one person")
async def test_the_account_of_the_name_that_stays_is_connected(table: Table) -> None:
    """Of two accounts the other one is a stranger afterwards, and the preview says so."""
    pair = await table.match()
    made = await set_up(table)
    await made.enter(f"{ANA}\nVio Marin")
    other = await made.claim(ANA)
    join = await joining(made, ANA, OLD)
    assert mentions(join.card, "merge.two_accounts")

    await join.keep(OLD)

    person = await table.stored.person(pair.red.id)
    assert person.id in (await made.now()).claimed
    await table.say(other, "/start")
    assert (await table.stored.person(other.id)).id != person.id
    assert mentions(other.last, "start.hello")


@pytest.mark.article("7.2")
async def test_two_entries_of_a_person_have_the_leave_of_one_player(table: Table) -> None:
    """The person reads which days of the second entry are no longer leave.

    What both entries announced stays leave.
    """
    made = await set_up(table)
    await made.enter(f"{ANA}\nVio Marin\nGeo Luca")
    ana, vio = await made.claim(ANA), await made.claim("Vio Marin")
    await table.say(ana, "/concediu 1.06 8.06")
    await table.say(vio, "/concediu 7.06 10.06")
    await table.say(vio, "/concediu 13.06 17.06")

    await (await joining(made, ANA, "Vio Marin")).keep(ANA)

    assert mentions(made.card, "merge.done", who=ANA, other="Vio Marin")
    (notice,) = told(ana.messages, "merge.leave")
    for first, last, days in (("2025-06-09", "2025-06-10", 2), ("2025-06-13", "2025-06-17", 5)):
        assert mentions(notice, "leave.moved_to_no_leave", first=first, last=last, n=days)
    (who, _) = await people_of(table, made.code)
    (own,) = (await made.now()).phase.leave_of(who)
    assert own.days == 8


async def test_players_of_one_match_or_of_a_drawn_phase_stay_two(table: Table) -> None:
    """Nobody plays against themselves, and a drawn phase keeps its players.

    Who has an office stays the person, and rules nothing that they play.
    """
    pair = await table.match()
    made = await set_up(table)
    await made.enter(f"{ANA}\nVio Marin")
    await (await joining(made, ANA, OLD)).keep(OLD)
    await joining(made, OLD, "Ion Rus")
    assert mentions(made.card, "fault.merge_in_match", match=pair.code)
    await joining(made, OLD, "Radu Arbitru")
    assert mentions(made.card, "fault.merge_office")

    drawn = await set_up(table)
    await drawn.enter(FOUR)
    await drawn.draw()
    await joining(drawn, "Ema Ilie", "Dan Ene")
    assert mentions(drawn.card, "fault.merge_in_phase")


async def test_an_operator_joins_two_people_of_friendly_matches(pair: Pair) -> None:
    """No arbiter rules both; `/persoana` finds the person, also under another name.

    Players and arbiters are refused the command, and its buttons when forged.
    """
    table = pair.table
    ana, ion = (await table.stored.match(pair.code)).people
    for user in (pair.red, table.arbiter):
        (refused, *_) = await table.say(user, "/persoana Ana Pop")
        assert mentions(refused, "command.not_for_you")
        for data in (f"same:{ana}", f"same:{ana}:{ion}", f"same:{ana}:{ion}:yes"):
            await table.forge(user, user.messages[-1], data)
            assert not mentions(user.last, "merge.ask")
            assert not mentions(user.last, "merge.done")
    assert (await table.stored.match(pair.code)).people == (ana, ion)

    other, _, _ = await table.invite(ANA, "Vio Marin")
    (kept, *_) = (await table.stored.match(other)).people
    (gone, *_) = (await table.stored.match(pair.code)).people
    for alone in ("/persoana", "/persoana Zoe Zet"):
        (answer,) = await table.say(table.operator, alone)
        assert mentions(answer, "merge.usage") or mentions(answer, "fault.merge_nobody")
    (asked,) = await table.say(table.operator, "/persoana pop ana")
    assert mentions(asked, "merge.ask", who=OLD)
    (found,) = await table.say(table.operator, ANA)
    await tap(table, table.operator, found, f"same:{gone}:{kept}")
    assert mentions(found, "merge.preview")
    seen = len(pair.red.messages)

    await tap(table, table.operator, found, f"same:{kept}:{gone}:yes")

    assert mentions(found, "merge.done", who=ANA, other=OLD)
    assert kept in (await table.stored.match(pair.code)).people
    assert told(pair.red.messages[seen:], "merge.told_by_operator")
    assert told(table.arbiter.messages, "merge.told_arbiter")


@pytest.mark.article("7.2")
async def test_a_claim_keeps_its_proof_under_the_other_number(casa: Pair) -> None:
    """The game as it was when the claim was filed has the number that nobody has any longer."""
    table = casa.table
    case = await claim(casa, casa.blue, "time")
    (question,) = await table.say(casa.red, f"/abandon {casa.id}")
    await table.press(casa.red, question, "button.abandon")
    made = await set_up(table)
    await made.enter(f"{ANA}\nVio Marin")

    await (await joining(made, ANA, OLD)).keep(ANA)

    card = (await table.say(table.arbiter, f"/cazuri {case}"))[-1]
    assert mentions(card, "case.delivered", who=ANA)


async def test_two_sign_ups_of_one_person_become_one(table: Table) -> None:
    """Who signed up from two phones has one seat, the earlier one."""
    signing = await opened(table)
    await signing.enter("Ana Pop")
    await signing.enter("Anna Pop")
    (asked,) = told(table.arbiter.messages, "namesakes.ask")
    made = signing.championship
    made.card = asked

    await made.press("button.namesakes.same")
    await Joining(made).keep("Ana Pop")

    async with table.stored.database.reading() as tx:
        (one,) = await sign_ups.people_of(tx, made.code)
    assert one.name == "Ana Pop"
