"""The daily digest: one message, at the person's own hour, with everything that waits for them."""

from pathlib import Path

import pytest

from sandbox import Message, SandboxUser
from tests.e2e.bench import later
from tests.e2e.days.silent_games import final_exceeded
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.harness import table as laid_table
from tests.e2e.texts import mentions, says, told, worded


def digests(user: SandboxUser) -> list[Message]:
    """Return the digests that a person has received."""
    return told(user.messages, "digest.text")


async def test_a_digest_gathers_all_games_and_takes_the_place_of_reminders(table: Table) -> None:
    """Own turns come first by last day, then awaited opponents; if nothing waits, none is sent."""
    first = await table.match("faza finala")
    second = await table.match(red=first.red)
    third = await table.match(red=first.red)
    (question,) = await table.say(first.red, "H8 CASA")
    first.red.press_button(question, next(b for b in question.buttons if third.id in b.label))
    await table.settle()
    await table.press(first.red, first.red.last, "button.send")
    await table.travel_to(bucharest("2025-05-03", "08:59:59"))
    assert digests(first.red) == []
    await table.travel_to(bucharest("2025-05-03", "09:00:00"))

    (digest,) = digests(first.red)
    lines = digest.text.splitlines()
    assert [line.split()[1] for line in lines if line.startswith("•")] == [
        first.id,
        second.id,
        third.id,
    ]
    assert mentions(digest, "digest.mine_row", game=first.id, left=19, partner="Ion Rus")
    assert mentions(digest, "digest.theirs_row", game=third.id)
    assert len(digests(third.blue)) == 1
    assert digests(first.blue) == digests(second.blue) == []
    assert [each.data for each in digest.buttons] == [
        f"show:{first.id}:board",
        f"show:{second.id}:board",
    ]

    await later(table, 2)
    assert len(digests(first.red)) == 1
    assert told(first.red.messages, "remind.your_turn") == []


@pytest.mark.article("7.1", "7.2")
async def test_a_last_day_is_called_one_and_then_past(tmp_path: Path) -> None:
    """On the day after it, digests and lists neither show zero days left nor a future day."""
    async with laid_table(tmp_path, after=final_exceeded) as laid:
        await _last_day(Pair(laid, *laid.done))


async def _last_day(pair: Pair) -> None:
    """Check what both players read of Blue's last day, which is over."""
    table = pair.table

    *_, before, after = digests(pair.blue)
    assert mentions(before, "digest.mine_row_few", left=1)
    assert mentions(after, "digest.mine_row_late", game=pair.id)
    assert (after.date - before.date).days == 2
    (last,) = told(pair.blue.messages, "remind.last_day", game=pair.id)
    assert (last.date - before.date).days == 1
    (listed,) = await table.say(pair.blue, "/jocuri")
    assert mentions(listed, "games.row_late", game=pair.id)
    for user, key in ((pair.blue, "game.your_turn_late"), (pair.red, "game.turn_late")):
        (shown,) = await table.say(user, "/tabla")
        assert mentions(shown, key)


@pytest.mark.article("7.1", "7.2")
async def test_a_turn_is_called_to_mind_when_something_changes(casa: Pair) -> None:
    """It returns on the second day, with the arbiter's file, and when few days are left.

    On the fifth day the board is sent in its place, and the last day has its own warning.
    """
    pair, table = casa, casa.table
    for day in (2, 3, 4, 5, 6, 7, 10, 11, 12, 16, 21, 22, 23, 26, 27, 28, 29, 30, 31):
        await table.travel_to(bucharest(f"2025-05-{day:02}", "09:00:00"))
    await table.travel_to(bucharest("2025-06-01", "09:00:00"))

    called = digests(pair.blue)
    days = [(each.date.month, each.date.day) for each in called]
    assert days == [(5, 3), (5, 11), (5, 22), (5, 27), (5, 30), (5, 31)]
    filed = [mentions(each, "digest.silence") for each in called]
    assert filed == [False, True, True, True, True, True]
    few = [mentions(each, "digest.mine_row_few", game=pair.id) for each in called]
    assert few == [False, False, False, True, True, True]
    (again,) = told(pair.blue.messages, "remind.resend", game=pair.id)
    (last,) = told(pair.blue.messages, "remind.last_day", game=pair.id)
    assert [each.date.day for each in (again, last)] == [6, 1]
    assert told(pair.blue.messages, "remind.days_left") == []


async def test_a_return_game_on_offer_stands_in_a_digest_that_comes_anyway(
    table: Table, pair: Pair
) -> None:
    """A digest about another game also names a return game on offer."""
    other = await table.match(red=pair.red)
    (question,) = await table.say(pair.blue, f"/abandon {pair.id}")
    await table.press(pair.blue, question, "button.abandon")

    await table.travel(3)

    (digest,) = digests(pair.red)
    assert mentions(digest, "digest.mine_row", game=other.id)
    assert mentions(digest, "digest.return_leg", match=pair.code)


async def test_each_chooses_daily_when_needed_or_never(pair: Pair) -> None:
    """Daily digests come even if only the opponent must move; without any, reminders come."""
    table = pair.table
    settings = await table.choose(pair.blue, "digest:daily")
    assert mentions(settings, "settings.digest_daily")
    settings = await table.choose(pair.red, "digest:daily", "digest:off")
    await table.forge(pair.red, settings, "set:digest:nonsense")
    assert mentions(settings, "settings.digest_off")

    await table.travel(2)

    assert len(digests(pair.blue)) == 2
    assert all(mentions(each, "digest.theirs_row", game=pair.id) for each in digests(pair.blue))
    assert digests(pair.red) == []
    assert len(told(pair.red.messages, "remind.your_turn", game=pair.id)) == 1
    await table.choose(pair.red, "digest:waiting")
    await table.travel(1)
    assert len(digests(pair.red)) == 1


async def test_who_is_on_leave_is_left_in_peace(pair: Pair) -> None:
    """A player on leave gets no reminder of a turn; a digest of another game names the leave."""
    table = pair.table
    await table.say(pair.red, "/concediu 3.05 6.05")
    await table.choose(pair.red, "digest:daily")
    for day in ("02", "03", "06", "07"):
        await table.travel_to(bucharest(f"2025-05-{day}", "09:00:00"))
    assert [each.date.date().day for each in digests(pair.red)] == [2, 7]

    await table.say(pair.red, "/concediu 9.05 10.05")
    other = await table.match(blue=pair.red, names=("Dan Ene", "Ana Pop"))
    await table.travel(2)
    resting = digests(pair.red)[-1]
    assert mentions(resting, "digest.theirs_row", game=other.id)
    assert mentions(resting, "digest.resting_row", game=pair.id, leave="2025-05-10")
    assert not mentions(resting, "digest.mine_row")
    assert not resting.buttons


async def test_a_day_has_one_digest_whatever_happens(pair: Pair) -> None:
    """Neither an outage nor a new hour or zone brings two; quiet hours only delay it."""
    table = pair.table
    await table.choose(pair.red, "digest:daily")
    await table.travel_to(bucharest("2025-05-02", "09:00:00"))
    assert len(digests(pair.red)) == 1
    await table.choose(pair.red, "hour:18", "zone:America/Toronto", "zone:Europe/Bucharest")
    await table.travel_to(bucharest("2025-05-02", "23:00:00"))
    assert len(digests(pair.red)) == 1

    await table.stop_bot()
    await table.travel(3)
    await table.start_bot()
    assert [each.date.date().day for each in digests(pair.red)] == [2, 5]
    await table.travel_to(bucharest("2025-05-06", "17:59:59"))
    assert len(digests(pair.red)) == 2

    await table.choose(pair.red, "hour:7", "quiet:23-8")
    await table.travel_to(bucharest("2025-05-07", "07:59:59"))
    assert len(digests(pair.red)) == 2
    await table.travel_to(bucharest("2025-05-07", "08:00:00"))
    assert len(digests(pair.red)) == 3


async def test_results_that_wait_are_called_to_mind(pair: Pair) -> None:
    """The reminder comes once, the day after; if nothing is left, there is no digest.

    A return game causes no digest, because it was offered as the first ended and starts by itself.
    """
    table = pair.table
    for leg in (1, 2):
        (question,) = await table.say(pair.red, f"/abandon {pair.code}/{leg}")
        await table.press(pair.red, question, "button.abandon")
        if leg == 1:
            assert told(pair.red.messages, "return_leg.offered", match=pair.code)
            await table.travel(1)
            assert digests(pair.red) == []
            await later(table, 4)
    seen = len(digests(pair.red)), len(digests(pair.blue))
    (card,) = told(pair.blue.messages, "results.proposed", match=pair.code)
    await table.press(pair.blue, card, "button.results_yes")

    await table.travel(2)

    red, blue = digests(pair.red)[seen[0] :], digests(pair.blue)[seen[1] :]
    assert [mentions(each, "digest.results", match=pair.code) for each in red] == [True]
    assert blue == []
    (card,) = told(pair.red.messages, "results.proposed", match=pair.code)
    await table.press(pair.red, card, "button.results_yes")
    await table.travel(2)
    assert len(digests(pair.red)) == seen[0] + 1
    assert says(card, "results.you_confirmed", match=pair.code)


@pytest.mark.article("7.2")
async def test_a_claim_waits_for_the_defence_of_the_one_it_is_against(pair: Pair) -> None:
    """Blue is reminded of it, also in the opponent's turn, until the defence is written."""
    table = pair.table
    (question,) = await table.say(pair.red, f"/contestatie {pair.id}")
    await table.press(pair.red, question, "claim.kind.conduct")
    (card,) = await table.say(pair.red, "Mă jignește în mesaje.")
    await table.press(pair.red, card, "button.claim.file")
    await table.travel(1)

    assert mentions(digests(pair.blue)[-1], "digest.defence", game=pair.id)
    assert not any(mentions(each, "digest.defence") for each in digests(pair.red))
    (claimed,) = [
        each for each in pair.blue.messages if worded("button.case.defend") in each.labels
    ]
    await table.press(pair.blue, claimed, "button.case.defend")
    await table.say(pair.blue, "Glumeam.")
    seen = len(digests(pair.blue))
    await table.travel(1)
    assert len(digests(pair.blue)) == seen


@pytest.mark.article("9.7")
async def test_nobody_is_called_to_answer_results_once_their_five_days_are_over(pair: Pair) -> None:
    """After them silence counts as consent, and the list says what the match waits for.

    Earlier reminders are a digest, and the card two days before the end and on the last day.
    """
    table = pair.table
    await pair.give_up_both()

    await table.travel(8)

    called = [one for one in pair.red.messages if mentions(one, "digest.results", match=pair.code)]
    assert [one.date.day for one in called] == [2]
    reminded = [one for one in pair.red.messages if mentions(one, "results.remind")]
    assert [one.date.day for one in reminded] == [4, 6]
    (listed,) = await table.say(pair.red, "/jocuri")
    assert mentions(listed, "games.answered_row", match=pair.code)
