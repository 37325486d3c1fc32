"""`/jucator`: one card with all games of a player, and one decision for all of them."""

import pytest

from bot.texts.notices.cases.codes import code_of
from engine.cases.events import Ruling, RulingKind
from engine.games.events import Ending
from engine.games.game import Stage
from engine.ids import Leg, PersonId
from engine.matches.results import match_coefficients
from sandbox import Message, SandboxUser
from tests.e2e.bench import later, lifting, offered, own_case, rule, tap, turn
from tests.e2e.cases.effects.acts_taken_back_shared import undone
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says, told, worded


async def _absent(season: Season) -> PersonId:
    """Have all but Dan, who never joined, make their first moves by day fourteen; return Dan."""
    for match in await season.matches():
        game = await season.game(match.code, Leg.HOME)
        if game.red.person in season.users:
            await season.place(game)
    await season.table.travel_to(bucharest("2025-05-15", "12:00:00"))
    return await season.person("Dan Ene")


async def _all_games_wait(season: Season, player: PersonId) -> None:
    """Have the arbiter wait five days in all games of a player; each opponent gets one notice."""
    table, own = season.table, await season.matches(of=player)
    (card,) = await table.say(table.arbiter, "/player Dan Ene")

    done = await _decide(table, card, "button.player.wait")

    assert mentions(done, "player.done.wait", n=len(own), who="Dan Ene")
    (listed,) = await table.say(table.arbiter, "/mesa")
    assert not any(f"{match.code}/1" in listed.text for match in own)
    for match in own:
        partner = next(who for who in match.players if who != player)
        assert len(told(season.users[partner].messages, "silence.waits")) == 1


async def _decide(table: Table, card: Message, label: str, *reason: str) -> Message:
    """Have the arbiter press that decision on the card, use the usual reason, and confirm."""
    (shown,) = await table.press(table.arbiter, card, label)
    for each in reason:
        await table.press(table.arbiter, shown, each)
    await table.press(table.arbiter, shown, "button.decide")
    return shown


@pytest.mark.article("7.2", "9.1")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene", on_paper=("Dan Ene",))
async def test_who_never_came_is_a_no_show_in_all_games_by_one_decision(
    season: Season,
) -> None:
    """The card shows coefficients and ranks of each game; each opponent gets one notice.

    Before that the arbiter waits in all games by one decision: they leave the task list. One wrong
    tap ends every game; one button gives them all back.
    """
    table, dan = season.table, await _absent(season)
    own = await season.matches(of=dan)
    await _all_games_wait(season, dan)
    (card,) = await table.say(table.arbiter, "/jucator dan")
    assert mentions(card, "player.never_came", title="Cupa Telegram 2025")
    assert all(match.code in card.text for match in own)
    assert not any("Cupa Telegram" in label for label in card.labels)

    (shown,) = await table.press(table.arbiter, card, "button.player.no_show")
    await table.press(table.arbiter, shown, "why.no_show")
    assert mentions(shown, "player.standings")
    before = {match.code: (await season.game(match.code, Leg.HOME)).ended for match in own}
    assert not any(before.values())
    told_before = {user: len(user.messages) for user in season.users.values()}
    figures, names = shown.text, await season.championship.names()
    await table.press(table.arbiter, shown, "button.decide")

    assert mentions(shown, "player.done.no_show", who="Dan Ene", n=len(own))
    for match in own:
        ended = (await season.game(match.code, Leg.HOME)).ended
        assert ended is not None
        assert ended.ending is Ending.NO_SHOW
        partner = next(who for who in match.players if who != dan)
        user = season.users[partner]
        heard = user.messages[told_before[user] :]
        assert len(told(heard, "case.decision", game=f"{match.code}/1")) == 1
        assert len([one for one in heard if not one.silent]) == 1
        (worth,) = match_coefficients(await table.stored.match(match.code)).values()
        is_red = match.red == dan
        mine, theirs = (worth.first, worth.second) if is_red else (worth.second, worth.first)
        row = worded(
            "player.row",
            game=f"{match.code}/1",
            who="Dan Ene",
            partner=names[partner],
            own=str(mine),
            other=str(theirs),
        )
        assert row in figures

    await undone(table, table.arbiter, shown)

    for match in own:
        assert (await season.game(match.code, Leg.HOME)).stage is Stage.RUNNING
        assert not (await table.stored.match(match.code)).ended


@pytest.mark.article("9.1", "7.1")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_withdrawal_is_taken_back_from_the_players_card(
    table: Table, season: Season
) -> None:
    """An arbiter records a withdrawal for all games at once; player and opponents get one notice.

    The games that it ended resume as they were; approved ones stay, which the card says. No game of
    the player is reopened alone before that, and everybody concerned is notified.
    """
    person = await season.person("Ana Pop")
    pairs = [pair for pair in await season.pairs() if season.players["Ana Pop"] in _both(pair)]
    first, second = pairs
    for _ in range(2):
        await season.place(await first.game())
    before = [await table.stored.game(pair.id) for pair in pairs]
    await _withdrawn_by_the_arbiter(season, person)
    await later(table, 4)
    await season.homologate(second)
    ruling = await own_case(table, first.id)
    assert not any(one.startswith("lifted") for one in offered(ruling))
    ended = (await table.stored.game(first.id)).ended
    assert ended is not None
    code = code_of(Ruling(kind=RulingKind.LIFTED, placed=ended.at, move=0))
    await table.forge(table.arbiter, ruling, f"rule:{first.id}#1:{code}")
    assert mentions(table.arbiter.last, "fault.player_has_left", game=first.id)

    (card,) = await table.say(table.arbiter, "/jucator Ana")
    shown = await _decide(table, card, "button.player.stay", "stay.usual")

    assert says(shown, "stay.done", who="Ana Pop")
    phase = (await season.competition()).phase
    assert not phase.retired
    now = [await table.stored.game(pair.id) for pair in pairs]
    assert now[0].ended is None
    assert [side.days for side in (now[0].red, now[0].blue)] == [
        side.days for side in (before[0].red, before[0].blue)
    ]
    assert now[0].moves == before[0].moves
    assert now[1].ended is not None
    assert len(told(season.players["Ana Pop"].messages, "stay.told_you")) == 1
    (partner,) = set(_both(first)) - {season.players["Ana Pop"]}
    assert len(told(partner.messages, "stay.told_partner", match=first.code)) == 1
    (other,) = set(_both(second)) - {season.players["Ana Pop"]}
    assert not told(other.messages, "stay.told_partner")
    (card,) = await table.say(table.arbiter, "/jucator Ana")
    assert not mentions(card, "player.withdrawn")
    assert not any(each.data.startswith("person:stay") for each in card.buttons)
    assert person in phase.players


async def _withdrawn_by_the_arbiter(season: Season, person: PersonId) -> None:
    """Have the arbiter record Ana's withdrawal: her games end as after her own."""
    table = season.table
    own = await season.matches(of=person)
    (card,) = await table.say(table.arbiter, "/jucator Ana")

    done = await _decide(table, card, "button.player.withdrawal", "why.withdrawal")

    assert mentions(done, "player.done.withdrawal", n=2 * len(own), who="Ana Pop")
    assert (await season.competition()).phase.retired == {person}
    assert len(told(season.players["Ana Pop"].messages, "retire.you_by_arbiter")) == 1
    for match in own:
        ends = (await table.stored.match(match.code)).ended
        assert [end.withdrew for end in ends] == [True, True]
        partner = next(who for who in match.players if who != person)
        heard = told(season.users[partner].messages, "retire.partner", match=match.code)
        assert len(heard) == 1
    (card,) = await table.say(table.arbiter, "/jucator Ana")
    assert mentions(card, "player.withdrawn")
    assert not any(each.data.startswith("person:withdrawal") for each in card.buttons)


@pytest.mark.article("9.1", "10.1", "10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_withdrawal_below_a_loss_is_taken_back_for_good(
    table: Table, season: Season
) -> None:
    """The card says that the loss stays; once it is lifted, too, the game resumes.

    One loss is ruled in the same second, the other a day later.
    """
    ana = season.players["Ana Pop"]
    pairs = [pair for pair in await season.pairs() if ana in _both(pair)]
    for pair in pairs * 2:
        await season.place(await pair.game())
    (card,) = await table.say(table.arbiter, "/jucator Ana")
    await _decide(table, card, "button.player.withdrawal", "why.withdrawal")
    for days, pair in enumerate(pairs):
        await table.travel(days)
        ruling = await own_case(table, pair.id)
        await rule(table, ruling, "loss.red" if pair.blue is ana else "loss.blue")
        acts = (await pair.game()).ends
        assert [one.ending for one in acts] == [Ending.ABANDONED, Ending.FORFEITED]
        assert (acts[1].at - acts[0].at).days == days

    (card,) = await table.say(table.arbiter, "/jucator Ana")
    (shown,) = await table.press(table.arbiter, card, "button.player.stay")
    await table.press(table.arbiter, shown, "stay.usual")
    for pair in pairs:
        assert mentions(shown, "stay.row_ruled", game=pair.id)
    await table.press(table.arbiter, shown, "button.decide")

    for pair in pairs:
        assert [one.ending for one in (await pair.game()).ends] == [Ending.FORFEITED]
        ruling = await own_case(table, pair.id)
        await turn(table, table.arbiter, ruling)
        await rule(table, ruling, lifting(ruling))
        assert (await pair.game()).ended is None


def _both(pair: Pair) -> tuple[SandboxUser, SandboxUser]:
    return pair.red, pair.blue


@pytest.mark.article("10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_exclusion_and_extension_begin_from_the_player(table: Table, season: Season) -> None:
    """The card stays, and each decision lists all games of the player before confirmation."""
    person = await season.person("Ana Pop")
    own = await season.matches(of=person)
    (card,) = await table.say(table.arbiter, "/jucator Ana")
    labels = card.labels

    (days,) = await table.press(table.arbiter, card, "button.player.extension")
    await tap(table, table.arbiter, days, f"ext:@{season.code}:{person}:3")
    (shown,) = await table.say(table.arbiter, "Spitalizare.")
    assert all(f"{match.code}/1" in shown.text for match in own)
    (asked,) = await table.press(table.arbiter, card, "button.player.exclusion")
    assert all(f"{match.code}/1" in asked.text for match in own)
    (shown,) = await table.say(table.arbiter, "Fapte dovedite.")
    await table.press(table.arbiter, shown, "button.decide")

    assert says(shown, "ruling.done")
    assert person in (await season.competition()).excluded
    assert card.labels == labels
    (several,) = await table.say(table.arbiter, "/jucator n")
    assert says(several, "player.which")
    (nobody,) = await table.say(table.arbiter, "/jucator Xenia")
    assert says(nobody, "player.nobody")
