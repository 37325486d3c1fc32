"""What the players of an open case write reaches the case, not the air beside it."""

import pytest

from sandbox import Message, SandboxUser
from tests.e2e.bench import card_of, case_now, claim, own_case, rule, tap
from tests.e2e.harness import Pair
from tests.e2e.texts import mentions, says, told
from tests.sandbox.pictures import picture

WORDS = "Am răspuns luni, dar fișa nu a ajuns."


async def shown(pair: Pair, user: SandboxUser, text: str) -> Message:
    """Have a player write; return the bot's only answer."""
    (answer,) = await pair.table.say(user, text)
    return answer


@pytest.mark.article("7.2")
async def test_what_the_defender_types_is_offered_as_their_defence(casa: Pair) -> None:
    """A free text and a letter are first offered to the case; one tap makes them the defence."""
    pair, table = casa, casa.table
    case = await claim(pair, pair.red, "time")

    for number, typed in enumerate((WORDS, "/arbitru Și nu a venit nici marți."), start=1):
        words = typed.removeprefix("/arbitru ")
        asked = await shown(pair, pair.blue, typed)
        assert case in asked.text, typed
        first = asked.buttons[0]
        assert "mă apăr" in first.label, typed
        assert case in first.label, typed
        assert told(table.arbiter.messages, "letter.told") == [], typed

        await tap(table, pair.blue, asked, first.data)

        assert says(pair.blue.messages[-1], "case.defence_kept", case=case), typed
        assert len((await case_now(table, case)).defences) == number, typed
        card = card_of(table.arbiter, case)
        assert words in card.text, typed
        assert not mentions(card, "case.no_defence", who="Ion Rus"), typed
        heard = told(pair.red.messages, "claim.answered", case=case)
        assert len(heard) == number, typed
        assert words in heard[-1].text, typed


@pytest.mark.article("7.2", "9.7")
async def test_a_letter_sent_beside_the_case_names_it_and_is_counted_on_the_card(
    casa: Pair,
) -> None:
    """The arbiter reads whose letter is not in the case; its author may still add it."""
    pair, table = casa, casa.table
    case = await claim(pair, pair.red, "time")

    asked = await shown(pair, pair.blue, f"/arbitru {WORDS}")
    (sent,) = await table.press(pair.blue, asked, "button.letter_beside")

    (letter,) = told(table.arbiter.messages, "letter.told", who="Ion Rus")
    assert mentions(letter, "letter.beside_case", cases=case)
    assert not mentions(letter, "letter.no_claim")
    assert [each.data for each in letter.buttons if each.data.startswith(f"k:{case}:open")]
    card = card_of(table.arbiter, case)
    assert mentions(card, "case.letters", n=1)
    assert WORDS in card.text

    await tap(table, pair.blue, sent, sent.buttons[0].data)

    card = card_of(table.arbiter, case)
    assert not mentions(card, "case.letters", n=1)
    assert len((await case_now(table, case)).defences) == 1


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("7.2")
async def test_a_photograph_is_offered_as_evidence(casa: Pair) -> None:
    """The claimant's photograph goes into the case, and to the other player and the arbiter."""
    pair, table = casa, casa.table
    case = await claim(pair, pair.red, "time")

    pair.red.send_photo(picture(40, 30), caption="Fișa mea")
    await table.settle()
    asked = pair.red.last
    assert case in asked.buttons[0].label
    await tap(table, pair.red, asked, asked.buttons[0].data)

    assert says(asked, "case.comment_kept", case=case)
    assert len((await case_now(table, case)).comments) == 2
    assert "Fișa mea" in card_of(table.arbiter, case).text
    for reader in (pair.blue, table.arbiter):
        (photo,) = told(reader.messages, "case.photograph", who="Ana Pop", case=case)
        assert photo.photo is not None


@pytest.mark.only_telegram("sends a photograph")
async def test_a_photograph_answers_the_question_for_a_statement(casa: Pair) -> None:
    """Asked for their defence, a player may send a photograph of their sheet."""
    pair, table = casa, casa.table
    case = await claim(pair, pair.red, "time")
    (notice,) = told(pair.blue.messages, "claim.told", case=case)
    await table.press(pair.blue, notice, "button.case.defend")

    pair.blue.send_photo(picture(40, 30))
    await table.settle()

    assert says(pair.blue.last, "case.defence_kept", case=case)
    assert len(told(table.arbiter.messages, "case.photograph", who="Ion Rus")) == 1


@pytest.mark.only_telegram("forwards a message")
async def test_a_forwarded_message_is_evidence_with_its_author_and_time(casa: Pair) -> None:
    """The arbiter reads who wrote the words that a player forwards, and when."""
    pair, table = casa, casa.table
    case = await claim(pair, pair.red, "time")
    words = pair.blue.send("- Fișa e la tine de luni")
    await table.settle()

    pair.red.forward(words)
    await table.settle()
    asked = pair.red.last
    assert says(asked, "forwarded.ask", who="Ion Rus", at=words.date.isoformat())
    await tap(table, pair.red, asked, asked.buttons[0].data)

    card = card_of(table.arbiter, case)
    assert "Ion Rus, 01.05.2025, 10:15:" in card.text
    assert "Fișa e la tine de luni" in card.text
    assert len((await case_now(table, case)).comments) == 2


@pytest.mark.only_telegram("forwards a message")
async def test_a_forwarded_text_is_no_act_of_the_person_who_forwards_it(pair: Pair) -> None:
    """A message, a command and a move of somebody else do nothing until the person confirms."""
    table = pair.table
    other = table.sandbox.add_user("Dan Cel")
    heard, moves = len(pair.blue.messages), len((await pair.game()).moves)
    for typed in ("- Mă predau", "/concediu 12.05 15.05", "/abandon", "PAS"):
        words = other.send(typed)
        await table.settle()
        seen = len(pair.red.messages)

        pair.red.forward(words)
        await table.settle()

        asked = pair.red.messages[seen:][-1]
        at = words.date.isoformat()
        assert says(asked, "forwarded.ask", who="Dan Cel", at=at), typed
        assert len(pair.blue.messages) == heard, typed
        assert len((await pair.game()).moves) == moves, typed


async def test_nobody_is_offered_a_case_that_is_over_or_does_not_ask_them(casa: Pair) -> None:
    """After the ruling, and in a case that the arbiter keeps to themselves, letters are letters."""
    pair, table = casa, casa.table
    card = await own_case(table, pair.id)
    await shown(pair, pair.red, f"/arbitru {WORDS}")
    assert mentions(told(table.arbiter.messages, "letter.told")[-1], "letter.no_claim")

    await table.press(table.arbiter, card, "button.case.hear")
    asked = await shown(pair, pair.red, f"/arbitru {WORDS}")
    assert says(asked, "case.attach_first")

    await rule(table, card_of(table.arbiter, f"{pair.id}#1"), "rejected")
    (sent,) = await table.say(pair.red, "/arbitru Mulțumesc pentru decizie.")
    assert says(sent, "letter.sent")


@pytest.mark.only_telegram("forwards a message")
async def test_each_forwarded_text_has_its_own_button(pair: Pair) -> None:
    """A tap makes a text the person's own; an earlier button does not send a later text.

    A person who forwards their own words means them.
    """
    table = pair.table
    stranger = table.sandbox.add_user("Dan Cel")
    asked = []
    for typed in ("- Salut", "- Mă gândesc la abandon"):
        words = stranger.send(typed)
        await table.settle()
        pair.red.forward(words)
        await table.settle()
        asked.append(pair.red.last)
    own = [each.data for each in asked[0].buttons if each.data.startswith("mine:")]

    await tap(table, pair.red, asked[0], own[0])

    assert not told(pair.blue.messages, "chat.line")
    await table.press(pair.red, asked[1], "button.as_own")
    (line,) = told(pair.blue.messages, "chat.line", who="Ana Pop")
    assert "abandon" in line.text

    own_words = pair.red.send("- Salut")
    await table.settle()
    pair.red.forward(own_words)
    await table.settle()
    lines = told(pair.blue.messages, "chat.line", who="Ana Pop")
    assert ["Salut" in each.text for each in lines] == [False, True, True]
