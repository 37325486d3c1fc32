"""People: invitations, rights, others' buttons and codes, and people who block the bot."""

import pytest

from sandbox import MessageButton, SandboxUser
from tests.e2e.harness import Pair, Table
from tests.e2e.players import is_in_browser, unreachable_of
from tests.e2e.texts import facts_of, mentions, says, told


def stranger(table: Table) -> SandboxUser:
    """Return a person who is in no match."""
    return table.sandbox.add_user("Străinul", language_code="ro")


async def test_who_has_no_running_game_reads_what_their_match_waits_for(table: Table) -> None:
    """Before the opponent joins, the bot does not say that no game exists."""
    code, one, _ = await table.invite()
    ana = table.sandbox.add_user("Ana", language_code="ro")
    await table.join(ana, one)
    for typed in ("/jocuri", "/fisa", "/abandon", "H8 CASA"):
        (answer,) = await table.say(ana, typed)
        assert mentions(answer, "games.coming_row", match=code, partner="Ion Rus")
        assert mentions(answer, "matches.invited", who="Ion Rus")


async def test_between_the_games_a_player_reads_that_the_match_goes_on(passed_out: Pair) -> None:
    """The list of games names the match and says that its return game is to begin."""
    (answer,) = await passed_out.table.say(passed_out.blue, "/jocuri")

    assert mentions(answer, "games.coming_row", match=passed_out.code, partner="Ana Pop")
    assert mentions(answer, "matches.between")


async def test_the_arbiter_reads_what_a_command_lacks(table: Table) -> None:
    """If a code is missing or a date replaces a name, the answer says what to write."""
    (answer,) = await table.say(table.arbiter, "/invitatie")
    assert says(answer, "matches.none")
    await table.invite()
    (answer,) = await table.say(table.arbiter, "/invitatie")
    assert says(answer, "arrange.which")
    (answer,) = await table.say(table.arbiter, "/meci Ana - Ion retur 31.02")
    assert mentions(answer, "fault.no_such_date", text="31.02")
    (answer,) = await table.say(table.arbiter, "/inchidere XX")
    assert says(answer, "closing.no_such")
    (answer,) = await table.say(table.arbiter, "/inchidere")
    assert says(answer, "closing.none")


async def test_a_person_who_only_presses_start_reads_what_they_need(table: Table) -> None:
    """Without an invitation the welcome says how to get one."""
    (answer,) = await table.say(stranger(table), "/start")

    assert says(answer, "start.hello", who="Străinul")


async def test_a_players_rights_end_where_the_arbiters_begin(pair: Pair) -> None:
    """The refusal of another role's command names that role."""
    for command in ("/meci Ana - Ion", "/meciuri", "/omologheaza", "/stare"):
        (answer,) = await pair.table.say(pair.red, command)

        assert says(answer, "command.not_for_you"), command
    (answer,) = await pair.table.say(pair.red, "/arhiva")
    assert mentions(answer, "command.not_for_you")
    assert mentions(answer, "hint.command", command="/arhiva_mea"), "a player's own archive"


async def test_another_arbiter_has_no_say_in_the_match(table: Table, pair: Pair) -> None:
    """An arbiter of other matches has no rights in this match."""
    other = table.sandbox.add_user("Alt arbitru", language_code="ro")
    link = facts_of((await table.say(table.operator, "/arbitru"))[-1], "arbiter.link")["link"]
    await table.join(other, link)

    (answer,) = await table.say(other, f"/fisa {pair.id}")
    assert mentions(answer, "fault.no_such_game")
    (answer,) = await table.say(other, f"/invitatie {pair.code}")
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


async def test_forged_buttons_change_nothing(pair: Pair) -> None:
    """Whatever data a button has, a stranger or partner can only do what they may do.

    Each press is answered; the log, the match and the author's preview do not change.
    """
    table = pair.table
    preview = await pair.type(pair.red, "H8 CASA")
    token = preview.buttons[0].data.partition(":")[2]
    before, match = await pair.events(), await table.stored.match(pair.code)

    facts = {"token": token, "game": pair.id, "match": pair.code}
    forged = [MessageButton("forged", data.format(**facts)) for data in FORGED]
    for user in (stranger(table), pair.blue):
        (answer,) = await table.say(user, "/ajutor")
        presses = [user.press_button(answer, each) for each in forged]
        await table.settle()
        for press in presses:
            await user.answered(press)
    assert await pair.events() == before
    assert await table.stored.match(pair.code) == match
    assert says(preview, "preview.placement")


async def test_a_stranger_can_neither_look_into_a_game_nor_end_it(pair: Pair) -> None:
    """Only players and arbiter see sheets, racks and history; only a player resigns a game."""
    user = stranger(pair.table)
    (answer,) = await pair.table.say(user, "/ajutor")

    for data in (f"quit:{pair.id}", f"offer:{pair.id}"):
        await pair.table.forge(user, answer, data)

    assert len(await pair.events()) == 1
    assert mentions(answer, "fault.not_your_game")

    for command in ("fisa", "litere", "istoric", "export", "verifica"):
        (answer,) = await pair.table.say(user, f"/{command} {pair.id}")
        assert mentions(answer, "fault.no_such_game"), command


@pytest.mark.only_telegram("writes in a group")
async def test_what_is_said_in_a_group_is_nobodys_placement(pair: Pair) -> None:
    """The bot plays in private chats only; in a group it neither moves nor answers."""
    table = pair.table
    group = table.sandbox.add_group("Scrabble la ceai", [pair.red])
    pair.red.send("H8 CASA", chat=group)
    await table.settle()

    assert [message for message in group.messages if message.from_bot] == []
    assert len(await pair.events()) == 1


@pytest.mark.only_telegram("the account has a name")
async def test_names_are_shown_as_they_are_whatever_they_look_like(table: Table) -> None:
    """Marks in a name, and markup in an account's, are shown as text in messages and on sheets."""
    code, one, other = await table.invite(first="O'Neill-Șerban Ana", second="Ion „Nelu” Rus")
    for name, link in (("<b>Ana</b> & Co", one), ("Ion <i>Rus", other)):
        await table.join(table.sandbox.add_user(name, language_code="ro"), link)

    (started,) = told(table.arbiter.messages, "leg.started_arbiter", game=f"{code}/1")
    assert mentions(started, "leg.started_arbiter", red="O'Neill-Șerban Ana", blue="Ion „Nelu” Rus")
    assert started.photo is not None
    (places, *_) = await table.say(table.arbiter, f"/invitatie {code}")
    for account in ("<b>Ana</b> & Co", "Ion <i>Rus"):
        assert mentions(places, "place.account", account=account)


async def test_a_player_who_blocks_the_bot_does_not_stop_the_game(pair: Pair) -> None:
    """The arbiter is notified once; the opponent moves, and the arbiter still gets the sheets.

    After the block they receive what they missed and may move at once; the arbiter reads so.
    """
    table = pair.table
    pair.blue.block()
    await table.settle()
    await pair.place(pair.red, "H8 CASA")
    table.dead_messages += 2  # the board and the sheets

    alarms = told(table.arbiter.messages, unreachable_of(pair.blue), who="Ion Rus", games=pair.id)
    assert len(alarms) == 1
    assert told(table.arbiter.messages, "sheets.caption", game=pair.id)
    assert (await pair.game()).moves

    pair.blue.unblock()
    await table.settle()

    for key in ("turn.board", "sheets.follow"):
        *earlier, missed = told(pair.blue.messages, key, game=pair.id)
        assert missed.photo is not None
        assert len(earlier) == is_in_browser(pair.blue)  # a page shows what was not delivered, too
    (back,) = told(table.arbiter.messages, "unreachable.over", who="Ion Rus", games=pair.id)
    assert back.silent
    await pair.place(pair.blue, "PAS")
    assert len((await pair.game()).moves) == 2
    assert told(pair.red.messages, "turn.board", game=pair.id)


@pytest.mark.only_telegram("blocks the bot")
async def test_a_block_that_telegram_did_not_report_is_noticed_on_sending(pair: Pair) -> None:
    """The first refused message shows it, and the arbiter is notified once.

    The late report of the block is no second alarm; the return is reported as always.
    """
    table, updates = pair.table, pair.table.sandbox.updates
    updates.hold()
    pair.blue.block()
    updates.release()
    updates.drop_pending()
    await pair.place(pair.red, "H8 CASA")
    table.dead_messages += 2  # the board and the sheets
    assert len(told(table.arbiter.messages, "arrival.lost", who="Ion Rus", game=pair.id)) == 1

    updates.hold()
    pair.blue.unblock()
    updates.release()
    updates.drop_pending()
    pair.blue.block()  # the same block, as its late report
    await table.settle()

    assert len(told(table.arbiter.messages, "arrival.lost", who="Ion Rus", game=pair.id)) == 1
    assert told(table.arbiter.messages, "unreachable.arbiter") == []


async def test_an_arbiter_who_blocks_the_bot_does_not_stop_the_game(
    table: Table, pair: Pair
) -> None:
    """The players continue, and no process fails because the arbiter is unreachable."""
    table.arbiter.block()
    await table.settle()

    await pair.place(pair.red, "H8 CASA")
    table.dead_messages += 1

    assert told(pair.blue.messages, "turn.board", game=pair.id)
    table.arbiter.unblock()
    await table.settle()
    (answer,) = await table.say(table.arbiter, f"/meciuri {pair.code}")
    assert pair.code in answer.text


async def test_an_operator_reads_how_to_name_people_and_who_was_named(table: Table) -> None:
    """At the first `/start` they read how; later, who has opened the link, with their number."""
    (hello,) = await table.say(table.operator, "/start")
    assert mentions(hello, "start.operator")
    arbiter = {"who": "Radu Arbitru", "number": str(table.arbiter.id)}
    assert told(table.operator.messages, "operator.arbiter_named", **arbiter)

    (answer,) = await table.say(table.operator, "/responsabil_rating")
    keeper = table.sandbox.add_user("Kira Rating", language_code="ro")
    await table.join(keeper, facts_of(answer, "rating.keeper_link")["link"])
    assert told(table.operator.messages, "operator.keeper_named", who="Kira Rating")
    (hello,) = await table.say(keeper, "/start")
    assert not mentions(hello, "start.operator")
