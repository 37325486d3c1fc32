"""Leave of each place separately: named, told, and following its phase's dates (art. 7.2)."""

import pytest

from sandbox import Message, SandboxUser
from tests.e2e.championship import FOUR, Championship, press, set_up
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says, told, worded


async def match_outside(made: Season) -> tuple[SandboxUser, str]:
    """Have a player of the cup begin a match outside it; return the player and that match."""
    ana = made.players["Ana Pop"]
    pair = await made.table.match(red=ana)
    return ana, pair.code


@pytest.mark.article("7.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_each_place_has_its_own_leave_and_each_refusal_says_where(season: Season) -> None:
    """Leave is named for one competition by code, title or button, and changes only there.

    Days that are not named for a place are noted wherever some are left; the leave of one place is
    no substitute for the used-up leave of another. Opponents and arbiter read the days that count.
    """
    made, table = season, season.table
    await _only_days_before_the_closing_count(season)
    ana, match = await match_outside(season)
    noted = await _named_for_one_place(season, ana, match)
    await _replaced_only_there(season, ana, match)
    await _unknown_to_the_other_place(season, ana, match, noted)
    await table.say(ana, f"/concediu {made.code} 10.06 17.06")
    (refused,) = await table.say(ana, f"/concediu {made.code} 7.06 8.06")
    assert mentions(refused, "fault.leave_over_allowance", left=0)
    assert not refused.buttons

    (answer,) = await table.say(ana, "/concediu 3.07 5.07")

    assert mentions(answer, "leave.noted_where", first="2025-07-03", last="2025-07-05")
    assert mentions(answer, "leave.part", n=3, left=5)
    assert mentions(answer, "fault.leave_over_allowance", days=3, left=0, allowance=10)
    assert "Cupa Telegram 2025" in answer.text.partition("Nu am notat")[2]
    (state,) = await table.say(ana, "/concediu")
    assert f"meciul {match}, concediu rămas: 5" in state.text.replace("\xa0", " ")
    (refused,) = await table.say(ana, "/concediu 3.08 12.08")
    assert mentions(refused, "leave.refused_everywhere")
    assert refused.text.count("• ") == 2


async def _only_days_before_the_closing_count(season: Season) -> None:
    """Have Ion announce nine days, of which three are before the phase closes."""
    players = season.players
    (noted,) = await season.table.say(players["Ion Rus"], "/concediu 28.09 6.10")
    assert mentions(noted, "leave.part", first="2025-09-28", last="2025-09-30", n=3)
    for user in (players["Ana Pop"], players["Dan Ene"], season.table.arbiter):
        (copy,) = told(user.messages, "leave.announced")
        assert mentions(copy, "leave.announced", first="2025-09-28", last="2025-09-30", n=3)


async def _named_for_one_place(season: Season, ana: SandboxUser, match: str) -> Message:
    """Have Ana name the cup by code and title, and the match by a button; return that answer."""
    table = season.table
    (by_code,) = await table.say(ana, f"/concediu {season.code.lower()} 3.06 4.06")
    (by_title,) = await table.say(ana, "/concediu cupa telegram 2025 6-7 iunie")
    assert await outside_days(table, match) == []
    (state,) = await table.say(ana, "/concediu")
    (asked,) = await press(table, ana, state, "button.leave_only", label=match)
    assert says(asked, "leave.ask_only", title=match)
    (by_button,) = await table.say(ana, "6-7 iunie")

    assert mentions(by_code, "leave.part", n=2, left=8)
    assert mentions(by_title, "leave.part", n=2, left=6)
    assert mentions(by_button, "leave.part", n=2, left=8)
    assert "Cupa Telegram 2025" not in by_button.text
    assert await outside_days(table, match) == [2]
    return by_button


async def _replaced_only_there(season: Season, ana: SandboxUser, match: str) -> None:
    """Have Ana replace the cup's leave of 6 June by a refusal's button, and take it back."""
    table = season.table
    (refused,) = await table.say(ana, f"/concediu {season.code} 7.06 9.06")
    assert mentions(refused, "fault.leave_overlaps")

    await table.press(ana, refused, "button.replace_leave")

    assert mentions(refused, "leave.part", first="2025-06-07", last="2025-06-09", n=3, left=5)
    assert await outside_days(table, match) == [2]
    await table.press(ana, refused, "button.withdraw_leave")
    assert mentions(refused, "leave.taken_back", first="2025-06-07")
    assert await outside_days(table, match) == [2]


async def _unknown_to_the_other_place(
    season: Season, ana: SandboxUser, match: str, noted: Message
) -> None:
    """Have Ana move leave in the cup, and in a place that is over, which only the match has."""
    table, facts = season.table, {"first": "2025-06-06", "last": "2025-06-07"}
    await table.forge(ana, noted, "swleave:20250606:20250607:20250608:20250610::ZZ22")
    assert mentions(noted, "fault.leave_unknown", **facts)

    (refused,) = await table.say(ana, f"/concediu {season.code} 6.06-7.06 -> 8.06-10.06")

    assert mentions(refused, "fault.leave_unknown", **facts)
    assert await outside_days(table, match) == [2]


async def outside_days(table: Table, match: str) -> list[int]:
    """Return the number of days of each leave in a match outside competitions."""
    return [period.days for _, period in (await table.stored.match(match)).leave]


async def final_with(table: Table, leave: str) -> tuple[Championship, SandboxUser]:
    """Return a competition in its first phase, and a player with that leave announced."""
    championship = await set_up(table)
    await championship.enter(FOUR)
    ana = await championship.claim("Ana Pop")
    await championship.claim("Ion Rus")
    await championship.draw()
    await table.travel_to(bucharest("2025-05-05"))
    await table.say(ana, leave)
    return championship, ana


async def moved(championship: Championship, phase: str, dates: str) -> None:
    """Have the arbiter change the dates of a phase."""
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.plan")
    await championship.press(f"button.comp.dates_{phase}")
    await championship.say(dates)


async def left_in(table: Table, user: SandboxUser) -> list[str]:
    """Return the remaining days of leave that `/concediu` shows, by phase."""
    (state,) = await table.say(user, "/concediu")
    text = state.text.replace("\xa0", " ")
    return [line.partition("rămas: ")[2] for line in text.splitlines() if "rămas: " in line]


def last_notice(user: SandboxUser, key: str) -> Message:
    """Return the last message with that text."""
    return told(user.messages, key)[-1]


@pytest.mark.article("7.2")
async def test_leave_in_a_final_that_is_moved_was_never_taken_and_counts_again(
    table: Table,
) -> None:
    """The player is notified each time, and `/concediu` shows the new remainder.

    The arbiter reads no day that the first phase refused; the player reads which days are refused
    or outside.
    """
    championship, ana = await final_with(table, "/concediu 1.09 10.09")
    seen = len(table.arbiter.messages)
    (noted,) = await table.say(ana, "/concediu 28.09 12.10")
    assert mentions(noted, "fault.leave_over_allowance", left=0)
    assert mentions(noted, "leave.part", first="2025-10-10", last="2025-10-12", n=3)
    assert mentions(noted, "leave.dropped", n=9)
    (copy,) = told(table.arbiter.messages[seen:], "leave.announced")
    assert mentions(copy, "leave.announced", first="2025-10-10", last="2025-10-12", n=3)
    assert await left_in(table, ana) == ["0 zile", "7 zile"]

    await moved(championship, "final", "15.11.2025 28.02.2026")
    away = last_notice(ana, "leave.moved")
    assert mentions(away, "leave.moved_out", first="2025-10-10", last="2025-10-12", left=10)
    assert await left_in(table, ana) == ["0 zile", "10 zile"]

    await moved(championship, "final", "10.10.2025 28.02.2026")
    again = last_notice(ana, "leave.moved")
    assert mentions(again, "leave.moved_back", first="2025-10-10", last="2025-10-12", left=7)
    assert await left_in(table, ana) == ["0 zile", "7 zile"]


@pytest.mark.article("7.2")
async def test_leave_of_a_phase_whose_lists_come_late_was_never_taken(
    table: Table, four: Championship
) -> None:
    """Unused days before the start remain available, and the start notifies the player."""
    ana = await four.claim("Ana Pop")
    await table.say(ana, "/concediu 6.05 15.05")
    assert (await left_in(table, ana))[0] == "0 zile"
    await table.travel_to(bucharest("2025-05-13", "10:00:00"))
    assert (await left_in(table, ana))[0] == "7 zile"

    (noted,) = await table.say(ana, "/concediu 20.05 26.05")
    assert mentions(noted, "leave.noted", n=7, left=0)
    await four.say(f"/campionat {four.code}")
    await four.draw()
    await table.travel_to(bucharest("2025-05-14", "09:00:00"))

    told_of = last_notice(ana, "leave.moved")
    assert mentions(told_of, "leave.moved_out", first="2025-05-13", last="2025-05-13")
    assert await left_in(table, ana)
    game = await ana_game(four, table)
    assert [one.days for one in game] == [2, 7]


async def ana_game(championship: Championship, table: Table) -> list:  # type: ignore[type-arg]
    """Return the leave of the first player in their first game."""
    competition = await championship.now()
    ana = competition.phase.players[0]
    match = next(one for one in competition.phase.matches if ana in one.players)
    game = await table.stored.game(f"{match.code}/1")
    return list((game.red if game.red.person == ana else game.blue).leave)


@pytest.mark.article("7.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", until="2025-05-20")
async def test_days_cut_at_a_closing_that_is_then_moved_are_no_thinking_time(
    season: Season,
) -> None:
    """Once the closing moves, days announced past it are leave; the opponent is notified, too.

    Days that are given up then cover announced days without leave: both read which days are leave
    now, and the game has them.
    """
    table, (pair, *_) = season.table, await season.pairs()
    (noted,) = await table.say(pair.red, "/concediu 18.05 25.05")
    assert mentions(noted, "leave.part", n=3, left=7)
    await table.say(pair.blue, "/concediu 3.05 4.05")
    (given_up,) = await table.say(pair.blue, "/concediu 6.05 10.05")
    await table.say(pair.blue, "/concediu 18.05 24.05")
    (card,) = await table.say(table.arbiter, f"/campionat {season.code}")
    await table.forge(table.arbiter, card, f"c:{season.code}:dates:final")
    await table.say(table.arbiter, "1.05 30.06")

    back = last_notice(pair.red, "leave.moved")
    assert mentions(back, "leave.moved_back", first="2025-05-21", last="2025-05-25", n=5, left=2)
    assert told(pair.blue.messages, "leave.moved_partner", match=pair.code)
    assert [one.days for one in (await pair.game()).red.leave] == [8]
    unpaid = last_notice(pair.blue, "leave.moved")
    assert mentions(unpaid, "leave.moved_unpaid", first="2025-05-21", last="2025-05-24", left=0)

    await table.press(pair.blue, given_up, "button.withdraw_leave")

    freed = last_notice(pair.blue, "leave.freed")
    assert mentions(freed, "leave.moved_back", first="2025-05-21", last="2025-05-24", left=1)
    partner = last_notice(pair.red, "leave.freed_partner")
    assert mentions(partner, "leave.moved_to_leave", first="2025-05-21", last="2025-05-24")
    assert [one.days for one in (await pair.game()).blue.leave] == [2, 7]
    assert await left_in(table, pair.blue) == ["1 zi"]
    await table.travel_to(bucharest("2025-05-28", "10:00:00"))
    preview = await pair.place(pair.red, "H8 CASA")
    assert mentions(preview, "play.sent", days=18)


async def choose_writer(table: Table, pair: Pair) -> None:
    """Have the arbiter write for Ana in the match."""
    (choices,) = await table.say(table.arbiter, f"/imputernicire {pair.code}")
    table.arbiter.press(choices, worded("writer.choose_me", who="Ana Pop"))
    await table.settle()
    asked = table.arbiter.last
    table.arbiter.press(asked, worded("writer.usual"))
    await table.settle()
    await table.press(table.arbiter, asked, "button.decide")


@pytest.mark.article("7.2", "9.6")
async def test_leave_of_a_writer_that_is_refused_everywhere_is_told_to_nobody(
    table: Table, pair: Pair
) -> None:
    """Fifteen days are too many in both matches; accepted days are told to the player."""
    other = await table.match(red=pair.red)
    for each in (pair, other):
        await choose_writer(table, each)
    (choices,) = await table.say(table.arbiter, "/concediu")
    await table.press(table.arbiter, choices, "button.leave_for")

    (refused,) = await table.say(table.arbiter, "1.06 15.06")

    assert mentions(refused, "leave.refused_everywhere")
    for user in (pair.red, pair.blue, other.blue):
        assert told(user.messages, "leave.announced") == []
    (choices,) = await table.say(table.arbiter, "/concediu")
    await table.press(table.arbiter, choices, "button.leave_for")
    await table.say(table.arbiter, "1.06 5.06")
    (copy,) = told(pair.red.messages, "leave.announced", who="Ana Pop")
    assert mentions(copy, "leave.announced", first="2025-06-01", last="2025-06-05", n=5)
