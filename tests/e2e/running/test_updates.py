"""Updates that arrive twice, in another order or too late, and edited messages."""

from datetime import timedelta
from itertools import count

import pytest

from engine.games.events import PlacementMade
from sandbox import Message, SandboxUser, wire
from tests.e2e.harness import Pair, button, label
from tests.e2e.plays import no_word
from tests.e2e.texts import mentions, says, told, worded


async def test_a_refusal_keeps_its_reasons_and_loses_its_button(pair: Pair) -> None:
    """The button asks the arbiter about the last typed move only."""
    (refused,) = await pair.table.say(pair.red, no_word(await pair.game()))
    reasons = refused.text
    assert refused.labels == (label("button.query.ask"),)

    await pair.type(pair.red, "H8 CASA")

    assert not refused.labels
    assert refused.text == reasons


async def test_taps_and_repeated_updates_send_the_placement_once(pair: Pair) -> None:
    """Taps before the answer to the first, and the update once more, change nothing more.

    After all taps the author still reads that the move was sent, and the toast says so.
    """
    preview = await pair.type(pair.red, "H8 CASA")
    send, drop = (button(preview, f"button.{key}") for key in ("send", "drop"))

    pair.red.press_button(preview, send)
    later = [pair.red.press_button(preview, each) for each in (send, drop)]
    await pair.table.settle()

    assert says(preview, "play.sent", placement="H8 CASA")
    assert [each.text for each in later] == [worded("play.already_sent")] * 2
    placements = [each for each in await pair.events() if isinstance(each, PlacementMade)]
    assert len(placements) == 1
    assert len(told(pair.blue.messages, "turn.board", game=pair.id)) == 1

    heard = len(pair.blue.messages)
    pair.table.sandbox.updates.repeat(4)
    await pair.table.settle()
    assert len(await pair.events()) == 2
    assert len(pair.blue.messages) == heard


@pytest.mark.only_telegram("delays an update of Telegram")
async def test_updates_twice_and_in_reverse_order_lose_and_repeat_nothing(pair: Pair) -> None:
    """A doubled and reversed burst takes effect once: Red's move is made, each question answered.

    Blue's answer, which overtakes Red's press, is told to wait.
    """
    preview = await pair.type(pair.red, "H8 CASA")
    updates = pair.table.sandbox.updates
    updates.hold()
    pair.red.send("/litere")
    pair.red.press_button(preview, button(preview, "button.send"))
    pair.red.send("/timp")
    pair.blue.send("9H DESE")

    updates.release(backwards=True, twice=True)
    await pair.table.settle()

    assert len(await pair.events()) == 2
    assert len(told(pair.blue.messages, "play.not_your_turn", game=pair.id)) == 1
    assert len(told(pair.red.messages, "letters.state")) == 1
    assert len(told(pair.red.messages, "time.state")) == 1


async def test_only_the_last_preview_can_be_sent(pair: Pair) -> None:
    """A dropped or replaced preview, whose buttons an app may still show, says that it is stale."""
    dropped = await pair.type(pair.red, "H8 CASA")
    send = button(dropped, "button.send")
    await pair.table.press(pair.red, dropped, "button.drop")
    assert says(dropped, "play.dropped", placement="H8 CASA")
    replaced = await pair.type(pair.red, "H8 CASA")
    last = await pair.type(pair.red, "8H CASA")
    assert says(replaced, "play.replaced", placement="H8 CASA")
    assert not replaced.buttons

    for stale in (dropped, replaced):
        pair.red.press_button(stale, send)
        await pair.table.settle()
        assert says(stale, "play.stale")
    assert len(await pair.events()) == 1

    await pair.table.press(pair.red, last, "button.send")
    assert says(last, "play.sent", placement="8H CASA")


async def test_a_preview_overtaken_by_the_game_says_so(pair: Pair) -> None:
    """The end of the game ends the preview, and the press says what has happened."""
    preview = await pair.type(pair.red, "H8 CASA")
    (question,) = await pair.table.say(pair.red, f"/abandon {pair.id}")
    await pair.table.press(pair.red, question, "button.abandon")

    await pair.table.press(pair.red, preview, "button.send")

    assert says(preview, "play.overtaken", placement="H8 CASA")
    assert not any(isinstance(each, PlacementMade) for each in await pair.events())


@pytest.mark.only_telegram("edits a sent text")
async def test_an_edited_message_never_changes_a_placement(pair: Pair) -> None:
    """Each edit gets an answer: the preview still sends the first text, and a sent move remains."""
    typed = pair.red.send("H8 CASA")
    await pair.table.settle()
    preview = pair.red.messages[-1]

    pair.red.edit(typed, "8H CASA")
    await pair.table.settle()
    assert says(pair.red.messages[-1], "edited.no_effect")

    await pair.table.press(pair.red, preview, "button.send")
    assert says(preview, "play.sent", placement="H8 CASA")
    before, seen = await pair.events(), len(pair.red.messages)
    pair.red.edit(typed, "PAS")
    await pair.table.settle()
    assert says(pair.red.messages[seen], "edited.no_effect")
    assert await pair.events() == before


@pytest.mark.only_telegram("sends a voice note")
async def test_a_voice_note_is_answered_and_goes_nowhere(pair: Pair) -> None:
    """Its sender reads that nobody got it, and an open question stays open."""
    numbers = count(10**6)

    async def hum(user: SandboxUser) -> Message:
        voice = {"file_id": "v", "file_unique_id": "v", "duration": 3}
        sent = wire.message(user.messages[0]) | {"message_id": next(numbers), "voice": voice}
        del sent["text"]
        pair.table.sandbox.updates.add("message", sent | {"caption": "- hm"}, order="a voice")
        await pair.table.settle()
        return user.last

    assert says(await hum(pair.red), "relayed.wordless", asked=None)

    await pair.table.say(pair.red, "/limba en")
    (card,) = await pair.table.say(pair.red, "/claim")
    await pair.table.press(pair.red, card, "claim.kind.conduct", "en")
    asked = worded("relayed.asked", "en")
    assert says(await hum(pair.red), "relayed.wordless", "en", asked=asked)
    (shown,) = await pair.table.say(pair.red, "He was rude to me.")
    assert says(shown, "claim.confirm", "en", comment="He was rude to me.")
    assert not told(pair.blue.messages, "chat.line")


async def test_an_update_that_cannot_be_answered_holds_up_nobody(pair: Pair) -> None:
    """Each unanswerable update is a dead letter with one report; later updates take effect.

    Hours pass between them, because reports of one cause within minutes are counted only.
    """
    table = pair.table
    unanswerable = [(2**63, 5), ([], 5), ("x", 5), (7, 2**63), (7, {}), (True, 5)]
    for number, (chat, sender) in enumerate(unanswerable, 1):
        message = {
            "message_id": number,
            "date": int(table.sandbox.clock.now().timestamp()),
            "chat": {"id": chat, "type": "private", "first_name": "X"},
            "from": {"id": sender, "is_bot": False, "first_name": "X"},
            "text": "salut",
        }
        table.sandbox.updates.add("message", message, order="x")

        (answer,) = await table.say(pair.red, "/litere")

        assert mentions(answer, "letters.state"), (chat, sender)
        reports = told(table.operator.messages, "operator.dead_update")
        assert len(reports) == number, (chat, sender)
        table.dead_updates += 1
        await table.travel_to(table.sandbox.clock.now() + timedelta(hours=2))
    await pair.place(pair.red, "H8 CASA")


@pytest.mark.only_telegram("writes in a topic")
async def test_what_is_asked_in_a_private_topic_that_is_gone_is_answered_in_the_chat(
    pair: Pair,
) -> None:
    """No message becomes a dead letter, no operator is notified; the next answer goes at once."""
    table, red = pair.table, pair.red
    for _ in range(2):
        before = len(red.messages)
        red.chat.topics[77] = "Scrabble"
        red.send("/regulament 5.3", topic=77)
        del red.chat.topics[77]
        await table.settle()
        await table.travel(timedelta(seconds=2) / timedelta(days=1))

        answers = [each for each in red.messages[before:] if each.from_bot]
        assert [each.thread for each in answers] == [None]
    refused = [each for each in table.sandbox.calls if each.status == 400]
    assert len(refused) == 1
    assert not told(table.operator.messages, "operator.dead_notice")
