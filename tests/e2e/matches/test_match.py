"""A whole match over HTTP, from the operator's link to the final table, as its people see it.

It is played once (`tests.e2e.story`); each test checks one promise.
"""

import hashlib
from collections.abc import AsyncIterator
from datetime import date, timedelta
from decimal import Decimal
from io import BytesIO
from zipfile import ZipFile

import pytest
import pytest_asyncio
from PIL import Image

from bot.texts.messages import Text, say
from engine.coefficients import Coefficients, normal
from engine.games.events import Passed
from engine.games.game import Move, Stage
from engine.ids import Leg, Seat
from sandbox import Message
from tests.e2e.harness import button, table
from tests.e2e.story import Story, Turn, play_match
from tests.e2e.texts import facts_of, mentions, says, shown, told, worded

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def story(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Story]:
    """Give the match, played and approved, at a table that distributes the word list."""
    settings = {"federation_may_distribute_word_list": "true"}
    async with table(tmp_path_factory.mktemp("match"), settings=settings) as laid:
        yield await play_match(laid)


def is_album(messages: list[Message]) -> bool:
    """Return whether these are two PNG pictures in one album, the first with the text."""
    pictures = [message.photo for message in messages]
    if len(messages) != 2 or None in pictures or not messages[0].album:
        return False
    formats = {Image.open(BytesIO(picture.content)).format for picture in pictures if picture}
    return messages[0].album == messages[1].album and formats == {"PNG"} and not messages[1].text


def is_board(message: Message) -> bool:
    """Return whether it is one almost square picture with the buttons of a turn."""
    if message.photo is None or message.album:
        return False
    width, height = Image.open(BytesIO(message.photo.content)).size
    keys = ("sheets", "time", "pass", "line", "claim", "notebook")
    found = [button(message, f"button.turn.{key}") for key in keys]
    others = [each for each in message.buttons if each not in found and each.data != "how:"]
    return not others and 0.8 < width / height < 1.2


def names(turn: Turn) -> tuple[str, str]:
    """Return the names of the author and the opponent in the match."""
    known = {"ana": "Ana Pop", "ion": "Ion Rus"}
    return known[turn.by], known[turn.partner]


@pytest.mark.article("1.3")
async def test_the_commitments_are_published_before_the_draw_is_shown(story: Story) -> None:
    """The hashes that `/verifica` shows after arranging are those of the seeds shown later."""
    published = story.scenes["arranged"]["arbiter"][-1].text
    sealed = {Leg.HOME: "verify.sealed_home", Leg.RETURN: "verify.sealed_return"}

    for leg in Leg:
        (answer,) = await story.table.say(story.ana, f"/verifica {story.pair.code}/{_number(leg)}")
        seed = facts_of(answer, "verify.right")["seed"]
        commitment = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
        assert worded(sealed[leg], sha=commitment) in published


def _number(leg: Leg) -> int:
    return 1 if leg is Leg.HOME else 2


async def test_the_game_waits_for_its_start_date_and_then_begins_by_itself(story: Story) -> None:
    """Both have joined on 1 May; nothing is sent before 3 May, 08:00, and then everything."""
    (answer,) = story.scenes["joined"]["ion"]
    assert mentions(answer, "start.on_day", start="2025-05-03")
    assert story.scenes["too early"] == {"ana": [], "ion": [], "arbiter": []}
    for person in ("ana", "ion"):
        opened = story.scenes["opened"][person]
        assert told(opened, "leg.started", game=f"{story.pair.code}/1", red="Ana Pop")
    (first, _) = story.scenes["opened"]["arbiter"]
    assert says(first, "leg.started_arbiter", red="Ana Pop", blue="Ion Rus")


@pytest.mark.article("2.1", "9.7")
async def test_everybody_gets_both_sheets_and_their_letters_at_the_start(story: Story) -> None:
    """Red gets the first seven tiles, Blue the next seven; the arbiter gets the sheets, too.

    Red, who opens, gets the board last, because the first move begins there.
    """
    for person, rack in (("ana", "SLOPAAC"), ("ion", "ADESEIN")):
        opened = story.scenes["opened"][person]
        (started,) = told(opened, "leg.started")
        assert facts_of(started, "leg.started")["rack"] == rack
    assert is_board(story.scenes["opened"]["ana"][-1])
    assert is_album(story.scenes["opened"]["ana"][1:3])
    assert says(story.scenes["opened"]["ana"][1], "leg.sheets")
    assert is_album(story.scenes["opened"]["ion"][1:3])
    assert is_album(story.scenes["opened"]["arbiter"])


@pytest.mark.article("3.2")
async def test_both_players_get_the_competitions_word_list_as_a_file(story: Story) -> None:
    """The file is compressed, one word a line, and the text says that it is not official."""
    for person in ("ana", "ion"):
        message = story.scenes["opened"][person][0]
        assert mentions(message, "words.not_official")
        assert message.document is not None
        with ZipFile(BytesIO(message.document.content)) as packed:
            words = packed.read(packed.namelist()[0]).decode().split("\n")
        assert "CASA" in words
        assert len(words) > 100_000


@pytest.mark.article("5.2")
async def test_a_wrong_word_is_refused_and_nobody_else_is_notified(story: Story) -> None:
    """Only the author gets an answer, which names the word that is not listed."""
    scene = story.scenes["no word"]

    assert says(scene["ana"][-1], "play.refused")
    assert mentions(scene["ana"][-1], "fault.unknown_word")
    assert scene["ion"] == scene["arbiter"] == []


@pytest.mark.article("5.1")
async def test_a_technical_error_is_refused_and_nobody_else_is_notified(story: Story) -> None:
    """Only the author gets an answer, which names the error."""
    scene = story.scenes["impossible"]

    assert mentions(scene["ana"][-1], "fault.off_centre")
    assert scene["ion"] == scene["arbiter"] == []


@pytest.mark.article("2.2")
async def test_after_every_placement_both_sheets_go_to_opponent_and_arbiter(story: Story) -> None:
    """Each move or pass sends one album of two pictures to each, once."""
    for turn in story.turns:
        board, *sheets = turn.scene[turn.partner]
        if turn.after.ended is not None:
            sheets = [board, *sheets]
        assert is_album(sheets[:2]), turn
        assert is_album(turn.scene["arbiter"][:2]), turn
        for person in (turn.partner, "arbiter"):
            assert len({m.album for m in turn.scene[person] if m.album}) == 1, turn


@pytest.mark.article("2.2")
async def test_who_is_to_move_gets_the_board_first_and_its_sheets_without_a_sound(
    story: Story,
) -> None:
    """One picture has the last move, the rack and a turn's buttons; then a silent album follows."""
    for turn in story.turns:
        if turn.after.ended is None:
            board, first, second, *more = turn.scene[turn.partner]
            assert is_board(board), turn
            assert says(board, "turn.board", game=turn.after.id)
            assert not board.silent
            assert says(first, "sheets.follow", game=turn.after.id)
            assert first.silent
            assert second.silent
            assert more == []


async def test_the_sheets_caption_says_what_was_placed_and_whose_turn_it_is(story: Story) -> None:
    """The caption has move, points, score and days left."""
    for turn in story.turns:
        game, move = turn.after, turn.after.moves[-1]
        (caption, *_) = turn.scene[turn.partner]
        author, _ = names(turn)
        key = _kind(move)
        assert mentions(caption, key, who=author, round=move.round)
        assert mentions(
            caption,
            "game.score",
            red_score=_score(turn, Seat.RED),
            blue_score=_score(turn, Seat.BLUE),
        )
        if game.ended is None:
            rack = game.side(game.turn).rack
            assert mentions(caption, "game.your_turn", rack=rack, round=game.round)


def _kind(move: Move) -> str:
    if isinstance(move, Passed):
        return "move.pass"
    return "move.capped" if move.counted < move.points else "move.placement"


def _score(turn: Turn, seat: Seat) -> int:
    return turn.after.side(seat).score


async def test_the_author_is_shown_first_and_confirmed_afterwards(story: Story) -> None:
    """The preview turns into the confirmation, with new total, new rack and days."""
    for turn in story.turns:
        key = "preview.pass" if turn.typed == "PAS" else "preview.placement"
        assert says(turn.preview, key, game=turn.after.id, round=turn.before.round)
        confirmation, seat = turn.scene[turn.by][0], turn.before.turn
        assert confirmation.id == turn.preview.id
        assert not confirmation.buttons
        if turn.after.stage is Stage.ENDED:
            assert says(confirmation, "play.sent_last", placement=turn.typed, game=turn.after.id)
            continue
        assert says(
            confirmation,
            "play.sent",
            placement=turn.typed,
            rack=turn.after.side(seat).rack,
            days=turn.after.moves[-1].days,
        )


@pytest.mark.article("7.2")
async def test_leave_is_announced_to_opponent_and_arbiter_and_counts_no_days(story: Story) -> None:
    """Both are notified of Blue's two days, and an answer five days later uses two days."""
    scene = story.scenes["leave announced"]
    for person in ("ana", "arbiter"):
        (message,) = scene[person]
        assert says(message, "leave.announced", who="Ion Rus", first="2025-05-05", n=2)

    answered = story.turns[1]
    assert answered.by == "ion"
    assert answered.after.moves[-1].received.isoformat() == "2025-05-03"
    assert answered.after.moves[-1].sent.isoformat() == "2025-05-08"
    assert answered.after.moves[-1].days == 2


async def test_who_is_on_turn_is_reminded_with_the_days_they_have_left(story: Story) -> None:
    """The reminder of a waiting turn names opponent and last day."""
    digests = told(story.scenes["reminded"]["ion"], "digest.text")

    assert digests
    assert all(mentions(digest, "digest.mine_row", partner="Ana Pop") for digest in digests)
    assert told(story.scenes["reminded"]["ana"], "digest.text") == []


@pytest.mark.article("4.3", "9.7")
async def test_the_home_game_is_played_to_its_end(story: Story) -> None:
    """All hundred tiles are used; everybody reads how the game ended, with final sheets."""
    last = [turn for turn in story.turns if turn.after.leg is Leg.HOME][-1]

    assert last.after.ended is not None
    assert last.after.left_in_sequence == 0
    for person in ("ana", "ion", "arbiter"):
        (end,) = told(last.scene[person], "game.ended", game=last.after.id)
        assert mentions(end, "game.score", red_score=last.after.red.score)


@pytest.mark.article("7.1")
async def test_the_return_game_begins_at_once_when_both_ask_for_it(story: Story) -> None:
    """The first press is noted; the second starts the game with colours swapped."""
    waiting, starting = story.scenes["one is ready"], story.scenes["both are ready"]

    assert says(waiting["pressed"][0], "return_leg.waiting")
    assert waiting["ion"] == waiting["arbiter"] == []
    assert says(starting["pressed"][0], "return_leg.starting")
    for person in ("ana", "ion"):
        (started,) = told(starting[person], "leg.started")
        facts = facts_of(started, "leg.started")
        assert (facts["red"], facts["blue"]) == ("Ion Rus", "Ana Pop")
    assert is_board(starting["ion"][-1])
    assert is_album(starting["ion"][:2])
    assert is_album(starting["ana"][:2])


@pytest.mark.article("4.3")
async def test_four_passes_in_a_row_end_the_game(story: Story) -> None:
    """The fourth pass warns that it ends the game; each loses the points of their rack."""
    *_, third, fourth = story.turns

    assert worded("preview.pass_ends", n=4).strip() not in third.preview.text
    assert worded("preview.pass_ends", n=4).strip() in fourth.preview.text
    assert fourth.after.red.score < fourth.before.red.score
    for person in ("ana", "ion", "arbiter"):
        (end,) = told(fourth.scene[person], "game.ended")
        assert mentions(end, "ending.passes")


@pytest.mark.article("8.1")
async def test_the_coefficients_are_proposed_with_article_and_arithmetic(story: Story) -> None:
    """All three see each game's result, article and terms, and the sum."""
    home, away = _coefficients(story, Leg.HOME), _coefficients(story, Leg.RETURN)
    ana, ion = home.first + away.second, home.second + away.first
    for person in ("ana", "ion", "arbiter"):
        (card,) = story.scenes["results"][person]
        assert says(card, "results.proposed", match=story.pair.code)
        for worth in (home, away):
            assert shown(worth.article, "article") in card.text
            for term in worth.terms:
                line = worded("results.term", expression=term.expression, value=term.value)
                assert line in card.text
        assert mentions(card, "results.total", **_total(ana, ion))


def _coefficients(story: Story, leg: Leg) -> Coefficients:
    last = [turn.after for turn in story.turns if turn.after.leg is leg][-1]
    return normal(last.red.score, last.blue.score)


def _total(ana: Decimal, ion: Decimal) -> dict[str, str]:
    return {"first": "Ana Pop", "first_c": str(ana), "second": "Ion Rus", "second_c": str(ion)}


@pytest.mark.article("8.5", "9.7")
async def test_both_confirm_the_arbiter_approves_and_both_get_the_table(story: Story) -> None:
    """The opponent is notified of each answer; one tap on the task list makes it final."""
    confirmed, final = story.scenes["confirmed"], story.scenes["homologated"]
    proposed = (await story.table.stored.match(story.pair.code)).proposed
    assert proposed is not None
    until = proposed + timedelta(days=5)

    for reader, who, state in (
        ("ion", "Ana Pop", _answers(until, "Ion Rus")),
        ("ana", "Ion Rus", _answers(until)),
    ):
        heard = worded("results.player_confirmed", who=who, match=story.pair.code, state=state)
        assert heard in [m.text for m in confirmed[reader]]
    assert not told(confirmed["arbiter"], "results.player_confirmed")
    assert says(final["pressed"][2], "results.homologated", match=story.pair.code)
    for person in ("ana", "ion"):
        (table_of_results,) = told(final[person], "results.final", match=story.pair.code)
        assert mentions(table_of_results, "results.total")
        assert len([one for one in table_of_results.buttons if one.data.startswith("an:")]) == 2


def _answers(until: date, silent: str = "") -> list[Text]:
    """Return the answers of both players, which may be missing."""
    return [
        say("answer.waiting", who=who, until=until.isoformat())
        if who == silent
        else say("answer.confirmed", who=who)
        for who in ("Ana Pop", "Ion Rus")
    ]


async def test_what_is_stored_is_what_happened(story: Story) -> None:
    """Every hash chain holds, every game replays to its stored projection, and nothing waits."""
    assert await story.table.stored.findings() == ()
    assert set((await story.table.stored.waiting()).values()) == {0}
    match = await story.table.stored.match(story.pair.code)
    assert len(match.results) == 2


@pytest.mark.only_telegram("counts calls of Telegram")
async def test_no_call_of_the_bot_is_refused(story: Story) -> None:
    """Below a picture the bot edits the caption, so a sent move needs no failed attempt."""
    refused = [call for call in story.table.sandbox.calls if call.status >= 400]
    captions = story.table.sandbox.calls_of("editMessageCaption")

    assert [(call.method, call.description) for call in refused] == []
    assert captions
