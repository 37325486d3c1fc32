"""Silence and a turn's dates: reminders, resends, case files, warnings, exceeded time."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.runtime.shared import UserInput
from bot.service.operations.days import waiting
from bot.service.service import Service
from bot.texts.buttons.cases import BULK
from bot.texts.messages import Incoming, Sender, say
from engine.coefficients import time_exceeded
from engine.games.events import Ending, TimeExceeded
from engine.ids import GameId, Seat
from sandbox import Message, SandboxUser
from tests.e2e.bench import later
from tests.e2e.days.silent_games import (
    final_exceeded,
    final_waits_for_blue,
)
from tests.e2e.harness import Pair, Table, bucharest, button
from tests.e2e.harness import table as laid_table
from tests.e2e.task_list import from_task_list
from tests.e2e.texts import facts_of, mentions, says, shown, told, worded


@pytest_asyncio.fixture(name="final")
async def _final(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match of a final phase in which Red opened on 1 May."""
    async with laid_table(tmp_path, after=final_waits_for_blue) as laid:
        yield Pair(laid, *laid.done)


@pytest_asyncio.fixture(name="exceeded")
async def _exceeded(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give that match on 24 May, after Blue's time."""
    async with laid_table(tmp_path, after=final_exceeded) as laid:
        yield Pair(laid, *laid.done)


def news(user: SandboxUser, seen: int) -> list[Message]:
    """Return the bot's messages to a person after their first `seen` messages."""
    return [message for message in user.messages[seen:] if message.from_bot]


@pytest.mark.article("7.2")
async def test_the_file_says_when_the_sheets_really_were_sent_again(casa: Pair) -> None:
    """If the bot was down on the fifth day, it resends on the sixth and tells the arbiter so."""
    pair, table = casa, casa.table
    await table.travel_to(bucharest("2025-05-06", "08:00:00"))
    await table.stop_bot()
    await table.sandbox.travel(timedelta(hours=23))
    await table.start_bot()
    await table.travel_to(bucharest("2025-05-07", "12:00:00"))
    assert told(pair.blue.messages, "remind.resend", game=pair.id)
    assert says((await table.say(table.arbiter, "/mesa"))[-1], "docket.empty")
    await table.travel_to(bucharest("2025-05-11", "12:00:00"))

    dossier = await from_task_list(table, pair.id)

    (again,) = told(pair.blue.messages, "remind.resend", game=pair.id)
    n = (again.date.date() - date(2025, 5, 1)).days
    assert n == 6
    assert mentions(dossier, "silence.comment", who="Ion Rus", again=n)
    assert not mentions(dossier, "silence.comment", again=5)


@pytest.mark.article("7.2")
async def test_after_five_more_days_the_arbiter_gets_the_case_file(silent: Pair) -> None:
    """It has the day, the sheets, a comment, each delivery by name, and a proposal.

    Before, on the fifth day, Blue gets both sheets a second time and Red is notified, once. Of the
    file Red is notified, too, and may add a statement.
    """
    pair, arbiter = silent, silent.table.arbiter
    _sent_again_on_the_fifth_day(pair)
    (news,) = [one for one in arbiter.messages if one.date.date() > date(2025, 5, 1)]
    assert news.date.date().isoformat() == "2025-05-11"
    assert mentions(news, "docket.row", code=pair.id)
    dossier = await from_task_list(pair.table, pair.id)
    album = arbiter.messages[-3:-1]
    assert [each.photo is not None for each in album] == [True, True]
    assert mentions(album[0], "sheets.follow", game=pair.id)
    assert mentions(dossier, "silence.comment", who="Ion Rus", n=11, again=5)
    assert mentions(dossier, "game.score", red_score=8, blue_score=0)
    deliveries = facts_of(dossier, "silence.dossier")["deliveries"].splitlines()
    started, placed, sheets, resent, again = deliveries
    assert shown("2025-05-01T07:00:00+00:00", "datetime") in started
    assert worded("delivery.start") in started
    assert "H8 CASA" in placed
    assert worded("delivery.resent", n=5) in resent
    for each in (sheets, again):
        assert worded("delivery.sheets", version=2) in each
    assert mentions(dossier, "ending.no_show", who="Ion Rus")
    assert mentions(dossier, "results.worth", red_c="1.5300", blue_c="0.0000", article="9.1")
    (copy,) = told(pair.red.messages, "remind.dossier_partner", who="Ion Rus")
    (question,) = await pair.table.press(pair.red, copy, "button.remark")
    assert says(question, "remark.ask", about=pair.id)
    (sent,) = await pair.table.say(pair.red, "Mi-a scris că e plecat în Franța")
    assert says(sent, "remark.sent")
    (remark,) = told(arbiter.messages, "remark.told", who="Ana Pop", about=pair.id)
    assert "plecat în Franța" in remark.text


def _sent_again_on_the_fifth_day(pair: Pair) -> None:
    """Check that Blue got the sheets with a sound, and that Red was notified without one."""
    (again,) = told(pair.blue.messages, "remind.resend", game=pair.id)
    assert again.date.date().isoformat() == "2025-05-06"
    assert again.photo is not None
    (*_, sheets) = told(pair.blue.messages, "sheets.follow", game=pair.id)
    assert sheets.id > again.id
    assert sheets.album
    (partner,) = told(pair.red.messages, "remind.resend_partner", who="Ion Rus")
    assert partner.silent
    assert not again.silent


@pytest.mark.article("7.2", "9.1")
async def test_a_game_not_opened_in_five_days_is_called_to_mind(unopened: Pair) -> None:
    """Red is reminded with the sheets that they open, and Blue reads that Red was reminded.

    After ten days the arbiter rules a no-show by a tap, a reason and a second tap.
    """
    pair = unopened

    (red,) = told(pair.red.messages, "remind.not_opened_red", game=pair.id)
    assert red.date.date().isoformat() == "2025-05-06"
    assert red.photo is not None
    assert len(told(pair.blue.messages, "remind.not_opened_blue", who="Ana Pop")) == 1
    assert told(pair.red.messages, "remind.resend") == []
    await _no_show_in_two_taps(pair)


async def _no_show_in_two_taps(pair: Pair) -> None:
    """Have the arbiter rule a no-show; the file keeps its buttons while a reason is asked.

    A request for the task list cancels the question. The game ends and both read the reason.
    """
    table, arbiter = pair.table, pair.table.arbiter
    dossier = await from_task_list(table, pair.id)
    assert mentions(dossier, "silence.not_opened", start="2025-05-01")
    before = dossier.labels
    (dropped,) = await table.press(arbiter, dossier, "button.no_show")
    await table.say(arbiter, "/mesa")
    await table.press(arbiter, dossier, "button.give_days")
    assert dossier.labels == before
    usual = button(dropped, "verdict.usual_not_opened")
    assert await table.forge(arbiter, dropped, usual.data) == worded("decision.stale")
    (asked,) = await table.press(arbiter, dossier, "button.no_show")
    await table.press(arbiter, asked, "verdict.usual_not_opened")
    assert mentions(asked, "results.worth", red_c="0.0000", blue_c="1.5300", article="9.1")
    assert (await pair.game()).ended is None

    await table.press(arbiter, asked, "button.decide")

    ended = (await pair.game()).ended
    assert ended is not None
    assert (ended.ending, ended.by) == (Ending.NO_SHOW, Seat.RED)
    assert says(asked, "verdict.done", game=pair.id)
    for user in (pair.red, pair.blue):
        (decision,) = told(user.messages, "case.decision", game=pair.id, who="Radu Arbitru")
        assert mentions(decision, "ruling.no_show", who="Ana Pop")


@pytest.mark.article("7.2")
async def test_an_answer_ends_the_silence_and_makes_a_finding_void(silent: Pair) -> None:
    """A game opened from an older list has a file that says from which day one may be made.

    The opponent's schedule starts with the answer. If the opponent, too, moves between the
    arbiter's first and second tap, no game ends.
    """
    pair, table, arbiter = silent, silent.table, silent.table.arbiter
    (older,) = await table.say(arbiter, "/mesa")
    await pair.place(pair.blue, "PAS")
    seen = len(arbiter.messages)

    arbiter.press(older, f"mesa:open:silence:{pair.id}")
    await table.settle()

    (file,) = told(arbiter.messages[seen:], "silence.dossier", game=pair.id)
    assert mentions(file, "silence.comment_not_yet", who="Ana Pop")
    assert mentions(file, "silence.not_yet")
    assert not any(each.data.startswith("verdict:") for each in file.buttons)
    await later(table, 4)
    assert told(pair.red.messages, "remind.resend") == []
    await later(table, 1)
    assert len(told(pair.red.messages, "remind.resend", game=pair.id)) == 1
    assert len(told(pair.blue.messages, "remind.resend")) == 1
    await later(table, 6)

    dossier = await from_task_list(table, pair.id)
    assert mentions(dossier, "silence.abandoned", who="Ana Pop")
    assert not mentions(dossier, "ending.abandoned", who="Ana Pop")
    await table.press(arbiter, dossier, "button.abandoned")
    (card,) = await table.say(arbiter, "Nu răspunde nici la telefon")
    assert mentions(card, "ending.abandoned", who="Ana Pop")
    await pair.place(pair.red, "PAS")
    await table.press(arbiter, card, "button.decide")

    assert mentions(card, "fault.answered_since", game=pair.id)
    assert (await pair.game()).ended is None


@pytest.mark.article("7.2")
async def test_who_is_silent_in_several_games_is_called_once_with_a_list(pair: Pair) -> None:
    """One sound covers all games; sheets follow silently, and each board is one press away."""
    table = pair.table
    own = [pair, await table.match(red=pair.red)]
    alone = await table.match()
    users = (pair.red, alone.red, alone.blue)
    await later(table, 4)
    before = {user: len(user.messages) for user in users}

    await table.travel(2)

    came = {user: news(user, before[user]) for user in users}
    calls = {user: [one for one in came[user] if not one.silent] for user in users}
    assert calls[alone.blue] == []
    assert [mentions(each, "remind.not_opened_red") for each in calls[alone.red]] == [True]
    (call,) = calls[pair.red]
    assert mentions(call, "remind.silent", n=2)
    assert call.photo is None
    sheets = [each for each in came[pair.red] if each.photo and each.silent and each.text]
    assert len(sheets) == 2
    for game in own:
        assert mentions(call, "remind.silent_row_opening", game=game.id)
        assert any(mentions(each, "sheets.resent", game=game.id, n=5) for each in sheets)
        opened = next(each for each in call.buttons if game.id in each.label)
        pair.red.press_button(call, opened)
        await table.settle()
        assert pair.red.messages[-1].photo is not None
        assert game.id in pair.red.messages[-1].text


@pytest.mark.article("7.1")
async def test_warnings_come_with_ten_five_two_one_and_no_days_left(final: Pair) -> None:
    """In a final phase of 20 days each warning comes once, on its day, and names the last day.

    Without digests each warning is a message; with digests only the last day's is.
    """
    pair, table = final, final.table
    await table.choose(pair.blue, "digest:off")

    for day in ("11", "12", "16", "17", "19", "20", "21", "22"):
        await table.travel_to(bucharest(f"2025-05-{day}"))

    warnings = told(pair.blue.messages, "remind.days_left", game=pair.id)
    assert [
        (each.date.date().isoformat(), facts_of(each, "remind.days_left")["left"])
        for each in warnings
    ] == [
        ("2025-05-12", shown(10, "days")),
        ("2025-05-17", shown(5, "days")),
        ("2025-05-20", shown(2, "days")),
        ("2025-05-21", shown(1, "days")),
    ]
    (last,) = told(pair.blue.messages, "remind.last_day", game=pair.id)
    assert last.date.date().isoformat() == "2025-05-22"
    assert not any(isinstance(each, TimeExceeded) for each in await pair.events())


async def rule_on_time(table: Table, flag: Message, found: str = "button.rule_time") -> None:
    """Have the arbiter rule a loss on time: choose, use a usual reason, confirm."""
    (asked,) = await table.press(table.arbiter, flag, found)
    await table.press(table.arbiter, asked, "why.time")
    await table.press(table.arbiter, asked, "button.decide")


@pytest.mark.article("7.2", "9.4", "9.7")
async def test_exceeded_time_is_flagged_once_and_the_arbiter_rules_on_it(final: Pair) -> None:
    """Players are notified at once, the arbiter in the morning; only a ruling ends the game.

    A ruling that is cancelled leaves no open case, and nobody is notified of it.
    """
    pair, table = final, final.table
    await pair.place(pair.blue, "PAS")
    await pair.place(pair.red, "PAS")

    for day in ("20", "22", "23", "27"):
        await table.travel_to(bucharest(f"2025-05-{day}"))

    for user, key in (
        (pair.blue, "time.exceeded_you"),
        (pair.red, "time.exceeded_partner"),
    ):
        (flag,) = told(user.messages, key, game=pair.id)
        assert flag.date.date().isoformat() == "2025-05-23"
    late = [one for one in table.arbiter.messages if mentions(one, "docket.time")]
    assert [one.date.date().isoformat() for one in late] == ["2025-05-23"]
    flag = await from_task_list(table, pair.id)
    assert mentions(flag, "time.exceeded_arbiter", who="Ion Rus", n=25, budget=20)
    assert mentions(flag, "silence.turn", left=-5)
    assert (await pair.game()).ended is None
    seen = len(pair.blue.messages)
    (asked,) = await table.press(table.arbiter, flag, "button.rule_time")
    await table.press(table.arbiter, asked, "button.undecide")
    assert says(asked, "confirm.kept")
    (listed,) = await table.say(table.arbiter, "/cazuri")
    assert says(listed, "cases.none_ruled")
    assert pair.blue.messages[seen:] == []

    await rule_on_time(table, flag)

    assert told(pair.blue.messages, "case.decision", case=f"{pair.id}#1", article="9.4")
    ended = (await pair.game()).ended
    assert ended is not None
    assert ended.ending is Ending.TIME
    for user in (pair.red, pair.blue):
        (decision,) = told(user.messages, "case.decision", game=pair.id, article="9.4")
        assert mentions(decision, "ruling.lost_on_time", who="Ion Rus")


@pytest.mark.article("7.2")
async def test_a_wait_ends_on_one_day_in_one_game_or_in_several(exceeded: Pair) -> None:
    """The federation's day counts, also in a game whose rules have another zone."""
    table = exceeded.table
    shared = table.app.shared
    elsewhere = replace(shared, rules=replace(shared.rules, time_zone="Pacific/Kiritimati"))
    await table.travel_to(bucharest("2025-05-25", "18:00:00"))
    async with table.app.runtime.unit() as unit:
        service = Service(unit, elsewhere)
        game = await service.games.get(GameId(exceeded.id))
        arbiter = await service.persons.get((await service.matches.get(game.match)).arbiter)
        incoming = Incoming(
            update=1, sender=Sender(1, "x"), chat=1, is_private=True, at=unit.now, message=1
        )
        answered = await waiting.wait(service, UserInput(incoming, arbiter, ""), game.id)

        assert waiting.last_day(service) == date(2025, 5, 31)
    assert answered == say("silence.waited", game=game.id, until="2025-05-31")


async def _several_wait(pair: Pair) -> None:
    """Have the arbiter wait in several games at once, after Blue has moved."""
    table = pair.table
    flag = await from_task_list(table, pair.id)
    table.arbiter.press_button(flag, replace(flag.buttons[0], target=f"{BULK.name}:wait:0"))
    await table.settle()
    await table.press(table.arbiter, table.arbiter.messages[-1], "button.decide")

    (waits,) = told(pair.red.messages, "silence.waits")
    assert mentions(waits, "silence.waits", who="Ion Rus")
    assert not told(pair.blue.messages, "silence.waits")


@pytest.mark.article("7.2")
async def test_one_may_still_place_after_ones_time_while_nobody_has_ruled(exceeded: Pair) -> None:
    """The game continues until the arbiter rules, and their button stays valid afterwards.

    A decision about several games tells the opponent, and still names the player whose time it is.
    """
    pair, table = exceeded, exceeded.table
    flag = await from_task_list(table, pair.id)
    assert mentions(flag, "time.exceeded_absent", who="Ion Rus")

    await pair.place(pair.blue, "PAS")
    assert len((await pair.game()).moves) == 2
    await _several_wait(pair)

    await rule_on_time(table, flag, "button.rule_no_show")
    game = await pair.game()
    assert game.ended is not None
    worth = time_exceeded(8, 0, rounds=1)
    (offer,) = told(pair.red.messages, "return_leg.offered")
    await table.press(pair.red, offer, "button.return_leg")
    (offer,) = told(pair.blue.messages, "return_leg.offered")
    await table.press(pair.blue, offer, "button.return_leg")
    back = Pair(table, pair.code, red=pair.blue, blue=pair.red, leg=2)
    (question,) = await table.say(back.blue, f"/abandon {back.id}")
    await table.press(back.blue, question, "button.abandon")
    (card,) = await table.say(table.arbiter, f"/omologheaza {pair.code}")
    assert shown(worth.article, "article") in card.text


async def test_reminders_come_at_ones_own_hour(casa: Pair) -> None:
    """A player who has chosen 18:00 gets no reminder in the morning.

    After a move made before the reminder's hour, none is sent.
    """
    pair, table = casa, casa.table
    await table.choose(pair.red, "hour:18")
    await table.travel_to(bucharest("2025-05-02", "08:30:00"))
    await pair.place(pair.blue, "PAS")

    await table.travel_to(bucharest("2025-05-04", "17:59:59"))
    assert told(pair.red.messages, "digest.text") == []
    await table.travel_to(bucharest("2025-05-04", "18:00:00"))

    (digest,) = told(pair.red.messages, "digest.text")
    assert mentions(digest, "digest.mine_row", game=pair.id)
    assert told(pair.blue.messages, "digest.text") == []


async def test_in_quiet_hours_only_the_last_days_warning_comes(final: Pair) -> None:
    """Blue, with reminders at 7 and quiet hours until 9, gets at 7 only the last-day warning."""
    pair, table = final, final.table
    await table.choose(pair.blue, "hour:7", "quiet:21-9")
    await table.travel_to(bucharest("2025-05-20", "12:00:00"))
    seen = len(pair.blue.messages)

    await table.travel_to(bucharest("2025-05-21", "07:00:00"))
    assert news(pair.blue, seen) == []
    await table.travel_to(bucharest("2025-05-21", "09:00:00"))
    (digest,) = news(pair.blue, seen)
    assert mentions(digest, "digest.mine_row_few", game=pair.id, left=1)
    await table.travel_to(bucharest("2025-05-22", "06:59:59"))
    seen = len(pair.blue.messages)
    await table.travel_to(bucharest("2025-05-22", "07:00:00"))

    (only,) = news(pair.blue, seen)
    assert says(only, "remind.last_day", game=pair.id)


@pytest.mark.article("7.2")
async def test_the_last_days_warning_comes_in_time_wherever_one_lives(final: Pair) -> None:
    """A player in Toronto with reminders at 20:00 gets it the evening before, in local time."""
    pair, table = final, final.table
    await table.choose(pair.blue, "hour:20", "zone:America/Toronto")

    await table.travel_to(bucharest("2025-05-22", "02:59:00"))
    assert told(pair.blue.messages, "remind.last_day_near") == []
    await table.travel_to(bucharest("2025-05-22", "03:00:00"))

    (warning,) = told(pair.blue.messages, "remind.last_day_near", game=pair.id)
    assert warning.text.endswith("22 mai 2025, la tine până la 17:00.")
    assert not (await pair.game()).blue.told_late
    await table.travel_to(bucharest("2025-05-23", "00:01:00"))
    assert (await pair.game()).blue.told_late


@pytest.mark.article("7.1")
async def test_the_return_game_begins_by_itself_on_the_fifth_day(pair: Pair) -> None:
    """Unless both ask earlier, it starts at 08:00, five days after the end, colours swapped."""
    (question,) = await pair.table.say(pair.red, "/abandon")
    await pair.table.press(pair.red, question, "button.abandon")

    await pair.table.travel_to(bucharest("2025-05-06", "07:59:59"))
    assert told(pair.red.messages, "leg.started", game=f"{pair.code}/2") == []
    await pair.table.travel_to(bucharest("2025-05-06", "08:00:00"))

    (started,) = told(pair.red.messages, "leg.started", game=f"{pair.code}/2")
    assert mentions(started, "colour.blue")
    back = await pair.table.stored.game(f"{pair.code}/2")
    assert back.start.isoformat() == "2025-05-06"
    (late,) = told(pair.red.messages, "return_leg.offered")
    await pair.table.press(pair.red, late, "button.return_leg")
    assert mentions(late, "fault.no_return_waiting")


@pytest.mark.article("9.4")
async def test_where_the_rules_say_so_exceeded_time_loses_at_once(tmp_path: Path) -> None:
    """With `auto_forfeit` all read the article, and a late move is refused without a ruling."""
    options = {"ruleset_name": "strict", "ruleset_auto_forfeit": "true", "ruleset_final_days": "3"}
    async with laid_table(tmp_path, settings=options) as table:
        pair = await table.match("faza finala")
        await pair.place(pair.red, "H8 CASA")
        await table.travel_to(bucharest("2025-05-05", "23:59:00"))
        assert (await pair.game()).ended is None
        await table.stop_bot()
        await table.sandbox.clock.travel_to(bucharest("2025-05-06", "12:00:00"))
        pair.blue.send("PAS")
        await table.start_bot()
        await table.travel(0.01)

        ended = (await pair.game()).ended
        assert ended is not None
        assert (ended.ending, ended.by) == (Ending.NO_SHOW, Seat.BLUE)
        for user in (pair.red, pair.blue, table.arbiter):
            (flag,) = told(user.messages, "time.forfeited", who="Ion Rus", game=pair.id)
            assert not flag.buttons
            assert mentions(told(user.messages, "game.ended")[0], "ending.no_show", who="Ion Rus")
        assert len((await pair.game()).moves) == 1
