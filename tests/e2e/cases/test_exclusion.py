"""Disqualifications: their effects, what other players read, and what reinstatement restores."""

import re
from dataclasses import dataclass

import pytest

from engine.competitions.parts import Treatment
from engine.games.events import Ending
from engine.ids import GameId, Leg, MatchCode, PersonId, Seat
from engine.matches.match import MatchStage
from sandbox import Message, SandboxUser
from tests.e2e.bench import REASON, confirm, later, offered, own_case, rule, tap, turn
from tests.e2e.harness import Pair, Table, bucharest, last_with
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, pattern, says, told, worded

three_players = pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
results_kept = pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene", exclusion="keep")
until_4_may = pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene", until="2025-05-04", exclusion="keep")


@pytest.mark.article("10.3")
@three_players
async def test_a_disqualification_ends_all_their_games_and_can_be_lifted(season: Season) -> None:
    """Current games are lost, later ones never start, nobody is asked; a warning undoes it.

    Meanwhile the arbiter cannot give the player's place to anybody else. With a warning in place of
    the disqualification the player is in the competition again, and all their games go on.
    """
    laid = season.table
    pairs = await season.pairs()
    pair = pairs[0]
    player = (await laid.stored.match(pair.code)).first
    card = await own_case(laid, pair.id)
    assert mentions(card, "effect.place_alone", sum="0.0000")
    assert not re.search(r"(\d,\d{4}) → \1", card.text)

    await rule(laid, card, "exclusion.red", reason="Jucau doi în locul lui.")

    await _marked_as_out(season, pair)
    after = await season.competition()
    assert after.phase.treatments == {player: Treatment.VOID}
    own_matches = [m for p in pairs if player in (m := await laid.stored.match(p.code)).people]
    assert len(own_matches) == 2
    for match in own_matches:
        assert match.stage is MatchStage.PROPOSED
        assert [each.ending for each in match.ended] == [Ending.EXCLUDED, Ending.NO_SHOW]
    assert mentions(told(pair.blue.messages, "case.decision")[-1], "effect.elsewhere", n=1)
    assert mentions(told(pair.red.messages, "case.decision")[-1], "effect.treatment.void")
    (elsewhere,) = (match for match in own_matches if match.code != pair.code)
    reader = season.users[elsewhere.partner(player)]
    (void,) = told(reader.messages, "exclusion.void", match=elsewhere.code, article="10.3")
    assert worded("game.why", reason="Jucau doi în locul lui.") in void.text
    for user in (pair.red, pair.blue, reader, laid.arbiter):
        assert not [each for each in user.messages if mentions(each, "ending.no_show")]
        ended = [each for each in user.messages if mentions(each, "game.ended")]
        assert not [each for each in ended if elsewhere.code in each.text]
    await later(laid, 4)
    for user in (pair.red, pair.blue, laid.arbiter):
        assert not [each for each in user.messages if mentions(each, "results.proposed")]
    (nothing,) = await laid.say(laid.arbiter, "/omologheaza")
    assert says(nothing, "homologate.none")
    (listed,) = await laid.say(laid.arbiter, "/meciuri")
    assert mentions(listed, "matches.void")
    (plays_on,) = {each.code for each in pairs} - {match.code for match in own_matches}
    assert all(listed.text.index(plays_on) < listed.text.index(match.code) for match in own_matches)
    await _nothing_to_homologate(
        laid, own_matches[0].code, case=facts_of(card, "case.card")["case"]
    )
    await _place_goes_to_nobody_else(season, player)
    await laid.press(laid.arbiter, card, "button.case.reverse")
    (asked,) = await tap(laid, laid.arbiter, card, f"rule:{pair.id}#1:warning.red")
    assert mentions(asked, "effect.there_goes_on")
    await confirm(laid, laid.arbiter, REASON, asked)
    assert (await season.competition()).phase.treatments == {}
    assert not (await season.competition()).excluded
    games = [await laid.stored.game(f"{match.code}/1") for match in own_matches]
    assert [game.ended for game in games] == [None, None]


async def _place_goes_to_nobody_else(season: Season, out: PersonId) -> None:
    """Have the arbiter free the place: it is refused, for a newcomer would be disqualified."""
    made = season.championship
    await made.say(f"/campionat {season.code}")
    await made.steps("players")
    await made.press("button.plain", label="Ana Pop")
    await made.press("button.comp.free")
    assert mentions(made.card, "fault.place_of_excluded")
    assert (await season.competition()).excluded == {out}


async def _marked_as_out(season: Season, pair: Pair) -> None:
    """Have all look at the competition: the player reads of it, the others see the mark."""
    laid = season.table
    (own,) = await laid.say(pair.red, "/campionat")
    assert mentions(own, "comp.own_out")
    for user in (pair.blue, laid.arbiter):
        (seen,) = await laid.say(user, f"/campionat {season.code}")
        assert seen.text.count(worded("comp.member_out").strip()) == 1
        assert not mentions(seen, "comp.own_out")


async def _nothing_to_homologate(laid: Table, code: str, *, case: str) -> None:
    """Have the arbiter request a match that counts for nobody: the answer gives the reason."""
    before = await laid.stored.match(code)
    (answer,) = await laid.say(laid.arbiter, f"/omologheaza {code}")
    facts = facts_of(answer, "homologate.void")
    assert (facts["match"], facts["who"], facts["since"]) == (code, "Ana Pop", "1 mai 2025")
    assert worded("homologate.void_lifted", case=case) in answer.text
    for data in (f"homc:{code}", f"hom:{code}"):
        await laid.forge(laid.arbiter, answer, data)
        assert says(laid.arbiter.messages[-1], "homologate.void", match=code)
    assert await laid.stored.match(code) == before
    assert not [each for each in laid.arbiter.messages if mentions(each, "results.homologated")]


@dataclass(frozen=True, slots=True)
class Between:
    """A match between its two games, one of whose players is then disqualified."""

    waits: Pair
    """The match."""
    other: Pair
    """The partner's other match: it waits for its return game, too."""
    out: PersonId
    """Who is disqualified."""
    partner: PersonId
    card: Message
    """What the disqualification was ruled on."""


READ = {Treatment.KEPT: "exclusion.between", Treatment.VOID: "exclusion.void"}
"""What the partner reads of it."""
LISTED = {Treatment.KEPT: "matches.between_excluded", Treatment.VOID: "matches.between_void"}
"""What lists of games and matches say of it."""


async def _excluded_between(season: Season, treatment: Treatment) -> Between:
    """Disqualify a player between a match's games."""
    laid = season.table
    ruled, waits, other = await season.pairs()
    match = await laid.stored.match(waits.code)
    (out,) = {*match.people} & {*(await laid.stored.match(ruled.code)).people}
    partner = match.partner(out)
    for pair in (waits, other):
        await season.abandoned(GameId(pair.id), partner)
    game = await season.game(MatchCode(ruled.code), Leg.HOME)
    card = await own_case(laid, game.id)
    await turn(laid, laid.arbiter, card)
    for code in (ruled.code, waits.code):
        assert mentions(card, "effect.not_to_begin", game=f"{code}/2")
    await rule(laid, card, f"exclusion.{'red' if game.red.person == out else 'blue'}")
    assert (await season.competition()).phase.treatments == {out: treatment}
    for code in (ruled.code, waits.code):
        decision = told(season.users[out].messages, "case.decision")[-1]
        assert mentions(decision, "effect.not_to_begin", game=f"{code}/2")
    return Between(waits=waits, other=other, out=out, partner=partner, card=card)


@pytest.mark.article("9.1", "10.3")
@pytest.mark.parametrize(
    "treatment",
    [
        pytest.param(Treatment.KEPT, marks=results_kept),
        pytest.param(Treatment.VOID, marks=three_players),
    ],
)
async def test_a_return_game_with_who_is_excluded_is_not_waited_for(
    season: Season, treatment: Treatment
) -> None:
    """Nobody is asked to begin it; lists say what will happen, and on its day it happens.

    The card names the return games of every match that will not be played for now.
    """
    between = await _excluded_between(season, treatment)
    laid, waits, out = season.table, between.waits, between.out
    user, who = season.users[between.partner], season.users[out].name.removesuffix(" de pe telefon")
    await _sees_consequences(season, between, treatment, who)

    offer = last_with(user, f"ret:{waits.code}")
    await laid.press(user, offer, "button.return_leg")
    assert says(offer, "return_leg.off", match=waits.code)
    await laid.travel(1)
    await later(laid, 3)
    assert not any(mentions(each, "digest.return_leg", match=waits.code) for each in user.messages)
    assert (await laid.stored.match(waits.code)).stage is MatchStage.BETWEEN

    await laid.travel(1)

    match = await laid.stored.match(waits.code)
    assert match.stage is MatchStage.PROPOSED
    ended, began = match.ended[1], match.started[1]
    assert ended.ending is Ending.NO_SHOW
    assert (began.red if ended.by is Seat.RED else began.blue) == out
    for reader in (user, season.users[out], laid.arbiter):
        heard = [each for each in reader.messages if mentions(each, "ending.no_show", who=who)]
        about = [each for each in heard if f"{waits.code}/2" in each.text]
        assert bool(about) is (treatment is Treatment.KEPT)
    assert len([each for each in user.messages if mentions(each, READ[treatment])]) == 1

    await _lifted(season, between.card, waits, out, treatment)


async def _sees_consequences(
    season: Season, between: Between, treatment: Treatment, who: str
) -> None:
    """Check that the opponent gets one notice with the reason, and that every list agrees."""
    laid, waits = season.table, between.waits
    user, gone = season.users[between.partner], season.users[between.out]
    facts = {"who": who, "match": waits.code, "article": "10.3", "until": "2025-05-06"}
    why = worded("game.why", reason=REASON)
    notices = [each for each in user.messages if mentions(each, READ[treatment], **facts)]
    assert [why in each.text for each in notices] == [True]
    assert not [each for each in gone.messages if mentions(each, READ[treatment])]
    for reader, command in ((user, "/jocuri"), (gone, "/jocuri"), (laid.arbiter, "/meciuri")):
        (listed,) = await laid.say(reader, command)
        (named,) = [line for line in listed.text.splitlines() if waits.code in line]
        below = listed.text.partition(named)[2].lstrip("\n").partition("\n")[0]
        assert worded(LISTED[treatment], who=who, until="2025-05-06") in f"{named} {below}"


async def _lifted(
    season: Season, card: Message, waits: Pair, out: PersonId, treatment: Treatment
) -> None:
    """Reinstate the player: the return game is played, as the card announced."""
    laid, match = season.table, await season.table.stored.match(waits.code)
    user, other = season.users[match.partner(out)], season.users[out]
    asked = [len(told(one.messages, "results.proposed", match=waits.code)) for one in (user, other)]
    await laid.press(laid.arbiter, card, "button.case.reverse")
    assert mentions(card, "effect.there_goes_on", game=f"{waits.code}/2")
    await rule(laid, card, offered(card)[0])
    assert (await season.competition()).phase.treatments == {}
    again_played = await laid.stored.match(waits.code)
    assert (again_played.stage, again_played.running) == (MatchStage.RETURN, Leg.RETURN)
    assert told(user.messages, "turn.board", game=f"{waits.code}/2") or told(
        other.messages, "turn.board", game=f"{waits.code}/2"
    )
    void = treatment is Treatment.VOID
    lifted = [each for each in user.messages if mentions(each, "exclusion.lifted")]
    assert [waits.code in each.text for each in lifted] == [True] * void
    again = [len(told(one.messages, "results.proposed", match=waits.code)) for one in (user, other)]
    assert [after - before for after, before in zip(again, asked, strict=True)] == [0, 0]


@pytest.mark.article("7.1", "9.4", "10.3")
@until_4_may
async def test_a_return_game_that_the_closing_date_overtakes_is_reported_so(
    season: Season,
) -> None:
    """Texts say that it begins only if both ask, in each state: disqualified, lifted, closed."""
    made, table = season, season.table
    ruled, waits, other = await made.pairs()
    match = await table.stored.match(waits.code)
    (out,) = {*match.people} & {*(await table.stored.match(ruled.code)).people}
    partner = made.users[match.partner(out)]
    for pair in (waits, other):
        await made.abandoned(GameId(pair.id), match.partner(out))
    closing = {"closing": "2025-05-04"}
    (offered_first,) = told(partner.messages, "return_leg.offered", match=waits.code)
    assert mentions(offered_first, "return_leg.offer_closing", **closing)
    await _waits(table, partner, waits, "matches.between_closing")

    game = await made.game(MatchCode(ruled.code), Leg.HOME)
    card = await own_case(table, game.id)
    await rule(table, card, f"exclusion.{'red' if game.red.person == out else 'blue'}")
    assert told(partner.messages, "exclusion.between_closing", match=waits.code, **closing)
    await _waits(table, partner, waits, "matches.between_excluded_closing")
    await table.press(table.arbiter, card, "button.case.reverse")
    assert mentions(card, "effect.to_begin", game=f"{waits.code}/2")
    await rule(table, card, offered(card)[0])

    assert told(partner.messages, "exclusion.lifted_game", match=waits.code)
    for user in (partner, made.users[out]):
        assert len(told(user.messages, "return_leg.offered", match=waits.code)) == 2
    await table.travel(1)
    assert mentions(partner.messages[-1], "digest.return_leg_closing", match=waits.code, **closing)
    await table.travel_to(bucharest("2025-05-05", "09:00:00"))
    assert not mentions(partner.messages[-1], "digest.return_leg_closing")
    await _waits(table, partner, waits, "matches.between_over")
    late = last_with(partner, f"ret:{waits.code}")
    await table.press(partner, late, "button.return_leg")
    assert mentions(late, "fault.phase_closed", **closing)
    assert (await table.stored.match(waits.code)).stage is MatchStage.BETWEEN


async def _waits(table: Table, user: SandboxUser, pair: Pair, key: str) -> None:
    """Have a player list their games: the list says what that match waits for."""
    (listed,) = await table.say(user, "/jocuri")
    (line,) = [line for line in listed.text.splitlines() if pair.code in line]
    assert pattern(key).search(line), line
