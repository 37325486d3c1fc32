"""An arbiter's other steps in a competition: wrong answers, changed dates, an annulled draw."""

from datetime import date

import pytest

from engine.competitions.competition import CompetitionStage
from engine.rulesets import SequenceScope
from tests.e2e.championship import FOUR, Championship, press, set_up, set_up_in_chat
from tests.e2e.harness import Table, bucharest
from tests.e2e.texts import mentions, says, told
from tests.sandbox.pictures import picture


async def test_a_wrong_answer_loses_nothing(table: Table) -> None:
    """Earlier answers stay; the question returns with the error; everything can be changed."""
    arbiter = table.arbiter
    (card,) = await table.say(arbiter, "/campionat Cupa Toamnei")
    await press(table, arbiter, card, "comp.phases.both")
    for wrong in ("multe", "99"):
        (card,) = await table.say(arbiter, wrong)
        assert mentions(card, "fault.number_of_groups")
        assert mentions(card, "comp.known", what="Nume", value="Cupa Toamnei")
        assert mentions(card, "comp.ask.groups")
    arbiter.send_document("jucatori.csv", b"Ana Pop\nIon Rus\n")
    await table.settle()
    assert mentions(arbiter.last, "comp.list_later"), "a list is no number of groups"
    assert mentions(arbiter.last, "comp.ask.groups")
    (card,) = await table.say(arbiter, "/campionat Cupa Iernii")
    assert mentions(card, "comp.begun", title="Cupa Toamnei")
    (card,) = await table.say(arbiter, "/campionat Cupa Toamnei")
    assert not mentions(card, "comp.begun")
    await table.say(arbiter, "3")
    for wrong, fault in (
        ("cândva", "fault.unreadable_date"),
        ("30.09 5.05", "fault.period_backwards"),
        ("2025-04-01 2025-09-30", "fault.phase_start_past"),
    ):
        (card,) = await table.say(arbiter, wrong)
        assert mentions(card, fault)
    await table.say(arbiter, "5.05 30.09")
    await table.say(arbiter, "2+1")
    (card,) = await table.say(arbiter, "1.10 28.02")
    assert mentions(card, "fault.starts_before_results")
    (card,) = await table.say(arbiter, "10.10 28.02")
    await press(table, arbiter, card, "button.comp.exclusion.keep")
    await press(table, arbiter, card, "button.comp.change")
    await press(table, arbiter, card, "comp.field.groups")
    await press(table, arbiter, card, "button.plain", label="4")
    assert mentions(card, "comp.known", what="Grupe", value="4")
    assert mentions(card, "comp.ask.scope")
    await press(table, arbiter, card, "button.comp.cancel")

    assert says(card, "comp.new_cancelled")
    (answer,) = await table.say(arbiter, "3")
    assert says(answer, "play.unknown_arbiter")


async def test_the_usual_title_is_offered_with_the_year(table: Table) -> None:
    """An arbiter on a phone need not type the federation's usual title.

    An arbiter who began without a name may also give it with the command.
    """
    (card,) = await table.say(table.arbiter, "/campionat")
    await press(table, table.arbiter, card, "button.comp.new")
    (card,) = await table.say(table.arbiter, "/campionat Cupa Iernii")
    assert mentions(card, "comp.known", what="Nume", value="Cupa Iernii")
    assert mentions(card, "comp.ask.phases")
    await press(table, table.arbiter, card, "button.comp.cancel")
    (card,) = await table.say(table.arbiter, "/campionat")
    await press(table, table.arbiter, card, "button.comp.new")
    assert mentions(card, "comp.ask.title")
    usual = f"{table.config.federation.competition} 2025"

    await press(table, table.arbiter, card, "button.plain", label=usual)

    assert mentions(card, "comp.known", what="Nume", value=usual)
    assert mentions(card, "comp.ask.phases")


@pytest.mark.article("2.1")
async def test_the_scope_of_sequences_is_frozen_under_its_own_name(table: Table) -> None:
    """Rules that differ from the shipped ruleset never use its name.

    If return games share a sequence, the bot asks for the day they start on before it creates the
    competition, and the plan shows it.
    """
    championship = await set_up_in_chat(table, {"scope": "match"}, title="Cupa Verii 2025")
    rules = (await championship.now()).rules
    assert rules.sequence_scope is SequenceScope.MATCH
    assert rules.name == "cn-2025.3-match"

    championship = await set_up_in_chat(table, {"scope": "leg", "returns": "1.08 15.12"})
    phases = (await championship.now()).phases
    assert [phase.plan.returns for phase in phases] == [date(2025, 8, 1), date(2025, 12, 15)]
    assert mentions(championship.card, "comp.plan_returns", day="2025-08-01")


async def test_the_same_lists_are_sent_once_however_often_the_button_is_pressed(
    entered: Championship,
) -> None:
    """Each player gets a list once, and a late player at the next press.

    An annulled draw needs a reason, which everybody reads, and entries reopen; then nobody gets the
    empty lists, and the card says why.
    """
    championship = entered
    ana = entered.players["Ana Pop"]
    await championship.draw()
    (publish,) = [one for one in championship.card.buttons if one.data.endswith(":publish")]

    await championship.press("button.comp.publish")
    assert mentions(championship.card, "comp.done.published", n=1)
    seen = len(ana.messages), len(championship.arbiter.messages)
    assert await championship.press("button.comp.publish") == []
    assert mentions(championship.card, "comp.done.published_before")
    ion = await championship.claim("Ion Rus")
    before = len(ion.messages)
    await championship.press("button.comp.publish")

    assert mentions(championship.card, "comp.done.published", n=1)
    assert len(ion.messages) == before + 1
    assert len(ana.messages) == seen[0]
    lists = told(championship.arbiter.messages[seen[1] :], "comp.groups_list")
    assert lists == []
    await _annulled(championship)
    before = len(ana.messages)

    await championship.table.forge(championship.arbiter, championship.card, publish.data)

    assert mentions(championship.card, "fault.button_unknown")
    assert len(ana.messages) == before


async def _annulled(championship: Championship) -> None:
    """Have the arbiter annul the draw; no photograph is a reason, and no text of any length."""
    ana = championship.players["Ana Pop"]
    await championship.press("button.comp.annul")
    (short,) = await championship.say("x")
    assert mentions(short, "fault.reason_needed")
    (long,) = await championship.say("a" * 601)
    assert mentions(long, "fault.reason_long", n=601, most=600)
    championship.arbiter.send_photo(picture(), caption="fișa mea")
    await championship.table.settle()
    stage = (await championship.now()).stage
    assert stage is CompetitionStage.LISTED, "a photograph is no reason"
    seen = len(ana.messages)
    await championship.say("S-a înscris greșit un jucător")
    competition = await championship.now()

    assert competition.stage is CompetitionStage.OPEN
    assert competition.phase.matches == ()
    (message,) = told(ana.messages[seen:], "comp.annulled")
    assert "S-a înscris greșit un jucător" in message.text


async def test_lists_before_anybody_has_joined_are_sent_to_the_arbiters(table: Table) -> None:
    """The card says that arbiters got them, and how many players have not joined."""
    championship = await set_up(table)
    await championship.enter(FOUR)
    await championship.draw()

    await championship.press("button.comp.publish")

    assert mentions(championship.card, "comp.done.published_arbiters")
    assert mentions(championship.card, "comp.done.unreached", n=4)
    assert len(told(table.arbiter.messages, "comp.groups_list")) == 1


async def test_the_plan_changes_and_everybody_reads_it(entered: Championship) -> None:
    """One line of the plan changes; an impossible plan is refused and the card returns.

    The same dates again notify nobody.

    Once the phase runs nobody types a number of qualifiers that would be refused: no button asks,
    and an old one says why.
    """
    championship = entered
    ana = entered.players["Ana Pop"]
    await championship.press("button.comp.plan")
    (number,) = [one.data for one in championship.card.buttons if ":adv:" in one.data]
    await championship.press("button.comp.dates_preliminary")
    (refused,) = await championship.say("12.05 15.10")
    assert mentions(refused, "fault.starts_before_results")
    seen = len(ana.messages)
    await championship.say("12.05 1.10")
    plan = (await championship.now()).phase.plan
    assert (plan.start, plan.closing) == (date(2025, 5, 12), date(2025, 10, 1))
    assert told(ana.messages[seen:], "comp.plan_changed")
    seen = len(ana.messages)
    await championship.press("button.comp.plan")
    await championship.press("button.comp.dates_preliminary")
    await championship.say("12.05 1.10")
    assert mentions(championship.card, "comp.done.plan_unchanged")
    assert not told(ana.messages[seen:], "comp.plan_changed")
    await championship.say(f"/campionat {championship.code}")
    await championship.draw()
    await championship.table.travel_to(bucharest(f"{plan.start}"))
    assert (await championship.now()).stage is CompetitionStage.RUNNING
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.plan")
    assert not [one.data for one in championship.card.buttons if ":adv:" in one.data]

    await championship.table.forge(championship.arbiter, championship.card, number)

    assert mentions(championship.card, "fault.phase_running")


async def test_both_dates_of_a_phase_change_although_its_last_day_is_today(
    entered: Championship,
) -> None:
    """Only a closing that moves alone is asked about; no answer drops the other day."""
    championship = entered
    await championship.table.travel_to(bucharest("2025-05-20"))
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.plan")
    await championship.press("button.comp.dates_preliminary")

    await championship.say("19.05 20.05")

    plan = (await championship.now()).phase.plan
    assert (plan.start, plan.closing) == (date(2025, 5, 19), date(2025, 5, 20))
