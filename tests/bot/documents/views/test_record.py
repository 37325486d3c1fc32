"""A game as a game record from which other programs read the same game."""

from functools import reduce

import pytest

from bot.documents.views.record import game_record
from engine.games.commands import Resign
from engine.games.events import Ending
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.orders import Order, annul, correct_score, end
from engine.gcg.reader import read_gcg
from engine.gcg.replay import replay_record
from engine.gcg.writer import write_gcg
from engine.ids import Seat
from engine.tiles import load_tile_set
from tests.builders import ARBITER, BLUE, RED, game_after, noon, play

NAMES = {RED: "Ana Pop", BLUE: "Ștefan Țîrlea"}


def through_a_file(game: Game) -> tuple[int, int]:
    """Write the game, read it back, replay it, and return the totals."""
    record = read_gcg(write_gcg(game_record(game, NAMES, "Campionat")))
    replayed = replay_record(record, load_tile_set("ro"))

    assert replayed.fault is None
    assert replayed.mismatches == replayed.wrong_totals == ()
    totals = {entry.player: entry.total for entry in record.entries}
    return totals.get(0, 0), totals.get(1, 0)


@pytest.mark.article("1.4")
def test_placements_passes_and_caps_survive_the_file() -> None:
    """The file's totals are the counted ones, and every score agrees when replayed."""
    game = game_after("H4 CASAETN", "10A STIREAIN", "PAS", "PAS")

    assert through_a_file(game) == (game.red.score, game.blue.score) == (10, 20)


@pytest.mark.article("4.3")
def test_the_end_is_in_the_file() -> None:
    """The points of remaining tiles are written so that totals add up."""
    out = game_after("H4 CASAETN", sequence="CASAETN" + "AEIOUR")
    passed = game_after("PAS", "PAS", "PAS", "PAS")

    assert through_a_file(out) == (out.red.score, out.blue.score)
    assert through_a_file(passed) == (passed.red.score, passed.blue.score)


@pytest.mark.article("4.3", "10.3")
def test_the_end_stays_in_the_file_after_a_sanction() -> None:
    """The points of remaining tiles are those of the sheet, also if a loss was ruled since."""
    out = game_after("H4 CASAETN", sequence="CASAETN" + "AEIOUR")
    order = Order(at=noon(1), arbiter=ARBITER, article="10.3", reason="Așa reiese din fișă.")
    lost = reduce(evolve, end(out, order, Ending.FORFEITED, Seat.RED), out)

    assert through_a_file(lost) == (lost.red.score, lost.blue.score) == (out.red.score, -6)


def test_an_unfinished_or_abandoned_game_can_be_exported_too() -> None:
    """The record says whether the game continues."""
    running = game_record(game_after("H8 CASA"), NAMES, "Campionat")
    over = game_record(play(game_after("H8 CASA"), Resign(by=Seat.BLUE)), NAMES, "Campionat")

    assert running.incomplete
    assert not over.incomplete
    assert [player.name for player in running.players] == ["Ana Pop", "Ștefan Țîrlea"]


@pytest.mark.article("5.2")
def test_the_file_has_the_game_as_the_rulings_left_it() -> None:
    """Annulled moves are absent, corrected points present; totals are those of the sheet."""
    order = Order(at=noon(1), arbiter=ARBITER, article="5.2", reason="Așa reiese din fișă.")
    game = game_after("H7 CASA", "I8 STIRE", "J8 TIN")
    annulled = reduce(evolve, annul(game, order, 1), game)
    corrected = reduce(evolve, correct_score(annulled, order, 0, 9), annulled)

    assert through_a_file(annulled) == (8, 0)
    entries = game_record(corrected, NAMES, "Campionat").entries
    assert [(entry.player, entry.total) for entry in entries] == [(0, 9)]
