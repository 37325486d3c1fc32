"""A match handed over to another arbiter, by its own arbiter or by the operator."""

import pytest
import pytest_asyncio

from engine.games.game import Stage
from engine.matches.match import MatchStage
from sandbox import SandboxUser
from storage.people import forgetting
from tests.e2e.bench import REASON, card_of, claim, own_case, person_of, rule, tap
from tests.e2e.cases.paper_shared import paper_match, sheet
from tests.e2e.harness import Pair, Table, bucharest, last_with
from tests.e2e.matches.handover_shared import handed
from tests.e2e.plays import legal, written
from tests.e2e.season import Season
from tests.e2e.task_list import from_task_list
from tests.e2e.texts import facts_of, mentions, says, told, worded


@pytest_asyncio.fixture
async def dana(table: Table) -> SandboxUser:
    """Give a second arbiter without matches."""
    return await arbiter_joined(table, "Dana Arbitru")


async def arbiter_joined(table: Table, name: str) -> SandboxUser:
    """Have another arbiter accept the operator's link."""
    user = table.sandbox.add_user(name, language_code="ro")
    (link,) = await table.say(table.operator, "/arbitru")
    await table.join(user, facts_of(link, "arbiter.link")["link"])
    return user


async def test_a_match_is_handed_over_at_the_second_tap(
    table: Table, pair: Pair, dana: SandboxUser
) -> None:
    """The new arbiter is chosen from a list; players and both arbiters get one notice each."""
    arbiter = table.arbiter
    (card,) = await table.say(arbiter, "/preda")
    await table.press(arbiter, card, "writer.match")
    assert mentions(card, "handover.whom", match=pair.code, old="Radu Arbitru")
    assert [one.label for one in card.buttons] == ["⚖️ Dana Arbitru"]
    await table.press(arbiter, card, "handover.to")
    assert says(card, "handover.sure", who="Dana Arbitru", first="Ana Pop")
    await table.press(arbiter, card, "button.comp.give_up")
    await table.press(arbiter, card, "handover.to")
    assert not told(dana.messages, "handover.yours")
    await table.press(arbiter, card, "button.comp.yes_arbiter_main")

    assert says(card, "handover.told", who="Dana Arbitru", old="Radu Arbitru")
    for user in (pair.red, pair.blue):
        assert len(told(user.messages, "handover.told", match=pair.code)) == 1
    assert len(told(dana.messages, "handover.yours", match=pair.code, old="Radu Arbitru")) == 1
    (row,) = await table.say(dana, "/meciuri")
    assert pair.code in row.text
    assert says((await table.say(arbiter, "/meciuri"))[-1], "matches.none")
    for typed in ("/preda", "/preda Dana Arbitru"):
        (none,) = await table.say(arbiter, typed)
        assert says(none, "handover.none"), "a name is not taken for a match there is not"


@pytest.mark.usefixtures("dana")
async def test_every_arbiter_can_be_chosen_however_many_there_are(
    table: Table, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page shows the first, its button the others."""
    monkeypatch.setattr("bot.chat.matches.handing_over._ON_PAGE", 1)
    await arbiter_joined(table, "Vera Arbitru")
    (card,) = await table.say(table.arbiter, f"/preda {pair.code}")
    assert card.labels[0] == "⚖️ Dana Arbitru"

    await table.press(table.arbiter, card, "button.list_on")

    assert card.labels[0] == "⚖️ Vera Arbitru"


@pytest.mark.article("7.2", "9.7")
async def test_all_that_is_under_way_goes_over_with_the_match(
    table: Table, casa: Pair, dana: SandboxUser
) -> None:
    """One message lists a case and an exceeded time for the new arbiter, both still open.

    From then on the new arbiter gets the sheets and decides, and the earlier one does not.
    """
    pair = casa
    arbiter = table.arbiter
    await table.travel_to(bucharest("2025-06-02"))
    dossier = await from_task_list(table, pair.id)
    card = await own_case(table, pair.id)
    await table.press(arbiter, card, "button.case.hear")
    seen, heard = len(dana.messages), len(pair.blue.messages)
    await handed(table, arbiter, pair.code)

    assert len(pair.blue.messages) == heard + 1
    yours, waiting = dana.messages[seen:]
    assert mentions(yours, "handover.yours")
    assert says(waiting, "docket.list", n=2)
    assert mentions(await from_task_list(table, pair.id, user=dana), "time.exceeded_absent")
    case = facts_of(card, "case.card")["case"]
    assert says(await from_task_list(table, case, user=dana), "case.card")
    for shown in (dossier, card):
        await table.forge(arbiter, shown, shown.buttons[0].data)
        assert mentions(shown, "fault.not_your_match")
    silent = len(arbiter.messages)
    await pair.place(pair.blue, "PAS")
    assert told(dana.messages, "sheets.caption", game=pair.id)
    (shown,) = await table.say(dana, f"/prelungire {pair.id} ion 3 era la spital")
    await table.press(dana, shown, "button.decide")
    assert told(pair.blue.messages, "grant.told")
    assert len(arbiter.messages) == silent
    (file,) = await table.say(dana, f"/dosar {pair.code}")
    assert file.document is not None


@pytest.mark.article("8.5")
async def test_an_operator_hands_over_for_an_arbiter_who_is_gone(
    given_up: Pair, dana: SandboxUser
) -> None:
    """Proposed results go to the new arbiter with their answers, and that arbiter approves them."""
    pair, table = given_up, given_up.table
    asked = last_with(pair.blue, f"res:{pair.code}:yes")
    await table.press(pair.blue, asked, "button.results_yes")
    (refused,) = await table.say(dana, f"/preda {pair.code}")
    assert mentions(refused, "fault.not_your_match")
    gone = await person_of(table, table.arbiter)
    async with table.app.runtime.database.transaction() as tx:
        await forgetting.forget(tx, gone, table.sandbox.clock.now(), f"Jucător retras {gone}")

    seen = len(dana.messages)
    card = await handed(table, table.operator, pair.code.lower())

    assert says(card, "handover.told", old=f"Jucător retras {gone}")
    assert not told(dana.messages, "handover.yours")[-1].buttons, "nobody can have it back"
    (back,) = await table.say(dana, f"/preda {pair.code}")
    assert not back.buttons
    await table.forge(dana, back, f"handback:{pair.code}")
    assert mentions(dana.last, "fault.no_such_arbiter")
    assert not told(dana.messages[seen:], "results.proposed")
    (proposal,) = await table.say(dana, f"/omologheaza {pair.code}")
    await table.press(dana, proposal, "button.homologate")
    match = await table.stored.match(pair.code)
    assert match.stage is MatchStage.HOMOLOGATED
    assert await person_of(table, pair.blue) in match.answers.confirmed
    assert match.arbiter == await person_of(table, dana)


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("9.6", "1.1")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_who_cannot_rule_is_not_offered_and_what_was_entered_waits_for_the_new_one(
    table: Table, season: Season, dana: SandboxUser
) -> None:
    """Players and arbiters of other competitions are excluded; a waiting sheet is handed over."""
    (other,) = await season.pairs()
    (refused,) = await table.say(table.arbiter, f"/preda {other.code}")
    assert mentions(refused, "fault.handed_with_competition")
    assert season.code in refused.text
    own = await table.match(red=dana)
    (alone,) = await table.say(table.arbiter, f"/preda {own.code}")
    assert mentions(alone, "comp.no_other_arbiters")
    assert not alone.buttons
    forged = await person_of(table, dana)
    await table.forge(table.arbiter, alone, f"hand:{own.code}:{forged}:yes")
    assert mentions(table.arbiter.last, "fault.no_such_arbiter")

    pair = await paper_match(table, "partner")
    await pair.place(pair.red, "H8 CASA")
    await table.say(pair.red, "/introdu")
    (preview,) = await sheet(table, pair.red, written(legal(await pair.game())[-1]))
    await table.press(pair.red, preview, "button.enter")
    await handed(table, table.arbiter, pair.code)
    (listed,) = told(dana.messages, "docket.list", n=1)
    dana.press_button(listed, listed.buttons[0])
    await table.settle()
    (waiting,) = told(dana.messages, "entry.confirm")
    assert waiting.photo is not None
    await table.press(dana, waiting, "button.confirm_entry")
    assert len((await pair.game()).moves) == 2
    paper = await paper_match(table, "arbiter")
    await handed(table, table.arbiter, paper.code)
    assert mentions(told(dana.messages, "handover.yours")[-1], "handover.writes", who="Ion Rus")


@pytest.mark.article("1.1")
async def test_who_was_asked_by_a_link_does_not_get_in_once_they_rule(
    table: Table, dana: SandboxUser
) -> None:
    """If the match is handed over to them before they accept the seat, they cannot take it."""
    code, one, _ = await table.invite()
    asked = await table.follow(dana, one)
    await handed(table, table.arbiter, code)

    await table.press(dana, asked, "button.join.yes")

    assert says(asked, "join.arbiters", who="Ana Pop")
    match = await table.stored.match(code)
    assert not match.joined
    assert match.arbiter not in match.people


@pytest.mark.article("1.1")
async def test_a_match_is_not_handed_over_to_who_has_just_joined_it(
    table: Table, dana: SandboxUser
) -> None:
    """If the new arbiter takes a seat before the second tap, the hand-over is refused."""
    code, one, _ = await table.invite()
    arbiter = table.arbiter
    (card,) = await table.say(arbiter, f"/preda {code}")
    await table.press(arbiter, card, "handover.to")
    await table.join(dana, one)

    await table.press(arbiter, card, "button.comp.yes_arbiter_main")

    match = await table.stored.match(code)
    assert match.arbiter not in match.people
    assert len(match.joined) == 1
    assert not told(dana.messages, "handover.yours")


@pytest.mark.article("7.2", "10.1")
async def test_a_final_ruling_stays_final_after_a_handover(
    table: Table, casa: Pair, dana: SandboxUser
) -> None:
    """The successor cannot rule a loss on the silence about which a claim was rejected.

    Its author may change it once they have the match again; the card says what that means.
    """
    pair = casa
    await table.travel_to(bucharest("2025-06-02"))
    case = await claim(pair, pair.red, "time")
    await rule(table, card_of(table.arbiter, case), "rejected")
    await handed(table, table.arbiter, pair.code)

    below = (await table.say(dana, f"/decizie {pair.id}"))[-1]
    for ruling in (f"rule:{pair.id}#2:no_show.blue", f"rule:{case}:no_show.blue"):
        await table.forge(dana, below, ruling)
        assert mentions(dana.messages[-1], "fault.ruling_is_final", case=case)
    assert (await pair.game()).stage is Stage.RUNNING

    (card,) = await table.say(table.operator, f"/preda {pair.code}")
    await table.press(table.operator, card, "handover.to")
    await table.press(table.operator, card, "button.comp.yes_arbiter_main")
    await table.press(table.arbiter, card_of(table.arbiter, case), "button.case.reverse")
    await tap(table, table.arbiter, card_of(table.arbiter, case), f"rule:{case}:no_show.blue")
    (shown,) = await table.say(table.arbiter, REASON)
    assert mentions(shown, "ruling.own_final", case=case)
    await table.press(table.arbiter, shown, "button.decide")
    assert (await pair.game()).ended is not None


async def test_a_handover_by_mistake_is_taken_back(
    table: Table, pair: Pair, dana: SandboxUser
) -> None:
    """The new arbiter's notice offers it; with a reason, and players and both arbiters read it."""
    await handed(table, table.arbiter, pair.code)
    (yours,) = told(dana.messages, "handover.yours", match=pair.code)
    (refused,) = await table.say(table.arbiter, f"/preda {pair.code}")
    assert mentions(refused, "fault.not_your_match")

    (asked,) = await table.press(dana, yours, "button.handover.back")
    assert mentions(asked, "handover.back_show", who="Radu Arbitru", old="Dana Arbitru")
    await table.press(dana, asked, "handover.back_usual")
    await table.press(dana, asked, "button.decide")

    assert mentions(asked, "handover.back_told", who="Radu Arbitru")
    for user in (pair.red, pair.blue, table.arbiter):
        assert len(told(user.messages, "handover.back_told", match=pair.code)) == 1
    match = await table.stored.match(pair.code)
    assert match.arbiter == await person_of(table, table.arbiter)
    (card,) = await table.say(table.arbiter, f"/preda {pair.code}")
    assert worded("button.handover.back", who="Radu Arbitru") not in card.labels
    await table.forge(dana, asked, f"handback:{pair.code}")
    assert mentions(dana.last, "fault.not_your_match")
