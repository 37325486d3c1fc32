"""The letter sequence of a recorded game, reconstructed from its racks."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.documents.views.record import game_record, racks_before
from engine.errors import Fault
from engine.games.game import Game
from engine.gcg.builder import RecordBuilder
from engine.gcg.reader import read_gcg
from engine.gcg.record import GameRecord, GcgKind, GcgPlayer
from engine.gcg.replay import sequence_in
from engine.gcg.writer import write_gcg
from engine.ids import PersonId
from engine.notation import parse_placement
from engine.tiles import load_tile_set
from tests.engine.gcg.games import PLAYERS, RecordBuilderWithReturns
from tests.random_games import played

TILES = load_tile_set("ro")


def record_of(game: Game) -> GameRecord:
    """Return the record of the game as a file would have it."""
    return read_gcg(write_gcg(game_record(game, {PersonId(1): "Ana", PersonId(2): "Ion"}, "")))


@pytest.mark.parametrize("seed", range(8))
def test_every_move_is_made_from_its_rack(seed: int) -> None:
    """The sequence has all tiles, and gives each player the recorded rack before every move."""
    game = played(seed)

    found = sequence_in(record_of(game), TILES)

    if len(game.moves) < 2:
        assert isinstance(found, Fault) or Counter(found) == Counter(game.sequence)
        return
    assert isinstance(found, str)
    assert Counter(found) == Counter(game.sequence)
    again = racks_before(replace(game, sequence=found))
    assert [*map(sorted, again)] == [*map(sorted, racks_before(game))]


def three_plays(rack: str, player: int = 0) -> GameRecord:
    """Return a record in which that player makes the third play from that rack."""
    builder = RecordBuilder((*PLAYERS, GcgPlayer(nick="third", name="Dan Ilie")))
    builder.play(0, parse_placement("H7 CASA"), 8, "CASAETN")
    builder.play(1, parse_placement("I8 STIRE"), 13, "STIREAI")
    builder.play(player, parse_placement("J8 TIN"), 16, rack)
    return builder.record()


def test_the_tiles_drawn_after_a_play_are_those_new_on_the_next_rack() -> None:
    """Both first racks come first, then the draws in order, then the tiles nobody drew."""
    found = sequence_in(three_plays("ETNTIDN"), TILES)

    assert isinstance(found, str)
    assert found[:18] == "CASAETN" + "STIREAI" + "DINT"
    assert found[18:] == "".join(sorted(found[18:]))
    assert Counter(found) == Counter(TILES.counts)


@pytest.mark.parametrize(
    ("rack", "player", "code"),
    [
        pytest.param("", 0, "gcg_no_rack", id="no rack"),
        pytest.param("TTIDNUR", 0, "gcg_kept_tile", id="a kept tile has vanished"),
        pytest.param("ETNTI", 0, "gcg_short_rack", id="not the whole rack"),
        pytest.param("ETNEAAA", 0, "not_on_rack", id="a tile is laid that is not there"),
        pytest.param("ETNIJJJ", 0, "gcg_too_many", id="more tiles than the set has"),
        pytest.param("ETNTIDN", 2, "gcg_player_number", id="a third player"),
    ],
)
def test_a_record_with_missing_or_impossible_racks_says_why(
    rack: str, player: int, code: str
) -> None:
    """One rack is enough to give no sequence, and the fault names its line."""
    entries = (replace(one, line=10 + n) for n, one in enumerate(three_plays(rack, player).entries))
    found = sequence_in(replace(three_plays(rack, player), entries=tuple(entries)), TILES)

    assert isinstance(found, Fault)
    assert (found.code, found.facts["line"]) == (code, 12)


def test_nobody_draws_tiles_for_a_play_taken_back() -> None:
    """The player then plays from the same rack, so its tiles are drawn once."""
    builder = RecordBuilderWithReturns(PLAYERS)
    builder.play(0, parse_placement("H7 JAR"), 10, "JARETNI")
    builder.withdraw(0)
    builder.play(0, parse_placement("H7 NET"), 3, "JARETNI")
    builder.play(1, parse_placement("I7 SA"), 6, "STIREAI")
    builder.pass_turn(0, "JARIDUS")
    builder.rack_penalty(0, "JARIDUS", 20)
    found = sequence_in(builder.record(), TILES)

    assert isinstance(found, str)
    assert found[:17] == "JARETNI" + "STIREAI" + "DSU"
    assert Counter(found) == Counter(TILES.counts)


@pytest.mark.parametrize(("rack", "start"), [("STIREAI", "STIREAICASAETN"), ("", None)])
def test_a_pass_shows_a_rack_too(rack: str, start: str | None) -> None:
    """The rack of a first pass is the player's first rack, and must be recorded."""
    builder = RecordBuilder(PLAYERS)
    builder.pass_turn(0, rack)
    builder.play(1, parse_placement("H7 CASA"), 8, "CASAETN")

    found = sequence_in(builder.record(), TILES)

    assert (None if isinstance(found, Fault) else found[:14]) == start


def test_a_player_who_passed_still_has_the_same_rack() -> None:
    """A later rack with other tiles is refused, because nobody draws for a pass."""
    builder = RecordBuilder(PLAYERS)
    builder.pass_turn(0, "JARETNI")
    builder.play(1, parse_placement("H7 CASA"), 8, "CASAETN")
    builder.pass_turn(0, "STIREAI")

    found = sequence_in(builder.record(), TILES)

    assert isinstance(found, Fault)
    assert (found.code, found.facts["text"]) == ("gcg_kept_tile", "JN")


def test_a_record_with_an_exchange_has_no_sequence() -> None:
    """The tiles put back would be drawn again, in an order that no rack shows."""
    record = three_plays("ETNTIDN")
    exchange = replace(record.entries[0], kind=GcgKind.EXCHANGE, placement=None, tiles="CA", line=3)
    passed = replace(record.entries[1], kind=GcgKind.PASS, placement=None)

    found = sequence_in(replace(record, entries=(exchange, passed, *record.entries)), TILES)

    assert isinstance(found, Fault)
    assert (found.code, found.facts["line"]) == ("gcg_exchanged", 3)
