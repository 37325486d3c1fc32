"""Views and files for players: lists, sheets, records, the draw, pictures and own data."""

import hashlib
import json
from io import BytesIO

import pytest
from PIL import Image

from engine.gcg.reader import read_gcg
from engine.gcg.record import GcgKind
from engine.gcg.replay import replay_record
from engine.ids import Seat
from engine.rulesets import NATIONAL_2025
from engine.sequences.sequence import draw
from sandbox import Message, SandboxUser
from sandbox.faults import Refuse, TimeOut
from sandbox.waiting import PATIENCE, wait_for
from tests.e2e.harness import HOME_SEED, Pair, button
from tests.e2e.plays import best
from tests.e2e.texts import facts_of, mentions, pattern, says, told, worded
from tests.sandbox.pictures import picture

GPS, SOFTWARE = 0x8825, 0x0131
"""The EXIF tags of the place and the device."""


async def ask(pair: Pair, command: str, user: SandboxUser | None = None) -> Message:
    """Return the first answer to a command about the game."""
    answers = await pair.table.say(user or pair.red, f"/{command} {pair.id}")
    return answers[0]


def tens(tiles: str) -> str:
    """Return the tiles in groups of ten."""
    return " ".join(tiles[start : start + 10] for start in range(0, len(tiles), 10))


@pytest.mark.article("1.3")
async def test_the_whole_sequence_and_both_racks_are_open(pair: Pair) -> None:
    """`/sir` and `/litere` show all hundred tiles, both racks, and the next tiles.

    `/verifica` gives the seed: its hash is the commitment, its draw is the sequence.
    """
    sequence = draw(bytes.fromhex(HOME_SEED), NATIONAL_2025)

    row = facts_of(await ask(pair, "sir"), "sequence.state")
    hands = await ask(pair, "litere")

    coming = worded("sequence.coming", n=86, left=tens(sequence[14:]))
    assert (row["taken"], row["coming"]) == (tens(sequence[:14]), coming)
    assert mentions(hands, "letters.hand", who="Ana Pop", rack=sequence[:7])
    assert mentions(hands, "letters.hand", who="Ion Rus", rack=sequence[7:14])
    assert mentions(hands, "letters.coming", coming=sequence[14:28])

    facts = facts_of(await ask(pair, "verifica"), "verify.right")

    assert facts["seed"] == facts["home_seed"] == HOME_SEED
    assert facts["commitment"] == hashlib.sha256(bytes.fromhex(HOME_SEED)).hexdigest()
    assert draw(bytes.fromhex(facts["seed"]), NATIONAL_2025).startswith("SLOPAAC")


async def test_time_sheet_board_and_both_sheets_come_as_pictures(pair: Pair) -> None:
    """`/timp` and `/tabla` send one picture, `/fisa` an album of both sheets."""
    time, board = await ask(pair, "timp"), await ask(pair, "tabla")
    assert says(time, "time.state", game=pair.id)
    assert time.photo is not None
    assert board.photo is not None

    sheets = await pair.table.say(pair.blue, f"/fisa {pair.id}")
    assert len(sheets) == 2
    assert all(sheet.photo is not None for sheet in sheets)


async def test_who_looks_reads_their_letters_on_turn_and_how_the_game_ended(pair: Pair) -> None:
    """Board and sheets say to the opponent whose turn it is; after the end, how the game ended."""
    for command in ("tabla", "fisa"):
        assert mentions(await ask(pair, command), "game.your_turn", rack="SLOPAAC")
        assert mentions(await ask(pair, command, pair.blue), "game.turn", who="Ana Pop")

    await pair.pass_all(pair.red, pair.blue)

    for command in ("tabla", "fisa"):
        shown = await ask(pair, command)
        assert mentions(shown, "game.over", how=worded("ending.passes"))
        assert not mentions(shown, "game.turn")


async def test_the_arbiter_can_look_at_every_game_they_rule(pair: Pair) -> None:
    """Sheets and history of a match are open to its arbiter.

    `/meciuri` shows the running game with score and turn, and who has not joined yet.
    """
    arbiter = pair.table.arbiter

    assert says(await ask(pair, "istoric", arbiter), "history.list", game=pair.id)
    assert says(await ask(pair, "fisa", arbiter), "sheets.caption", game=pair.id)

    _, one, _ = await pair.table.invite(first="Dan", second="Eva")
    await pair.place(pair.red, "H8 CASA")

    listed = await list_of_matches(pair)

    assert pattern("matches.row", match=pair.code, first="Ana Pop", second="Ion Rus").search(listed)
    assert pattern("matches.running", own=8, other=0).search(listed)
    assert pattern("matches.turn", who="Ion Rus", left=30).search(listed)
    assert worded("matches.invited", who="Dan, Eva") in listed
    dan = pair.table.sandbox.add_user("Dănuț", language_code="ro")
    await pair.table.join(dan, one)
    assert worded("matches.invited", who="Eva") in await list_of_matches(pair)


async def test_words_are_checked_with_or_without_diacritics(pair: Pair) -> None:
    """`/cuvant` answers for each word, and names the word list.

    A question mark after a valid word does not make it invalid; a pattern is no word.
    The first words of many are checked, each once; the answer says that there were more.
    """
    (answer,) = await pair.table.say(pair.red, "/cuvant casă CASA șXyZ")

    assert mentions(answer, "words.right", word="CASA")
    assert mentions(answer, "words.wrong", word="SXYZ")
    assert mentions(answer, "words.not_official")

    (answer,) = await pair.table.say(pair.red, "/cuvant „casă”, (mere)? ?ASA")

    assert mentions(answer, "words.right", word="CASA")
    assert mentions(answer, "words.right", word="MERE")
    assert mentions(answer, "words.no_word", word="?ASA")
    assert not mentions(answer, "words.wrong")

    many = " ".join(f"A{chr(66 + n)}" for n in range(21))
    (answer,) = await pair.table.say(pair.red, f"/cuvant casă CASA {many}")

    assert len([row for row in answer.text.splitlines() if row[0] in "✓✗"]) == 20
    assert answer.text.count("CASA") == 1
    assert mentions(answer, "words.more", most=20)
    (all_of_them,) = await pair.table.say(pair.red, "/cuvant casă mere")
    assert not mentions(all_of_them, "words.more")


async def test_the_exported_record_reads_back_with_every_figure_right(pair: Pair) -> None:
    """`/export` sends a GCG that replays to the same points, and the sheets beside it."""
    for user in (pair.red, pair.blue, pair.red):
        await pair.place(user, best(await pair.game()) or "PAS")
    await pair.place(pair.blue, "PAS")
    game = await pair.game()

    answers = await pair.table.say(pair.red, f"/export {pair.id}")

    assert says(answers[0], "export.gcg", game=pair.id)
    assert answers[0].document is not None
    assert answers[0].document.name.endswith(".gcg")
    record = read_gcg(answers[0].document.content)
    assert [player.name for player in record.players] == ["Ana Pop", "Ion Rus"]
    assert [entry.kind for entry in record.entries] == [GcgKind.PLAY] * 3 + [GcgKind.PASS]
    assert {entry.player: entry.total for entry in record.entries} == {
        0: game.red.score,
        1: game.blue.score,
    }
    replayed = replay_record(record, game.tile_set)
    assert replayed.fault is None
    assert replayed.board.rows == game.board.rows
    assert [sheet.photo is not None for sheet in answers[1:]] == [True, True]


async def test_the_history_lists_every_placement(pair: Pair) -> None:
    """`/istoric` shows each move, with its points before and after the cap."""
    typed = best(await pair.game()) or ""
    await pair.place(pair.red, typed)

    answer = await ask(pair, "istoric")

    position, word = typed.split()
    assert mentions(answer, "move.capped", position=position, word=word, counted=10)


def telling_photo() -> bytes:
    """Return a photo with location and device in the EXIF data."""
    exif = Image.Exif()
    exif[SOFTWARE] = "Telefonul Anei"
    exif.get_ifd(GPS)[2] = (44.0, 26.0, 0.0)
    out = BytesIO()
    Image.new("RGB", (640, 480), "white").save(out, "JPEG", exif=exif)
    return out.getvalue()


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("2.2")
async def test_a_players_own_sheet_is_passed_on_without_what_is_hidden_in_it(pair: Pair) -> None:
    """Opponent and arbiter get picture or file and the note, without place and device."""
    content = telling_photo()
    for kind in ("photo", "document"):
        readers = [(user, len(user.messages)) for user in (pair.blue, pair.table.arbiter)]
        if kind == "photo":
            pair.red.send_photo(content, caption="turul meu")
        else:
            pair.red.send_document("fișa mea.jpg", content, caption="turul meu")
        await pair.table.settle()

        await pair.table.press(pair.red, pair.red.last, "button.sheet_send")
        assert says(pair.red.last, "relayed.done", partner="Ion Rus", game=pair.id), kind
        for user, seen in readers:
            (sheet,) = told(user.messages[seen:], "relayed.sheet", who="Ana Pop", game=pair.id)
            assert "turul meu" in sheet.text, kind
            file = sheet.photo or sheet.document
            assert file is not None, kind
            assert b"Telefonul Anei" not in file.content, kind
            with Image.open(BytesIO(file.content)) as picture:
                assert picture.size == (640, 480), kind
                assert dict(picture.getexif()) == {}, kind


@pytest.mark.only_telegram("sends a photograph")
async def test_a_file_that_is_no_picture_goes_no_further(pair: Pair) -> None:
    """The sender of a foreign file reads what can be forwarded; nobody else gets it.

    If it only claims to be a picture, the opponent reads that a file came and why it is not shown.
    """
    heard = len(pair.blue.messages)
    pair.red.send_document("fisa.pdf", b"%PDF-1.7")
    await pair.table.settle()
    assert says(pair.red.messages[-1], "relayed.no_picture")
    assert len(pair.blue.messages) == heard

    for content in (b"%PDF-1.7", b"\x89PNG\r\n\x1a\n broken"):
        heard = len(pair.blue.messages)
        pair.red.send_document("fisa.png", content)
        await pair.table.settle()
        await pair.table.press(pair.red, pair.red.last, "button.sheet_send")

        assert len(pair.blue.messages) > heard
        sheet = pair.blue.messages[-1]
        assert mentions(sheet, "relay.unusable")
        assert sheet.document is None
        assert sheet.photo is None


@pytest.mark.only_telegram("sends a photograph")
async def test_a_picture_that_telegram_does_not_hand_out_costs_no_word(pair: Pair) -> None:
    """If it is too large or deleted, its text arrives with the reason."""
    faults = pair.table.sandbox.faults
    faults.add(Refuse(400, "Bad Request: file is too big"), method="getFile", times=2)
    pair.red.send_document("fisa.png", telling_photo(), caption="turul meu")
    await pair.table.settle()
    await pair.table.press(pair.red, pair.red.last, "button.sheet_send")

    for user in (pair.blue, pair.table.arbiter):
        (sheet,) = told(user.messages, "relayed.sheet", who="Ana Pop", game=pair.id)
        assert "turul meu" in sheet.text
        assert mentions(sheet, "relay.unusable")


@pytest.mark.only_telegram("sends a photograph")
async def test_a_picture_that_is_too_large_costs_no_word_and_its_sender_learns_what_to_do(
    pair: Pair,
) -> None:
    """The recipients read its text; the sender reads once what to do."""
    pair.red.send_document("fisa.png", picture(8000, 1600), caption="turul meu")
    await pair.table.settle()
    await pair.table.press(pair.red, pair.red.last, "button.sheet_send")

    assert len(told(pair.red.messages, "relay.too_large")) == 1
    for user in (pair.blue, pair.table.arbiter):
        (sheet,) = told(user.messages, "relayed.sheet", who="Ana Pop", game=pair.id)
        assert "turul meu" in sheet.text
        assert mentions(sheet, "relay.unusable")


@pytest.mark.only_telegram("sends a photograph")
async def test_a_picture_that_telegram_is_slow_to_hand_out_holds_up_nobody(pair: Pair) -> None:
    """Even its recipients get answers meanwhile, and the picture follows."""
    pair.table.app.telegram._files.patience = 2.0
    pair.table.sandbox.faults.add(TimeOut(), method="getFile")
    pair.red.send_photo(telling_photo(), caption="turul meu")
    await pair.table.settle()
    pair.red.press_button(pair.red.last, button(pair.red.last, "button.sheet_send"))
    await pair.red.receive(lambda message: says(message, "relayed.done"))
    seen = len(pair.blue.messages)
    pair.blue.send("/jocuri")
    await wait_for(
        pair.table.sandbox.world.changes,
        lambda: len(pair.blue.messages) > seen + 1,
        PATIENCE,
        lambda: f"{pair.blue.messages[seen:]}",
    )
    assert not told(pair.blue.messages, "relayed.sheet", who="Ana Pop", game=pair.id)
    await pair.table.settle()
    await pair.table.travel(0.01)

    assert told(pair.blue.messages, "relayed.sheet", who="Ana Pop", game=pair.id)


async def test_a_photo_outside_any_game_is_answered(pair: Pair) -> None:
    """A person without games reads that, and is not asked which game they mean."""
    user = pair.table.sandbox.add_user("Curiosul", language_code="ro")
    user.send_photo(telling_photo())
    await pair.table.settle()

    assert says(user.messages[-1], "play.no_games")


async def test_everyone_can_have_the_data_kept_about_them(pair: Pair) -> None:
    """`/confidentialitate` says what is stored; its button sends the person's own data."""
    (answer,) = await pair.table.say(pair.blue, "/confidentialitate")
    assert says(answer, "privacy.text")

    (file,) = await pair.table.press(pair.blue, answer, "button.my_data")

    assert says(file, "privacy.data")
    assert file.document is not None
    data = json.loads(file.document.content)
    assert data["persons"][0]["account"] == pair.blue.id
    assert data["persons"][0]["name"] == "Ion Rus"
    assert data["outbox"]
    assert str(pair.red.id) not in file.document.content.decode()


async def list_of_matches(pair: Pair) -> str:
    """Return the arbiter's list, which may take several messages."""
    answers = await pair.table.say(pair.table.arbiter, "/meciuri")
    return "\n".join(answer.text for answer in answers)


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2")
async def test_a_placement_under_a_photographed_sheet_is_that_placement(pair: Pair) -> None:
    """The move is previewed first; once sent, the sheet goes to opponent and arbiter with it."""
    pair.red.send_photo(telling_photo(), caption="H8 CASA")
    await pair.table.settle()
    preview = pair.red.messages[-1]

    assert mentions(preview, "preview.with_sheet")
    assert (await pair.game()).moves == ()
    assert not told(pair.blue.messages, "relayed.sheet")
    await pair.table.press(pair.red, preview, "button.send")

    assert [move.by for move in (await pair.game()).moves] == [Seat.RED]
    for reader in (pair.blue, pair.table.arbiter):
        (sheet,) = told(reader.messages, "relayed.sheet", note="H8 CASA", game=pair.id)
        assert sheet.photo is not None
        assert sheet.silent  # the board was heard
