"""Typed texts: moves in every form, their errors, and ordinary conversation."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.texts.messages import say
from engine.tiles import JOKER
from sandbox import SandboxUser
from tests.e2e.harness import MORNING, Pair, Table, bucharest, label, match_begun, table
from tests.e2e.plays import no_word, some, words
from tests.e2e.texts import facts_of, mentions, pattern, says, shown, told, worded


async def test_a_placement_is_shown_before_it_is_sent(pair: Pair) -> None:
    """The preview has board, words, points, tiles and days; nobody else is notified."""
    heard = len(pair.blue.messages)

    preview = await pair.type(pair.red, "H8 CASA")

    facts = facts_of(preview, "preview.placement")
    timing = facts.pop("timing") or facts.pop("sheet")  # the last two lines, one of them empty
    facts.pop("sheet", None)
    assert timing == worded("preview.prompt", until=(MORNING + timedelta(hours=1)).isoformat())
    assert facts == {
        "placement": "H8 CASA",
        "points": shown(8, "points"),
        "capped": "",
        "words": worded("preview.word_right", word="CASA"),
        "total": shown(8, "points"),
        "tiles": worded("preview.draws", next="LRES", rack="LOPLRES"),
        "days": shown(0, "days"),
        "left": shown(30, "left"),
        "game": pair.id,
        "partner": "Ion Rus",
        "round": "1",
    }
    assert preview.photo is not None
    assert len(pair.blue.messages) == heard
    assert len(await pair.events()) == 1


@pytest.mark.article("1.4")
async def test_the_preview_says_where_the_cap_bites(pair: Pair) -> None:
    """Red's first move counts at most 10, and the preview shows the full score beside it."""
    strong = some(await pair.game(), lambda play: play.score > 20)

    preview = facts_of(await pair.type(pair.red, strong), "preview.placement")

    assert preview["capped"] == worded("preview.capped", counted=10)
    assert preview["total"] == shown(10, "points")
    assert preview["points"] != preview["total"]


@pytest.mark.article("4.2")
async def test_every_way_of_writing_a_placement_means_the_same(pair: Pair) -> None:
    """Case, diacritics, spaces, word first, points at the end or text before do not matter.

    A number first is another move: it lies downwards.
    """
    for typed in (
        *("H8 CASA", "h8 casa", "h8 casă", "H8 Casa", "H8 CASĂ", "  h8   casa ", "/depune H8 CASA"),
        *("H8CASA", "h8casă!", "CASA H8", "casă h8", "/depune CASA H8"),
        *("H8 CASA 8 p, total 8", "turul 1: H8 CASA", "depun h8 casă"),
        *("am pus h8 casă", "1. H8 „CASA”"),
    ):
        preview = await pair.type(pair.red, typed)

        assert says(preview, "preview.placement", placement="H8 CASA"), typed
    down = await pair.type(pair.red, "8h casă")
    assert says(down, "preview.placement", placement="8H CASA")


@pytest.mark.article("4.2")
async def test_a_word_without_its_square_is_asked_where_it_begins(pair: Pair) -> None:
    """The bot asks for the square of a possible word; an impossible word is talk."""
    for typed in ("CASA", "casă!"):
        answer = await pair.type(pair.red, typed)
        assert says(answer, "play.where_to", word="CASA")
        assert any(pattern("button.line").fullmatch(each.label) for each in answer.buttons)
    for typed in ("SLOP", "ZEU", "salut"):
        assert says(await pair.type(pair.red, typed), "play.unknown", hint="")
    await pair.place(pair.red, "H8 CASA")
    assert says(await pair.type(pair.blue, "casei"), "play.where_to", word="CASEI")


@pytest.mark.article("4.1")
async def test_a_word_out_of_turn_is_told_whose_turn_it_is(pair: Pair) -> None:
    """If the tiles allow the word, the answer names the opponent, and still offers to send it."""
    early = await pair.type(pair.blue, "sena")
    assert facts_of(early, "play.not_your_turn")["who"] == "Ana Pop"
    assert facts_of(early, "play.not_your_turn")["game"] == pair.id
    assert any(pattern("button.line").fullmatch(each.label) for each in early.buttons)
    for typed in ("CASA", "bravo", "sena mea"):
        assert says(await pair.type(pair.blue, typed), "play.unknown", hint="")

    await pair.place(pair.red, "H8 CASA")
    early = await pair.type(pair.red, "CASA")
    assert facts_of(early, "play.not_your_turn")["who"] == "Ion Rus"


async def red_has_a_blank(laid: Table) -> tuple[str, SandboxUser, SandboxUser]:
    """Play a match's home game until Red is to move with a blank; return the match."""
    pair = Pair(laid, *await match_begun(laid))
    await pair.place(pair.red, "H8 CASA")
    four = some(await pair.game(), lambda play: len(play.word) == 5 and len(play.words) == 1)
    await pair.place(pair.blue, four)
    game = await pair.game()
    four = some(game, lambda play: len(_new(game.board.rows, play.position, play.word)) == 4)
    await pair.place(pair.red, four)
    await pair.place(pair.blue, "PAS")
    return pair.code, pair.red, pair.blue


@pytest_asyncio.fixture(name="with_blank")
async def _with_blank(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give that match."""
    async with table(tmp_path, after=red_has_a_blank) as laid:
        yield Pair(laid, *laid.done)


@pytest.mark.article("4.2")
async def test_a_blank_is_written_small_or_in_brackets(with_blank: Pair) -> None:
    """`CaSA` and `c(a)sa` are the same move, and its blank counts nothing."""
    pair, game = with_blank, await with_blank.game()
    assert JOKER in game.red.rack
    placement = some(game, lambda play: play.word != play.word.upper())
    position, word = placement.split()
    bracketed = "".join(f"({c})" if c.islower() else c.lower() for c in word)

    small = facts_of(await pair.type(pair.red, placement), "preview.placement")
    brackets = await pair.type(pair.red, f"{position.lower()} {bracketed}")

    assert small == facts_of(brackets, "preview.placement")
    assert small["placement"] == placement


def _new(rows: tuple[str, ...], position: str, word: str) -> list[str]:
    """Return the letters of a move that are not on the board yet."""
    down = position[0].isdigit()
    letter, number = (position[-1], position[:-1]) if down else (position[0], position[1:])
    row, column = ord(letter) - ord("A"), int(number) - 1
    squares = [(row + n, column) if down else (row, column + n) for n in range(len(word))]
    return [tile for (r, c), tile in zip(squares, word, strict=True) if not rows[r][c].isalpha()]


@pytest.mark.article("5.1", "5.2")
async def test_technical_errors_are_refused_all_at_once(pair: Pair) -> None:
    """Off the centre and not on the rack are both named, on a line each; a wrong word is named.

    A missing blank is named as such, and who is not on turn reads whose turn it is. The game does
    not change.
    """
    (answer,) = await pair.table.say(pair.red, "A1 ZEU")
    assert says(answer, "play.refused", typed="A1 ZEU")
    assert mentions(answer, "fault.off_centre", centre="H8")
    assert mentions(answer, "fault.not_on_rack", tiles="un E, un U, un Z", rack="SLOPAAC")

    wrong = no_word(await pair.game())
    (answer,) = await pair.table.say(pair.red, wrong)
    assert says(answer, "play.refused", typed=wrong)
    assert mentions(answer, "fault.unknown_word", word=wrong.split()[1])
    assert [each.label for each in answer.buttons] == [label("button.query.ask")]

    (answer,) = await pair.table.say(pair.red, "h8 c(a)sa")
    assert says(answer, "play.refused", typed="H8 CaSA")
    assert mentions(answer, "fault.not_on_rack", tiles=say("fault.jokers", n=1), rack="SLOPAAC")
    assert worded("hint.letters", placement="H8 CASA") in answer.text

    (answer,) = await pair.table.say(pair.blue, "H8 DESE")
    assert says(answer, "play.not_your_turn", who="Ana Pop", game=pair.id)
    assert len(await pair.events()) == 1


async def test_a_refused_move_gets_the_nearest_reading_or_none(pair: Pair) -> None:
    """The suggestion is legal, on a square beside the typed one or in the other direction.

    A word that runs into others on the board is not suggested as one long word.
    """
    for typed, meant in (("A1 CASA", None), ("H4 CASA", "H5 CASA"), ("E8 CASA", "8E CASA")):
        (answer,) = await pair.table.say(pair.red, typed)

        assert mentions(answer, "play.refused", typed=typed), typed
        assert mentions(answer, "hint.near") is (meant is not None), typed
        if meant is not None:
            assert mentions(answer, "hint.near", placement=meant), typed

    await pair.place(pair.red, "H8 CASA")
    (answer,) = await pair.table.say(pair.blue, "H3 DESEN")
    assert mentions(answer, "fault.word_goes_on", typed="DESEN")
    assert "DESENCASA" not in answer.text


@pytest.mark.article("3.1", "5.2")
async def test_a_refusal_names_each_wrong_word_and_the_article_once(pair: Pair) -> None:
    """I9 ENE makes AE twice and SN: one sentence names both, with one article."""
    await pair.place(pair.red, "H8 CASA")

    (answer,) = await pair.table.say(pair.blue, "I9 ENE")

    assert says(answer, "play.refused", typed="I9 ENE")
    wrong = [word for word in ("ENE", "AE", "SN") if word not in words()]
    assert mentions(answer, "fault.unknown_words", words=", ".join(wrong))
    assert answer.text.count("AE") == 1
    assert answer.text.count("art.") == 1


async def test_talk_is_answered_with_how_to_place(pair: Pair) -> None:
    """Any other text gets one helpful answer, and the game does not change.

    Who wants their move back reads that it stays, and that they may write to the arbiter.
    """
    words = (
        "salut",
        "cum merge?",
        "casa",
        "H8",
        "?!",
        "1" * 4096,
        "𝕳8 𝕮𝕬𝕾𝕬",
        "<b>H8</b> CASA",
        "🀄",
    )
    for text in words:
        (answer,) = await pair.table.say(pair.red, text)
        assert "H8 SLO" in answer.text or "H8 CASA" in answer.text, text
    assert len(await pair.events()) == 1

    await pair.place(pair.red, "H8 CASA")
    for text in ("am greșit", "Vă rog să anulați ultima depunere", "undo"):
        (answer,) = await pair.table.say(pair.red, text)
        assert says(answer, "play.unknown", hint=say("hint.sent_stays")), text


async def test_who_asks_in_their_own_words_reads_the_command(pair: Pair) -> None:
    """A sentence that asks for what a command gives names that command in the chat's language."""
    for asked, command in (
        *(("mai am timp?", "/timp"), ("ce litere am", "/litere"), ("renunț!", "/abandon")),
        *(("vreau să vorbesc cu arbitrul", "/arbitru"), ("mă dau bătut", "/abandon")),
        *(("mă retrag din cupă", "/retragere"), ("I withdraw", "/retragere")),
        *(("arată-mi partidele", "/jocuri"), ("show my games", "/jocuri")),
        *(("trec", "/pas"), ("Sar peste tură", "/pas")),
        *(("partenerul a pus un cuvânt greșit", "/contestatie"), ("how much time?", "/timp")),
    ):
        (answer,) = await pair.table.say(pair.red, asked)

        assert says(answer, "play.unknown", hint=say("hint.command", command=command)), asked
        assert any(pattern("button.line").fullmatch(each.label) for each in answer.buttons), asked


async def test_who_writes_their_placement_in_a_sentence_reads_how_it_is_written(
    pair: Pair,
) -> None:
    """A sentence with square and word is answered with the form that can be sent.

    With two squares no move is suggested, nor an impossible one.
    """
    for text, placement in (
        *(("vreau să joc CASA la H8", "H8 CASA"), ("casa la h8", "H8 CASA")),
        *(("Depun la 8H cuvântul șapcă", "8H SAPCA"), ("pun CASA, de la H8, vertical", "8H CASA")),
        *(("BUNĂ, pun casa la H8", "H8 CASA"), ("CASA down at H8", "8H CASA")),
        *(("CASA across at 8H", "H8 CASA"), ("casa la H8, în jos", "8H CASA")),
    ):
        (answer,) = await pair.table.say(pair.red, text)
        assert says(answer, "hint.sentence", placement=placement), text
    for placement in ("H8 CASA", "8H SAPCA", "8H CASA"):
        (preview,) = await pair.table.say(pair.red, placement)
        assert says(preview, "preview.placement", placement=placement)
    for text in ("la H8 nu e nimic", "CASA la H8 sau 8H", "ZEBRU la A1"):
        (answer,) = await pair.table.say(pair.red, text)
        assert says(answer, "play.unknown", hint=""), text


async def test_an_unknown_command_points_to_the_list_of_commands(pair: Pair) -> None:
    """The answer to a mistyped command names the intended one and the list of all."""
    (near,) = await pair.table.say(pair.red, "/depunne H8 CASA")
    (meant,) = await pair.table.say(pair.red, "/partide")
    (far,) = await pair.table.say(pair.red, "/xyz")
    (unknown,) = await pair.table.say(pair.red, "/omologhezi")
    (similar,) = await pair.table.say(pair.table.arbiter, "/situatie")

    assert says(near, "command.unknown", hint=say("hint.command", command="/depune"))
    assert says(meant, "command.unknown", hint=say("hint.command", command="/jocuri"))
    assert says(far, "command.unknown", hint=None)
    assert says(unknown, "command.unknown", hint=None)
    assert says(similar, "command.unknown", hint=say("hint.command", command="/stare"))


async def test_a_command_is_known_with_its_diacritics_and_meant_without_its_stroke(
    pair: Pair,
) -> None:
    """With diacritics it works; a bare name suggests it, and `ajutor` is answered at once."""
    (found,) = await pair.table.say(pair.red, "/cuvânt casă")
    assert says(found, "words.list")
    (settings,) = await pair.table.say(pair.red, "/Setări")
    assert says(settings, "settings.state")
    for typed in ("Setari", "„Setari”.", "setari 🙂"):
        (bare,) = await pair.table.say(pair.red, typed)
        assert says(bare, "play.unknown", hint=say("hint.command", command="/setari"))
    (settings,) = await pair.table.say(pair.red, "`/setari`.")
    assert says(settings, "settings.state")
    (helped,) = await pair.table.say(pair.red, "Ajutor")
    assert says(helped, "how.screen")
    (unknown,) = await pair.table.say(pair.red, "omologheaza")
    assert says(unknown, "play.unknown", hint="")
    (passing,) = await pair.table.say(pair.red, "pas")
    assert says(passing, "preview.pass")


@pytest.mark.article("7.1")
async def test_a_question_about_one_game_gives_no_time_in_another(with_blank: Pair) -> None:
    """Typed at 23:59 of the last day of both games, the move can still be sent in its own."""
    pair, player, laid = with_blank, with_blank.red, with_blank.table
    other = await laid.match(red=player)
    (sheet,) = told(player.messages, "leg.started", game=pair.id)
    await laid.travel_to(bucharest("2025-06-01", "23:59:00"))
    (question,) = await laid.say(player, "A1 Ca", reply_to=sheet)
    assert says(question, "play.which_reading", text="A1 Ca")

    await laid.travel_to(bucharest("2025-06-02", "00:10:00"))

    assert not (await pair.game()).red.told_late
    assert (await other.game()).red.told_late


@pytest.mark.article("4.2")
async def test_a_small_letter_in_a_word_of_two_is_asked_about(with_blank: Pair) -> None:
    """A player with a blank is asked whether it is one; in a longer word case does not matter."""
    pair, player = with_blank, with_blank.red
    (question,) = await pair.table.say(player, "A1 Ca")
    assert says(question, "play.which_reading", text="A1 Ca")
    other = await pair.table.match(red=player)
    await pair.table.forge(player, question, f"as:{other.id}:1")
    assert says(question, "play.which_reading"), "a question about another game takes no move"
    await pair.table.press(player, question, "button.read_joker")

    assert says(question, "play.picked", text="A1 C(a)", game=pair.id)
    assert "A1 C(a)" in player.messages[-1].text
    (small,) = await pair.table.say(player, "b14 Ev")
    await pair.table.say(player, "c14 Ev")
    pressed = player.press_button(small, small.buttons[0])
    await pair.table.settle()
    assert pressed.text == worded("play.stale"), "a question about another word takes no answer"
    assert small.labels == ("B14 EV, fără joker", "B14 E(v), cu joker")
    (longer,) = await pair.table.say(player, "A1 Casa")
    assert not mentions(longer, "play.which_reading")
