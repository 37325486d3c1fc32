"""People who ask to be forgotten, and their deletion while the bot runs."""

import json
from pathlib import Path

import pytest

from bot.service.service import Service
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from engine.competitions.participation import participation, reserves
from engine.competitions.status import Role
from engine.ids import PersonId
from sandbox import SandboxUser
from storage.people import forgetting, people
from storage.people.obligations import Obligations, obligations_of
from tests.e2e.bench import name_arbiters, offered, own_case, rule, second_arbiter
from tests.e2e.championship import FOUR, set_up
from tests.e2e.harness import Pair, Table, bucharest, table
from tests.e2e.season import Season, cup_begun
from tests.e2e.task_list import from_task_list
from tests.e2e.texts import facts_of, mentions, says, told, worded


async def test_who_is_forgotten_is_a_name_without_a_person(passed_out: Pair) -> None:
    """They ask, the operator deletes: games keep a different name, and they are a stranger.

    The stored data still verifies; the table checks that at its end.
    """
    pair, table = passed_out, passed_out.table
    await table.say(pair.red, "- ne vedem la Cluj")
    assert told(pair.blue.messages, "chat.line")

    (data,) = await table.say(pair.red, "/datele_mele")
    assert data.document is not None
    kept = json.loads(data.document.content)
    assert [line["text"] for line in kept["chat_lines"]] == ["ne vedem la Cluj"]
    number = await _asks(table, pair.red)

    async with table.app.runtime.database.transaction() as tx:
        name = load_catalogue("ro").plain(say("person.withdrawn", number=str(number)))
        await forgetting.forget(tx, number, table.sandbox.clock.now(), name)
        assert "Ana Pop" not in {each.name for each in await people.everybody(tx)}

    history = "".join(each.text for each in await table.say(pair.blue, f"/istoric {pair.id}"))
    assert f"Jucător retras {number}" in history
    assert "Ana Pop" not in history
    assert all(each.photo for each in (await table.say(pair.blue, f"/fisa {pair.id}"))[:2])
    await table.say(pair.blue, "/limba en")
    english = "".join(each.text for each in await table.say(pair.blue, f"/history {pair.id}"))
    assert f"Withdrawn player {number}" in english
    talk = await table.say(pair.blue, f"/messages {pair.id}")
    assert "Cluj" not in "".join(each.text for each in talk)

    (stranger,) = await table.say(pair.red, "/start")
    assert says(stranger, "start.hello", who=pair.red.name)
    async with table.app.runtime.database.reading() as tx:
        again = await people.by_account(tx, pair.red.id)
        assert again is not None
        assert again.id != number


async def _asks(laid: Table, user: SandboxUser) -> PersonId:
    """Have Ana ask several times to be forgotten: the operator gets one notice, by number."""
    (asked,) = await laid.say(user, "/uita_ma")
    assert says(asked, "forget.ask")
    for _ in range(3):
        await laid.press(user, asked, "button.forget_sure")
        (asked,) = await laid.say(user, "/uita_ma")
    (request,) = told(laid.operator.messages, "operator.forget", who="Ana Pop")
    return PersonId(int(facts_of(request, "operator.forget")["number"]))


@pytest.mark.article("7.2")
async def test_nobody_reads_that_sheets_went_to_a_forgotten_person(
    table: Table, pair: Pair
) -> None:
    """The seat is free in the middle of a game, and opponent and arbiter read why.

    Nor is the player offered as a writer for their opponent.
    """
    await pair.place(pair.red, "H8 CASA")
    gone = (await table.stored.person(pair.blue.id)).id
    await _forgets(table, gone)

    for day in ("2025-05-06", "2025-05-12"):
        await table.travel_to(bucharest(day))

    assert not told(pair.red.messages, "remind.resend_impossible")
    assert not told(pair.red.messages, "remind.resend_partner")
    dossier = await from_task_list(table, pair.id)
    assert mentions(dossier, "silence.comment_left", who=f"Jucător retras {gone}")
    assert f"{worded('silence.none_delivered').strip()}\n" in dossier.text
    (choices,) = await table.say(table.arbiter, f"/imputernicire {pair.code}")
    offered = worded("writer.choose_partner", who="Ana Pop", writer=f"Jucător retras {gone}")
    assert offered not in choices.labels
    assert worded("writer.choose_me", who="Ana Pop") in choices.labels


@pytest.mark.article("7.2", "9.1")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_the_seat_of_a_forgotten_player_comes_free_in_a_running_game(
    table: Table, season: Season
) -> None:
    """The opponent to move is told, and is never called silent; the absent one has resigned.

    Until the arbiter rules so, somebody else can take the seat and play on.
    """
    (pair,) = await season.pairs()
    for _ in range(2):
        await season.place(await pair.game())
    gone = (await pair.game()).blue.person
    await _forgets(table, gone)
    await table.travel(14)

    assert len(told(pair.red.messages, "forgotten.partner", match=pair.code)) == 1
    assert told(table.arbiter.messages, "comp.forgotten_told")
    for user in (pair.red, table.arbiter):
        assert not told(user.messages, "remind.resend")
        assert not told(user.messages, "remind.dossier_partner")
    name = f"Jucător retras {gone}"
    file = await from_task_list(table, pair.id)
    assert mentions(file, "silence.comment_left", who=name)
    assert mentions(file, "silence.abandoned", who=name)
    ruling = await own_case(table, pair.id)
    assert "abandoned.blue" in offered(ruling)
    assert "abandoned.red" not in offered(ruling)
    await table.forge(table.arbiter, ruling, f"rule:{pair.id}#1:abandoned.red")
    assert (await pair.game()).ended is None
    competition = await season.competition()
    (place,) = set(competition.phase.players) - competition.claimed
    assert place not in competition.former_players

    async with table.app.runtime.unit() as unit:
        service = Service(unit, table.app.shared)
        link = table.app.shared.link(
            await service.person_acts.new_place_invitation(season.code, place)
        )
    heir = table.sandbox.add_user("Vio Marin", language_code="ro")
    await table.join(heir, link)

    game = await pair.game()
    assert game.blue.left is None
    assert game.blue.person == (await table.stored.person(heir.id)).id
    ruling = await own_case(table, pair.id)
    assert "abandoned.blue" not in offered(ruling)


@pytest.mark.article("9.1")
async def test_the_arbiter_of_a_match_alone_reads_whose_seat_is_free(
    table: Table, pair: Pair
) -> None:
    """The notice has the button to the seats, where a new link can be made."""
    await pair.place(pair.red, "H8 CASA")
    await pair.place(pair.blue, "PAS")
    gone = (await table.stored.person(pair.blue.id)).id
    await _forgets(table, gone)

    (heard,) = told(table.arbiter.messages, "forgotten.arbiter", match=pair.code)
    assert told(pair.red.messages, "forgotten.partner", match=pair.code)
    await table.press(table.arbiter, heard, "button.places")
    assert any(mentions(one, "place.open") for one in table.arbiter.messages)
    match = await table.stored.match(pair.code)
    assert gone not in match.people
    assert len(match.joined) == 1


async def _forgets(laid: Table, gone: PersonId) -> None:
    """Erase the person's data, and let the bot do what follows."""
    async with laid.app.runtime.database.transaction() as tx:
        await forgetting.forget(tx, gone, laid.sandbox.clock.now(), f"Jucător retras {gone}")
    await laid.travel(1 / 24)


async def test_who_is_still_needed_reads_where(passed_out: Pair) -> None:
    """Person and operator read of a match between its games, and of one to approve."""
    pair, table = passed_out, passed_out.table
    (asked,) = await table.say(pair.blue, "/uita_ma")
    assert mentions(asked, "forget.waiting", n=1)
    await table.press(pair.blue, asked, "button.undecide")
    assert says(asked, "confirm.kept")
    assert told(table.operator.messages, "operator.forget") == []
    (ruling,) = await table.say(table.arbiter, "/uita_ma")
    assert mentions(ruling, "forget.ruling", n=1)
    await table.press(table.arbiter, ruling, "button.forget_sure")
    (request,) = told(table.operator.messages, "operator.forget", who="Radu Arbitru")
    counts = {"playing": 0, "waiting": 0, "ruling": 1, "leading": 0, "places": 0}
    assert says(request, "operator.forget", **counts, where=None)

    for user, alone in ((pair.red, ()), (table.arbiter, (pair.code,))):
        left = await _needed(table, (await table.stored.person(user.id)).id)
        assert (left.in_play, left.alone, left.leading) == ([pair.code], alone, ())
    nobody = await _needed(table, (await table.stored.person(table.operator.id)).id)
    assert (nobody.in_play, nobody.alone, nobody.leading) == ([], (), ())


async def _needed(laid: Table, person: PersonId) -> Obligations:
    async with laid.app.runtime.database.reading() as tx:
        return await obligations_of(tx, person)


@pytest.mark.article("10.3")
async def test_an_arbiter_is_done_with_what_counts_for_nobody_and_what_they_handed_over(
    tmp_path: Path,
) -> None:
    """Void matches need no arbiter, and a competition needs only its chief arbiter."""
    async with table(tmp_path, after=cup_begun("Ana Pop", "Ion Rus", "Dan Ene")) as laid:
        season = Season.at(laid, *laid.done)
        pair, *others = await season.pairs()
        former = (await laid.stored.person(laid.arbiter.id)).id
        out = (await laid.stored.match(pair.code)).first
        await rule(laid, await own_case(laid, pair.id), "exclusion.red")
        left = {
            each.code for each in others if out not in (await laid.stored.match(each.code)).people
        }
        seen = await _needed(laid, former)
        assert (set(seen.ruling), seen.leading, seen.alone) == (left, (season.code,), ())
        (asked,) = await laid.say(laid.arbiter, "/uita_ma")
        assert mentions(asked, "forget.ruling", n=1)
        assert mentions(asked, "forget.leading", n=1)
        assert (await _needed(laid, out)).in_play == []

        heir = await second_arbiter(season, "Nou Arbitru")
        await name_arbiters(season, heir.person)

        assert (await _needed(laid, former)).in_play == []
        (asked,) = await laid.say(laid.arbiter, "/uita_ma")
        assert says(asked, "forget.ask", obligations=None)
        seen = await _needed(laid, heir.person)
        assert (set(seen.ruling), seen.leading) == (left, (season.code,))


async def test_a_forgotten_player_is_drawn_nowhere_and_the_place_comes_free(table: Table) -> None:
    """Person, operator and arbiter are notified, and a forgotten reserve is not called."""
    championship = await set_up(table, {"groups": "1", "advance": "2"})
    await championship.enter(FOUR)
    await championship.draw()
    await table.travel_to(bucharest("2025-05-05"))
    await championship.homologate_all()
    await championship.say(f"/campionat {championship.code}")
    await championship.steps("advance", "yes_advance")
    names = await championship.names()
    competition = await championship.now()
    gone, (reserve, following) = competition.phase.players[-1], reserves(competition)
    user = await championship.claim(names[gone])
    (asked,) = await table.say(user, "/uita_ma")
    assert mentions(asked, "forget.places", n=1)
    await table.press(user, asked, "button.forget_sure")
    (request,) = told(table.operator.messages, "operator.forget")
    assert competition.title in request.text
    assert (await _needed(table, gone)).places == (championship.code,)

    for person in (gone, reserve.player):
        seen = len(table.arbiter.messages)
        async with table.app.runtime.database.transaction() as tx:
            called = f"Jucător retras {person}"
            await forgetting.forget(tx, person, table.sandbox.clock.now(), called)
        await table.travel(0.1)
        (note,) = told(table.arbiter.messages[seen:], "comp.forgotten_told")
        assert called in note.text
        assert mentions(note, "comp.free_place")

    after = await championship.now()
    assert participation(after, gone).role is Role.FORGOTTEN
    assert reserves(after)[0].player == following.player
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.fill")
    await championship.draw()
    drawn = (await championship.now()).phase.groups[0].players
    assert following.player in drawn
    assert not {gone, reserve.player} & set(drawn)
