"""Chat lines between opponents in a game: forwarded, stored, and blocked by player or arbiter."""

from bot.texts.messages import say
from engine.ids import GameId
from sandbox import Message, SandboxUser
from storage.conversation import chat
from tests.e2e.harness import Pair, bucharest, button
from tests.e2e.texts import facts_of, mentions, says, told, worded


async def relayed(pair: Pair, user: SandboxUser, by: SandboxUser, text: str) -> list[Message]:
    """Have one player write a line; return the other's messages and not the writer's answer."""
    seen = len(user.messages)
    await pair.table.say(by, text)
    return told(user.messages[seen:], "chat.line", game=pair.id)


async def kept(pair: Pair) -> list[str]:
    """Return the lines stored with the game."""
    async with pair.table.app.runtime.database.reading() as tx:
        return [line.text for line in await chat.lines_of(tx, GameId(pair.id))]


async def test_lines_go_to_the_opponent_alone_and_stay_with_the_game(pair: Pair) -> None:
    """A command or a dash sends them, markup included; the arbiter can ask to read them."""
    table = pair.table
    seen = len(table.arbiter.messages)

    (line,) = await relayed(pair, pair.blue, pair.red, "/mesaj Salut, <b>Ioane</b> & noroc!")
    facts = facts_of(line, "chat.line")
    assert (facts["who"], facts["text"]) == ("Ana Pop", "Salut, <b>Ioane</b> & noroc!")
    assert says(pair.red.last, "chat.sent", partner="Ion Rus", game=pair.id)
    seen_by_red = len(pair.red.messages)
    await table.say(pair.blue, "– Mulțumesc!", reply_to=line)
    assert told(pair.red.messages[seen_by_red:], "chat.line", who="Ion Rus", text="Mulțumesc!")
    assert table.arbiter.messages[seen:] == []
    assert len(await pair.events()) == 1

    for user in (pair.red, table.arbiter):
        (listed,) = await table.say(user, f"/mesaje {pair.id}")
        rows = facts_of(listed, "chat.list")["rows"].splitlines()
        assert [row.partition("(")[0].strip() for row in rows] == ["Ana Pop", "Ion Rus"]
    stranger = table.sandbox.add_user("Dan Curios", language_code="ro")
    (refused,) = await table.say(stranger, f"/mesaje {pair.id}")
    assert mentions(refused, "fault.no_such_game", game=pair.id)
    (refused,) = await table.say(table.arbiter, f"/mesaj {pair.id} Atenție!")
    assert mentions(refused, "fault.not_your_game")
    assert await kept(pair) == ["Salut, <b>Ioane</b> & noroc!", "Mulțumesc!"]


async def test_a_line_is_asked_for_where_none_was_written(pair: Pair) -> None:
    """`/mesaj` alone uses the only game or asks which; the next text is the line.

    A button sends the text above it. A line, note or letter may begin with a match's code; alone it
    asks.
    """
    table = pair.table
    (asked,) = await table.say(pair.red, "/mesaj")
    assert says(asked, "chat.ask", partner="Ion Rus", game=pair.id)
    await table.say(pair.red, "Salut!")
    other = await table.match(red=pair.red)
    await _a_button_sends_the_text_above_it(pair, other)
    (which,) = await table.say(pair.red, "/mesaj")
    pair.red.press(which, f"show:{other.id}:write")
    await table.settle()
    asked = pair.red.last
    assert says(asked, "chat.ask", game=other.id)
    await table.say(pair.red, "Succes!")

    assert await kept(pair) == ["Salut!"]
    assert await kept(other) == ["Noroc!", "Succes!"]
    await _the_code_names_the_game(pair, other)


async def _a_button_sends_the_text_above_it(pair: Pair, other: Pair) -> None:
    """Have Red of both games choose a game for the second text; the first text's choice is over."""
    table = pair.table
    (first,) = await table.say(pair.red, "/mesaj Pe mâine!")
    (second,) = await table.say(pair.red, "/mesaj Noroc!")
    chosen = next(each for each in first.buttons if pair.id in each.data)
    assert await table.forge(pair.red, first, chosen.data) == worded("button.unknown")
    chosen = next(each for each in second.buttons if other.id in each.data)

    pair.red.press_button(second, chosen)
    await table.settle()

    assert await kept(pair) == ["Salut!"]
    assert await kept(other) == ["Noroc!"]


async def _the_code_names_the_game(pair: Pair, other: Pair) -> None:
    """Have Red of both games write with the codes; a player of one game needs none."""
    table = pair.table
    await table.say(pair.red, f"/mesaj {other.code} Spor la joc!")
    await table.say(pair.red, f"- {pair.code.lower()}: Salut!")
    (asked,) = await table.say(pair.red, f"/mesaj {pair.code}")
    assert says(asked, "chat.ask", partner="Ion Rus", game=pair.id)
    await table.say(pair.red, "Bine, mulțumesc")
    (noted,) = await table.say(pair.red, f"/nota {other.code} E grabă mare")
    assert says(noted, "note.kept", game=other.id)
    await table.say(pair.red, f"/arbitru {other.code} O întrebare")
    (letter,) = told(table.arbiter.messages, "letter.told", about=other.id)
    assert "O întrebare" in letter.text
    assert other.code not in letter.text.replace(other.id, "")
    (asked,) = await table.say(pair.red, f"/arbitru {other.code}")
    assert says(asked, "letter.ask")

    assert (await kept(other))[2:] == ["Spor la joc!"]
    assert (await kept(pair))[1:] == ["Salut!", "Bine, mulțumesc"]
    await table.say(pair.blue, "- Mult noroc!")
    assert (await kept(pair))[-1] == "Mult noroc!"


async def test_a_line_is_asked_for_until_it_can_go_or_the_opponent_has_muted(pair: Pair) -> None:
    """After a line too long the next text is the line; after a mute it gets what any text gets."""
    table = pair.table
    await table.say(pair.red, "/mesaj")
    await table.say(pair.red, "a" * 501)
    assert says(pair.red.last, "chat.too_long", n=501, most=500)
    (line,) = await relayed(pair, pair.blue, pair.red, "Salut!")
    assert await kept(pair) == ["Salut!"]
    await table.say(pair.red, "/mesaj")
    await table.press(pair.blue, line, "button.hush")

    (refused,) = await table.say(pair.red, "Ce mai faci?")
    (offered,) = await table.say(pair.red, "Ce mai faci?")

    assert says(refused, "chat.muted", partner="Ion Rus")
    assert not told([offered], "chat.muted")


async def test_a_line_to_who_has_blocked_the_bot_is_not_called_sent(pair: Pair) -> None:
    """The writer reads the reason and what to do; after an unblock lines arrive again."""
    pair.blue.block()
    await pair.table.settle()

    (answer,) = await pair.table.say(pair.red, "- Ești acolo?")
    assert says(answer, "chat.out_of_reach", partner="Ion Rus")
    assert await kept(pair) == []

    pair.blue.unblock()
    await pair.table.settle()
    assert await relayed(pair, pair.blue, pair.red, "- Ești acolo?")


async def test_what_is_no_placement_goes_to_the_opponent_by_a_press(pair: Pair) -> None:
    """A text that is neither move nor reply is offered as a line, of two texts only the last."""
    table = pair.table
    await relayed(pair, pair.blue, pair.red, "- Spor la joc!")
    (first,) = await table.say(pair.blue, "Baftă")
    (second,) = await table.say(pair.blue, "și ție")
    seen = len(pair.red.messages)
    line = button(first, "button.line")
    assert await table.forge(pair.blue, first, line.data) == worded("button.unknown")
    assert told(pair.red.messages[seen:], "chat.line") == []

    await table.press(pair.blue, second, "button.line")
    assert says(second, "chat.picked", partner="Ana Pop", game=pair.id)
    assert told(pair.red.messages[seen:], "chat.line", who="Ion Rus", text="și ție")
    assert await kept(pair) == ["Spor la joc!", "și ție"]
    (hinted,) = await table.say(pair.blue, "casa h8")
    assert hinted.buttons == ()
    idle = table.sandbox.add_user("Dan Curios", language_code="ro")
    assert says((await table.say(idle, "salut"))[0], "play.unknown_idle")


async def test_an_offered_text_stays_until_it_can_be_sent(pair: Pair) -> None:
    """While the opponent is out of reach, the button remains under the text, and works later.

    For a line or letter the text becomes a sentence with recipient and game.
    """
    table = pair.table
    (offered,) = await table.say(pair.red, "Ești acolo?")
    pair.blue.block()
    await table.settle()

    await table.press(pair.red, offered, "button.line")

    assert says(pair.red.last, "chat.out_of_reach", partner="Ion Rus")
    pair.blue.unblock()
    await table.settle()
    await table.press(pair.red, offered, "button.line")
    assert says(offered, "chat.picked", partner="Ion Rus", game=pair.id)
    assert await kept(pair) == ["Ești acolo?"]
    (offered,) = await table.say(pair.blue, "Am o întrebare")
    await table.press(pair.blue, offered, "button.letter")
    assert says(offered, "letter.picked", game=pair.id)
    assert says(pair.blue.last, "letter.sent", game=pair.id)


async def test_after_approval_nobody_is_asked_for_a_line_that_cannot_go(given_up: Pair) -> None:
    """The old board says that the match is over: for a line, notebook, chat and claim alike.

    Before it, after both games, a dash sends to the opponent at once.
    """
    pair, table = given_up, given_up.table
    await table.say(pair.red, "- A fost frumos!")
    assert told(pair.blue.messages, "chat.line", game=f"{pair.code}/2", text="A fost frumos!")
    board = next(each for each in pair.red.messages if each.photo is not None and each.buttons)
    (claim,) = await table.press(pair.red, board, "button.turn.claim")
    assert mentions(claim, "claim.which_kind", meanwhile="")
    (empty,) = await table.press(pair.red, board, "button.turn.notebook")
    assert says(empty, "notebook.none_ended", game=pair.id)
    (answer,) = await table.say(pair.red, "e bine, sunt de acord")
    assert says(answer, "play.unknown", hint=say("hint.command", command="/jocuri"))
    (listed,) = await table.say(table.arbiter, "/omologheaza")
    table.arbiter.press(listed, f"homc:{pair.code}")
    await table.settle()
    await table.press(table.arbiter, table.arbiter.last, "button.homologate")

    (answer,) = await table.press(pair.red, board, "button.turn.line")
    assert says(answer, "chat.over", match=pair.code)
    (answer,) = await table.say(pair.red, "ce vreme")
    assert says(answer, "play.unknown_idle")
    assert not answer.buttons


async def test_an_opponent_is_muted_unmuted_and_shown_to_the_arbiter(pair: Pair) -> None:
    """The muting player gets nothing, the other is notified; it covers both games of the match."""
    table = pair.table
    (line,) = await relayed(pair, pair.blue, pair.red, "- Mișcă-te odată!")
    data = {each.data.partition(":")[0]: each.data for each in line.buttons}
    pair.blue.press(line, data["report"])
    await table.settle()
    assert told(table.arbiter.messages, "chat.report") == []
    await table.press(pair.blue, pair.blue.last, "button.report_sure")
    assert says(pair.blue.last, "chat.reported")
    (reported,) = told(table.arbiter.messages, "chat.report", who="Ion Rus")
    assert mentions(reported, "chat.row", who="Ana Pop", text="Mișcă-te odată!")
    assert await table.forge(pair.blue, line, data["report"]) == worded("chat.reported_already")
    assert len(told(table.arbiter.messages, "chat.report", who="Ion Rus")) == 1

    (hushed,) = await table.press(pair.blue, line, "button.hush")
    assert says(hushed, "chat.hushed", partner="Ana Pop")
    assert await relayed(pair, pair.blue, pair.red, "- Auzi?") == []
    assert says(pair.red.last, "chat.muted", partner="Ion Rus")
    assert await relayed(pair, pair.red, pair.blue, "- Tac.") == []
    assert says(pair.blue.last, "chat.you_muted")
    await table.press(pair.blue, pair.blue.last, "button.unhush")
    assert len(await relayed(pair, pair.blue, pair.red, "- Pace!")) == 1
    assert await kept(pair) == ["Mișcă-te odată!", "Pace!"]


async def test_the_arbiter_stops_lines_in_a_game_or_a_match(pair: Pair) -> None:
    """One tap blocks, both players read it; only the arbiter can, and one tap unblocks."""
    table = pair.table
    await relayed(pair, pair.blue, pair.red, "- Unu")
    (listed,) = await table.say(table.arbiter, f"/mesaje {pair.id}")
    buttons = [each.data for each in listed.buttons]
    assert buttons == [f"gag:{pair.id}:on", f"gag:{pair.code}:on"]
    await table.forge(pair.red, pair.red.last, buttons[0])
    await table.forge(table.arbiter, listed, f"gag:{pair.code}/9:on")
    assert len(await relayed(pair, pair.blue, pair.red, "- Doi")) == 1

    for scope, data in ((pair.id, buttons[0]), (pair.code, buttons[1])):
        (listed,) = await table.say(table.arbiter, f"/mesaje {pair.id}")
        table.arbiter.press(listed, data)
        await table.settle()
        assert says(listed, "chat.gagged", scope=scope)
        for user in (pair.red, pair.blue):
            assert says(user.last, "chat.gagged", scope=scope)
        for by, user in ((pair.red, pair.blue), (pair.blue, pair.red)):
            assert await relayed(pair, user, by, "- Trei") == []
            assert says(by.last, "chat.ruled", game=pair.id)
        await table.press(table.arbiter, listed, "button.ungag")
        assert says(listed, "chat.ungagged", scope=scope)
        assert len(await relayed(pair, pair.blue, pair.red, "- Patru")) == 1


async def test_lines_have_a_dash_are_short_and_not_too_many(pair: Pair) -> None:
    """A word without a dash is no line, and the answer says how to write one; nothing is sent.

    Too long a line is refused whole; after twelve lines in an hour the player must wait.
    """
    (answer,) = await pair.table.say(pair.red, "Bună dimineața")
    assert says(answer, "play.unknown")
    (how,) = await pair.table.say(pair.red, "—")
    assert says(how, "chat.how")
    assert await kept(pair) == []
    assert await relayed(pair, pair.blue, pair.red, "- " + "a" * 501) == []
    assert says(pair.red.last, "chat.too_long", n=501, most=500)
    for number in range(12):
        assert len(await relayed(pair, pair.blue, pair.red, f"- rândul {number}")) == 1
    assert await relayed(pair, pair.blue, pair.red, "- încă unul") == []
    assert says(pair.red.last, "chat.too_many", n=12)
    assert len(await relayed(pair, pair.red, pair.blue, "- eu mai pot")) == 1
    await pair.table.travel_to(bucharest("2025-05-01", "11:00:01"))
    assert len(await relayed(pair, pair.blue, pair.red, "- acum pot")) == 1


async def test_lines_make_no_sound_in_quiet_hours(pair: Pair) -> None:
    """A line written at night arrives at once and silently, one of the morning with a sound."""
    await pair.table.choose(pair.blue, "quiet:22-7")
    await pair.table.travel_to(bucharest("2025-05-01", "23:00:00"))
    (line,) = await relayed(pair, pair.blue, pair.red, "- noapte")
    assert line.silent

    await pair.table.travel_to(bucharest("2025-05-02", "07:00:00"))

    (line,) = await relayed(pair, pair.blue, pair.red, "- dimineața")
    assert not line.silent
