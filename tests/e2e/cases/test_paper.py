"""A player without Telegram: an approved writer enters the moves of the player's sheets."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from engine.games.events import PlacementMade, TimeExceeded
from sandbox import Message
from tests.e2e.bench import card_of, claim, rule
from tests.e2e.cases.effects.acts_taken_back_shared import undone
from tests.e2e.cases.paper_shared import day, on_paper, sheet
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.matches.places_shared import asked_beside, places, pressed
from tests.e2e.plays import legal, written
from tests.e2e.season import Season
from tests.e2e.task_list import from_task_list
from tests.e2e.texts import facts_of, mentions, says, told, worded
from tests.sandbox.pictures import picture


async def photographed(pair: Pair) -> None:
    """Have the arbiter start an entry with a photo of Ion's sheet; the opponent gets it, too."""
    table, seen = pair.table, len(pair.red.messages)
    (ask,) = await table.say(table.arbiter, "/introdu")
    assert says(ask, "entry.ask_photo", who="Ion Rus", game=pair.id)
    (ask,) = await sheet(table, table.arbiter)
    assert says(ask, "entry.ask_placement", who="Ion Rus")
    (shown,) = told(pair.red.messages[seen:], "relayed.sheet", who="Ion Rus", game=pair.id)
    assert shown.photo is not None


@pytest.mark.article("5.3")
async def test_a_word_that_was_ruled_out_is_refused_on_paper_too(by_arbiter: Pair) -> None:
    """A word ruled invalid in one match is invalid on a sheet entered in another."""
    pair, table = by_arbiter, by_arbiter.table
    other = await table.match()
    typed = "H8 SA"
    await other.place(other.red, typed)
    case = await claim(other, other.blue, "word", "s0")
    await rule(table, card_of(table.arbiter, case), "word_invalid.m0")
    await pair.place(pair.red, "PAS")
    await table.say(table.arbiter, f"/introdu {pair.id}")
    await sheet(table, table.arbiter)

    (answer,) = await table.say(table.arbiter, typed)

    assert says(answer, "entry.refused", typed=typed)


@pytest.mark.article("7.2", "9.6")
async def test_a_ruling_for_a_player_on_paper_has_no_button_for_their_writer(
    by_arbiter: Pair,
) -> None:
    """The letter to the arbiter would be the writer's own, not the player's."""
    table = by_arbiter.table
    case = await claim(by_arbiter, by_arbiter.red, "conduct")

    await rule(table, card_of(table.arbiter, case), "warning.blue")

    (own,) = told(by_arbiter.red.messages, "case.decision", case=case)
    assert worded("button.letter") in own.labels
    (passed_on,) = [
        each
        for each in told(table.arbiter.messages, "writer.pass_on", who="Ion Rus")
        if mentions(each, "case.decision", case=case)
    ]
    assert not passed_on.labels


@pytest.mark.article("4.2", "6.1", "9.6")
async def test_the_arbiter_enters_what_stands_on_the_sheet(by_arbiter: Pair) -> None:
    """The move counts at once, with a mark and the stated date; the opponent is notified."""
    pair, table = by_arbiter, by_arbiter.table
    passed_on = told(table.arbiter.messages, "writer.pass_on", who="Ion Rus")
    assert any(mentions(each, "leg.started", game=pair.id) for each in passed_on)
    had = len(table.arbiter.messages)
    await pair.place(pair.red, "H8 CASA")
    passed_on = told(table.arbiter.messages, "writer.pass_on", who="Ion Rus")
    assert mentions(passed_on[-1], "game.your_turn")
    albums = {each.album for each in table.arbiter.messages[had:] if each.album}
    assert len(albums) == 1, "they have the sheets as Ion's writer, and no copy of them besides"
    await table.travel_to(bucharest("2025-05-08", "12:00:00"))

    seen = len(pair.red.messages)
    await photographed(pair)
    (wrong,) = await table.say(table.arbiter, "H8 XXX")
    assert says(wrong, "entry.refused", typed="H8 XXX")
    placement = written(legal(await pair.game())[-1])
    (preview,) = await table.say(table.arbiter, placement)
    assert mentions(preview, "entry.preview", who="Ion Rus", move=placement, days=6)
    assert len((await pair.game()).moves) == 1

    await day(table, table.arbiter, preview, "button.sent", "2025-05-05")
    assert mentions(preview, "entry.preview", sent="2025-05-05", days=3)
    await day(table, table.arbiter, preview, "button.received", "2025-05-02")
    assert mentions(preview, "entry.preview", received="2025-05-02", days=2)
    await table.say(pair.red, f"/conditie {placement} -> PAS")
    await table.press(table.arbiter, preview, "button.enter")

    assert says(preview, "entry.done", who="Ion Rus", move=placement)
    move, answer = (await pair.game()).moves[1:]
    assert isinstance(move, PlacementMade)
    assert (answer.conditional, answer.sent.day, answer.days) == (True, 8, 0)
    assert (move.received.day, move.sent.day, move.days) == (2, 5, 2)
    assert move.entered_by is not None
    (sheets,) = told(pair.red.messages[seen:], "sheets.caption", game=pair.id)
    assert mentions(sheets, "move.entered")
    passed_on = told(table.arbiter.messages, "writer.pass_on", who="Ion Rus")
    assert mentions(passed_on[-1], "move.conditional")
    (history,) = await table.say(pair.red, f"/istoric {pair.id}")
    assert mentions(history, "move.entered")
    (again,) = await table.say(table.arbiter, "/introdu")
    assert says(again, "entry.ask_photo", who="Ion Rus", game=pair.id)


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("9.6", "7.1")
async def test_what_the_opponent_enters_the_arbiter_confirms(by_partner: Pair) -> None:
    """A move entered by the opponent counts once the arbiter confirms it, without lost time."""
    pair, table = by_partner, by_partner.table
    await pair.place(pair.red, "H8 CASA")
    (own,) = told(pair.red.messages, "writer.pass_on", who="Ion Rus")[-1:]
    assert mentions(own, "game.your_turn")
    placement = written(legal(await pair.game())[-1])
    (none,) = await table.say(table.arbiter, f"/introdu {pair.id}")
    assert mentions(none, "fault.not_the_writer")

    card = table.arbiter.last
    for answer in ("button.reject_entry", "button.confirm_entry"):
        await table.say(pair.red, "/introdu")
        (preview,) = await sheet(table, pair.red, placement)
        await table.press(pair.red, preview, "button.enter")
        assert says(preview, "entry.waits", move=placement, game=pair.id)
        assert len((await pair.game()).moves) == 1
        await table.forge(pair.red, preview, "entok:" + preview_token(table.arbiter.last))
        card = table.arbiter.last
        assert mentions(card, "entry.confirm", by="Ana Pop")
        assert card.photo is not None
        if answer == "button.confirm_entry":
            await table.travel_to(bucharest("2025-06-20", "12:00:00"))
            assert not any(isinstance(each, TimeExceeded) for each in await pair.events())
            assert mentions(table.arbiter.last, "docket.entry")
            assert mentions(table.arbiter.last, "docket.row", code=pair.id)
            card = await from_task_list(table, preview_token(card).removesuffix(":yes"))
            assert card.photo is not None
        await table.press(table.arbiter, card, answer)

    assert says(card, "entry.done", who="Ion Rus")
    assert [says(each, "entry.was_rejected") for each in pair.red.messages].count(True) == 1
    assert told(pair.red.messages, "entry.was_confirmed", move=placement)
    move = (await pair.game()).moves[-1]
    assert (move.sent.isoformat(), move.days) == ("2025-05-01", 0)
    assert move.entered_by is not None
    assert (await pair.game()).turn.value == "red"


def preview_token(card: Message) -> str:
    """Return the token in the data of the card's first button."""
    return card.buttons[0].data.removeprefix("entok:")


@pytest.mark.article("9.6")
async def test_a_match_that_is_over_gets_no_writer(table: Table, pair: Pair) -> None:
    """The arbiter who types its code reads so at once, and is offered no choice."""
    await pair.give_up_both()

    (answer,) = await table.say(table.arbiter, f"/imputernicire {pair.code}")

    assert mentions(answer, "fault.match_over")
    assert not answer.buttons


@pytest.mark.article("9.6")
async def test_only_whom_the_arbiter_lets_write_writes(table: Table, pair: Pair) -> None:
    """Nobody enters moves without approval or after its end; forged buttons do nothing.

    An arbiter who gives the decision up still has the choices.
    """
    (none,) = await table.say(pair.red, "/introdu")
    assert says(none, "entry.none")
    (refused,) = await table.say(pair.blue, f"/imputernicire {pair.code}")
    assert says(refused, "command.not_for_you")
    await table.forge(pair.blue, pair.blue.last, f"writer:{pair.code}:1:2")
    await table.forge(pair.blue, pair.blue.last, f"enter:{pair.id}")
    assert mentions(pair.blue.last, "fault.not_the_writer")

    (choices,) = await table.say(table.arbiter, "/imputernicire")
    await table.press(table.arbiter, choices, "writer.match")
    both = {"who": "Ana Pop", "writer": "Ion Rus"}
    asked = await asked_beside(table, choices, "writer.choose_partner", **both)
    await table.press(table.arbiter, asked, "button.undecide")
    await asked_beside(table, choices, "writer.choose_partner", **both)
    (shown,) = await table.say(table.arbiter, "Ana este în spital")
    await table.press(table.arbiter, shown, "button.decide")
    for user in (pair.red, pair.blue):
        assert mentions(user.last, "writer.done", who="Ana Pop", writer="Ion Rus")
        assert mentions(user.last, "writer.told", reason="Ana este în spital")
    (ask,) = await table.say(pair.blue, "/introdu")
    (still,) = await table.say(pair.blue, "Bună!")
    assert mentions(still, "entry.unreadable")
    key = ask.buttons[0].data.removesuffix("no")
    for data in ("sent:mâine", "ok:", "ok", "xx"):
        await table.forge(pair.blue, ask, f"{key}{data}")
    assert len(await pair.events()) == 1
    (ask,) = await table.say(pair.blue, f"/introdu {pair.id}")
    await table.press(pair.blue, ask, "button.drop")
    assert says(ask, "entry.dropped", game=pair.id)
    await pair.place(pair.red, "H8 CASA")
    assert len((await pair.game()).moves) == 1

    (choices,) = await table.say(table.arbiter, f"/imputernicire {pair.code}")
    assert mentions(choices, "writer.present", who="Ana Pop", writer="Ion Rus")
    table.arbiter.press(choices, worded("writer.choose_himself", who="Ana Pop"))
    await table.settle()
    (shown,) = await table.say(table.arbiter, "S-a întors acasă")
    await table.press(table.arbiter, shown, "button.decide")
    assert (await table.stored.match(pair.code)).writers == {}


@pytest.mark.article("7.2", "9.6")
@pytest.mark.parametrize("writer", ["arbiter", "partner"])
async def test_a_writer_announces_the_players_leave(tmp_path: Path, writer: str) -> None:
    """The writer types the days, the others are notified, and buttons change the leave."""
    async with on_paper(tmp_path, writer) as pair:
        await _leave_by_the_writer(pair, writer)


async def _leave_by_the_writer(pair: Pair, writer: str) -> None:
    """Have the writer announce, move and withdraw Ion's leave."""
    table = pair.table
    ana, arbiter = pair.red, table.arbiter
    user, other = (arbiter, ana) if writer == "arbiter" else (ana, arbiter)
    ion = (await table.stored.match(pair.code)).second
    (whose,) = await table.say(user, "/concediu")
    assert says(whose, "leave.for_whom" if writer == "arbiter" else "leave.state")
    (asked,) = await table.press(user, whose, "button.leave_for")
    assert says(asked, "leave.ask_for", who="Ion Rus")

    (noted,) = await table.say(user, "3.05 5.05")

    assert says(noted, "writer.pass_on", who="Ion Rus")
    assert mentions(noted, "leave.noted_match", n=3, left=7)
    assert [one.days for one in (await pair.game()).blue.leave] == [3]
    assert (await pair.game()).red.leave == ()
    assert len(told(other.messages, "leave.announced", who="Ion Rus")) == 1
    assert told(user.messages, "leave.announced") == []
    await table.forge(other, other.last, f"leave:{ion}")
    assert mentions(other.last, "fault.not_your_game")
    late = await table.forge(other, other.last, f"unleave:2025-05-03:2025-05-05:{ion}")
    assert late == worded("leave.gone")
    (asked,) = await table.press(user, noted, "button.change_leave")
    (moved,) = await table.say(user, "4.05 5.05")
    assert mentions(moved, "leave.changed_you")
    await table.press(user, moved, "button.withdraw_leave")
    assert mentions(moved, "leave.taken_back")
    assert (await pair.game()).blue.leave == ()


@pytest.mark.only_telegram("sends a photograph")
async def test_a_photograph_is_re_encoded_before_it_goes_to_the_arbiter(by_partner: Pair) -> None:
    """Hidden data is removed, and a file that is not a picture is refused."""
    pair, table = by_partner, by_partner.table
    await pair.place(pair.red, "PAS")
    await table.say(pair.red, "/introdu")
    pair.red.send_document("fisa.pdf", b"%PDF-1.4")
    await table.settle()
    assert says(pair.red.last, "relayed.no_picture")
    marked = BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "unde locuiesc"
    Image.open(BytesIO(picture(400, 600))).save(marked, "JPEG", exif=exif)
    pair.red.send_photo(marked.getvalue(), caption="pas")
    await table.settle()
    preview = pair.red.last
    assert mentions(preview, "entry.preview", move="PAS")
    assert facts_of(preview, "entry.preview")["game"] == pair.id
    await table.press(pair.red, preview, "button.enter")

    card = table.arbiter.last
    assert card.photo is not None
    assert not Image.open(BytesIO(card.photo.content)).getexif()


@pytest.mark.article("9.6")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_in_a_competition_the_arbiter_may_write_in_all_their_matches(season: Season) -> None:
    """One decision is an event and a message in each match; one decision withdraws it, too."""
    made, table = season, season.table
    ion = await made.person("Ion Rus")
    codes = [match.code for match in (await made.competition()).phase.matches]
    own_codes = {code for code in codes if ion in (await table.stored.match(code)).people}
    assert len(own_codes) == 2

    for label, writes in (
        ("writer.choose_me_everywhere", True),
        ("writer.choose_himself_everywhere", False),
    ):
        (choices,) = await table.say(table.arbiter, f"/imputernicire {min(own_codes)}")
        table.arbiter.press(choices, worded(label, who="Ion Rus"))
        await table.settle()
        (shown,) = await table.say(table.arbiter, "fără telefon o vreme")
        await table.press(table.arbiter, shown, "button.decide")

        (answer,) = await table.say(table.arbiter, "/concediu")
        assert mentions(answer, "leave.for_whom") is writes
        for code in codes:
            writers = (await table.stored.match(code)).writers
            assert (ion in writers) is (writes and code in own_codes)
        for name in ("Ana Pop", "Dan Ene"):
            assert mentions(made.players[name].last, "writer.told", reason="fără telefon o vreme")

    (choices,) = await table.say(table.arbiter, f"/imputernicire {min(own_codes)}")
    table.arbiter.press(choices, worded("writer.choose_me", who="Ion Rus"))
    await table.settle()
    (shown,) = await table.say(table.arbiter, "o singură partidă")
    await table.press(table.arbiter, shown, "button.decide")
    (answer,) = await table.say(table.arbiter, "/concediu")
    assert says(answer, "leave.no_match")  # it would count in matches they do not write in


@pytest.mark.article("9.6")
async def test_a_seat_of_a_player_on_paper_is_freed_and_given_back(by_arbiter: Pair) -> None:
    """The button that undoes it works, the player has their name, and the writer writes on."""
    pair, table = by_arbiter, by_arbiter.table
    before = await table.stored.match(pair.code)
    card = await places(table, pair.code)
    asked = await asked_beside(table, card, "button.place.free", who="Ion Rus")
    await pressed(table, table.arbiter, asked, worded("place.usual_other"))
    await table.press(table.arbiter, asked, "button.decide")
    assert mentions(asked, "place.freed", who="Ion Rus")

    await undone(table, table.arbiter, asked)

    after = await table.stored.match(pair.code)
    assert (after.people, after.joined, after.writers) == (
        (before.people, before.joined, before.writers)
    )
    (shown,) = await table.say(table.arbiter, f"/invitatie {pair.code}")
    assert mentions(shown, "place.taken", who="Ion Rus")
