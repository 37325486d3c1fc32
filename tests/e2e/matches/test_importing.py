"""`/preia`: a match that began elsewhere is imported from a form and continues here."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import reduce
from io import BytesIO

import pytest
from openpyxl import load_workbook

from bot.documents.views.record import game_record, racks_before
from engine.games.commands import Place
from engine.games.decide import decide
from engine.games.fold import evolve
from engine.games.game import Game
from engine.gcg.record import Pragma
from engine.gcg.writer import write_gcg
from engine.ids import Leg, MatchCode, PersonId, Seat
from engine.notation import parse_placement
from engine.placement import EVERY_WORD
from sandbox import Message
from tests.e2e.harness import Pair, Table, bucharest, button
from tests.e2e.matches.importing_shared import LEAVE, NAMES, filled, played, resend, send
from tests.e2e.plays import best, longest, no_word
from tests.e2e.texts import facts_of, mentions, says, told, worded
from tests.import_forms import Line, form, game_line, leave_lines, move_lines


async def imported(table: Table, game: Game) -> tuple[str, list[Message]]:
    """Import the game; return the match's code and the invitations."""
    answers = await send(table, filled(game))
    invitations = await table.press(table.arbiter, answers[-1], "button.import.yes")
    return facts_of(answers[-1], "import.done_match")["match"], invitations


async def seated(table: Table, game: Game) -> Pair:
    """Import the game and have both players accept their invitations."""
    code, invitations = await imported(table, game)
    red = table.sandbox.add_user("Ana de pe telefon", language_code="ro")
    blue = table.sandbox.add_user("Ionel", language_code="ro")
    for user, message in zip((red, blue), told(invitations, "arrange.invitation"), strict=True):
        await table.join(user, facts_of(message, "arrange.invitation")["link"])
    return Pair(table, code, red, blue)


async def test_the_bot_gives_the_form_with_its_explanations(table: Table) -> None:
    """The first sheet of the spreadsheet explains the form, and the others have examples."""
    answers = await table.say(table.arbiter, "/preia")

    (sent,) = [one.document for one in answers if one.document is not None]
    book = load_workbook(BytesIO(sent.content))
    assert (sent.name, book.sheetnames) == (
        "preluare.xlsx",
        [
            "Cum se completează",
            "Competiția",
            "Partide",
            "Depuneri",
            "Concedii",
            "Decizii",
            "Rezultate",
        ],
    )
    assert book["Depuneri"]["A2"].value == "exemplu"
    assert says(answers[-1], "import.how")


async def test_the_players_go_on_from_where_they_are(table: Table) -> None:
    """Turn, days used and leave left are those of the form; the turn begins with the import.

    `/verifica` says that the draw was made elsewhere, and proves only the return game's.
    """
    before = played()
    pair = await seated(table, before)

    game = await pair.game()
    assert (game.red.days, game.blue.days) == (before.red.days, before.blue.days)
    assert (game.turn, game.received) == (before.turn, date(2025, 5, 1))
    assert (game.board, game.red.rack, game.blue.rack) == (
        before.board,
        before.red.rack,
        before.blue.rack,
    )
    assert game.red.leave == (LEAVE,)
    (answer,) = await table.say(pair.red, "/timp")
    used = before.red.days
    assert mentions(answer, "time.row", who="Ana Pop", used=used, left=30 - used)
    (days,) = await table.say(pair.red, "/jurnal")
    assert [line for line in days.text.splitlines() if "1 mai" in line and "fișele" in line] != []
    await pair.place(pair.red, best(game) or "PAS")
    after = await pair.game()
    assert (len(after.moves), after.red.days) == (len(before.moves) + 1, used)
    await pair.place(pair.blue, "PAS")
    assert (await pair.game()).turn is Seat.RED
    await _says_that_it_was_imported(pair)


async def _says_that_it_was_imported(pair: Pair) -> None:
    """Check that `/verifica` proves only the return game's draw."""
    table = pair.table
    (answer,) = await table.say(pair.red, f"/verifica {pair.id}")
    assert says(answer, "verify.imported", game=pair.id)
    card = next(one for one in reversed(table.arbiter.messages) if says(one, "import.done_match"))
    (sealed,) = await table.press(table.arbiter, card, "button.verify")
    assert mentions(sealed, "verify.sealed_imported")
    assert mentions(sealed, "verify.sealed_return")
    match = await table.stored.match(pair.code)
    assert match.imported == (Leg.HOME,)
    assert (await pair.game()).imported


async def test_every_fault_is_named_and_nothing_recorded(table: Table) -> None:
    """Errors name sheet, row, column and the right value; the corrected form needs no question.

    Of a sequence against the rules the arbiter reads which game it is, and may import the game.
    """
    game = played()
    lines = move_lines(game)
    lines[1]["points"], lines[2]["days"] = 999, 25

    (answer,) = await send(table, filled(game, lines))

    assert mentions(answer, "import.faults", n=2)
    assert mentions(answer, "import.at_cell", sheet="Depuneri", row=3, column="Puncte")
    assert mentions(answer, "fault.import_points", stated=999, right=game.moves[1].counted)  # type: ignore[union-attr]
    assert mentions(answer, "import.at_cell", sheet="Depuneri", row=4, column="Zile")
    drawn, rest = game.sequence[:60], game.sequence[60:]
    line = game_line(game, NAMES, sequence=drawn + "".join(sorted(rest)))
    leave = leave_lines({"Ana Pop": game.red.leave})
    *_, card = await resend(table, form([line], move_lines(game), leave))
    assert mentions(card, "import.odd_sequence", number=1)
    button(card, "button.import.yes")
    *_, card = await resend(table, filled(game))
    assert mentions(card, "import.shown_match")
    assert not mentions(card, "import.odd_sequence")


async def test_a_file_that_is_no_form_is_refused(table: Table) -> None:
    """Other kinds of files, and spreadsheets without the form's sheets, are refused."""
    (other,) = await send(table, b"a,b\n", "lista.txt")
    assert says(other, "import.ask_file")
    (no_table,) = await resend(table, b"a,b\n", "lista.csv")
    assert mentions(no_table, "import.no_sheet")
    (broken,) = await resend(table, b"PK\x03\x04 broken")
    assert mentions(broken, "import.faults", n=1)


async def test_a_press_records_once(table: Table) -> None:
    """Board and sheets come first, then the data to be stored; *Renunță* stores nothing.

    Two presses, or a press on a card that was replaced, give one match.
    """
    answers = await send(table, filled(played()))
    assert len([one for one in answers if one.photo is not None]) == 3
    assert mentions(answers[-1], "import.game_running", who="Ana Pop")
    assert mentions(answers[-1], "import.leave_of", who="Ana Pop", days=3)
    await table.press(table.arbiter, answers[-1], "button.drop")
    assert says(answers[-1], "import.dropped")
    assert says((await table.say(table.arbiter, "/meciuri"))[-1], "matches.none")

    (*_, old) = await send(table, filled(played(moves=1)))
    (*_, card) = await resend(table, filled(played(moves=2)))
    old_yes = button(old, "button.import.yes")
    assert await table.forge(table.arbiter, old, old_yes.data) == worded("import.stale")
    yes = next(one for one in card.buttons if one.data.endswith(":yes"))
    for _ in range(2):
        table.arbiter.press_button(card, yes)
    await table.settle()

    assert len(told(table.arbiter.messages, "arrange.invitation")) == 2


async def test_a_home_game_that_is_over_leads_to_a_return_game_drawn_here(table: Table) -> None:
    """The return game starts once both have joined, with colours swapped, and can be verified."""
    home = played(days=1, whole=True)
    assert home.ended is not None
    pair = await seated(table, home)

    back = await table.stored.game(f"{pair.code}/2")
    assert (back.leg, back.imported, back.moves) == (Leg.RETURN, False, ())
    first = await pair.game()
    assert (first.red.score, first.blue.score) == (home.red.score, home.blue.score)
    assert back.red.person == first.blue.person
    (answer,) = await table.say(pair.blue, f"/verifica {pair.code}/2")
    assert mentions(answer, "verify.right")


def as_gcg(game: Game, *, dated: bool = True) -> bytes:
    """Return the game as a GCG file with its sequence and the days of its moves."""
    record = game_record(game, {PersonId(1): "Ana Pop", PersonId(2): "Ion Rus"}, "Cupa")
    entries = [
        replace(entry, note=f"{move.received:%d.%m.%Y} {move.sent:%d.%m.%Y}" if dated else "")
        for entry, move in zip(record.entries, game.moves, strict=True)
    ]
    pragmas = (
        Pragma(keyword="start", text=f"{game.start:%d.%m.%Y}"),
        Pragma(keyword="sequence", text=game.sequence),
    )
    return write_gcg(replace(record, entries=tuple(entries), pragmas=pragmas))


async def test_a_game_record_with_dates_is_imported_like_the_form(table: Table) -> None:
    """GCG gives the same board, days and turn; a line without a day is named."""
    game = played(moves=3)
    (refused,) = await send(table, as_gcg(game, dated=False), "partida.gcg")
    assert mentions(refused, "import.gcg_day")

    answers = await resend(table, as_gcg(game), "partida.gcg")
    await table.press(table.arbiter, answers[-1], "button.import.yes")

    code = facts_of(answers[-1], "import.done_match")["match"]
    after = await table.stored.game(f"{code}/1")
    assert (after.board, after.turn, after.received) == (game.board, game.turn, date(2025, 5, 1))
    assert (after.red.days, after.blue.days) == (game.red.days, game.blue.days)


async def test_a_broken_game_record_is_refused_with_its_line(table: Table) -> None:
    """An unknown player, a rack of nine and a move off the centre have a line and a sentence."""
    game = played(moves=3)
    content, rack = as_gcg(game), f" {racks_before(game)[0]} ".encode()
    before, _, after = content.partition(rack)
    row = before.count(b"\n") + 1
    broken = {
        "fault.gcg_unknown_player": content.replace(b">", b">cineva: - +0 0\n>", 1),
        "fault.gcg_rack_size": before + rack.rstrip() + b"AE " + after,
        "fault.off_centre": before + rack + b"1A " + after.partition(b" ")[2],
    }

    for key, sent in broken.items():
        (refused,) = await send(table, sent, "partida.gcg")
        assert mentions(refused, key)
        assert refused.text.count(f"partida.gcg, rândul {row}: ") == 1


def ruling(colour: str, what: str, value: str, on: str = "12.04.2025", **more: str) -> Line:
    """Return the row of a ruling."""
    line = {"colour": colour, "what": what, "value": value, "on": on, "reason": "boală"}
    return {**line, **more}


def ruled(rulings: Iterable[Line], moves: Iterable[Line] | None = None) -> bytes:
    """Return the form of a game of four moves with these rulings."""
    game = played()
    lines = move_lines(game) if moves is None else moves
    leave = leave_lines({"Ana Pop": game.red.leave})
    return form([game_line(game, NAMES)], lines, leave, rulings=rulings)


async def test_rulings_and_a_move_that_was_sent_back_are_taken_over(table: Table) -> None:
    """Days and penalty count from then on, and the sheet shows the move struck through."""
    typed = longest(played(moves=1))
    first, answer, *others = move_lines(played())
    sent_back = {**answer, "placement": typed or "", "points": "", "total": "", "days": ""}
    sent_back |= {"sent": "07.04.2025", "returned": "08.04.2025"}
    new = {**answer, "received": "08.04.2025", "days": 2}
    rulings = (ruling("A", "zile", "3"), ruling("R", "penalizare", "0,1"))

    answers = await send(table, ruled(rulings, [first, sent_back, new, *others]))

    assert mentions(answers[-1], "import.ruled_days", who="Ion Rus", days="+3", reason="boală")
    assert mentions(answers[-1], "import.ruled_penalty", who="Ana Pop", points="0.1")
    assert "depunere returnată" in answers[-1].text
    await table.press(table.arbiter, answers[-1], "button.import.yes")
    code = facts_of(answers[-1], "import.done_match")["match"]
    game = await table.stored.game(f"{code}/1")
    assert [(placed.sent.day, back.on.day) for placed, back in game.returned] == [(7, 8)]
    assert (game.allowance(Seat.RED), game.allowance(Seat.BLUE)) == (30, 33)
    assert len(game.moves) == 4
    match = await table.stored.match(MatchCode(code))
    assert {f"{points}" for points in match.penalties.values()} == {"0.1"}
    assert await table.stored.findings() == ()


async def test_a_restored_move_counts_and_the_clock_runs_from_then(table: Table) -> None:
    """For the opponent who sent it back, the move arrived on the day of the restoration."""
    first, answer, *others = move_lines(played())
    restored = {**answer, "returned": "12.04.2025", "restored": "14.04.2025"}
    others[0] |= {"received": "14.04.2025", "days": 1}

    answers = await send(table, ruled((), [first, restored, *others]))

    assert mentions(answers[-1], "import.was_restored", number=1)
    await table.press(table.arbiter, answers[-1], "button.import.yes")
    code = facts_of(answers[-1], "import.done_match")["match"]
    game = await table.stored.game(f"{code}/1")
    assert (len(game.moves), game.voided) == (4, ())
    assert game.board == played().board


async def test_impossible_rulings_are_named_by_row(table: Table) -> None:
    """Days or penalty out of range, a day before the game, a second penalty, or no game."""
    first, answer, *_ = move_lines(played())
    moves = [{**first, "restored": "03.04.2025"}, {**answer, "returned": "01.04.2025"}]
    rulings = (
        ruling("A", "zile", "0"),
        ruling("A", "zile", "3", on="01.03.2025"),
        ruling("R", "penalizare", "2"),
        ruling("R", "penalizare", "0,1"),
        ruling("R", "penalizare", "0,2"),
        ruling("R", "premiu", "0,2"),
        ruling("R", "zile", "2", game="7/2"),
    )

    (refused,) = await send(table, ruled(rulings))
    (late,) = await resend(table, ruled((), moves))

    for key in ("fault.grant_out_of_range", "fault.import_ruling_day", "import.penalty_twice"):
        assert mentions(refused, key), key
    for key in ("fault.penalty_out_of_range", "import.word", "import.no_such_game"):
        assert mentions(refused, key), key
    assert mentions(refused, "import.at_cell", sheet="Decizii", row=2, column="Cât")
    assert mentions(late, "fault.import_not_returned")
    assert mentions(late, "fault.import_returned_day")


def opened_with(placement: str) -> Game:
    """Return an e-mail game whose opening move has any word."""
    game = played(moves=0)
    command = Place(by=game.turn, placement=parse_placement(placement))
    return reduce(evolve, decide(game, command, bucharest("2025-04-02"), EVERY_WORD), game)


@pytest.mark.article("5.2")
async def test_an_accepted_word_outside_the_list_is_marked_in_the_form(table: Table) -> None:
    """Unmarked it is refused with the way to mark it; `da` under *Admisă* brings it in."""
    game = opened_with(no_word(played(moves=0)))
    (line,) = move_lines(game)
    (refused,) = await send(table, filled(game))
    assert mentions(refused, "fault.unknown_word")
    assert mentions(refused, "import.accepted_form")
    (unclear,) = await resend(table, filled(game, [{**line, "accepted": "poate"}]))
    assert mentions(unclear, "import.truth", found="poate")

    answers = await resend(table, filled(game, [{**line, "accepted": "da"}]))
    await table.press(table.arbiter, answers[-1], "button.import.yes")

    code = facts_of(answers[-1], "import.done_match")["match"]
    assert (await table.stored.game(f"{code}/1")).board == game.board


@pytest.mark.article("5.2")
async def test_an_accepted_word_outside_the_list_is_marked_in_a_record(table: Table) -> None:
    """Unmarked it is refused with the way to mark it; `admisă` in the note brings it in."""
    game = opened_with(no_word(played(moves=0)))
    content = as_gcg(game)
    (refused,) = await send(table, content, "partida.gcg")
    assert mentions(refused, "import.accepted_record")
    marked = content.replace(b"02.04.2025\n", "02.04.2025 admisă\n".encode())
    assert marked != content

    answers = await resend(table, marked, "partida.gcg")
    await table.press(table.arbiter, answers[-1], "button.import.yes")

    code = facts_of(answers[-1], "import.done_match")["match"]
    assert (await table.stored.game(f"{code}/1")).board == game.board
