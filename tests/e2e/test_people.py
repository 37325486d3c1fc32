"""People: invitations, rights, foreign buttons and codes, and those who block the bot."""

import pytest

from bot.sandbox import Message, SandboxUser
from tests.e2e.harness import Pair, Table
from tests.e2e.texts import facts_of, mentions, says, told

pytestmark = pytest.mark.asyncio(loop_scope="session")


def stranger(table: Table) -> SandboxUser:
    """Return somebody who has nothing to do with any match."""
    return table.sandbox.add_user("Străinul", language_code="ro")


async def follow(table: Table, user: SandboxUser, link: str) -> Message:
    """Have a person open an invitation; return the first answer."""
    seen = len(user.messages)
    user.follow(link)
    await table.settle()
    return next(each for each in user.messages[seen:] if each.from_bot)


async def test_an_invitation_is_good_once(shared: Table) -> None:
    """Whoever opens a used link is refused, the invited player himself as well."""
    _, one, _ = await shared.invite()
    ana = shared.sandbox.add_user("Ana", language_code="ro")
    assert says(await follow(shared, ana, one), "start.joined", partner="Ion Rus")

    assert says(await follow(shared, stranger(shared), one), "start.bad_code")
    assert says(await follow(shared, ana, one), "start.bad_code")


async def test_one_person_cannot_take_both_places(shared: Table) -> None:
    """The second link is refused to the partner, and stays good for the right one."""
    code, one, other = await shared.invite()
    ana = shared.sandbox.add_user("Ana", language_code="ro")
    await follow(shared, ana, one)

    refusal = await follow(shared, ana, other)
    assert mentions(refusal, "fault.already_the_partner")

    ion = shared.sandbox.add_user("Ion", language_code="ro")
    assert says(await follow(shared, ion, other), "start.joined", match=code)


async def test_the_arbiter_cannot_play_in_his_own_match(shared: Table) -> None:
    """Art. 1.1 keeps the roles apart."""
    _, one, _ = await shared.invite()

    assert mentions(await follow(shared, shared.arbiter, one), "fault.arbiter_cannot_play")


async def test_a_made_up_code_opens_nothing(shared: Table) -> None:
    """A guessed code is answered like a used one."""
    user = stranger(shared)
    link = f"https://t.me/{shared.sandbox.username}?start=AAAAAAAAAAAAAAAA"

    assert says(await follow(shared, user, link), "start.bad_code")


async def test_a_new_invitation_takes_the_place_of_a_lost_one(shared: Table) -> None:
    """`/invitatie` gives fresh links; the arbiter hears when the player has come."""
    code, lost, _ = await shared.invite()
    answers = await shared.say(shared.arbiter, f"/invitatie {code}")
    fresh = facts_of(answers[0], "arrange.invitation")["link"]
    ana = shared.sandbox.add_user("Ana", language_code="ro")

    assert says(await follow(shared, ana, fresh), "start.joined", match=code)
    assert says(shared.arbiter.messages[-1], "start.arbiter_told", who="Ana Pop", match=code)
    assert not says(await follow(shared, stranger(shared), lost), "start.joined")


async def test_who_has_no_running_game_hears_what_his_match_waits_for(shared: Table) -> None:
    """Before the partner has come, and between the games, he is not told that he has no match."""
    code, one, other = await shared.invite()
    ana = shared.sandbox.add_user("Ana", language_code="ro")
    await follow(shared, ana, one)
    for typed in ("/jocuri", "/fisa", "/abandon", "H8 CASA"):
        (answer,) = await shared.say(ana, typed)
        assert mentions(answer, "games.coming_row", match=code, partner="Ion Rus")
        assert mentions(answer, "matches.invited", who="Ion Rus")

    ion = shared.sandbox.add_user("Ion", language_code="ro")
    await follow(shared, ion, other)
    await Pair(shared, code, ana, ion).pass_all(ana, ion)
    (answer,) = await shared.say(ion, "/jocuri")
    assert mentions(answer, "games.coming_row", match=code, partner="Ana Pop")
    assert mentions(answer, "matches.between")


async def test_the_arbiter_is_told_what_a_command_lacks(shared: Table) -> None:
    """No code, or a date where a name should be: the answer says what to write."""
    (answer,) = await shared.say(shared.arbiter, "/invitatie")
    assert says(answer, "arrange.which")
    (answer,) = await shared.say(shared.arbiter, "/meci Ana - Ion retur 31.02")
    assert mentions(answer, "fault.match_stray_date", name="Ion retur 31.02")
    (answer,) = await shared.say(shared.arbiter, "/inchidere XX")
    assert says(answer, "closing.no_such")
    (answer,) = await shared.say(shared.arbiter, "/inchidere")
    assert says(answer, "closing.none")


async def test_whoever_only_presses_start_is_told_what_he_needs(shared: Table) -> None:
    """Without an invitation there is a welcome that says how to get one."""
    (answer,) = await shared.say(stranger(shared), "/start")

    assert says(answer, "start.hello", who="Străinul")


@pytest.mark.parametrize("command", ["/meci Ana - Ion", "/meciuri", "/omologheaza", "/arbitru"])
async def test_a_players_rights_end_where_the_arbiters_begin(opening: Pair, command: str) -> None:
    """A command of another role is refused by name of the role."""
    (answer,) = await opening.table.say(opening.red, command)

    assert says(answer, "command.not_for_you")


async def test_another_arbiter_has_no_say_in_the_match(shared: Table, opening: Pair) -> None:
    """Being an arbiter is not being the arbiter of this match."""
    other = shared.sandbox.add_user("Alt arbitru", language_code="ro")
    link = facts_of((await shared.say(shared.operator, "/arbitru"))[-1], "arbiter.link")["link"]
    await follow(shared, other, link)

    (answer,) = await shared.say(other, f"/fisa {opening.id}")
    assert mentions(answer, "fault.no_such_game")
    (answer,) = await shared.say(other, f"/invitatie {opening.code}")
    assert mentions(answer, "fault.not_your_match")


FORGED = [
    "send:{token}",
    "drop:{token}",
    "pick:{game}",
    "show:{game}:sheet",
    "show:{game}:letters",
    "show:{game}:nonsense",
    "show:",
    "unleave:2025-05-10:2025-05-12",
    "unleave:today:tomorrow",
    "unleave:2025-05-12:2025-05-10",
    "quit:ZZZZ/1",
    "offer:ZZZZ/1",
    "int:{game}:yes",
    "int:{game}:no",
    "ret:{match}",
    "res:{match}:yes",
    "res:{match}:no",
    "noreason:{match}",
    "hom:{match}",
    "hom:{match}:all_the_same",
    "time:{game}:red",
    "time:{game}:purple",
    "set:hour:99",
    "set:hour:²",
    "set:zone:Mars/Olympus",
    "set:quiet:5-99",
    "set:lang:xx",
    "lang:xx",
    "keep",
    "nonsense:1",
    ":",
]


@pytest.mark.parametrize("who", ["stranger", "partner"])
async def test_forged_buttons_change_nothing(opening: Pair, who: str) -> None:
    """Whatever data a button carries, it does for its presser only what is his to do.

    Each press is answered; the log, the match and the author's preview stay as they were.
    """
    table = opening.table
    preview = await opening.type(opening.red, "H8 CASA")
    token = preview.buttons[0].data.partition(":")[2]
    user = stranger(table) if who == "stranger" else opening.blue
    (answer,) = await table.say(user, "/ajutor")
    before, match = await opening.events(), await table.stored.match(opening.code)

    for template in FORGED:
        data = template.format(token=token, game=opening.id, match=opening.code)
        await table.forge(user, answer, data)

        assert await opening.events() == before, data
        assert await table.stored.match(opening.code) == match, data
        assert says(preview, "preview.placement"), data


async def test_a_stranger_cannot_end_a_game(opening: Pair) -> None:
    """The buttons that resign or interrupt a game are a player's own."""
    user = stranger(opening.table)
    (answer,) = await opening.table.say(user, "/ajutor")

    for data in (f"quit:{opening.id}", f"offer:{opening.id}"):
        await opening.table.forge(user, answer, data)

    assert len(await opening.events()) == 1
    assert mentions(answer, "fault.not_your_game")


async def test_a_stranger_cannot_look_into_a_game(opening: Pair) -> None:
    """Sheets, letters and history are for players and arbiter."""
    user = stranger(opening.table)

    for command in ("fisa", "litere", "istoric", "export", "verifica"):
        (answer,) = await opening.table.say(user, f"/{command} {opening.id}")
        assert mentions(answer, "fault.no_such_game"), command


async def test_what_is_said_in_a_group_is_nobodys_placement(opening: Pair) -> None:
    """The bot plays in private chats; in a group it neither moves nor answers."""
    table = opening.table
    group = table.sandbox.add_group("Scrabble la ceai", [opening.red])
    opening.red.send("H8 CASA", chat=group)
    await table.settle()

    assert [message for message in group.messages if message.from_bot] == []
    assert len(await opening.events()) == 1


async def test_names_are_shown_as_they_are_whatever_they_look_like(shared: Table) -> None:
    """Markup in a name is a name, in every message and on every sheet."""
    code, one, other = await shared.invite(first="<b>Ana</b> & Co", second="Ion <i>Rus")
    for name, link in (("Ana", one), ("Ion", other)):
        await follow(shared, shared.sandbox.add_user(name, language_code="ro"), link)

    (started,) = told(shared.arbiter.messages, "leg.started_arbiter", game=f"{code}/1")
    assert mentions(started, "leg.started_arbiter", red="<b>Ana</b> & Co", blue="Ion <i>Rus")
    assert started.photo is not None


async def test_a_player_who_blocks_the_bot_does_not_stop_the_game(pair: Pair) -> None:
    """The arbiter is told, once; the partner plays on, and his sheets still reach the arbiter."""
    table = pair.table
    pair.blue.block()
    await table.settle()
    await pair.place(pair.red, "H8 CASA")
    table.dead_messages += 1

    alarms = told(table.arbiter.messages, "unreachable.arbiter", who="Ion Rus", about=pair.id)
    assert len(alarms) == 1
    assert told(table.arbiter.messages, "sheets.caption", game=pair.id)
    assert (await pair.game()).moves


async def test_who_lets_the_bot_in_again_goes_on_where_the_game_is(pair: Pair) -> None:
    """After the block is lifted he is given what he missed and may place at once."""
    table = pair.table
    pair.blue.block()
    await table.settle()
    await pair.place(pair.red, "H8 CASA")
    table.dead_messages += 1

    pair.blue.unblock()
    await table.settle()

    missed = told(pair.blue.messages, "sheets.caption", game=pair.id)
    assert len(missed) == 1
    assert missed[0].photo is not None
    await pair.place(pair.blue, "PAS")
    assert len((await pair.game()).moves) == 2
    assert told(pair.red.messages, "sheets.caption", game=pair.id)


async def test_a_block_that_telegram_did_not_report_is_noticed_on_sending(pair: Pair) -> None:
    """The first message refused tells the bot, and the bot tells the arbiter, once."""
    table = pair.table
    table.sandbox.updates.hold()
    pair.blue.block()
    table.sandbox.updates.release()
    table.sandbox.updates.drop()
    await pair.place(pair.red, "H8 CASA")
    table.dead_messages += 1

    alarms = told(table.arbiter.messages, "unreachable.arbiter", who="Ion Rus", about=pair.id)
    assert len(alarms) == 1


async def test_an_arbiter_who_blocks_the_bot_does_not_stop_the_game(shared: Table) -> None:
    """The players go on; nothing fails because the arbiter cannot be reached."""
    pair = await shared.match()
    shared.arbiter.block()
    await shared.settle()

    await pair.place(pair.red, "H8 CASA")
    shared.dead_messages += 1

    assert told(pair.blue.messages, "sheets.caption", game=pair.id)
    shared.arbiter.unblock()
    await shared.settle()
    (answer,) = await shared.say(shared.arbiter, f"/meciuri {pair.code}")
    assert pair.code in answer.text
