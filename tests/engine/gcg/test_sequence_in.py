"""The letter sequence of a recorded game, reconstructed from its racks."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.documents.views.record import game_record, racks_before
from engine.games.game import Game
from engine.gcg import GameRecord, read_gcg, sequence_in, write_gcg
from engine.ids import PersonId
from engine.tiles import load_tile_set
from tests.bot.service.matches.test_import_check import played

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
        assert found is None or Counter(found) == Counter(game.sequence)
        return
    assert found is not None
    assert Counter(found) == Counter(game.sequence)
    again = racks_before(replace(game, sequence=found))
    assert [*map(sorted, again)] == [*map(sorted, racks_before(game))]


def test_a_record_without_racks_gives_none() -> None:
    """One missing or impossible rack is enough to give no sequence."""
    record = record_of(played(3))
    for rack in ("", "ZZZZZZZ"):
        entries = (record.entries[0], replace(record.entries[1], rack=rack), *record.entries[2:])
        assert sequence_in(replace(record, entries=entries), TILES) is None
