"""Seats: freed, given to another account, renamed, and a match cancelled in time."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from storage.people import merging, people
from tests.e2e.bench import claim
from tests.e2e.cases.effects.acts_taken_back_shared import undone
from tests.e2e.championship import Championship, set_up
from tests.e2e.harness import Pair, Table, bucharest, button, continues, match_begun
from tests.e2e.harness import table as laid_table
from tests.e2e.matches.places_shared import (
    asked_beside,
    called_off,
    freed,
    places,
    pressed,
    somebody,
)
from tests.e2e.plays import legal, written
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, says, told, worded
from tests.somebodys_rows import HABITS


@continues(match_begun)
async def blue_seat_freed(laid: Table) -> tuple[Any, ...]:
    """Have the arbiter free Blue's seat; return code, Red, Blue and the new link."""
    code, *_ = laid.done
    return *laid.done, await freed(laid, code, "Ion Rus")


@pytest_asyncio.fixture
async def vacant(tmp_path: Path) -> AsyncIterator[tuple[Pair, str]]:
    """Give a match that has begun, Blue's seat of which is free, and the link to it."""
    async with laid_table(tmp_path, after=blue_seat_freed) as laid:
        *match, link = laid.done
        yield Pair(laid, *match), link


@pytest.mark.only_telegram("a freed seat signs its browser out")
@pytest.mark.article("9.6")
async def test_the_wrong_person_leaves_the_right_one_comes(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """Before the start both are notified with the reason, and the name stays with the seat."""
    code, one, other = invited
    wrong, ana, ion = (somebody(table, name) for name in ("Gigi", "Ana", "Ionel"))
    await table.join(wrong, one)
    await table.join(ion, other)

    link = await freed(table, code, "Ana Pop")

    for user, key in ((wrong, "place.freed_you"), (ion, "place.freed_other")):
        (heard,) = told(user.messages, key, who="Ana Pop", by="Radu Arbitru")
        assert worded("place.usual_other") in heard.text
    (welcome,) = await table.say(wrong, "/start")
    assert says(welcome, "start.hello", who="Gigi")
    assert says(await table.follow(wrong, one), "join.freed")
    assert says(await table.follow(ana, one), "join.replaced", who="Ana Pop")
    assert says(await table.join(ana, link), "start.joined", match=code, partner="Ion Rus")
    game = await table.stored.game(f"{code}/1")
    assert game.red.person != game.blue.person


@pytest.mark.only_telegram("a freed seat signs its browser out")
async def test_a_player_with_another_account_goes_on_where_they_were(casa: Pair) -> None:
    """During a game board, score and days remain, and the sheets arrive at once."""
    pair, table = casa, casa.table
    before = await pair.game()
    link = await freed(table, pair.code, "Ion Rus", "place.usual_account")
    (refusal,) = await table.say(pair.blue, written(legal(before)[0]))
    assert not told([refusal], "preview.placement")

    phone = somebody(table, "Ion, telefon nou")
    joined = await table.join(phone, link)

    assert says(joined, "start.joined", match=pair.code, partner="Ana Pop")
    assert mentions(joined, "start.running")
    again = Pair(table, pair.code, pair.red, phone)
    assert any(message.photo for message in phone.messages)
    await again.place(phone, written(legal(before)[0]))
    after = await again.game()
    assert after.moves[0] == before.moves[0]
    assert len(after.moves) == 2
    (ledger,) = await table.say(pair.red, f"/jurnal {pair.id}")
    assert mentions(ledger, "ledger.player", who="Ion Rus")
    (gone,) = await table.say(pair.blue, f"/tabla {pair.id}")
    assert mentions(gone, "fault.no_such_game")


@pytest.mark.article("7.1", "7.2")
async def test_who_takes_over_a_running_game_reads_its_days_of_today(casa: Pair) -> None:
    """Days left, last day and current leave are the same as in `/jocuri`."""
    pair, table = casa, casa.table
    await table.say(pair.blue, "/concediu 20.05 22.05")
    await table.travel_to(bucharest("2025-05-21", "12:00:00"))
    link = await freed(table, pair.code, "Ion Rus", "place.usual_account")
    phone = somebody(table, "Ion, telefon nou")

    await table.join(phone, link)

    (brought,) = (one for one in phone.messages if mentions(one, "game.your_turn", left=12))
    assert mentions(brought, "game.own_leave", until="2025-05-22")
    (listed,) = await table.say(phone, "/jocuri")
    assert mentions(listed, "games.row_mine", left=12)
    assert "4 iunie 2025" in brought.text
    assert "4 iun" in listed.text


async def test_a_freed_place_waits_and_the_opponent_plays_on(vacant: tuple[Pair, str]) -> None:
    """The player on turn may move; the link later brings all that could not be sent."""
    pair, link = vacant
    table = pair.table
    await pair.place(pair.red, "H8 CASA")
    await table.travel(3)

    ion = somebody(table, "Ion cel adevărat")
    await table.join(ion, link)

    sheets = [message for message in ion.messages if message.photo]
    assert sheets
    game = await pair.game()
    assert game.turn is game.seat_of(game.blue.person)


@pytest.mark.only_telegram("a freed seat signs its browser out")
async def test_both_lists_name_the_seat_that_is_free(vacant: tuple[Pair, str]) -> None:
    """The arbiter and the opponent read it in their lists until somebody takes the seat."""
    pair, link = vacant
    table = pair.table
    readers = (table.arbiter, "/meciuri"), (pair.red, "/jocuri")
    for user, command in readers:
        (shown,) = await table.say(user, command)
        assert mentions(shown, "games.seat_free", who="Ion Rus")

    await table.join(somebody(table, "Ion cel adevărat"), link)

    for user, command in readers:
        (shown,) = await table.say(user, command)
        assert not mentions(shown, "games.seat_free")


@pytest.mark.article("1.2")
async def test_nobody_gets_the_other_side_by_a_freed_place(vacant: tuple[Pair, str]) -> None:
    """The opponent who opens the new link reads whose it is, and nobody gets both seats."""
    pair, link = vacant
    table = pair.table

    answer = await table.follow(pair.red, link)

    assert says(answer, "join.partners", who="Ion Rus", name="Ana Pop")
    await table.press(pair.red, answer, "button.letter")
    await table.say(pair.red, "Am intrat pe locul altcuiva.")
    assert "Am intrat pe locul altcuiva." in table.arbiter.last.text
    game = await pair.game()
    assert game.red.person != game.blue.person


async def test_a_place_freed_while_its_new_player_presses_yes_is_not_theirs(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """Their question belongs to a void link, so they get no seat and read why."""
    code, one, _ = invited
    await table.join(somebody(table, "Prima"), one)
    link = await freed(table, code, "Ana Pop")
    late = somebody(table, "A doua")
    asked = await table.follow(late, link)
    card = await places(table, code)
    await pressed(table, table.arbiter, card, worded("button.place.new_link", who="Ana Pop"))

    await table.press(late, asked, "button.join.yes")

    assert says(asked, "join.replaced", who="Ana Pop")
    assert not (await table.stored.match(code)).joined
    (fresh,) = [word for word in card.text.split() if "?start=" in word][:1]
    assert says(await table.join(late, fresh), "start.joined")


async def test_a_place_is_not_freed_over_an_open_case(pair: Pair) -> None:
    """A claimant or answering player stays a party; the arbiter must rule first."""
    case = await claim(pair, pair.blue, "conduct", why="jignire")
    card = await places(pair.table, pair.code)
    arbiter = pair.table.arbiter
    await pressed(pair.table, arbiter, card, worded("button.place.free", who="Ion Rus"))

    assert mentions(arbiter.last, "fault.case_open_there", case=case)


async def test_a_place_is_not_freed_in_a_match_that_is_over(given_up: Pair) -> None:
    """From a card of earlier days it is refused: the results are those of who played."""
    table, match = given_up.table, await given_up.table.stored.match(given_up.code)
    card = await places(table, given_up.code)

    await table.forge(table.arbiter, card, f"places:{given_up.code}:free:{match.first}")

    assert mentions(table.arbiter.last, "fault.match_over")


async def test_another_arbiter_frees_nothing(pair: Pair) -> None:
    """Only a match's own arbiter can free its seats, by any button."""
    table = pair.table
    card = await places(table, pair.code)
    data = button(card, "button.call_off").data
    other = somebody(table, "Alt arbitru")
    link = facts_of((await table.say(table.operator, "/arbitru"))[-1], "arbiter.link")["link"]
    await table.follow(other, link)
    (shown,) = await table.say(other, "/ajutor")
    match = await table.stored.match(pair.code)
    for forged in (data, f"places:{pair.code}", f"places:{pair.code}:free:{match.first}"):
        await table.forge(other, shown, forged)
        assert mentions(shown, "fault.not_your_match")


async def test_a_tap_corrects_the_name_that_it_shows(pair: Pair) -> None:
    """The button under an earlier correction does not confirm a later one."""
    table, arbiter = pair.table, pair.table.arbiter
    card = await places(table, pair.code)
    confirmations = []
    for old, new in (("Ion Rus", "Ion Rusu"), ("Ana Pop", "Ana Popa")):
        await pressed(table, arbiter, card, worded("button.place.name", who=old))
        confirmations += await table.say(arbiter, new)

    yes = button(confirmations[0], "button.name.yes")

    assert await table.forge(arbiter, confirmations[0], yes.data) == worded("button.unknown")
    await table.press(arbiter, confirmations[1], "button.name.yes")
    assert says(confirmations[1], "name.corrected", old="Ana Pop", name="Ana Popa")


async def test_a_name_is_put_right_everywhere_and_its_bearer_notified(pair: Pair) -> None:
    """A second tap confirms it, and *Renunț* keeps the old name.

    A name that another player of the match has is refused.
    """
    table, arbiter = pair.table, pair.table.arbiter
    card = await places(table, pair.code)
    label = worded("button.place.name", who="Ion Rus")
    (asked,) = await pressed(table, arbiter, card, label)
    assert says(asked, "name.ask", who="Ion Rus")
    (same,) = await table.say(arbiter, "ana  pop")
    assert mentions(same, "fault.name_of_another", name="Ana Pop")
    (wrong,) = await table.say(arbiter, "x")
    assert mentions(wrong, "fault.name_unreadable")
    (confirm,) = await table.say(arbiter, "1. Ion Rusu 0722123456")
    assert says(confirm, "name.confirm", old="Ion Rus", name="Ion Rusu")
    await table.press(arbiter, confirm, "button.undecide")
    assert says(confirm, "confirm.kept")
    assert mentions((await table.say(arbiter, "/meciuri"))[-1], "matches.row", second="Ion Rus")

    await pressed(table, arbiter, await places(table, pair.code), label)
    (confirm,) = await table.say(arbiter, "Ion Rusu")
    await table.press(arbiter, confirm, "button.name.yes")

    assert says(confirm, "name.corrected", old="Ion Rus", name="Ion Rusu")
    assert len(told(pair.blue.messages, "name.corrected_you", name="Ion Rusu")) == 1
    (listed,) = await table.say(arbiter, "/meciuri")
    assert mentions(listed, "matches.row", match=pair.code, second="Ion Rusu")
    link = await freed(table, pair.code, "Ion Rusu", "place.usual_account")
    asked = await table.follow(somebody(table, "Ion"), link)
    assert says(asked, "join.ask", who="Ion Rusu")


async def test_a_decision_whose_consequences_have_changed_is_confirmed_again(
    table: Table,
) -> None:
    """A seat that was to be freed before the game began is not freed in the running game."""
    code, first, second = await table.invite()
    await table.join(somebody(table, "Ana"), first)
    card = await places(table, code)
    asked = await asked_beside(table, card, "button.place.free", who="Ana Pop")
    await pressed(table, table.arbiter, asked, worded("place.usual_other"))
    await table.join(somebody(table, "Ion"), second)

    await table.press(table.arbiter, asked, "button.decide")

    assert mentions(asked, "ruling.changed")
    assert len((await table.stored.match(code)).joined) == 2
    await table.press(table.arbiter, asked, "button.decide")
    assert mentions(asked, "place.freed")


async def test_a_reason_is_only_for_the_question_above_it(pair: Pair) -> None:
    """The usual reason under an older question says that it is stale; the newer one stays open.

    The card stays: after *Renunț* under a question the arbiter may press another of its buttons.
    """
    table, arbiter = pair.table, pair.table.arbiter
    card = await places(table, pair.code)
    older = await asked_beside(table, card, "button.call_off")
    dropped = await asked_beside(table, card, "button.call_off")
    await table.press(arbiter, dropped, "button.undecide")
    assert says(dropped, "confirm.kept")
    assert mentions(card, "place.card", match=pair.code)
    newer = await asked_beside(table, card, "button.place.free", who="Ion Rus")
    assert mentions(newer, "place.question", who="Ion Rus")

    usual = button(older, "call_off.usual_mistake")

    assert await table.forge(arbiter, older, usual.data) == worded("decision.stale")
    await pressed(table, arbiter, newer, worded("place.usual_other"))
    assert mentions(newer, "place.show", who="Ion Rus")


async def test_a_match_is_called_off_before_it_has_begun(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """Players who joined read the reason; links and list say that it was cancelled."""
    code, one, other = invited
    ana = somebody(table, "Ana")
    await table.join(ana, one)

    card = await called_off(table, code)

    assert says(card, "call_off.done", match=code)
    (heard,) = told(ana.messages, "call_off.told", match=code, by="Radu Arbitru")
    assert worded("call_off.usual_mistake") in heard.text
    for user, link in ((ana, one), (somebody(table, "Ion"), other)):
        assert says(await table.follow(user, link), "join.cancelled")
    (listed,) = await table.say(table.arbiter, "/meciuri")
    assert mentions(listed, "matches.cancelled")
    assert says((await table.say(ana, "/jocuri"))[-1], "games.none")


async def test_a_match_that_runs_is_called_off_while_nobody_has_placed(
    vacant: tuple[Pair, str],
) -> None:
    """Its game ends without result; nothing is due, and no move or claim is possible.

    Its log, with the freed seat, is readable like any other's.
    """
    pair, link = vacant
    table = pair.table
    ion = somebody(table, "Ion cel adevărat")
    await table.join(ion, link)
    await called_off(table, pair.code)

    for user in (pair.red, ion):
        assert len(told(user.messages, "call_off.told", match=pair.code)) == 1
    counts = len(pair.red.messages), len(ion.messages)
    await table.travel(2)
    await table.travel_to(bucharest("2025-06-10"))
    assert counts == (len(pair.red.messages), len(ion.messages))
    game = await pair.game()
    assert game.ended is not None
    assert not (await table.stored.match(pair.code)).ended
    (answer,) = await table.say(pair.red, f"/decizie {pair.id}")
    assert not mentions(answer, "case.card")
    (answer,) = await table.say(table.arbiter, f"/decizie {pair.id}")
    assert mentions(answer, "fault.match_cancelled", match=pair.code)
    assert mentions(await places(table, pair.code), "place.finished", match=pair.code)
    (file,) = await table.say(table.arbiter, f"/dosar {pair.code}")
    assert file.document is not None


async def test_a_match_with_a_placement_is_not_called_off(pair: Pair) -> None:
    """The button disappears, and an old card says what the arbiter may do."""
    table = pair.table
    card = await places(table, pair.code)
    await pair.place(pair.red, "H8 CASA")
    assert not any(each.data.endswith(":off") for each in (await places(table, pair.code)).buttons)

    await table.press(table.arbiter, card, "button.call_off")

    assert mentions(card, "fault.placed_already", match=pair.code)
    assert (await pair.game()).ended is None


async def ana_freed(made: Championship, reason: str) -> str:
    """Have the arbiter free Ana Pop's place, on the card, for that reason; return its link."""
    await made.press("button.comp.players")
    await made.press("button.plain", label="Ana Pop")
    (asked,) = await made.press("button.comp.free")
    await pressed(made.table, made.arbiter, asked, worded(reason))
    await made.table.press(made.arbiter, asked, "button.decide")
    return facts_of(asked, "place.freed")["link"]


@pytest.mark.only_telegram("a freed seat signs its browser out")
async def test_a_place_in_a_competition_is_freed_and_taken_before_the_start(
    table: Table, four: Championship
) -> None:
    """On the player's card: the wrong account loses the name, the right one gets the seat."""
    wrong = await four.claim("Ana Pop")
    link = await ana_freed(four, "place.usual_other")

    assert len(told(wrong.messages, "place.freed_you", who="Ana Pop")) == 1
    (welcome,) = await table.say(wrong, "/start")
    assert says(welcome, "start.hello", who="Ana Pop de pe telefon")
    ana = somebody(table, "Ana")
    assert says(await table.join(ana, link), "comp.claimed", who="Ana Pop")
    assert sorted((await four.names()).values()) == ["Ana Pop", "Dan Ene", "Ema Ilie", "Ion Rus"]


@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_place_in_a_running_competition_is_handed_over_with_all_its_games(
    table: Table, season: Season
) -> None:
    """The new player gets all their matches, current and finished."""
    made = season.championship
    ana = made.players["Ana Pop"]
    before = await made.now()

    await made.say("/campionat")
    await made.press("button.plain", label="Cupa Telegram 2025")
    link = await ana_freed(made, "place.usual_account")
    assert says((await table.say(ana, "/jocuri"))[-1], "games.none")
    phone = somebody(table, "Telefon nou")
    await table.join(phone, link)

    after = await made.now()
    assert len(after.phase.matches) == len(before.phase.matches)
    (listed,) = await table.say(phone, "/jocuri")
    assert mentions(listed, "games.list", n=2)
    for match in after.phase.matches:
        assert match.red != match.blue
        game = await table.stored.game(f"{match.code}/1")
        assert {game.red.person, game.blue.person} == set(match.players)
    others = [user for name, user in made.players.items() if name != "Ana Pop"]
    assert all(len(told(user.messages, "place.freed_other", who="Ana Pop")) == 1 for user in others)


async def test_a_name_in_a_competition_is_put_right_from_the_players_card(
    table: Table, four: Championship
) -> None:
    """A name that another player of the competition has is refused."""
    await four.press("button.comp.players")
    await four.press("button.plain", label="Ion Rus")
    await four.press("button.comp.name")
    (wrong,) = await four.say("Dan Ene")
    assert mentions(wrong, "fault.name_of_another", name="Dan Ene")
    (confirm,) = await four.say("Ion Rusu")
    await table.press(table.arbiter, confirm, "button.name.yes")

    assert "Ion Rusu" in (await four.names()).values()
    asked = await table.follow(somebody(table, "Ion"), four.links["Ion Rus"])
    assert says(asked, "join.ask", who="Ion Rusu")


async def test_each_link_of_a_championship_can_be_passed_on_alone(table: Table) -> None:
    """Each player has a button beside the table, and no message exceeds a phone's screen."""
    made = await set_up(table)
    many = "\n".join(f"Jucător Numărul{number:02}" for number in range(1, 46))
    await made.press("button.comp.add")
    await made.say(many)
    answers = await made.press("button.comp.enter")

    (first,) = told(answers, "comp.invitations")
    more = told(answers, "comp.invitations_more")
    counts = [len(message.buttons) for message in (first, *more)]
    assert counts == [20, 20, 5]
    for message in (first, *more):
        for key in message.buttons:
            assert "share/url" in key.url
            who = key.label.removeprefix(worded("button.forward_named", who="")).strip()
            (line,) = [row for row in message.text.splitlines() if row.startswith(f"{who}: ")]
            assert line.rpartition("=")[2] in key.url
    assert any(message.document for message in answers)


@pytest.mark.only_telegram("a freed seat signs its browser out")
@pytest.mark.article("9.6")
async def test_a_seat_freed_by_mistake_is_given_back(casa: Pair) -> None:
    """The former player plays on in the same game; both players read it, and the link is void."""
    pair, table = casa, casa.table
    before = await pair.game()
    person = (await table.stored.person(pair.blue.id)).id
    link = await freed(table, pair.code, "Ion Rus")
    card = await places(table, pair.code)
    (back,) = [one for one in card.buttons if one.data.startswith(f"places:{pair.code}:back")]

    (asked,) = await pressed(table, table.arbiter, card, back.label)
    assert mentions(asked, "place.back_show", who=(await table.stored.person(pair.blue.id)).name)
    await pressed(table, table.arbiter, asked, worded("place.back_usual"))
    await table.press(table.arbiter, asked, "button.decide")

    assert mentions(asked, "place.back_done", who="Ion Rus")
    now = await pair.game()
    assert (now.blue.person, now.blue.left) == (person, None)
    assert (now.moves, now.turn, now.blue.rack) == (before.moves, before.turn, before.blue.rack)
    assert told(pair.blue.messages, "place.back_you", who="Ion Rus")
    assert told(pair.red.messages, "place.back_other", who="Ion Rus")
    await table.follow(somebody(table, "Gigi"), link)
    assert person in (await table.stored.match(pair.code)).joined
    assert len((await table.stored.match(pair.code)).joined) == 2
    await pair.place(pair.blue, "PAS")
    assert len((await pair.game()).moves) == len(before.moves) + 1


@pytest.mark.only_telegram("a freed seat signs its browser out")
async def test_a_seat_given_back_leaves_no_second_person_of_its_name(pair: Pair) -> None:
    """The message with the new link has the button, until somebody takes the seat.

    A likely name is then asked about with one person, the player, and not with the seats.
    """
    table = pair.table
    before = (await table.stored.match(pair.code)).people
    card = await places(table, pair.code)
    asked = await asked_beside(table, card, "button.place.free", who="Ion Rus")
    await pressed(table, table.arbiter, asked, worded("place.usual_other"))
    await table.press(table.arbiter, asked, "button.decide")
    assert (await table.stored.match(pair.code)).people != before
    await undone(table, table.arbiter, asked)
    assert (await table.stored.match(pair.code)).people == before

    (asked,) = await table.say(table.arbiter, "/meci Rus Ion - Dan Ene")

    assert mentions(asked, "resolve.ask", who="Rus Ion")
    same = [one.label for one in asked.buttons if "Ion Rus" in one.label]
    assert len(same) == 1


@pytest.mark.only_telegram("a freed seat signs its browser out")
async def test_a_freed_seat_is_given_back_to_the_number_that_its_player_has(
    vacant: tuple[Pair, str],
) -> None:
    """A player who was merged with another number meanwhile plays on under that one."""
    pair, _ = vacant
    table = pair.table
    async with table.app.runtime.database.transaction() as tx:
        kept = await people.create(tx, "Ion Rus", HABITS)
        ion = await table.stored.person(pair.blue.id)
        await merging.join(tx, kept, ion, table.sandbox.clock.now())

    card = await places(table, pair.code)
    (back,) = [one for one in card.buttons if one.data.startswith(f"places:{pair.code}:back")]
    (asked,) = await pressed(table, table.arbiter, card, back.label)
    await pressed(table, table.arbiter, asked, worded("place.back_usual"))
    await table.press(table.arbiter, asked, "button.decide")

    assert mentions(asked, "place.back_done", who="Ion Rus")
    assert kept.id in (await table.stored.match(pair.code)).joined
    await pair.place(pair.red, "PAS")
    await pair.place(pair.blue, "PAS")
