"""Three plies ahead: equal to the generator's own, one board after another, uncached."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.analysis.positions import RecordPosition, positions
from engine.analysis.three_ply import (
    CANDIDATES,
    LookaheadPosition,
    ThreePlyAnalysis,
    lookahead_positions,
)
from engine.board import Board, Square
from engine.gcg.reader import read_gcg
from engine.gcg.record import GcgKind
from engine.gcg.replay import OPEN_GAME
from engine.generator import plays
from engine.placement import new_tiles
from engine.plain import Play
from engine.rulesets import NATIONAL_2025, Ruleset, capped
from engine.tiles import TileSet, value_of, without
from tests.engine.analysis.games import turns_of, whole_game
from tests.engine.analysis.golden.make import FOLDER, graph
from tests.engine.analysis.golden_shared import game as golden
from tests.engine.tried import GRAPHS

GRAPH = GRAPHS["ro"]
Laid = Sequence[tuple[Square, str]]


def best_play(board: Board, rack: str, tiles: TileSet, rules: Ruleset) -> Play | None:
    """Return the generator's first move."""
    return next(iter(plays(board, rack, GRAPH, tiles, rules)), None)


def worth(known: LookaheadPosition, points: int, laid: Laid, tiles: TileSet, rules: Ruleset) -> int:
    """Return the points of a move, its reply and the answer, played out on the board."""
    position = known.position
    board, coming = position.board.lay(laid), known.coming
    caps = (rules.red_caps, rules.blue_caps)

    def counted(score: int, player: int, rounds: int) -> int:
        return capped(score, caps[player][rounds] if rounds < len(caps[player]) else None)

    me, other = position.player, 1 - position.player
    total = counted(points, me, position.moves[me])
    mine = without(position.rack, [tile for _, tile in laid]) + coming[: len(laid)]
    theirs, coming = known.theirs, coming[len(laid) :]
    if not mine and not known.is_early:
        return total + 2 * value_of(theirs, tiles)
    if not known.further:
        return total
    reply = best_play(board, theirs, tiles, rules)
    if reply is not None:
        total -= counted(reply.score, other, position.moves[other])
        new = new_tiles(board, reply.placement)
        board = board.lay(new)
        theirs = without(theirs, [tile for _, tile in new]) + coming[: len(new)]
        coming = coming[len(new) :]
        if not theirs and not known.is_early:
            return total - 2 * value_of(mine, tiles)
    if known.further == 1:
        return total
    answer = best_play(board, mine, tiles, rules)
    if answer is not None:
        total += counted(answer.score, me, position.moves[me] + 1)
        left = without(mine, [tile for _, tile in new_tiles(board, answer.placement)])
        if not left + coming and not known.is_early:
            total += 2 * value_of(theirs, tiles)
    return total


@pytest.mark.parametrize("moves", [None, 3, 5])
@pytest.mark.parametrize(
    ("seed", "rules"),
    [*enumerate([OPEN_GAME, NATIONAL_2025, OPEN_GAME, NATIONAL_2025])],
    ids=["0", "1 capped", "2", "3 capped"],
)
def test_the_loss_is_that_of_playing_each_candidate_out(
    seed: int, moves: int | None, rules: Ruleset
) -> None:
    """A move's loss equals that of playing every candidate out, with and without caps.

    In a game that stopped after some moves, no candidate is played out beyond them.
    """
    record, few, letters = whole_game(seed)
    record = replace(record, entries=record.entries[:moves])
    found, _ = positions(record, few, rules)

    for known in lookahead_positions(record, found, few, rules, letters if moves else ""):
        ahead = ThreePlyAnalysis(GRAPH, few, rules).estimate(known)
        position = known.position
        board = position.board
        found_here = plays(board, position.rack, GRAPH, few, rules)[:CANDIDATES]
        values = [
            worth(known, play.score, new_tiles(board, play.placement), few, rules)
            for play in found_here
        ]
        own = worth(known, position.points, position.laid, few, rules)
        assert ahead.lost == max(own, *values) - own
        where, word, points = ahead.line[0]
        if ahead.lost:
            best = found_here[values.index(max(values))]
            assert (where, word) == (best.position, best.word)
            assert points == capped(best.score, position.cap)


@pytest.mark.parametrize("seed", range(4))
def test_tiles_are_read_out_of_the_racks_in_the_order_of_drawing(seed: int) -> None:
    """Each turn has the next tiles and the opponent's rack."""
    record, few, letters = whole_game(seed)

    found = lookahead_positions(record, turns_of(record, few), few, OPEN_GAME)

    if found:  # else too many letters were never drawn
        assert found[0].coming == letters[14:]
        assert found[0].theirs == letters[7:14]
        for known in found:
            held = known.position.rack + known.theirs + known.coming
            lying = [tile for _, tile in known.position.board.tiles()]
            assert sorted(held + "".join(lying)) == sorted(letters)
    assert any(
        lookahead_positions(game, turns_of(game, tiles), tiles, OPEN_GAME)
        for game, tiles, _ in map(whole_game, range(4))
    )


def all_turns(seed: int) -> tuple[RecordPosition, ...]:
    """Return the turns of a whole game."""
    record, few, _ = whole_game(seed)
    return turns_of(record, few)


def test_tiles_that_the_racks_do_not_show_are_not_made_up() -> None:
    """Sorted or missing racks, exchanges and tiles outside the set give no letters."""
    seed = next(
        n
        for n in range(8)
        if lookahead_positions(
            (game := whole_game(n))[0], turns_of(game[0], game[1]), game[1], OPEN_GAME
        )
    )
    record, few, _ = whole_game(seed)
    turns = all_turns(seed)

    def known(changed: Sequence[RecordPosition]) -> bool:
        return bool(lookahead_positions(record, changed, few, OPEN_GAME))

    assert known(turns)
    assert not known([replace(one, rack="".join(sorted(one.rack))) for one in turns])
    assert not known([replace(one, rack=one.rack[:6]) for one in turns])
    assert not known(turns[:1])
    exchange = replace(record.entries[0], kind=GcgKind.EXCHANGE)
    assert not lookahead_positions(
        replace(record, entries=(exchange, *record.entries)), turns, few, OPEN_GAME
    )
    fewer = replace(few, counts={**few.counts, "A": 1})
    assert not lookahead_positions(record, turns, fewer, OPEN_GAME)


def test_the_line_is_the_best_and_the_best_replies_with_the_tiles_that_came() -> None:
    """Each move uses the board after the one before, and the points give the difference."""
    found, tiles, _ = golden("ro-01")
    record = read_gcg((FOLDER / "ro-01.gcg").read_bytes())
    words = graph("ro")

    for known in lookahead_positions(record, found, tiles, NATIONAL_2025)[4:10]:
        line = ThreePlyAnalysis(words, tiles, NATIONAL_2025).estimate(known).line
        board, hands, coming = (
            known.position.board,
            [known.position.rack, known.theirs],
            known.coming,
        )
        for turn, (where, word, points) in enumerate(line):
            options = plays(board, hands[turn % 2], words, tiles, NATIONAL_2025)
            play = next(one for one in options if (one.position, one.word) == (where, word))
            assert points == play.score
            assert turn == 0 or play == options[0]
            laid = new_tiles(board, play.placement)
            left = without(hands[turn % 2], [tile for _, tile in laid])
            hands[turn % 2], coming = left + coming[: len(laid)], coming[len(laid) :]
            board = board.lay(laid)
        assert len(line) == 3


@pytest.mark.article("1.3")
@pytest.mark.parametrize("seed", range(4))
def test_a_game_that_stops_early_is_opened_by_its_sequence_alone(seed: int) -> None:
    """Racks equal the whole game's, tiles end with those drawn; the record alone has none."""
    record, few, letters = whole_game(seed)
    found = turns_of(record, few)
    whole = lookahead_positions(record, found, few, OPEN_GAME, letters)
    assert [known.position for known in whole] == list(found)

    for stop in range(1, len(found)):
        cut = replace(record, entries=record.entries[: found[stop].number - 1])
        known_turns = turns_of(cut, few)
        early = lookahead_positions(cut, known_turns, few, OPEN_GAME, letters)
        assert [known.theirs for known in early] == [known.theirs for known in whole[:stop]]
        assert all(
            longer.coming.startswith(known.coming)
            for known, longer in zip(early, whole, strict=False)
        )
        drawn = 14 + sum(len(turn.laid) for turn in known_turns)
        held = sum(len(turn.laid) for turn in known_turns[:-1])
        assert len(early[-1].coming) == max(0, min(drawn, len(letters)) - 14 - held)
        if drawn < len(letters):
            assert [known.further for known in early[-3:]] == [2, 1, 0][-stop:]
            assert {known.is_early for known in early} == {True}
        if found[stop].number <= 3:
            assert not lookahead_positions(cut, known_turns, few, OPEN_GAME)
    if known_by_record := lookahead_positions(record, found, few, OPEN_GAME):
        assert known_by_record == whole
