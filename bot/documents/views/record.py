"""A game as a game record in GCG, the usual format of analysis programs."""

from collections.abc import Mapping
from dataclasses import replace

from engine.games.events import Passed
from engine.games.game import Game
from engine.gcg.builder import RecordBuilder
from engine.gcg.record import GameRecord, GcgPlayer
from engine.ids import PersonId, Seat
from engine.notation import fold
from engine.tiles import without


def game_record(
    game: Game, names: Mapping[PersonId, str], title: str, note: str = ""
) -> GameRecord:
    """Return the record of the game so far; the record of a running game says so."""
    builder = RecordBuilder([_player(game, seat, names) for seat in Seat])
    racks = racks_before(game)
    for move, rack in zip(game.moves, racks, strict=True):
        player = _index(move.by)
        if isinstance(move, Passed):
            builder.pass_turn(player, rack)
        else:
            placement = move.placement
            builder.play(player, placement, move.counted, rack, uncapped=move.points)
    _end(game, builder)
    return replace(
        builder.record(),
        title=title,
        note=note,
        id_authority="tur-retur",
        id=game.id,
        lexicon=game.edition.name,
        tile_distribution=game.rules.tile_set,
        incomplete=game.ended is None,
    )


def _player(game: Game, seat: Seat, names: Mapping[PersonId, str]) -> GcgPlayer:
    name = names[game.side(seat).person]
    nick = "".join(filter(str.isalnum, fold(name))) or seat.value
    return GcgPlayer(nick=f"{nick}_{seat.value}", name=name)


def _index(seat: Seat) -> int:
    return 0 if seat is Seat.RED else 1


def racks_before(game: Game) -> list[str]:
    """Return the rack from which each move that counts was made."""
    size, drawn = game.rules.rack_size, 2 * game.rules.rack_size
    hands = {Seat.RED: game.sequence[:size], Seat.BLUE: game.sequence[size:drawn]}
    racks = []
    for move in game.moves:
        racks.append(hands[move.by])
        if not isinstance(move, Passed):
            refill = game.sequence[drawn : drawn + len(move.tiles)]
            hands[move.by] = without(hands[move.by], move.tiles) + refill
            drawn += len(refill)
    return racks


def _end(game: Game, builder: RecordBuilder) -> None:
    """Add the effect of the tiles left on the racks on the score (art. 4.3)."""
    if game.ended is None:
        return
    gains = {Seat.RED: game.ended.red_adjustment, Seat.BLUE: game.ended.blue_adjustment}
    for seat, points in gains.items():
        if points > 0:
            builder.end_rack(_index(seat), game.side(seat.partner).rack, points)
    for seat, points in gains.items():
        if points < 0:
            builder.rack_penalty(_index(seat), game.side(seat).rack, -points)
