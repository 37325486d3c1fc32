"""Plays the golden games and writes what the program by anagrams finds in them.

`python -m tests.engine.analysis.golden.make [NAME…]`; an hour of one processor, for two jokers are
tried as every pair of letters. Romanian games are played on sequences drawn by the rules, by the
first list that shipped; English ones with `english.txt`, the words of this project's own pages.
"""

import hashlib
import json
import random
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.analysis.endgame import Endgame
from engine.analysis.plain_endgame import PlainSearch
from engine.analysis.positions import RecordPosition, positions
from engine.board import Board
from engine.compiled.machine import BudgetExceeded
from engine.gcg.builder import RecordBuilder
from engine.gcg.reader import read_gcg
from engine.gcg.record import GameRecord, GcgPlayer
from engine.gcg.replay import OPEN_GAME
from engine.gcg.writer import write_gcg
from engine.generator import plays
from engine.placement import new_tiles
from engine.rulesets import NATIONAL_2025, Ruleset
from engine.sequences.sequence import draw
from engine.tiles import TileSet, as_held, load_tile_set, without
from engine.words import dawg
from engine.words.lexicon import open_lexicon
from tests.engine.analysis.games import lead
from tests.engine.analysis.golden.by_anagrams import HAND, Candidate, Words, candidates

FOLDER = Path(__file__).parents[3] / "data" / "golden"
GAMES = {"ro": 10, "en": 10}
AMONG = 8
BUDGET = 60_000
"""The positions to examine for the end of a game."""
EDITION = "rospell-3.3.8"
"""The edition of the Romanian games, which stays available; the newer ones have more words."""
RULES: Mapping[str, Ruleset] = {"ro": NATIONAL_2025, "en": OPEN_GAME}


@cache
def graph(language: str) -> dawg.Dawg:
    """Return the word list for games in that language."""
    if language == "ro":
        return open_lexicon(EDITION).graph
    text = (FOLDER / "english.txt").read_text(encoding="ascii")
    return dawg.build(text.split())


def sequence(language: str, number: int, tiles: TileSet) -> str:
    """Return that game's letters in order."""
    if language == "ro":
        return draw(hashlib.sha256(f"golden {number}".encode()).digest(), NATIONAL_2025)
    letters = [tile for tile, count in sorted(tiles.counts.items()) for _ in range(count)]
    random.Random(number).shuffle(letters)
    return "".join(letters)


def played(language: str, number: int) -> GameRecord:
    """Return a game of two players who choose one of the best moves at random."""
    tiles, rules, chance = load_tile_set(language), RULES[language], random.Random(number)
    letters = sequence(language, number, tiles)
    hands, coming = [letters[:7], letters[7:14]], letters[14:]
    builder = RecordBuilder([GcgPlayer(nick="ana", name="Ana"), GcgPlayer(nick="ion", name="Ion")])
    board, passes, who = Board(), 0, 0
    while passes < rules.passes_to_end and all(hands):
        found = plays(board, hands[who], graph(language), tiles, rules)[:AMONG]
        if found:
            play = chance.choice(found)
            builder.play(who, play.placement, play.score, hands[who])
            laid = new_tiles(board, play.placement)
            board, passes = board.lay(laid), 0
            hands[who] = without(hands[who], [tile for _, tile in laid]) + coming[: len(laid)]
            coming = coming[len(laid) :]
        else:
            builder.pass_turn(who, hands[who])
            passes += 1
        who = 1 - who
    return builder.record()


def fingerprint(found: list[Candidate]) -> str:
    """Return the hash of a list of moves: points, position, word, a line each."""
    lines = [f"{-one.minus_points} {one.position} {one.word}\n" for one in found]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def turn(position: RecordPosition, words: Words, tiles: TileSet) -> dict[str, Any]:
    """Return the anagram program's findings on a turn."""
    found = candidates(position.board.rows, position.rack, words, tiles.values)

    def counted(one: Candidate) -> int:
        points = -one.minus_points
        return points if position.cap is None else min(points, position.cap)

    own = counted(
        next(
            one
            for one in found
            if (one.word, one.minus_points) == (position.placement.word, -position.points)
        )
    )
    is_seven = len(position.laid) == HAND
    return {
        "n": position.number,
        "points": own,
        "rank": 1 + sum(counted(one) > own for one in found),
        "of": len(found),
        "best": [found[0].position, found[0].word, counted(found[0])],
        "lost": counted(found[0]) - own,
        "sevens_missed": 0 if is_seven else sum(one.laid == HAND for one in found),
        "all": fingerprint(found),
    }


def end(found: tuple[RecordPosition, ...], language: str, tiles: TileSet) -> dict[str, int] | None:
    """Return the end's first turn and spread by the plain search, or `None` if not proven."""
    for position in found:
        lying = [as_held(tile) for _, tile in position.board.tiles()]
        left = list("".join(tile * count for tile, count in tiles.counts.items()))
        for tile in [*lying, *position.rack]:
            left.remove(tile)
        if len(left) <= HAND:
            search = Endgame(PlainSearch(graph(language)), tiles, RULES[language])
            try:
                best = search.best(
                    position.board,
                    position.rack,
                    "".join(left),
                    passes=position.passes,
                    budget=BUDGET,
                )
            except BudgetExceeded:
                return None
            return {"from": position.number, "spread": lead(position) + best.value}
    return None


def main(wanted: list[str]) -> None:
    """Make the requested games, or all; existing ones do not change."""
    lists: dict[str, Words] = {}
    for language, games in GAMES.items():
        tiles = load_tile_set(language)
        for number in range(1, games + 1):
            name = f"{language}-{number:02d}"
            if wanted and name not in wanted:
                continue
            if language not in lists:
                lists[language] = Words(graph(language))
            file = FOLDER / f"{name}.gcg"
            file.write_bytes(write_gcg(played(language, number)))
            found, _ = positions(read_gcg(file.read_bytes()), tiles, RULES[language])
            turns = [turn(position, lists[language], tiles) for position in found]
            report = {"turns": turns, "end": end(found, language, tiles)}
            rows = ",\n".join(json.dumps(one) for one in turns)
            text = f'{{"turns": [\n{rows}\n],\n"end": {json.dumps(report["end"])}}}\n'
            (FOLDER / f"{name}.json").write_text(text, encoding="ascii")
            print(name, len(turns), report["end"], flush=True)  # noqa: T201  (a program)


if __name__ == "__main__":
    main(sys.argv[1:])
