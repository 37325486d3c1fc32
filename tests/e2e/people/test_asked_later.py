"""Names are compared again whenever something about them or about the phase changes."""

from tests.e2e.championship import set_up
from tests.e2e.competitions.sign_up_shared import opened
from tests.e2e.harness import Table
from tests.e2e.texts import facts_of, mentions, told


async def test_a_moved_first_day_asks_again(table: Table) -> None:
    """The arbiter who has not answered about two similar players is asked again."""
    made = await set_up(table)
    await made.enter("Ana Pop\nIon Rus\nDan Ene\nEma Ilie")
    await made.press("button.comp.players")
    await made.press("button.plain", label="Ema Ilie")
    await made.press("button.comp.name")
    (confirm,) = await table.say(table.arbiter, "Pop Ana")
    await table.press(table.arbiter, confirm, "button.name.yes")
    assert len(told(table.arbiter.messages, "namesakes.ask")) == 1
    await made.say(f"/campionat {made.code}")
    await made.press("button.comp.plan")
    await made.press("button.comp.dates_preliminary")

    await made.say("10.05 30.09")

    assert len(told(table.arbiter.messages, "namesakes.ask")) == 2


async def test_a_name_given_by_another_match_is_asked_about_at_the_closing(table: Table) -> None:
    """Ana Pop, who is Ana Popescu in a match, and another Ana Popescu are never drawn together."""
    signing = await opened(table)
    ana, _ = await signing.enter("Ana Pop")
    card = (await table.say(table.arbiter, "/meci Ana Popescu - Ion Rus"))[-1]
    sent = await table.press(table.arbiter, card, "button.arrange.yes")
    await table.join(ana, facts_of(sent[0], "arrange.invitation")["link"])
    await signing.enter("Ana Popescu")

    await signing.close()

    assert told(table.arbiter.messages, "namesakes.ask_same")
    made = signing.championship
    await made.say(f"/campionat {made.code}")
    await made.press("button.comp.commit")
    assert mentions(made.card, "namesakes.ask_same")


async def test_the_arbiters_own_name_is_never_taken_unasked(table: Table) -> None:
    """A player who is called like the arbiter may be another person."""
    made = await set_up(table)
    await made.press("button.comp.add")

    (asked,) = await made.say("Radu Arbitru\nVio Marin")

    assert mentions(asked, "resolve.ask", who="Radu Arbitru")
    (arranged,) = await table.say(table.arbiter, "/meci Radu Arbitru - Vio Marin")
    assert mentions(arranged, "resolve.ask", who="Radu Arbitru")
