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


async def ten_days_gone(table: Table, made: Season, ana: SandboxUser) -> None:
    """Have the player use all ten days of the cup."""
    await table.say(ana, f"/concediu {made.code} 10.06 19.06")


@pytest.mark.article("7.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_leave_is_announced_wherever_days_are_left_and_each_refusal_says_where(
    season: Season,
) -> None:
    """With the cup's ten days used, the match notes three more, and the cup refuses them."""
    made, table = season, season.table
    ana, match = await match_outside(season)
    await ten_days_gone(table, made, ana)

    (answer,) = await table.say(ana, "/concediu 3.07 5.07")

    assert mentions(answer, "leave.noted_where", first="2025-07-03", last="2025-07-05")
    assert mentions(answer, "leave.part", n=3, left=7)
    assert mentions(answer, "fault.leave_over_allowance", days=3, left=0, allowance=10)
    assert "Cupa Telegram 2025" in answer.text.partition("Nu am notat")[2]
    (state,) = await table.say(ana, "/concediu")
    assert f"meciul {match}, concediu rămas: 7" in state.text.replace("\xa0", " ")
    (refused,) = await table.say(ana, "/concediu 3.08 12.08")
    assert mentions(refused, "leave.refused_everywhere")
    assert refused.text.count("• ") == 2


@pytest.mark.article("7.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_one_competition_is_named_by_its_code_its_title_or_a_button(season: Season) -> None:
    """Only that competition notes the leave, and only its opponents are notified."""
    made, table = season, season.table
    ana, match = await match_outside(season)
    (by_code,) = await table.say(ana, f"/concediu {made.code.lower()} 3.06 4.06")
    (by_title,) = await table.say(ana, "/concediu cupa telegram 2025 6-7 iunie")
    (state,) = await table.say(ana, "/concediu")
    (asked,) = await press(table, ana, state, "button.leave_only", label=match)
    assert says(asked, "leave.ask_only", title=match)
    (by_button,) = await table.say(ana, "10-11 iunie")

    assert mentions(by_code, "leave.part", n=2, left=8)
    assert mentions(by_title, "leave.part", n=2, left=6)
    assert mentions(by_button, "leave.part", n=2, left=8)
    assert "Cupa Telegram 2025" not in by_button.text
    seen = await table.stored.match(match)
    assert [period.days for _, period in seen.leave] == [2]


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
    """The player is notified each time, and `/concediu` shows the new remainder."""
    championship, ana = await final_with(table, "/concediu 12.10 21.10")
    assert await left_in(table, ana) == ["10 zile", "0 zile"]

    await moved(championship, "final", "15.11.2025 28.02.2026")
    away = last_notice(ana, "leave.moved")
    assert mentions(away, "leave.moved_out", first="2025-10-12", last="2025-10-21", left=10)
    assert await left_in(table, ana) == ["10 zile", "10 zile"]

    await moved(championship, "final", "10.10.2025 28.02.2026")
    again = last_notice(ana, "leave.moved")
    assert mentions(again, "leave.moved_back", first="2025-10-12", last="2025-10-21", left=0)
    assert await left_in(table, ana) == ["10 zile", "0 zile"]


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
    """Once the closing moves, days announced past it are leave; the opponent is notified, too."""
    table, (pair, *_) = season.table, await season.pairs()
    (noted,) = await table.say(pair.red, "/concediu 18.05 25.05")
    assert mentions(noted, "leave.part", n=3, left=7)
    (card,) = await table.say(table.arbiter, f"/campionat {season.code}")
    await table.forge(table.arbiter, card, f"c:{season.code}:dates:final")
    await table.say(table.arbiter, "1.05 30.06")

    back = last_notice(pair.red, "leave.moved")
    assert mentions(back, "leave.moved_back", first="2025-05-21", last="2025-05-25", n=5, left=2)
    assert told(pair.blue.messages, "leave.moved_partner", match=pair.code)
    assert [one.days for one in (await pair.game()).red.leave] == [8]
    await table.travel_to(bucharest("2025-05-28", "10:00:00"))
    preview = await pair.place(pair.red, "H8 CASA")

    assert mentions(preview, "play.sent", days=18)


@pytest.mark.article("7.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", until="2025-05-20")
async def test_days_that_are_given_up_cover_announced_days_without_leave(season: Season) -> None:
    """The player and the opponent read which days are leave now, and the game has them."""
    table, (pair, *_) = season.table, await season.pairs()
    await table.say(pair.red, "/concediu 3.05 4.05")
    (given_up,) = await table.say(pair.red, "/concediu 6.05 10.05")
    await table.say(pair.red, "/concediu 18.05 24.05")
    (card,) = await table.say(table.arbiter, f"/campionat {season.code}")
    await table.forge(table.arbiter, card, f"c:{season.code}:dates:final")
    await table.say(table.arbiter, "1.05 30.06")
    unpaid = last_notice(pair.red, "leave.moved")
    assert mentions(unpaid, "leave.moved_unpaid", first="2025-05-21", last="2025-05-24", left=0)

    await table.press(pair.red, given_up, "button.withdraw_leave")

    freed = last_notice(pair.red, "leave.freed")
    assert mentions(freed, "leave.moved_back", first="2025-05-21", last="2025-05-24", left=1)
    partner = last_notice(pair.blue, "leave.freed_partner")
    assert mentions(partner, "leave.moved_to_leave", first="2025-05-21", last="2025-05-24")
    assert [one.days for one in (await pair.game()).red.leave] == [2, 7]
    assert await left_in(table, pair.red) == ["1 zi"]


async def outside_days(table: Table, match: str) -> list[int]:
    """Return the number of days of each leave in a match outside competitions."""
    return [period.days for _, period in (await table.stored.match(match)).leave]


@pytest.mark.article("7.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_leave_named_for_one_competition_is_replaced_only_there(season: Season) -> None:
    """The buttons under a refusal and under the noted leave change only the named place."""
    made, table = season, season.table
    ana, match = await match_outside(season)
    await table.say(ana, "/concediu 3.06 4.06")
    (refused,) = await table.say(ana, f"/concediu {made.code} 4.06 6.06")
    assert mentions(refused, "fault.leave_overlaps")

    await table.press(ana, refused, "button.replace_leave")

    assert mentions(refused, "leave.part", first="2025-06-04", last="2025-06-06", n=3, left=7)
    assert await outside_days(table, match) == [2]
    await table.press(ana, refused, "button.withdraw_leave")
    assert mentions(refused, "leave.taken_back", first="2025-06-04")
    assert await outside_days(table, match) == [2]


@pytest.mark.article("7.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_leave_of_another_place_is_no_substitute_for_used_up_leave(season: Season) -> None:
    """With the cup's ten days used, the refusal does not offer the leave of a match outside."""
    made, table = season, season.table
    ana, match = await match_outside(season)
    await table.say(ana, f"/concediu {made.code} 10.06 19.06")
    await table.say(ana, f"/concediu {match} 3.06 4.06")

    (refused,) = await table.say(ana, f"/concediu {made.code} 4.06 5.06")

    assert mentions(refused, "fault.leave_over_allowance", left=0)
    assert not refused.buttons


@pytest.mark.article("7.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_leave_that_the_named_place_does_not_have_cannot_be_moved_there(
    season: Season,
) -> None:
    """Leave of the match alone is unknown to the cup, and stays in the match.

    So it is in a place that is over, whose button is still pressed.
    """
    made, table = season, season.table
    ana, match = await match_outside(season)
    (noted,) = await table.say(ana, f"/concediu {match} 3.06 4.06")
    await table.forge(ana, noted, "swleave:20250603:20250604:20250605:20250607::ZZ22")
    assert mentions(noted, "fault.leave_unknown", first="2025-06-03", last="2025-06-04")

    (refused,) = await table.say(ana, f"/concediu {made.code} 3.06-4.06 -> 5.06-7.06")

    assert mentions(refused, "fault.leave_unknown", first="2025-06-03", last="2025-06-04")
    assert await outside_days(table, match) == [2]


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


@pytest.mark.article("7.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_opponents_and_arbiter_read_the_days_that_count(season: Season) -> None:
    """Of nine days three are before the phase closes; only these are leave."""
    table, players = season.table, season.players

    (noted,) = await table.say(players["Ana Pop"], "/concediu 28.09 6.10")

    assert mentions(noted, "leave.part", first="2025-09-28", last="2025-09-30", n=3)
    for user in (players["Ion Rus"], players["Dan Ene"], table.arbiter):
        (copy,) = told(user.messages, "leave.announced")
        assert mentions(copy, "leave.announced", first="2025-09-28", last="2025-09-30", n=3)


@pytest.mark.article("7.2")
async def test_the_arbiter_reads_no_day_that_a_phase_refused(table: Table) -> None:
    """Only the final's days are announced; the player reads which days are refused or outside."""
    _, ana = await final_with(table, "/concediu 1.09 10.09")
    seen = len(table.arbiter.messages)

    (noted,) = await table.say(ana, "/concediu 28.09 12.10")

    assert mentions(noted, "fault.leave_over_allowance", left=0)
    assert mentions(noted, "leave.part", first="2025-10-10", last="2025-10-12", n=3)
    assert mentions(noted, "leave.dropped", n=9)
    (copy,) = told(table.arbiter.messages[seen:], "leave.announced")
    assert mentions(copy, "leave.announced", first="2025-10-10", last="2025-10-12", n=3)
