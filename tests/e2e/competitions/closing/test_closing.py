"""The closing date of a phase: the questions to players, their answers, and how games end."""

import re
from decimal import Decimal

import pytest

from engine.games.game import Stage
from engine.ids import GameId, Leg, PersonId
from engine.matches.match import MatchStage
from sandbox import Message, SandboxUser
from tests.e2e.bench import card_of, claim, lifting, own_case, rule, turn
from tests.e2e.cases.effects.acts_taken_back_shared import undone
from tests.e2e.cases.paper_shared import sheet
from tests.e2e.competitions.closing.closing_shared import end_all
from tests.e2e.competitions.conftest import CLOSING
from tests.e2e.harness import Pair, Table, bucharest, last_with
from tests.e2e.plays import best
from tests.e2e.season import Season
from tests.e2e.texts import mentions, pattern, says, told, worded

UNTIL = "2025-05-25"


one_on_paper = pytest.mark.cup(
    "Ana Pop", "Ion Rus", "Dan Ene", until=CLOSING, on_paper=("Dan Ene",)
)


def question(pair: Pair, user: SandboxUser) -> Message:
    """Return the last question about that game that the player received."""
    return told(user.messages, "closing.question", game=pair.id)[-1]


async def worth(pair: Pair, leg: int = 1) -> tuple[str, str]:
    """Return the proposed coefficients of a game, the home game's Red first."""
    match = await pair.table.stored.match(pair.code)
    found = match.results[leg - 1]
    both = (found.red, found.blue) if leg == 1 else (found.blue, found.red)
    return str(both[0]), str(both[1])


@pytest.mark.article("6.2", "9.1", "9.4", "9.7")
async def test_a_phase_closes_and_every_unfinished_game_is_settled(running: Season) -> None:
    """A game ends as its players declared; one press approves the proposed results.

    A week before, the bot asks players about all their games and reports to the arbiter. A move
    typed after the closing date is refused, settled or not, for every player. An arbiter who gives
    the decision up still has the card.
    """
    table = running.table
    played, unanswered, unopened = await running.pairs()
    arbiter = table.arbiter
    await _foretold(running, played)
    await table.travel_to(bucharest("2025-05-21", "09:00:00"))
    for user in running.players.values():
        (answer,) = await table.say(user, "H8 CASA")
        assert mentions(answer, "fault.phase_closed", closing=CLOSING)
    await _answered(played, unanswered)
    (card,) = await table.say(arbiter, "/inchidere")
    assert says(card, "closing.closed", n=3)
    assert [one.data for one in card.buttons] == [f"close:{running.code}", f"close1:{played.code}"]
    await table.forge(arbiter, card, f"close1:{unopened.code}")
    assert mentions(card, "fault.nothing_settled")
    await table.travel_to(bucharest(UNTIL, "09:00:00"))
    assert len(told(unopened.red.messages, "closing.question", game=unopened.id)) == 2

    await table.travel_to(bucharest("2025-05-26", "09:00:00"))
    over = told(arbiter.messages, "closing.closed")[-1]
    (asked,) = await table.press(arbiter, over, "closing.end_all")
    await table.press(arbiter, asked, "closing.usual")
    for key in ("closed_level", "no_show"):
        assert mentions(asked, f"ending.{key}")
    await table.press(arbiter, asked, "button.undecide")
    assert says(asked, "confirm.kept")

    assert says(await end_all(table, over), "closing.done", n=3)
    for user in running.players.values():
        (answer,) = await table.say(user, "H8 CASA")
        assert mentions(answer, "play.phase_closed", closing=CLOSING)
        assert mentions(answer, "games.coming")
    assert await worth(played) == ("1.0000", "1.0000")
    assert await worth(played, 2) == ("1.0000", "1.0000")
    assert await worth(unanswered) == await worth(unanswered, 2) == ("1.5300", "0.0000")
    assert await worth(unopened) == await worth(unopened, 2) == ("0.0000", "1.5300")
    for pair in (played, unanswered, unopened):
        proposal = _end_notice(pair)
        assert not mentions(proposal, "ending.nobody")
        assert mentions(proposal, "results.ask_player", until="2025-05-31")
    await table.travel_to(bucharest("2025-06-01", "09:00:00"))
    (overview,) = await table.say(arbiter, f"/omologheaza {running.code}")
    await table.press(arbiter, overview, "button.homologate_undisputed")
    phase = (await running.competition()).phase
    assert len(phase.results) == 6
    assert phase.results[GameId(unanswered.id)].red == Decimal("1.5300")
    assert not phase.open_games()


async def _foretold(running: Season, played: Pair) -> None:
    """Have a player say a week before the closing that they will be done; the arbiter reads it."""
    table, ana = running.table, running.players["Ana Pop"]
    await table.travel_to(bucharest("2025-05-13", "09:00:00"))
    (soon,) = told(ana.messages, "closing.forecast")
    assert all(
        f"{one.id}" in soon.text for one in await running.pairs() if ana in (one.red, one.blue)
    )
    await table.forge(ana, soon, f"state:{played.id}:finishing")
    assert worded("closing.said_finishing") in soon.text
    await table.forge(ana, soon, f"state:{played.id}:content")
    assert mentions(soon, "fault.not_the_time", closing=CLOSING)

    await table.travel_to(bucharest("2025-05-18", "09:00:00"))

    assert len(told(ana.messages, "closing.forecast")) == 1
    (coming,) = told(table.arbiter.messages, "closing.coming", n=3)
    assert mentions(coming, "closing.answer", who="Ana Pop")
    assert mentions(coming, "closing.neither_answered")
    assert worded("closing.said_finishing") in coming.text
    (card,) = await table.say(table.arbiter, f"/inchidere {running.code}")
    assert not card.buttons


@pytest.mark.article("9.4")
async def test_the_last_day_to_answer_is_not_after_the_closing(running: Season) -> None:
    """Sheets, lists and digests name the closing date; afterwards nobody is asked to move.

    Digests, `/urmatoarea` and the list's buttons name no closed game; a game that continues is the
    only one offered, and a typed move belongs to it.
    """
    table = running.table
    played, _, _ = await running.pairs()
    red = played.red
    sheets = [one for one in red.messages if mentions(one, "game.your_turn_closing", until=CLOSING)]
    assert any(played.id in one.text for one in sheets)
    (shown,) = await table.say(red, f"/timp {played.id}")
    assert mentions(shown, "game.turn_closing", until=CLOSING)
    (listed,) = await table.say(red, "/jocuri")
    assert mentions(listed, "games.row_mine", game=played.id, until=CLOSING)
    (card,) = await table.say(table.arbiter, f"/prelungire {played.id} ana 3 era la spital")
    await table.press(table.arbiter, card, "button.decide")
    assert mentions(told(red.messages, "grant.told")[-1], "grant.until", until=CLOSING)
    await table.travel_to(bucharest("2025-05-18", "09:00:00"))
    digests = [one for one in red.messages if mentions(one, "digest.text")]
    assert mentions(digests[-1], "digest.mine_row", game=played.id, until=CLOSING)

    await table.travel_to(bucharest("2025-05-22", "09:30:00"))

    assert [one for one in red.messages if mentions(one, "digest.text")] == digests
    (listed,) = await table.say(red, "/jocuri")
    assert mentions(listed, "games.row_closed", game=played.id, closing=CLOSING)
    assert not mentions(listed, "games.row_mine")
    assert not listed.buttons
    (nothing,) = await table.say(red, "/urmatoarea")
    assert says(nothing, "play.nothing_on_turn")
    (nudged,) = await table.say(played.blue, f"/aminteste {played.id}")
    assert says(nudged, "nudge.not_waiting", game=played.id)
    await table.match(blue=played.blue)
    (nudged,) = await table.say(played.blue, "/aminteste")
    assert says(nudged, "nudge.done"), "the only game that is not closed"
    friendly = await table.match(red=red)
    (board,) = await table.say(red, "/urmatoarea")
    assert friendly.id in board.text
    (preview,) = await table.say(red, best(await friendly.game()) or "PAS")
    await table.press(red, preview, "button.send")
    assert not preview.buttons
    assert len((await friendly.game()).moves) == 1


@pytest.mark.article("6.2", "7.1", "9.4", "9.6")
@one_on_paper
async def test_a_writer_answers_for_the_player(season: Season) -> None:
    """The arbiter gets the questions of a player without Telegram and answers for them.

    Once the phase is closed, the arbiter is not asked for a move of that player. The entry of a
    sheet then suggests the closing date, and offers no later day.
    """
    made, table = season, season.table
    ana, arbiter = made.players["Ana Pop"], table.arbiter
    phase = (await made.competition()).phase
    dan = await _on_paper(made)
    match = next(match for match in phase.matches if dan in match.players)
    await _arbiter_writes_for(table, match.code, "Dan Ene")

    await table.travel_to(bucharest("2025-05-13", "09:00:00"))
    passed_on = told(arbiter.messages, "writer.pass_on", who="Dan Ene")
    (soon,) = (each for each in passed_on if mentions(each, "closing.forecast"))
    await table.forge(ana, ana.last, f"state:{match.code}/1:finishing:{dan}")
    assert mentions(ana.last, "fault.not_your_game")
    await table.forge(arbiter, soon, soon.buttons[0].data)
    assert worded("closing.said_finishing") in soon.text
    assert mentions(soon, "writer.pass_on", who="Dan Ene")

    await table.travel_to(bucharest("2025-05-21", "09:00:00"))
    passed_on = told(arbiter.messages, "writer.pass_on", who="Dan Ene")
    asked = [each for each in passed_on if mentions(each, "closing.question")]
    assert len(asked) == 2
    await table.press(arbiter, asked[0], "closing.content")
    assert mentions(asked[0], "closing.you_said")
    said = [(await table.stored.match(each.code)).statements for each in phase.matches]
    final = [who for one in said for (who, _), (word, _) in one.items() if word.is_final]
    assert final == [dan]
    called = [one for one in arbiter.messages if mentions(one, "docket.write")]
    await table.travel_to(bucharest("2025-05-22", "09:30:00"))
    assert called
    assert [one for one in arbiter.messages if mentions(one, "docket.write")] == called
    (opening,) = [one for one in phase.matches if one.red == dan]
    await _entered_after_the_closing(table, opening.code)


async def _entered_after_the_closing(table: Table, code: str) -> None:
    """Check which days the entry of a sheet offers, three days after the closing."""
    await table.travel_to(bucharest("2025-05-23", "09:00:00"))
    await table.say(table.arbiter, f"/introdu {code}/1")
    await sheet(table, table.arbiter)

    (preview,) = await table.say(table.arbiter, "PAS")

    assert mentions(preview, "entry.preview", who="Dan Ene", sent=CLOSING)
    await table.press(table.arbiter, preview, "button.sent")
    sent = preview.buttons[-1].data
    assert sent.endswith(CLOSING.replace("-", ""))
    received = f"{sent.replace(':sent:', ':rec:').rpartition(':')[0]}:2025-05-22"
    await table.forge(table.arbiter, preview, received)
    assert mentions(preview, "fault.entered_after_closing")
    await table.press(table.arbiter, preview, "button.sent")
    assert mentions(preview, "fault.entered_after_closing"), "no day is left to choose"
    await table.press(table.arbiter, preview, "button.drop")
    assert mentions(preview, "entry.dropped")


async def _on_paper(made: Season) -> PersonId:
    """Return the player without Telegram."""
    known = {await made.person(name) for name in made.players}
    (player,) = {*(await made.competition()).phase.players} - known
    return player


async def _arbiter_writes_for(table: Table, code: str, who: str) -> None:
    """Have the arbiter enter a player's moves in all their matches from now on."""
    (choices,) = await table.say(table.arbiter, f"/imputernicire {code}")
    table.arbiter.press(choices, worded("writer.choose_me_everywhere", who=who))
    await table.settle()
    (shown,) = await table.say(table.arbiter, "fără telefon")
    await table.press(table.arbiter, shown, "button.decide")


@pytest.mark.article("9.1", "9.4")
@one_on_paper
async def test_a_player_who_never_took_their_place_wins_no_game(season: Season) -> None:
    """Dan never came and has 0 in every game; a Red who resigned or never opened has 0, too.

    An announced end and the card of the closing say so, also of a return game that never began.
    The player who resigned the home game reads that, and so does the opponent.
    """
    made, table = season, season.table
    dan = await _on_paper(made)
    of_dan = [one for one in await made.matches() if dan in one.players]
    (alone,) = [one for one in of_dan if one.blue == dan]
    (met,) = [one for one in await made.matches() if dan not in one.players]
    red = made.users[alone.red]
    await table.travel_to(bucharest("2025-05-18", "09:00:00"))

    (asked,) = await table.say(red, f"/abandon {alone.code}/1")
    await table.press(red, asked, "button.abandon")

    (ended,) = told(red.messages, "game.ended", game=f"{alone.code}/1")
    assert mentions(ended, "result.worth", red_c="0.0000", blue_c="0.0000")
    assert not mentions(ended, "result.won")
    await made.abandoned(GameId(f"{met.code}/1"), alone.red)
    await table.travel_to(bucharest("2025-05-26", "09:00:00"))
    over = told(table.arbiter.messages, "closing.closed")[-1]
    (row,) = [line for line in over.text.split("\n\n") if f"{alone.code}/2" in line]
    assert "1,5300" not in row
    assert row.count("0,0000") == 2
    (other,) = {*made.users.values()} - {red}
    for user, lost, key in (
        (red, alone, "closing.home_lost"),
        (red, met, "closing.home_lost"),
        (other, met, "closing.partner_home_lost"),
    ):
        asked = told(user.messages, "closing.question", game=f"{lost.code}/2")[-1]
        assert mentions(asked, key)

    await end_all(table)

    for listed in of_dan:
        match = await table.stored.match(listed.code)
        for result in match.results:
            mine, partner = result.red, result.blue
            if match.colours(result.leg)[0] != dan:
                mine, partner = partner, mine
            assert mine == Decimal(0)
            assert partner == Decimal("1.5300" if listed.red == dan else 0)


@pytest.mark.article("7.1", "7.2", "9.1", "9.4")
async def test_while_a_time_claim_is_open_the_closing_proposes_nothing_else(
    running: Season,
) -> None:
    """The card leads to the complete claim's case, and no result is proposed before its ruling.

    Red of a return game that began three days before the closing had fewer than five days: the
    results show a draw.
    """
    table = running.table
    played, unanswered, _ = await running.pairs()
    await table.travel_to(bucharest("2025-05-15", "09:00:00"))
    case = await claim(played, played.blue, "time")
    await table.travel_to(bucharest("2025-05-17", "09:00:00"))
    (asked,) = await table.say(unanswered.blue, f"/abandon {unanswered.id}")
    await table.press(unanswered.blue, asked, "button.abandon")
    for user in (unanswered.red, unanswered.blue):
        offer = last_with(user, f"ret:{unanswered.code}")
        await table.press(user, offer, "button.return_leg")
    await table.travel_to(bucharest("2025-05-21", "09:00:00"))
    assert mentions(question(played, played.red), "closing.claimed", case=case)
    await table.travel_to(bucharest("2025-05-26", "09:00:00"))
    over = told(table.arbiter.messages, "closing.closed")[-1]
    assert mentions(over, "closing.row_claimed", case=case)
    assert f"close1:{played.code}" not in [each.data for each in over.buttons]

    await end_all(table)

    assert await worth(unanswered, 2) == ("1.0000", "1.0000")
    assert (await played.game()).ended is None
    await rule(table, card_of(table.arbiter, case), "rejected")
    await table.say(table.arbiter, "/inchidere")
    await table.press(table.arbiter, table.arbiter.last, "closing.end_all")
    await table.press(table.arbiter, table.arbiter.last, "closing.usual")
    await table.press(table.arbiter, table.arbiter.last, "button.decide")
    assert await worth(played) == ("1.0000", "1.0000")


def _end_notice(pair: Pair) -> Message:
    """Check that Red reads why their game ended, and no return game; return the proposal."""
    assert told(pair.red.messages, "return_leg.offered") == []
    assert told(pair.red.messages, "leg.started", game=f"{pair.code}/2") == []
    (end,) = told(pair.red.messages, "game.ended", game=pair.id)
    assert mentions(end, "game.why")
    (proposal,) = told(pair.red.messages, "results.proposed", match=pair.code)
    return proposal


async def _answered(played: Pair, unanswered: Pair) -> None:
    """Have both players contest nothing, and the waiting players declare their game's state."""
    table = played.table
    asked = question(played, played.red)
    (refused,) = await table.say(played.red, "PAS", reply_to=asked)
    assert mentions(refused, "fault.phase_closed", closing=CLOSING)
    assert refused.buttons == ()
    for user in (played.red, played.blue):
        card = question(played, user)
        assert mentions(card, "closing.question", until=UNTIL)
        assert mentions(card, "closing.means_share")
        assert mentions(card, "closing.silence_level")
        await table.press(user, card, "closing.content")
        assert mentions(card, "closing.you_said")
        assert not mentions(card, "closing.absent")
    assert mentions(question(unanswered, unanswered.blue), "closing.absent", until=UNTIL)
    waited = question(unanswered, unanswered.red)
    assert mentions(waited, "closing.partner_absent")
    assert not mentions(waited, "closing.means_level")
    await table.press(unanswered.red, question(unanswered, unanswered.red), "closing.declared")


@pytest.mark.article("9.4")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_contested_time_counts_and_the_opponent_is_notified(
    table: Table, season: Season
) -> None:
    """The button exists only if time is exceeded; the game is then lost as by resignation."""
    (pair,) = await season.pairs()
    await table.answer_sheet(pair.red, pair.id, best(await pair.game()) or "PAS")
    await table.answer_sheet(pair.blue, pair.id, "PAS")
    await table.travel_to(bucharest("2025-05-24", "09:00:00"))
    assert told(pair.red.messages, "time.exceeded_you", game=pair.id)
    await table.travel_to(bucharest("2025-10-01", "09:00:00"))
    hers = question(pair, pair.red)
    assert worded("closing.contested") not in [button.label for button in hers.buttons]
    await table.forge(pair.red, hers, f"state:{pair.id}:contested")
    assert mentions(hers, "fault.time_not_exceeded")

    await table.press(pair.blue, question(pair, pair.blue), "closing.contested")

    (contested,) = told(pair.red.messages, "closing.partner_contests", who=_name(season, pair.blue))
    await table.press(pair.red, contested, "button.remark")
    await table.travel_to(bucharest("2025-10-06", "09:00:00"))
    (card,) = await table.say(table.arbiter, "/inchidere")
    assert mentions(card, "ending.closed_on_time", who=_name(season, pair.red))
    await table.press(table.arbiter, card, "closing.end")
    (confirm,) = await table.say(table.arbiter, "Timp depășit, faza încheiată")
    await table.press(table.arbiter, confirm, "button.decide")
    match = await table.stored.match(pair.code)
    assert match.stage is MatchStage.PROPOSED
    assert match.ended[0].by == "red"
    assert match.results[0].blue > 1 > match.results[0].red


@pytest.mark.article("6.2", "9.4")
async def test_a_closing_date_that_is_moved_moves_everything_with_it(running: Season) -> None:
    """Moved on its last day, it brings no questions next morning; the game and time continue.

    If it is moved after the questions, answers for the old day are void; both are asked again, and
    nothing is settled.
    """
    table = running.table
    played, _, unopened = await running.pairs()
    await table.travel_to(bucharest(CLOSING, "12:00:00"))
    await _closing_moved(running, "10.06.2025")
    assert (await running.competition()).phase.plan.closing.isoformat() == "2025-06-10"

    await table.travel_to(bucharest("2025-05-23", "09:00:00"))

    for user in running.players.values():
        assert told(user.messages, "closing.question") == []
    assert told(unopened.red.messages, "time.exceeded_you", game=unopened.id)
    await table.answer_sheet(unopened.red, unopened.id, best(await unopened.game()) or "PAS")
    assert len((await unopened.game()).moves) == 1
    await table.travel_to(bucharest("2025-06-11", "09:00:00"))
    assert question(unopened, unopened.blue).buttons
    for user in (played.red, played.blue):
        await table.press(user, question(played, user), "closing.content")
    await _closing_moved(running, "15.06.2025")
    await table.travel_to(bucharest("2025-06-16", "09:00:00"))

    (card,) = await table.say(table.arbiter, f"/inchidere {running.code}")

    assert f"close1:{played.code}" not in [each.data for each in card.buttons]
    for user in (played.red, played.blue):
        assert len(told(user.messages, "closing.question", game=played.id)) == 2
        assert question(played, user).buttons
    await table.press(played.red, question(played, played.red), "closing.content")
    assert mentions(question(played, played.red), "closing.you_said")


async def _closing_moved(season: Season, day: str) -> None:
    """Have the arbiter type another closing date."""
    table = season.table
    (card,) = await table.say(table.arbiter, f"/campionat {season.code}")
    await table.forge(table.arbiter, card, f"c:{season.code}:dates:final")
    await table.say(table.arbiter, f"1.05.2025 {day}")


@pytest.mark.article("7.1", "9.4")
async def test_a_closing_moved_months_after_it_passed_gives_back_all_days(running: Season) -> None:
    """The player to move has as many days left as at the old closing.

    No day on which the bot refused moves is charged, also beyond an order's sixty days. A return
    game that was due meanwhile begins by itself on the next day.
    """
    table = running.table
    played, _, unopened = await running.pairs()
    await table.travel_to(bucharest("2025-05-18", "12:00:00"))
    await running.abandoned(GameId(played.id), (await played.game()).red.person)
    await table.travel_to(bucharest("2025-07-29", "12:00:00"))

    await _closing_moved(running, "10.09.2025")

    (given,) = told(unopened.red.messages, "grant.told")
    assert mentions(given, "grant.given_you", game=unopened.id, n=69)
    game = await unopened.game()
    assert (game.red.granted, game.blue.granted) == (69, 0)
    await table.answer_sheet(unopened.red, unopened.id, best(game) or "PAS")
    (move,) = (await unopened.game()).moves
    assert move.days == 88
    await table.travel_to(bucharest("2025-07-30", "12:00:00"))
    assert (await table.stored.match(played.code)).all_running == (Leg.RETURN,)


@pytest.mark.article("7.1", "9.4")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene", until=CLOSING)
async def test_days_given_back_in_a_reopened_and_another_game_come_in_one_notice(
    season: Season,
) -> None:
    """The games were closed on different days, but one act gives all of them back."""
    table = season.table
    reopened, *others = await season.pairs()
    await table.travel_to(bucharest("2025-05-19", "09:00:00"))
    await rule(table, await own_case(table, reopened.id), "no_show.red")
    await table.travel_to(bucharest("2025-05-22", "09:00:00"))
    card = await own_case(table, reopened.id)
    await turn(table, table.arbiter, card)
    await rule(table, card, lifting(card))
    await table.travel_to(bucharest("2025-06-15", "12:00:00"))

    await _closing_moved(season, "30.06.2025")

    both = {reopened.red, reopened.blue}
    for other in others:
        (shared,) = both & {other.red, other.blue}
        (given,) = told(shared.messages, "grant.told")
        assert reopened.id in given.text
        assert other.id in given.text


@pytest.mark.article("6.2", "9.7")
async def test_a_closing_that_fell_into_an_outage_is_made_good(running: Season) -> None:
    """If the bot was down until a week later, everybody is asked at once and may still answer.

    If it was down on both days of the questions before, it asks once, not twice.
    """
    table = running.table
    played, _, _ = await running.pairs()
    await _down(table, "2025-05-12", "2025-05-19")
    assert len(told(played.red.messages, "closing.forecast")) == 1
    assert len(told(table.arbiter.messages, "closing.coming")) == 1

    await _down(table, "2025-05-19", "2025-05-27")

    assert len(told(played.red.messages, "closing.forecast")) == 1
    assert len(told(played.red.messages, "closing.question", game=played.id)) == 1
    assert len(told(table.arbiter.messages, "closing.closed")) == 1
    assert told(played.red.messages, "time.exceeded_you") == []
    await table.press(played.red, question(played, played.red), "closing.declared")
    assert mentions(question(played, played.red), "closing.you_said")
    (card,) = await table.say(table.arbiter, f"/inchidere {running.code}")
    assert mentions(card, "ending.closed_declared", who=_name(running, played.red))


async def _down(table: Table, first: str, last: str) -> None:
    """Stop the bot on a day, and start it on another."""
    await table.travel_to(bucharest(first, "12:30:00"))
    await table.stop_bot()
    await table.sandbox.clock.travel_to(bucharest(last, "12:00:00"))
    await table.start_bot()
    await table.travel(0.01)


def _name(made: Season, user: SandboxUser) -> str:
    return next(name for name, player in made.players.items() if player is user)


@pytest.mark.article("7.1", "7.2", "9.4")
async def test_a_time_claim_after_the_closing_counts_no_day_after_it(running: Season) -> None:
    """Days, silence and rulings on 6 June are those of the closing day, 20 May."""
    table = running.table
    played, unanswered, _ = await running.pairs()
    await table.travel_to(bucharest("2025-05-20", "09:00:00"))
    (then,) = await table.say(played.red, f"/timp {played.id}")
    assert mentions(then, "time.row", used=18, left=2)
    await table.travel_to(bucharest("2025-06-06", "09:00:00"))

    case = await claim(played, played.blue, "time")

    card = card_of(table.arbiter, case)
    assert mentions(card, "case.days", used=18, allowance=20)
    assert not mentions(card, "case.days_over")
    assert not [each for each in card.buttons if "lost_on_time" in each.data]
    (now,) = await table.say(played.red, f"/timp {played.id}")
    assert mentions(now, "time.row", used=18, left=2)
    own = await own_case(table, unanswered.id)
    assert mentions(own, "case.days", used=18, allowance=20)
    assert not mentions(own, "case.days_over")


@pytest.mark.article("9.4", "10.1")
async def test_games_ended_at_the_closing_date_resume(ended: tuple[Season, Message]) -> None:
    """The arbiter ended them by mistake: all of them continue, and their players read it."""
    running, done = ended
    table = running.table
    homes = [(match.code, Leg.HOME) for match in await running.matches()]
    assert {(await running.game(*one)).stage for one in homes} == {Stage.ENDED}

    await undone(table, table.arbiter, done)

    assert {(await running.game(*one)).stage for one in homes} == {Stage.RUNNING}
    for user in running.players.values():
        assert told(user.messages, "resume.told")


@pytest.mark.article("9.1", "9.4")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene", until=CLOSING, on_paper=("Ion Rus", "Dan Ene"))
async def test_a_game_that_nobody_came_to_names_the_player_to_move_once(season: Season) -> None:
    """The line says who was to move, and the end does not deny it.

    Neither has more than 0, like everybody who never came; an opponent who came and never opened
    has 0 as Red, too.
    """
    made, table = season, season.table
    known = await made.person("Ana Pop")
    phase = (await made.competition()).phase
    (code,) = [match.code for match in phase.matches if known not in match.players]
    await table.travel_to(bucharest("2025-05-26", "09:00:00"))

    (card,) = await table.say(table.arbiter, "/inchidere")

    (row,) = [line for line in card.text.split("\n\n") if f"{code}/1" in line]
    named = re.findall(r"la rând (?:era )?(Ion Rus|Dan Ene)", row)
    assert pattern("ending.nobody_came", who=named[0]).search(row)
    assert named == [named[0], named[0]]
    await end_all(table, card)
    worth_of_known = set()
    for listed in phase.matches:
        match = await table.stored.match(listed.code)
        for result in match.results:
            for who, coefficient in zip(
                match.colours(result.leg), (result.red, result.blue), strict=True
            ):
                if who == known:
                    worth_of_known.add((match.colours(Leg.HOME)[0] == known, coefficient))
                else:
                    assert coefficient == Decimal(0)
    assert worth_of_known == {(True, Decimal(0)), (False, Decimal("1.5300"))}
