"""Leave: announced before it begins, seen by all players, counted by the day (art. 7.2)."""

import pytest

from sandbox import Message
from tests.e2e.bench import second_arbiter
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.season import Season, cup
from tests.e2e.texts import mentions, says, told

MAY_3, MAY_5 = "2025-05-03", "2025-05-05"


WRITTEN = ("3.05 - 5.05", "poimâine 5.05")
"""The other forms are in `test_a_period_is_read_however_it_is_written`."""

REFUSED = (
    ("1.05 3.05", "leave_not_ahead"),
    ("30.04 3.05", "leave_not_ahead"),
    ("3.05 13.05", "leave_over_allowance"),
    ("5.05.2025 3.05.2025", "period_backwards"),
    ("5.05 3.05", "period_backwards"),
    ("31.06 3.07", "no_such_date"),
    ("la toamnă", "unreadable_period"),
)


@pytest.mark.article("7.2")
async def test_leave_is_announced_and_can_be_taken_back_until_it_begins(pair: Pair) -> None:
    """Three days are noted and seven remain, in whatever way they are announced.

    Opponent and arbiter are notified each time. Once the leave has begun it cannot be withdrawn,
    and nobody is asked for new days.
    """
    table, ion = pair.table, pair.blue
    for dates in WRITTEN:
        seen = {user: len(user.messages) for user in (pair.red, table.arbiter)}

        (answer,) = await table.say(ion, f"/concediu {dates}")

        assert says(answer, "leave.noted_match", first=MAY_3, last=MAY_5, n=3, left=7), dates
        for user, count in seen.items():
            copies = told(user.messages[count:], "leave.announced", who="Ion Rus")
            (copy,) = (each for each in copies if mentions(each, "leave.one_game", game=pair.id))
            assert mentions(copy, "leave.announced", first=MAY_3, last=MAY_5, n=3), dates
        await _taken_back(pair, answer)
    await _taken_back(pair, await _asked_for_days(pair))
    noted = await _asked_for_days(pair, place=True)
    await table.travel_to(bucharest(MAY_3))
    ion.press_button(noted, noted.buttons[1])
    await table.settle()

    assert mentions(noted, "fault.leave_begun")
    assert (await pair.game()).blue.leave
    (again,) = await table.say(ion, "/concediu 10.05 11.05")
    await table.travel_to(bucharest("2025-05-10"))
    assert await table.press(ion, again, "button.change_leave") == []
    assert mentions(again, "fault.leave_begun")


async def _taken_back(pair: Pair, noted: Message) -> None:
    """Have Blue take the noted leave back; the opponent reads it."""
    seen = len(pair.red.messages)
    pair.blue.press_button(noted, noted.buttons[1])
    await pair.table.settle()
    assert says(noted, "leave.taken_back", first=MAY_3, last=MAY_5)
    assert told(pair.red.messages[seen:], "leave.withdrawn", who="Ion Rus")


async def _asked_for_days(pair: Pair, *, place: bool = False) -> Message:
    """Have Blue press the button, and type unreadable days or the `place` first; return the answer.

    A text after the answer is no answer to the question any longer.
    """
    table, ion = pair.table, pair.blue
    (state,) = await table.say(ion, "/concediu")
    (asked,) = await table.press(ion, state, "button.leave_announce")
    assert says(asked, "leave.ask")
    (first,) = await table.say(ion, pair.code if place else "la anul")
    assert says(first, "leave.ask_only") if place else mentions(first, "refused")

    (answer,) = await table.say(ion, "3-5 mai")

    assert says(answer, "leave.noted_match", first=MAY_3, last=MAY_5, n=3, left=7)
    (talk,) = await table.say(ion, "ce vreme")
    assert mentions(talk, "play.unknown", hint="")
    return answer


@pytest.mark.article("7.2")
async def test_leave_that_may_not_be_is_refused_with_its_reason(pair: Pair) -> None:
    """Today, a past day, over ten days, reversed or missing dates: no leave is noted.

    The bot reads „Mâine” as a date, but the answer quotes the word. A person without games reads
    that leave needs a match.
    """
    for dates, fault in REFUSED:
        (answer,) = await pair.table.say(pair.red, f"/concediu {dates}")

        assert mentions(answer, f"fault.{fault}"), dates
        assert len(await pair.events()) == 1, dates
    (answer,) = await pair.table.say(pair.red, "/concediu de mâine până la toamnă")
    assert mentions(answer, "fault.unreadable_period", text="de mâine până la toamnă")
    stranger = pair.table.sandbox.add_user("Curiosul", language_code="ro")
    (answer,) = await pair.table.say(stranger, "/concediu 3.05 5.05")
    assert says(answer, "leave.no_match")


@pytest.mark.article("7.2")
async def test_leave_costs_no_thinking_time_and_counts_as_no_silence(casa: Pair) -> None:
    """Blue answers on 10 May a move of 1 May: of the eight days between, three are leave.

    All three are notified on the morning of the first day and of the day after the last. Leave
    pauses the player's clock but does not block moves.
    """
    pair, table = casa, casa.table
    await table.say(pair.blue, "/concediu 3.05 5.05")
    for day in ("03", "06", "08"):
        await table.travel_to(bucharest(f"2025-05-{day}", "12:00:00"))
    assert told(pair.blue.messages, "remind.resend") == []
    for user, key in ((pair.red, ""), (pair.blue, "_you"), (table.arbiter, "_arbiter")):
        (begins,) = told(user.messages, f"remind.leave_begins{key}")
        (ends,) = told(user.messages, f"remind.leave_ends{key}")
        assert begins.date.date().isoformat() == MAY_3
        assert ends.date.date().isoformat() == "2025-05-06"
    assert told(pair.red.messages, "remind.leave_begins", who="Ion Rus", game=pair.id)
    await table.travel_to(bucharest("2025-05-10", "12:00:00"))
    assert len(told(pair.blue.messages, "remind.resend")) == 1

    preview = await pair.place(pair.blue, "PAS")
    assert says(preview, "play.sent", days=5, left=25)
    await table.say(pair.red, "/concediu 12.05 13.05")
    await table.travel_to(bucharest("2025-05-13", "12:00:00"))
    preview = await pair.place(pair.red, "PAS")
    assert says(preview, "play.sent", days=1)


@pytest.mark.article("7.2")
async def test_leave_is_shared_by_both_games_of_the_phase(pair: Pair) -> None:
    """Of the ten days, those used in the home game are gone in the return game."""
    await pair.table.say(pair.red, "/concediu 2.05 8.05")
    (question,) = await pair.table.say(pair.blue, "/abandon")
    await pair.table.press(pair.blue, question, "button.abandon")
    await pair.table.travel_to(bucharest("2025-05-07"))
    assert told(pair.red.messages, "leg.started", game=f"{pair.code}/2")

    (refusal,) = await pair.table.say(pair.red, "/concediu 20.05 24.05")
    (state,) = await pair.table.say(pair.red, "/concediu")

    assert mentions(refusal, "fault.leave_over_allowance", days=5, left=3)
    assert mentions(state, "leave.book", left=3)


@pytest.mark.article("7.2")
async def test_leave_pauses_all_of_a_players_games(table: Table, pair: Pair) -> None:
    """The opponents of both games are notified of one announcement, and it counts in both."""
    other = await table.match(red=pair.red)

    (answer,) = await table.say(pair.red, "/concediu 3.05 5.05")

    assert says(answer, "leave.noted_match", n=3, left=7)
    for each in (pair, other):
        (copy,) = told(each.blue.messages, "leave.announced", who="Ana Pop")
        assert mentions(copy, "leave.one_game", game=each.id)
        assert (await each.game()).red.leave


@pytest.mark.article("7.2")
async def test_leave_is_moved_by_a_button_or_a_line_before_it_begins(pair: Pair) -> None:
    """One message gives everybody both old and new days; the ten days are counted again."""
    table, ion = pair.table, pair.blue
    (noted,) = await table.say(ion, "/concediu 3.05 5.05")
    (asked,) = await table.press(ion, noted, "button.change_leave")
    assert says(asked, "leave.new_days", first=MAY_3, last=MAY_5)
    (refused,) = await table.say(ion, "4.05 3.05")
    assert mentions(refused, "fault.period_backwards")
    (moved,) = await table.say(ion, "4.05 11.05")
    assert mentions(moved, "leave.noted_match", first="2025-05-04", last="2025-05-11", n=8, left=2)
    (copy,) = told(pair.red.messages, "leave.changed", who="Ion Rus")
    assert mentions(copy, "leave.changed", old_first=MAY_3, first="2025-05-04", n=8)

    (again,) = await table.say(ion, "/concediu 4.05-11.05 -> 6.05-8.05")
    assert mentions(again, "leave.noted_match", first="2025-05-06", n=3, left=7)
    assert [one.days for one in (await pair.game()).blue.leave] == [3]
    (unknown,) = await table.say(ion, "/concediu 4.05-11.05 6.05-9.05")
    assert mentions(unknown, "fault.leave_unknown")

    (overlap,) = await table.say(ion, "/concediu 7.05 12.05")
    assert mentions(overlap, "fault.leave_overlaps", first="2025-05-06")
    await table.press(ion, overlap, "button.replace_leave")
    assert mentions(overlap, "leave.noted_match", first="2025-05-07", n=6, left=4)
    assert [one.days for one in (await pair.game()).blue.leave] == [6]
    assert len(told(pair.red.messages, "leave.announced", who="Ion Rus")) == 1


@pytest.mark.article("7.2")
async def test_in_a_competition_leave_belongs_to_the_player_and_the_phase(table: Table) -> None:
    """Leave announced before the start counts in every match, and ends with the phase."""

    async def early(made: Season) -> None:
        """Have Ana announce leave before any match is arranged."""
        (noted,) = await table.say(made.players["Ana Pop"], "/concediu 20.05 24.05")
        assert says(noted, "leave.noted", n=5, left=5)

    made = await cup(table, "Ana Pop", "Ion Rus", "Dan Ene", ready=early)
    ana = made.players["Ana Pop"]
    hers = [pair for pair in await made.pairs() if ana in {pair.red, pair.blue}]
    assert len(hers) == 2
    deputy = (await second_arbiter(made)).user
    seen = len(table.arbiter.messages)

    (noted,) = await table.say(ana, "/concediu 28.09 3.10")

    assert says(noted, "leave.noted_cut", first="2025-09-28", last="2025-10-03")
    assert mentions(noted, "leave.part", first="2025-09-28", last="2025-09-30", n=3, left=2)
    assert mentions(noted, "leave.dropped", n=3)
    for pair in hers:
        game = await pair.game()
        side = game.red if pair.red is ana else game.blue
        assert [one.days for one in side.leave] == [5, 3]
        partner = pair.blue if pair.red is ana else pair.red
        (copy,) = told(partner.messages, "leave.announced", who="Ana Pop")
        assert mentions(copy, "leave.one_game", game=pair.id)
    for arbiter, since in ((table.arbiter, seen), (deputy, 0)):
        (once,) = told(arbiter.messages[since:], "leave.announced", who="Ana Pop")
        assert all(pair.id in once.text for pair in hers)
        assert once.silent
    (state,) = await table.say(ana, "/concediu")
    assert mentions(state, "leave.book", left=2)

    await table.travel_to(bucharest("2025-05-20", "12:00:00"))
    assert len(told(ana.messages, "remind.leave_begins_you")) == 1
    for arbiter in (table.arbiter, deputy):
        assert len(told(arbiter.messages, "remind.leave_begins_arbiter", who="Ana Pop")) == 1


@pytest.mark.article("7.2")
async def test_leave_after_the_time_was_exceeded_stops_no_days(pair: Pair) -> None:
    """Seven days of leave do not stop the count, so four extra days stay four days."""
    table = pair.table
    await pair.place(pair.red, "H8 CASA")
    await table.travel_to(bucharest("2025-06-03"))
    (answer,) = await table.say(pair.blue, "/concediu 5.06 11.06")
    assert says(answer, "leave.noted_match", n=7, left=3)
    await table.travel_to(bucharest("2025-06-13"))
    game = await pair.game()

    (times, *_) = await table.say(pair.blue, f"/timp {pair.id}")

    used = (bucharest("2025-06-13").date() - game.received).days - 1
    assert mentions(times, "time.row", who="Ion Rus", used=used, left=game.budget - used)
