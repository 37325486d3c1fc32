"""A match handed over to another arbiter: by its own, or by the operator when he is gone."""

import pytest
import pytest_asyncio

from bot.sandbox import SandboxUser
from engine.matches.match import MatchStage
from storage import forgetting
from tests.e2e.bench import own_case, person_of
from tests.e2e.harness import Table, last_with
from tests.e2e.plays import legal, written
from tests.e2e.season import cup
from tests.e2e.test_paper import paper_match, sheet
from tests.e2e.texts import facts_of, mentions, says, told


@pytest_asyncio.fixture
async def dana(table: Table) -> SandboxUser:
    """Give a second arbiter, who rules nothing yet."""
    user = table.sandbox.add_user("Dana Arbitru", language_code="ro")
    (link,) = await table.say(table.operator, "/arbitru")
    user.follow(facts_of(link, "arbiter.link")["link"])
    await table.settle()
    return user


@pytest.mark.article("7.2", "9.7")
async def test_all_that_is_under_way_goes_over_with_the_match(
    table: Table, dana: SandboxUser
) -> None:
    """Both players and both arbiters hear of it; a case, a silence and the lists follow.

    From then on the new arbiter gets the sheets and decides, and the one before no more.
    """
    pair, arbiter = await table.match(), table.arbiter
    await pair.place(pair.red, "H8 CASA")
    await table.travel(32)
    old_dossier = told(arbiter.messages, "silence.dossier", game=pair.id)[-1]
    old_card = await own_case(table, pair.id)

    (which,) = await table.say(arbiter, "/preda")
    await table.press(arbiter, which, "writer.match")
    assert mentions(which, "handover.whom", match=pair.code, old="Radu Arbitru")
    assert [one.label for one in which.buttons] == ["⚖️ Dana Arbitru"]
    await table.press(arbiter, which, "handover.to")
    assert says(which, "handover.sure", who="Dana Arbitru", first="Ana Pop")
    await table.press(arbiter, which, "button.comp.give_up")
    await table.press(arbiter, which, "handover.to")
    before = len(dana.messages), len(pair.blue.messages)
    await table.press(arbiter, which, "button.comp.yes_arbiter_main")

    assert says(which, "handover.told", who="Dana Arbitru", old="Radu Arbitru")
    for user in (pair.red, pair.blue):
        assert len(told(user.messages, "handover.told", match=pair.code)) == 1
    assert len(pair.blue.messages) == before[1] + 1
    news = dana.messages[before[0] :]
    assert len(told(news, "handover.yours", match=pair.code, old="Radu Arbitru")) == 1
    (dossier,) = told(news, "silence.dossier", game=pair.id)
    (card,) = told(news, "case.card")
    (exceeded,) = told(news, "time.exceeded_arbiter", who="Ion Rus")
    assert exceeded.buttons
    (row,) = await table.say(dana, "/meciuri")
    assert pair.code in row.text
    assert says((await table.say(arbiter, "/meciuri"))[-1], "matches.none")

    for shown in (old_dossier, old_card):
        await table.forge(arbiter, shown, shown.buttons[0].data)
        assert mentions(shown, "fault.not_your_match")
    silent = len(arbiter.messages)
    await pair.place(pair.blue, "PAS")
    assert told(dana.messages, "sheets.caption", game=pair.id)
    (shown,) = await table.say(dana, f"/prelungire {pair.id} ion 3 era la spital")
    await table.press(dana, shown, "button.decide")
    assert told(pair.blue.messages, "grant.told")
    assert len(arbiter.messages) == silent
    assert dossier.buttons
    assert card.buttons
    (file,) = await table.say(dana, f"/dosar {pair.code}")
    assert file.document is not None


@pytest.mark.article("8.5")
async def test_an_operator_hands_over_for_an_arbiter_who_is_gone(
    table: Table, dana: SandboxUser
) -> None:
    """Proposed results go to the new arbiter with the answers given; she homologates them."""
    pair = await table.match()
    for leg in (1, 2):
        pair.leg = leg
        (asked,) = await table.say(pair.red, f"/abandon {pair.id}")
        await table.press(pair.red, asked, "button.abandon")
        if leg == 1:
            for user in (pair.red, pair.blue):
                offer = last_with(user, f"ret:{pair.code}")
                await table.press(user, offer, "button.return_leg")
    asked = last_with(pair.blue, f"res:{pair.code}:yes")
    await table.press(pair.blue, asked, "button.results_yes")
    (refused,) = await table.say(dana, f"/preda {pair.code}")
    assert mentions(refused, "fault.not_your_match")
    gone = await person_of(table, table.arbiter)
    async with table.app.office.database.transaction() as tx:
        await forgetting.forget(tx, gone, table.sandbox.clock.now(), f"Jucător retras {gone}")

    seen = len(dana.messages)
    (card,) = await table.say(table.operator, f"/hand_over {pair.code.lower()}")
    assert [one.label for one in card.buttons] == ["⚖️ Dana Arbitru"]
    await table.press(table.operator, card, "handover.to")
    await table.press(table.operator, card, "button.comp.yes_arbiter_main")

    assert says(card, "handover.told", old=f"Jucător retras {gone}")
    (proposal,) = told(dana.messages[seen:], "results.proposed", match=pair.code)
    await table.press(dana, proposal, "button.homologate")
    match = await table.stored.match(pair.code)
    assert match.stage is MatchStage.HOMOLOGATED
    assert await person_of(table, pair.blue) in match.confirmed
    assert match.arbiter == await person_of(table, dana)


@pytest.mark.article("9.6", "1.1")
async def test_who_cannot_rule_is_not_offered_and_what_was_entered_waits_for_the_new_one(
    table: Table, dana: SandboxUser
) -> None:
    """Nobody rules his own match, nor a competition's; a sheet that waits is laid before her."""
    made = await cup(table, "Dan Ene", "Vlad Popa")
    (other,) = await made.pairs()
    (refused,) = await table.say(table.arbiter, f"/preda {other.code}")
    assert mentions(refused, "fault.handed_with_competition")
    assert made.code in refused.text
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
    (card,) = await table.say(table.arbiter, f"/preda {pair.code}")
    await table.press(table.arbiter, card, "handover.to")
    await table.press(table.arbiter, card, "button.comp.yes_arbiter_main")
    (waiting,) = told(dana.messages, "entry.confirm")
    assert waiting.photo is not None
    await table.press(dana, waiting, "button.confirm_entry")
    assert len((await pair.game()).moves) == 2
    paper = await paper_match(table, "arbiter")
    (card,) = await table.say(table.arbiter, f"/preda {paper.code}")
    await table.press(table.arbiter, card, "handover.to")
    await table.press(table.arbiter, card, "button.comp.yes_arbiter_main")
    assert mentions(told(dana.messages, "handover.yours")[-1], "handover.writes", who="Ion Rus")
