"""Results after the games: answers, silence, objections, and one press for undisputed ones."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from engine.matches.match import MatchStage
from sandbox import Message, SandboxUser
from tests.e2e.bench import later
from tests.e2e.cases.task_list_shared import opens
from tests.e2e.days.silent_games import final_waits_for_blue
from tests.e2e.harness import Pair, Table, bucharest, button
from tests.e2e.harness import table as laid_table
from tests.e2e.matches.own_archive_shared import nine_matches_left
from tests.e2e.season import Season
from tests.e2e.task_list import from_task_list
from tests.e2e.texts import mentions, says, told, worded


@pytest_asyncio.fixture(name="final")
async def _final(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match of a final phase in which Red opened on 1 May."""
    async with laid_table(tmp_path, after=final_waits_for_blue) as laid:
        yield Pair(laid, *laid.done)


def asked(pair: Pair, user: SandboxUser) -> Message:
    """Return the proposed results that a person was shown."""
    return told(user.messages, "results.proposed", match=pair.code)[-1]


async def objects(pair: Pair, why: str) -> None:
    """Have Red object to the results with a reason, which the arbiter reads."""
    table = pair.table
    await table.press(pair.red, asked(pair, pair.red), "button.results_no")
    assert mentions(pair.red.messages[-1], "results.you_objected", match=pair.code)
    (thanks,) = await table.say(pair.red, why)
    assert says(thanks, "remark.sent")
    (remark,) = told(table.arbiter.messages, "remark.objection", who="Ana Pop", about=pair.code)
    assert why in remark.text
    button(remark, "button.answer")
    await table.press(table.arbiter, remark, "button.results_of")
    card = table.arbiter.last
    assert mentions(card, "answer.objected_why", who="Ana Pop", text=why)
    button(card, "button.homologate")


async def stage(pair: Pair) -> MatchStage:
    """Return the stage of the match."""
    return (await pair.table.stored.match(pair.code)).stage


@pytest.mark.article("9.7")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_results_of_several_matches_are_called_to_mind_in_one_list(
    table: Table, season: Season
) -> None:
    """One message on the third and last day has a button for each; no digest repeats it.

    The digest of the day after the games has named them once, though another game continues.
    """
    gone = await season.person("Ana Pop")
    hers = [
        pair for pair in await season.pairs() if season.players["Ana Pop"] in {pair.red, pair.blue}
    ]
    for pair in hers:
        await pair.give_up_both()
    user = season.players["Ana Pop"]
    await table.match(red=user)
    seen = len(user.messages)

    for day in ("02", "03", "04", "05", "06"):
        await table.travel_to(bucharest(f"2025-05-{day}", "20:00:00"))

    came = user.messages[seen:]
    calls = [each for each in came if mentions(each, "results.remind_several", n=2)]
    assert [each.date.day for each in calls] == [4, 6]
    assert told(came, "results.proposed") == []
    digests = [each for each in came if mentions(each, "digest.results", match=hers[0].code)]
    assert [each.date.day for each in digests] == [2]
    user.press_button(calls[0], calls[0].buttons[0])
    await table.settle()
    (card,) = told(user.messages[seen:], "results.proposed")
    await table.press(user, card, "button.results_yes")
    code = next(pair.code for pair in hers if pair.code in card.text)
    assert gone in (await table.stored.match(code)).answers.confirmed


@pytest.mark.article("8.5", "9.7")
async def test_silence_of_five_days_is_no_objection(given_up: Pair) -> None:
    """Both are reminded on the third and the last day; on the sixth the arbiter may approve."""
    pair, table, arbiter = given_up, given_up.table, given_up.table.arbiter
    await table.press(pair.red, asked(pair, pair.red), "button.results_yes")
    assert mentions(asked(pair, pair.blue), "results.ask_player", until="2025-05-06")

    await table.travel_to(bucharest("2025-05-04"))
    (soon,) = told(pair.blue.messages, "results.proposed", match=pair.code)[1:]
    assert mentions(soon, "results.remind", until="2025-05-06")
    await table.travel_to(bucharest("2025-05-06"))
    assert len(told(pair.blue.messages, "results.proposed")) == 3
    assert told(pair.red.messages, "results.proposed") == []
    (card,) = await table.say(arbiter, f"/omologheaza {pair.code}")
    assert mentions(card, "standing.waiting", until="2025-05-06")
    assert says((await table.say(arbiter, "/mesa"))[-1], "docket.empty")

    await table.travel_to(bucharest("2025-05-07"))

    assert told(pair.blue.messages, "results.silent_you", match=pair.code, n=5)
    assert told(pair.red.messages, "results.silent_you") == []
    assert mentions(arbiter.last, "docket.row", code=pair.code)
    over_now = await from_task_list(table, pair.code)
    assert mentions(over_now, "answer.confirmed", who="Ana Pop")
    assert mentions(over_now, "answer.silent", who="Ion Rus", n=5)
    assert mentions(over_now, "standing.undisputed", n=5)
    await table.press(pair.blue, soon, "button.results_no")
    late = await from_task_list(table, pair.code)
    assert mentions(late, "answer.objected", who="Ion Rus")
    await table.press(arbiter, over_now, "button.homologate")
    assert says(over_now, "results.objection_stands", match=pair.code)


@pytest.mark.article("9.7")
async def test_reminders_that_fell_due_while_the_bot_was_down_are_still_made(
    given_up: Pair,
) -> None:
    """If the bot is down until the tenth day, each player then reads once what silence means."""
    pair, table = given_up, given_up.table
    await table.stop_bot()
    await table.sandbox.clock.travel_to(bucharest("2025-05-11"))
    await table.start_bot()
    await table.travel(0.01)

    for user in (pair.red, pair.blue):
        assert len(told(user.messages, "results.silent_you", match=pair.code)) == 1
    named = [one for one in table.arbiter.messages if mentions(one, "docket.row", code=pair.code)]
    assert len(named) == 1


@pytest.mark.article("8.5")
async def test_undisputed_results_are_approved_by_one_press(given_up: Pair) -> None:
    """Of one agreed, silent, disputed and waiting match each, the press approves the first two."""
    agreed, table = given_up, given_up.table
    silent, disputed, waiting = [await table.match() for _ in range(3)]
    for pair in (silent, disputed):
        await pair.give_up_both()
    for user in (agreed.red, agreed.blue):
        await table.press(user, asked(agreed, user), "button.results_yes")
    await objects(disputed, "Scorul turului este greșit")
    await later(table, 6)
    await waiting.give_up_both()

    (overview,) = await table.say(table.arbiter, "/omologheaza")

    assert says(overview, "homologate.overview")
    for key, pair in (
        ("disputed", disputed),
        ("agreed", agreed),
        ("undisputed", silent),
        ("waiting", waiting),
    ):
        part = overview.text.split(worded(f"homologate.{key}", n=1, rows=[]).strip())[1]
        assert part.split("\n\n")[0].strip().startswith(pair.code)
    assert mentions(overview, "homologate.objected", who="Ana Pop")
    single = button(overview, "button.homologate_undisputed")
    await table.press(table.arbiter, overview, "button.homologate_undisputed")

    assert says(overview, "homologate.done", n=2)
    assert mentions(overview, "homologate.left_out", n=2)
    assert mentions(overview, "homologate.objected", who="Ana Pop")
    assert {each.data for each in overview.buttons if each.data.startswith("homc:")} == {
        f"homc:{pair.code}" for pair in (disputed, waiting)
    }
    assert opens(overview) == [disputed.code]
    for pair in (agreed, silent):
        assert await stage(pair) is MatchStage.HOMOLOGATED
        assert len(told(pair.blue.messages, "results.final", match=pair.code)) == 1
    for pair in (disputed, waiting):
        assert await stage(pair) is MatchStage.PROPOSED
    await table.forge(waiting.red, waiting.red.messages[-1], single.data)
    await table.forge(table.arbiter, overview, single.data)
    assert says(overview, "homologate.none_undisputed")
    assert await stage(waiting) is MatchStage.PROPOSED


@pytest.mark.article("8.5")
async def test_one_press_approves_only_the_results_that_were_shown(given_up: Pair) -> None:
    """If other results, but as many, are undisputed by then, they are shown first."""
    seen, table = given_up, given_up.table
    later_agreed = await table.match()
    await later_agreed.give_up_both()
    for user in (seen.red, seen.blue):
        await table.press(user, asked(seen, user), "button.results_yes")
    (overview,) = await table.say(table.arbiter, "/omologheaza")
    await table.forge(seen.red, seen.red.last, f"res:{seen.code}:no")
    for user in (later_agreed.red, later_agreed.blue):
        await table.press(user, asked(later_agreed, user), "button.results_yes")

    await table.press(table.arbiter, overview, "button.homologate_undisputed")

    assert says(overview, "homologate.overview")
    assert await stage(later_agreed) is MatchStage.PROPOSED
    await table.press(table.arbiter, overview, "button.homologate_undisputed")
    assert await stage(later_agreed) is MatchStage.HOMOLOGATED


@pytest.mark.article("8.5")
async def test_results_to_approve_are_turned_in_pages(tmp_path: Path) -> None:
    """Nine matches need two pages of buttons; a page beyond the last shows the last."""
    async with laid_table(tmp_path, after=nine_matches_left) as table:
        season = Season.at(table, *table.done)
        (overview,) = await table.say(table.arbiter, "/omologheaza")

        first = [each for each in overview.buttons if each.data.startswith("homc:")]
        assert len(first) == 8
        assert all("Ana Pop" in each.label and "Jucător" in each.label for each in first)
        turn = next(each for each in overview.buttons if each.data.startswith("hompage:"))
        table.arbiter.press_button(overview, turn)
        await table.settle()
        (last,) = [each for each in overview.buttons if each.data.startswith("homc:")]
        assert last.data not in {each.data for each in first}
        await table.forge(table.arbiter, overview, f"hompage:{season.code}:99")
        assert last in overview.buttons


@pytest.mark.article("8.5")
async def test_disputed_results_are_talked_over_or_ruled_on_from_their_card(
    given_up: Pair,
) -> None:
    """The arbiter may write to the objecting player or open a case about either game."""
    pair, table, arbiter = given_up, given_up.table, given_up.table.arbiter
    (plain,) = await table.say(arbiter, f"/omologheaza {pair.code}")
    assert [each.data for each in plain.buttons] == [f"hom:{pair.code}"]
    await objects(pair, "Am fost 120, nu 110")
    (listed,) = await table.say(arbiter, "/mesa")
    assert says(listed, "docket.list", n=1), "an objection and its reason are one thing"
    card = await from_task_list(table, pair.code)

    (asked_for,) = await table.press(arbiter, card, "button.card.letter")
    assert says(asked_for, "letter.ask_answer", who="Ana Pop", about=pair.code)
    await table.say(arbiter, "În ce tur?")
    (letter,) = told(pair.red.messages, "letter.answer", about=pair.code)
    assert "În ce tur?" in letter.text
    last = f"{pair.code}/2"
    arbiter.press_button(card, next(one for one in card.buttons if one.data == f"show:{last}:case"))
    await table.settle()
    assert mentions(arbiter.last, "claim.own")
    assert last in arbiter.last.text
    (plain,) = await table.say(arbiter, f"/omologheaza {pair.code}")
    button(plain, "button.homologate"), "a case only looked at stands in the way of nothing"


@pytest.mark.article("7.2", "9.4")
async def test_exceeded_time_is_ruled_on_before_the_result_counts(final: Pair) -> None:
    """The bulk leaves it out; its card names player, excess and date, and offers both rulings."""
    pair, table, arbiter = final, final.table, final.table.arbiter
    await table.travel_to(bucharest("2025-05-27"))
    await pair.place(pair.blue, "PAS")
    await pair.place(pair.red, "PAS")
    pair = replace(pair, red=pair.blue, blue=pair.red)
    await pair.give_up_both()
    await later(table, 7)

    (overview,) = await table.say(arbiter, "/omologheaza")
    assert mentions(overview, "homologate.to_rule", n=1)
    assert worded("button.homologate_undisputed", n=1) not in [b.label for b in overview.buttons]
    await table.forge(arbiter, overview, "homall:")
    assert mentions(overview, "homologate.none_undisputed")
    (card,) = await table.say(arbiter, f"/omologheaza {pair.code}")
    assert mentions(card, "results.overdrawn", who="Ion Rus", over=5, allowance=20, round=1)
    await table.forge(arbiter, card, f"hom:{pair.code}:all_the_same")
    assert await stage(pair) is MatchStage.PROPOSED
    assert mentions(card, "results.to_rule")

    await table.press(arbiter, card, "button.as_played")
    asked_why = arbiter.last
    await table.press(arbiter, asked_why, "why.as_played")
    await table.press(arbiter, asked_why, "button.decide")

    for user in (pair.red, pair.blue):
        (decision,) = told(user.messages, "case.decision", article="9.4")
        assert mentions(decision, "ruling.as_played", who="Ion Rus")
    again = asked(pair, arbiter)
    await table.press(arbiter, again, "button.homologate")
    assert await stage(pair) is MatchStage.HOMOLOGATED


async def test_proposed_results_name_the_winner_or_a_draw_first(pair: Pair) -> None:
    """Players and arbiter read it as what the proposed coefficients say."""
    await pair.give_up_both()

    for user in (pair.red, pair.blue):
        assert mentions(asked(pair, user), "results.drawn_proposed", first_c="2.0000")
