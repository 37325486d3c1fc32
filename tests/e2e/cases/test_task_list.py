"""The arbiter's task list, and one message for everything that became due together."""

from pathlib import Path

import pytest

from bot.texts.notices.cases.task_list import ON_PAGE
from tests.e2e.bench import claim, later
from tests.e2e.cases.task_list_shared import SILENT, opens, silent_cup
from tests.e2e.harness import Pair, Table, bucharest, button
from tests.e2e.plays import no_word
from tests.e2e.season import Season
from tests.e2e.task_list import from_task_list
from tests.e2e.texts import facts_of, mentions, says, shown, told, worded


@pytest.mark.article("7.2")
async def test_twelve_silences_on_one_day_are_one_message(tmp_path: Path) -> None:
    """The list has no picture, a button opens each game's file, and its sheets have a caption.

    The phase began with one message: neither twelve starts nor the first move brought sheets.
    """
    async with silent_cup(tmp_path) as season:
        laid, arbiter = season.table, season.table.arbiter
        _, begun, quiet = laid.done
        assert not [one for one in arbiter.messages[:begun] if one.photo is not None]
        assert not told(arbiter.messages[:begun], "leg.started_arbiter")

        (news,) = arbiter.messages[quiet:]

        assert says(news, "docket.news", n=SILENT)
        assert mentions(news, "docket.heading", kind=worded("docket.silence"))
        pairs = await season.pairs()
        assert set(opens(news)) == {pair.id for pair in pairs}
        for pair in pairs:
            assert mentions(news, "docket.row", code=pair.id)
        seen = len(arbiter.messages)
        arbiter.press_button(news, news.buttons[0])
        await laid.settle()
        first, second, dossier = arbiter.messages[seen:]
        assert first.photo is not None
        assert second.photo is not None
        assert mentions(first, "sheets.follow", game=opens(news)[0])
        assert says(dossier, "silence.dossier", game=opens(news)[0])
        await laid.travel(1)
        assert not told(arbiter.messages[seen:], "docket.news")


@pytest.mark.article("7.2", "9.4")
async def test_the_list_is_paged_and_its_buttons_are_good_whatever_has_been_done(
    tmp_path: Path,
) -> None:
    """Each page has ten different tasks; an unknown page opens the last; a kind can be chosen.

    The list of matches, and the tasks after the players' time, have true figures.
    """
    async with silent_cup(tmp_path) as season:
        await _pages(season)
        await _matches_by_their_last_day(season)
        await _exceeded_time_takes_the_place_of_silence(season)


async def _pages(season: Season) -> None:
    """Have the arbiter turn the pages of twelve tasks."""
    laid, arbiter = season.table, season.table.arbiter
    await laid.travel_to(bucharest("2025-05-12", "12:00:00"))
    (listed,) = await laid.say(arbiter, "/mesa")

    assert says(listed, "docket.list", n=SILENT)
    first = opens(listed)
    assert len(first) == ON_PAGE
    (on,) = [
        each for each in listed.buttons if each.label == worded("button.list_on", page=2, pages=2)
    ]
    arbiter.press_button(listed, on)
    await laid.settle()
    second = opens(listed)
    assert len(first) + len(second) == len({*first, *second}) == SILENT
    for forged in ("mesa::99", "mesa:silence:1", "mesa:nonsense:1"):
        await laid.forge(arbiter, listed, forged)
        assert opens(listed) == second
    await laid.forge(arbiter, listed, "mesa:open:nonsense:K7QF/1")
    assert mentions(arbiter.messages[-1], "fault.button_unknown") or mentions(
        listed, "fault.button_unknown"
    )


async def _matches_by_their_last_day(season: Season) -> None:
    """Check the order by last day, eight on a page; an overdue match shows its days."""
    laid, arbiter = season.table, season.table.arbiter
    await laid.travel_to(bucharest("2025-05-24", "12:00:00"))

    (listed,) = await laid.say(arbiter, "/meciuri")

    assert says(listed, "matches.list", n=SILENT + 1)
    codes = [each.data.rpartition(":")[2] for each in listed.buttons if ":m:" in each.data]
    silent = {pair.code for pair in await season.pairs()}
    assert len(codes) == 8
    assert set(codes) <= silent
    assert mentions(listed, "matches.turn", left=-2)
    assert shown(0, "days") not in listed.text
    assert shown(-2, "left") == "depășit cu 2 zile"
    arbiter.press_button(listed, next(each for each in listed.buttons if ":m:" in each.data))
    await laid.settle()
    card = arbiter.last
    assert says(card, "matches.card")
    assert any(each.data.startswith("mesa:open:time:") for each in card.buttons)
    sheets = [each for each in card.buttons if each.data.endswith(":sheet")]
    arbiter.press_button(card, sheets[0])
    await laid.settle()
    assert arbiter.last.photo is not None


async def _exceeded_time_takes_the_place_of_silence(season: Season) -> None:
    """Check that each game is listed once; its file shows the excess and offers the ruling."""
    laid, arbiter = season.table, season.table.arbiter
    await laid.travel_to(bucharest("2025-05-24", "12:30:00"))
    (listed,) = await laid.say(arbiter, "/mesa time")

    assert says(listed, "docket.list", n=SILENT + 1)
    assert mentions(listed, "docket.time")
    game = next(each.data.split(":", 3)[3] for each in listed.buttons if ":time:" in each.data)
    late = await from_task_list(laid, game)
    assert mentions(late, "time.exceeded_absent", n=22, budget=20)
    assert mentions(late, "silence.turn", left=-2)
    button(late, "button.rule_no_show")


async def test_everything_that_waits_stands_in_the_list_by_its_date(
    table: Table, pair: Pair
) -> None:
    """A case, word, letter, result or absent player: each button opens its task."""
    case = await claim(pair, pair.red, "conduct")
    (refused,) = await table.say(pair.red, no_word(await pair.game()))
    await table.press(pair.red, refused, "button.query.ask")
    query = f"{pair.id}#2"
    (asked,) = await table.say(pair.blue, f"/arbitru {pair.id} Pot juca de pe alt telefon?")
    await table.press(pair.blue, asked, "button.letter_beside")
    letter = f"{pair.id}#w{(await table.stored.person(pair.blue.id)).id}"
    code, *_ = await table.invite(first="Eva Dima", second="Tudor Gal")

    (listed,) = await table.say(table.arbiter, "/mesa")

    assert says(listed, "docket.list", n=4)
    assert set(opens(listed)) == {case, query, letter, code}
    assert says(await from_task_list(table, case), "case.card", case=case)
    assert says(await from_task_list(table, query), "case.card", case=query)
    assert mentions(
        await from_task_list(table, letter), "letter.row", text="Pot juca de pe alt telefon?"
    )
    assert mentions(await from_task_list(table, code), "place.open")
    await table.travel(1)
    (morning,) = [one for one in table.arbiter.messages if mentions(one, "docket.news")]
    assert set(opens(morning)) == {case, query, letter, code}


@pytest.mark.article("8.5")
async def test_results_are_a_task_once_no_player_can_object(table: Table, pair: Pair) -> None:
    """While a player may still object, the list is empty; afterwards a button opens the results."""
    await pair.give_up_both()
    (early,) = await table.say(table.arbiter, "/mesa")
    assert opens(early) == []

    await later(table, (await table.stored.match(pair.code)).rules.results_days + 1)

    (listed,) = await table.say(table.arbiter, "/mesa")
    assert opens(listed) == [pair.code]
    opened = await from_task_list(table, pair.code)
    assert pair.code in opened.text
    button(opened, "button.homologate")


async def test_a_letter_leaves_the_list_once_it_is_answered_or_needs_no_answer(pair: Pair) -> None:
    """The author is notified of an answer or a mark as read; a new letter is a new task.

    Below the confirmation of an answer is the letter of the other player, with its game.
    """
    table, arbiter = pair.table, pair.table.arbiter
    for user in (pair.blue, pair.red):
        await table.say(user, f"/arbitru {pair.id} Când se închide faza?")
    blue, red = [
        f"{pair.id}#w{(await table.stored.person(user.id)).id}" for user in (pair.blue, pair.red)
    ]
    opened = await from_task_list(table, blue)
    await table.press(arbiter, opened, "button.answer")
    (answered,) = await table.say(arbiter, "Pe 30 septembrie.")
    assert told(pair.blue.messages, "letter.answer", text="Pe 30 septembrie.")
    assert says(answered, "letter.answered", who="Ion Rus")
    assert opens(answered) == [red]
    assert "Ana Pop" in answered.buttons[0].label
    assert pair.id in answered.buttons[0].label
    await table.press(arbiter, opened, "button.letter_read")
    assert mentions(opened, "fault.letter_answered")
    read = await from_task_list(table, red)
    await table.press(arbiter, read, "button.letter_read")
    assert says(read, "letter.read", who="Ana Pop")
    assert told(pair.red.messages, "letter.was_read", who="Radu Arbitru")
    assert says((await table.say(arbiter, "/mesa"))[-1], "docket.empty")

    await table.travel(0.01)
    await table.say(pair.blue, f"/arbitru {pair.id} Mulțumesc!")
    thanks = await from_task_list(table, blue)
    assert mentions(thanks, "letter.row", text="Mulțumesc!")
    assert not mentions(thanks, "letter.row", text="Când se închide faza?")


@pytest.mark.article("7.2")
async def test_an_arbiter_may_wait_with_a_silence(silent: Pair) -> None:
    """A postponed silence leaves the task list for five days, and the opponent is notified."""
    pair, table, arbiter = silent, silent.table, silent.table.arbiter
    dossier = await from_task_list(table, pair.id)

    await table.press(arbiter, dossier, "button.wait")

    assert says(dossier, "silence.waited", until="2025-05-17")
    assert told(pair.red.messages, "silence.waits", who="Ion Rus", until="2025-05-17")
    assert says((await table.say(arbiter, "/mesa"))[-1], "docket.empty")
    seen = len(arbiter.messages)
    await table.travel(5)
    assert [mentions(one, "docket.row", code=pair.id) for one in arbiter.messages[seen:]] == [True]
    await pair.place(pair.blue, "PAS")
    assert says((await table.say(arbiter, "/mesa"))[-1], "docket.empty")


async def test_an_arbiter_who_plays_reads_both_in_one_digest(table: Table) -> None:
    """Own games come first, then tasks; an arbiter without digests still gets the tasks."""
    arbiter = table.arbiter
    other = table.sandbox.add_user("Dana Arbitru", language_code="ro")
    (link,) = await table.say(table.operator, "/arbitru")
    await table.join(other, facts_of(link, "arbiter.link")["link"])
    code, one, two = await table.invite("Radu Arbitru", "Ion Rus", by=other)
    await table.join(arbiter, one)
    await table.join(table.sandbox.add_user("Ionel", language_code="ro"), two)
    mine = await table.match()
    await table.say(mine.red, f"/arbitru {mine.id} O întrebare")
    await table.travel_to(bucharest("2025-05-02", "09:00:00"))

    digest = arbiter.last
    assert mentions(digest, "digest.mine_row", game=f"{code}/1")
    assert mentions(digest, "docket.letter")
    await table.choose(arbiter, "digest:off")
    await table.say(mine.blue, f"/arbitru {mine.id} Încă una")
    await table.travel(1)
    assert mentions(arbiter.last, "docket.news")
    assert not mentions(arbiter.last, "digest.mine_row")
