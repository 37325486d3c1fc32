"""Rulings of each kind: chosen, reasoned, confirmed, sent to both players, applied, reversed."""

from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path

import pytest
import pytest_asyncio

from engine.games.events import Ending
from engine.games.game import Stage, move_notation
from engine.ids import GameId, Leg, Seat
from engine.matches.match import MatchStage
from engine.matches.results import match_coefficients
from storage.streams import game_stream
from tests.e2e.bench import (
    REASON,
    card_of,
    case_now,
    choose,
    claim,
    confirm,
    exchanged,
    name_arbiters,
    offered,
    own_case,
    rule,
    second_arbiter,
    tap,
    unlisted_placed,
)
from tests.e2e.harness import Pair, bucharest, table
from tests.e2e.plays import best
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import facts_of, mentions, says, shown, told

PARTNER = {"federation_ruleset": "cn-2025-partner"}


@pytest.mark.article("10.1")
async def test_a_ruling_takes_a_reason_and_a_second_tap_and_both_players_read_it(
    pair: Pair,
) -> None:
    """Each reads article, reason and effects in their own language; the card keeps the ruling."""
    laid = pair.table
    await laid.say(pair.blue, "/limba")
    await pair.place(pair.red, "H8 CASA")
    await laid.forge(pair.blue, pair.blue.messages[-1], "lang:en")
    card = await own_case(laid, pair.id)
    case = facts_of(card, "case.card")["case"]
    (asked,) = await tap(laid, laid.arbiter, card, "rule:" + f"{case}:loss.red")
    assert mentions(asked, "effect.coefficients", red_c="0.4700", blue_c="1.5300")
    assert mentions(asked, "effect.arithmetic", article="10.3")
    assert (await pair.game()).ended is None

    done = await confirm(laid, laid.arbiter, "A primit ajutor.", asked)

    assert says(done, "ruling.done", case=case, article="10.3", reason="A primit ajutor.")
    (told_red,) = told(pair.red.messages, "case.decision", reason="A primit ajutor.")
    (told_blue,) = told(pair.blue.messages, "case.decision", "en", reason="A primit ajutor.")
    assert mentions(told_red, "ruling.loss", who="Ana Pop")
    assert mentions(told_blue, "ruling.loss", "en", who="Ana Pop")
    for message, language in ((told_red, "ro"), (told_blue, "en")):
        assert mentions(message, "case.appeal", language)
        assert message.photo is not None or "10.3" in message.text
    assert mentions(card, "case.ruled", reason="A primit ajutor.", who="Radu Arbitru")
    ended = (await pair.game()).ended
    assert ended is not None
    assert (ended.ending, ended.by) == (Ending.FORFEITED, Seat.RED)
    ruled = (await case_now(laid, case)).ruled
    assert ruled is not None
    assert (ruled.article, ruled.reason) == ("10.3", "A primit ajutor.")

    (listed,) = await laid.say(laid.arbiter, "/cazuri")
    assert mentions(listed, "cases.decided")
    assert mentions(listed, "cases.row", case=case)
    (*_, card) = await tap(laid, laid.arbiter, listed, f"k:{case}:open")
    assert says(card, "case.card", case=case)


@pytest.mark.article("7.2", "9.4", "10.3")
async def test_rulings_that_end_a_game_and_their_reversal(casa: Pair) -> None:
    """Loss on time, draw, resumption: each new ruling replaces the earlier one.

    After the resumption the time stays exceeded, and a new card offers the same ruling at once.
    """
    pair, laid = casa, casa.table
    await pair.place(pair.blue, "PAS")
    await pair.place(pair.red, "PAS")
    await laid.travel_to(bucharest("2025-06-02"))
    case = await claim(pair, pair.red, "time")
    card = card_of(laid.arbiter, case)
    assert offered(card)[:1] == ["lost_on_time.blue"]

    await rule(laid, card, "lost_on_time.blue")
    assert (await pair.game()).stage is Stage.ENDED
    assert (await laid.stored.match(pair.code)).stage is MatchStage.BETWEEN
    await laid.press(laid.arbiter, card, "button.case.reverse")
    await rule(laid, card, "lifted")

    assert mentions(card, "case.ruled_before", reason=REASON)
    game = await pair.game()
    assert (game.stage, game.blue.told_late) == (Stage.RUNNING, True)
    again = await own_case(laid, pair.id)
    assert "lost_on_time.blue" in offered(again)
    assert mentions(again, "case.days_over", who="Ion Rus", used=31, allowance=30)
    assert (await laid.stored.match(pair.code)).stage is MatchStage.HOME
    assert mentions(told(pair.blue.messages, "case.decision")[-1], "case.replaces")
    await laid.press(laid.arbiter, card, "button.case.reverse")
    await rule(laid, card, "level")
    (worth,) = match_coefficients(await laid.stored.match(pair.code)).values()
    assert (worth.first, worth.second) == (Decimal(1), Decimal(1))
    assert [each.ruling.kind for each in (await case_now(laid, case)).rulings] == [
        "lost_on_time",
        "lifted",
        "level",
    ]


@pytest.mark.article("9.1")
async def test_silence_is_found_to_be_a_no_show_or_abandonment(unopened: Pair) -> None:
    """After ten silent days a player who never moved is a no-show; any other has resigned."""
    pair, laid = unopened, unopened.table
    card = await own_case(laid, pair.id)
    assert "no_show.red" in offered(card)
    assert "abandoned.red" not in offered(card)
    await pair.place(pair.red, "H8 CASA")
    await pair.place(pair.blue, "PAS")
    await laid.travel_to(bucharest("2025-05-23"))

    later = await own_case(laid, pair.id)
    assert "no_show.red" not in offered(later)
    await rule(laid, later, "abandoned.red")

    ended = (await pair.game()).ended
    assert ended is not None
    assert ended.ending is Ending.ABANDONED


@pytest.mark.article("5.2")
async def test_placements_are_returned_annulled_and_restored(casa: Pair) -> None:
    """Sheets and clocks return to move n; without the case's rulings all moves are restored."""
    pair, laid = casa, casa.table
    for user in (pair.blue, pair.red):
        await pair.place(user, best(await pair.game()) or "PAS")
    before = await pair.game()
    case = await claim(pair, pair.blue, "technical", "s2")
    card = card_of(laid.arbiter, case)

    await rule(laid, card, "returned.m2")
    assert (await pair.game()).moves == before.moves[:2]
    decision = told(pair.red.messages, "case.decision")[-1]
    assert mentions(decision, "ruling.returned")
    assert mentions(decision, "effect.turn", who="Ana Pop")
    board = told(pair.red.messages, "turn.board", game=pair.id)[-1]
    assert board.silent
    assert board.id > decision.id
    assert mentions(board, "game.your_turn")
    assert told(laid.arbiter.messages, "case.sheets")
    await choose(laid, card, "annulled", "annulled.m1")
    assert (await pair.game()).moves == before.moves[:1]
    await rule(laid, card, "lifted")

    assert (await pair.game()).moves == before.moves
    await pair.place(pair.blue, best(await pair.game()) or "PAS")
    assert len((await pair.game()).moves) == 4


@pytest.mark.article("5.3")
async def test_a_score_is_corrected_by_the_button_or_by_a_typed_number(casa: Pair) -> None:
    """Any number may be typed; the button offers the rules' score if the sheet differs."""
    pair, laid = casa, casa.table
    case = await claim(pair, pair.blue, "arithmetic", "s0")
    card = card_of(laid.arbiter, case)
    await laid.press(laid.arbiter, card, "button.case.all")
    await laid.press(laid.arbiter, card, "choice.more.annulled")
    assert offered(card)
    await laid.forge(laid.arbiter, card, f"k:{case}:more:score")
    (no,) = await laid.say(laid.arbiter, "nouă")
    assert says(no, "more.score_how")
    (zero,) = await laid.say(laid.arbiter, "0")
    assert mentions(zero, "fault.zero_points")
    await laid.forge(laid.arbiter, card, f"k:{case}:more:score")
    (asked,) = await laid.say(laid.arbiter, "9")
    assert mentions(asked, "ruling.score", points=9)
    assert asked.text.count("CASA") == 1, "the word stays on the board: nothing leaves it or comes"

    await confirm(laid, laid.arbiter, REASON, asked)

    assert (await pair.game()).red.score == 9
    await laid.press(laid.arbiter, card, "button.case.reverse")
    assert offered(card)[0] == "lifted"
    await rule(laid, card, "lifted")
    assert (await pair.game()).red.score == 8
    decision = told(pair.red.messages, "case.decision")[-1]
    assert mentions(decision, "ruling.lifted")


@pytest.mark.article("7.2")
async def test_an_extension_is_given_by_a_ruling_and_taken_back_by_another(
    casa: Pair,
) -> None:
    """A time claim by the opponent is answered with five more days, of which the last is named.

    27 of 30 days are used: 5 more leave 8, not 35. After a warning in their place the days are as
    before, as the arbiter and both players read.
    """
    pair, laid = casa, casa.table
    await laid.travel_to(bucharest("2025-05-29", "12:00:00"))
    case = await claim(pair, pair.red, "time")
    card = card_of(laid.arbiter, case)

    await choose(laid, card, "extension", "extension.blue.n5")

    assert (await pair.game()).allowance(Seat.BLUE) == 35
    decision = told(pair.blue.messages, "case.decision")[-1]
    assert mentions(decision, "ruling.extension", n=5)
    assert mentions(decision, "effect.days", who="Ion Rus", left=8)
    assert mentions(decision, "effect.both_left", red_days=30, blue_days=8)
    assert mentions(decision, "grant.until", until="2025-06-06")
    (time,) = await laid.say(pair.blue, "/timp")
    assert mentions(time, "time.row", who="Ion Rus", used=27, left=8)
    done = await rule(laid, card, "warning.blue")
    assert mentions(done, "ruling.done")
    assert (await pair.game()).allowance(Seat.BLUE) == 30
    for user in (pair.red, pair.blue):
        assert len(told(user.messages, "case.decision")) == 3


@pytest.mark.article("10.3")
async def test_conduct_earns_a_warning_a_penalty_and_each_is_remembered(casa: Pair) -> None:
    """The next case about that player shows earlier measures; a penalty can be lifted.

    Card and players read the same figure when it is lifted; an absent one cannot be lifted.
    """
    pair, laid = casa, casa.table
    first = await claim(pair, pair.red, "conduct")
    card = card_of(laid.arbiter, first)
    await rule(laid, card, "warning.blue")
    assert mentions(told(pair.blue.messages, "case.decision")[-1], "effect.nothing")
    second = await claim(pair, pair.red, "conduct", why="Din nou.")
    again = card_of(laid.arbiter, second)
    assert mentions(again, "case.sanction", who="Ion Rus", case=first)

    await tap(laid, laid.arbiter, again, "more:penalty")
    for typed, answer in (("mult", "more.penalty_how"), ("0,05", "fault.penalty_out_of_range")):
        (no,) = await laid.say(laid.arbiter, typed)
        assert mentions(no, answer)
    (asked,) = await laid.say(laid.arbiter, "0,45")
    assert mentions(asked, "ruling.penalty", who="Ion Rus")
    await confirm(laid, laid.arbiter, REASON, asked)

    match = await laid.stored.match(pair.code)
    assert match.penalties == {((await pair.game()).blue.person, Leg.HOME): Decimal("0.45")}
    for user in (pair.red, pair.blue):
        decision = told(user.messages, "case.decision")[-1]
        assert mentions(decision, "effect.penalty_ahead", who="Ion Rus", game=pair.id)
        assert not mentions(decision, "effect.nothing")
    await laid.press(laid.arbiter, again, "button.case.reverse")
    assert offered(again)[0] == "lifted"
    assert mentions(again, "effect.penalty_none", who="Ion Rus", game=pair.id)
    await rule(laid, again, "lifted")
    assert (await laid.stored.match(pair.code)).penalties == {}
    third = await claim(pair, pair.red, "conduct", why="Mereu.")
    await laid.forge(laid.arbiter, card_of(laid.arbiter, third), f"rule:{third}:penalty.blue.p0")
    assert mentions(laid.arbiter.last, "fault.no_penalty")
    await rule(laid, card_of(laid.arbiter, third), "rejected")
    assert mentions(told(pair.red.messages, "case.decision")[-1], "ruling.rejected")


@pytest.mark.article("5.3")
async def test_words_are_ruled_on_for_the_whole_competition(tmp_path: Path) -> None:
    """A word ruled valid is accepted; the list of rulings leaves out a damaged game."""
    async with table(tmp_path, settings=PARTNER, after=unlisted_placed) as laid:
        left, typed = laid.done
        pair, word = Pair(laid, *left), typed.split()[1]
        (sheet,) = [m for m in pair.blue.messages if m.buttons and "back:" in m.buttons[0].data]
        (asked,) = await laid.press(pair.blue, sheet, "button.return_word")
        assert says(asked, "return.ask", placement=typed, word=word, who="Ana Pop")
        assert told(pair.red.messages, "return.author") == []
        await laid.press(pair.blue, asked, "button.return_sure")
        assert says(asked, "return.done", game=pair.id)
        assert told(pair.red.messages, "return.author", words=word)
        await pair.place(pair.red, best(await pair.game()) or "PAS")
        await pair.place(pair.blue, "PAS")
        case = await claim(pair, pair.red, "word", "r0")
        card = card_of(laid.arbiter, case)
        assert mentions(card, "case.word_not_listed", word=word)
        assert mentions(card, "case.played_since", n=2)
        instead = (await pair.game()).moves[0]
        assert mentions(card, "effect.off", placements=f"{move_notation(instead)}, PAS")

        await rule(laid, card, "word_valid.m0")

        assert [move_notation(move) for move in (await pair.game()).moves] == [typed]
        assert mentions(told(pair.blue.messages, "case.decision")[-1], "ruling.word_valid_again")
        other = await laid.match()
        await other.place(other.red, typed)
        (answer,) = await laid.say(other.blue, "/returneaza")
        assert mentions(answer, "fault.words_are_valid", words=word)
        second = await claim(other, other.blue, "word", "s0")
        again = card_of(laid.arbiter, second)
        assert mentions(again, "case.word_was_valid", word=word, case=case)
        await rule(laid, again, "word_invalid.m0")
        assert (await other.game()).moves == ()
        (listed,) = await laid.say(laid.arbiter, "/cuvinte_judecate")
        assert mentions(listed, "judged.row", case=case)
        assert mentions(listed, "judged.row", case=second)
        await exchanged(laid, game_stream(GameId(pair.id)), word, word[::-1])
        await laid.stop_bot()
        await laid.start_bot()
        listed, *_ = await laid.say(laid.arbiter, "/cuvinte_judecate")
        assert not mentions(listed, "judged.row", case=case)
        assert mentions(listed, "judged.row", case=second)
        await exchanged(laid, game_stream(GameId(pair.id)), word[::-1], word)


@pytest_asyncio.fixture(name="trio")
async def _trio(tmp_path: Path) -> AsyncIterator[Season]:
    """Give a championship of three players whose home games have begun."""
    async with table(tmp_path, after=cup_begun("Ana Pop", "Ion Rus", "Dan Ene")) as laid:
        yield Season.at(laid, *laid.done)


@pytest.mark.article("8.1")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Geo Luca", over=2)
async def test_the_card_shows_the_coefficients_and_places_that_the_ruling_then_brings(
    season: Season,
) -> None:
    """After approval, match, competition and standings show exactly these figures."""
    laid = season.table
    pair = (await season.pairs())[0]
    before = await season.competition()
    game = GameId(f"{pair.code}/2")
    result = before.phase.results[game]
    winner = "red" if result.red > result.blue else "blue"
    card = await own_case(laid, game)
    assert f"loss.{winner}" in offered(card)
    (asked,) = await tap(laid, laid.arbiter, card, f"rule:{game}#1:loss.{winner}")
    facts = [line for line in asked.text.split("\n") if line.startswith("→")]

    await confirm(laid, laid.arbiter, REASON, asked)

    match, after = await laid.stored.match(pair.code), await season.competition()
    assert match.stage is MatchStage.HOMOLOGATED
    figures = after.phase.results[game]
    assert figures != before.phase.results[game]
    assert (figures.red, figures.blue) == (match.results[1].red, match.results[1].blue)
    assert shown(str(figures.red), "coef") in facts[0]
    assert shown(str(figures.blue), "coef") in facts[0]
    (group,) = after.phase.groups
    rows = {row.player: row for row in after.phase.table(group)}
    sums = [shown(str(rows[who].coefficients), "coef") for who in match.people]
    assert all(any(each in line for line in facts[1:]) for each in sums), (facts, sums)


@pytest.mark.article("10.1")
async def test_a_competition_handed_over_leaves_its_open_cases_to_the_new_main_arbiter(
    trio: Season,
) -> None:
    """The new arbiter finds the case in their list and may rule; the old one may not."""
    laid = trio.table
    (pair, *_) = await trio.pairs()
    case = await claim(pair, pair.red, "conduct")
    old = card_of(laid.arbiter, case)
    heir = await second_arbiter(trio, "Nou Arbitru")
    await name_arbiters(trio, heir.person)

    (listed,) = await laid.say(heir.user, "/cazuri")
    await tap(laid, heir.user, listed, "open")
    await laid.forge(laid.arbiter, old, f"rule:{case}:warning.blue")
    assert mentions(old, "fault.not_your_match")

    await rule(laid, card_of(heir.user, case), "warning.blue", by=heir.user)

    assert (await case_now(laid, case)).rulings[0].arbiter == heir.person
