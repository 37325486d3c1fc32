"""A match's proof: all that a browser needs to recompute what is claimed of it (docs/proofs.md).

Pure. The caller says which games all may see (`engine.embargo`): of the others there is the
commitment alone, as before the game. Nobody's name or number stands in it.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from engine.competitions.competition import Competition
from engine.competitions.drawing import is_apart
from engine.ids import Leg, game_id
from engine.matches.match import Match
from engine.matches.results import leg_results
from engine.rulesets import Ruleset
from engine.sequence import commitment
from engine.tiles import load_tile_set
from storage.fingerprints import Inclusion

FORMAT: Final = "tur-retur proof 1"
"""What a proof says it is. A later one that means something else has another number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """What all may see of a match."""

    sequences: Mapping[Leg, str]
    """Of each game that is open to all, what it was played with."""
    series: Collection[Leg] = ()
    """The legs of which all may see the seed that every match's own follows from."""
    has_results: bool = False
    """Whether they are homologated."""


def proof_of(
    match: Match,
    opened: Opened,
    competition: Competition | None = None,
    inclusions: Collection[Inclusion] = (),
) -> dict[str, Any]:
    """Return the proof, ready for JSON; `competition` is the one the match is played in."""
    results = _results(match) if opened.has_results else {}
    return {
        "format": FORMAT,
        "match": match.code,
        "rules": rules_of(match.rules),
        "tiles": tiles_of(match.rules.tile_set),
        "games": [
            {
                "game": game_id(match.code, leg),
                **_draw(match, leg, opened, competition),
                "result": results.get(leg),
            }
            for leg in Leg
        ],
        "logs": [asdict(each) for each in inclusions],
    }


def written(proof: Mapping[str, Any]) -> bytes:
    """Return the proof's file: the same bytes for the same proof."""
    return json.dumps(proof, ensure_ascii=False, sort_keys=True, indent=1).encode() + b"\n"


def rules_of(rules: Ruleset) -> dict[str, Any]:
    """Return the options that draws and coefficients depend on, by their names."""
    return {
        "name": rules.name,
        "longest_run": rules.longest_run,
        "joker_runs": rules.joker_runs.value,
        "early_tiles": rules.early_tiles,
        "early_value": rules.early_value,
        "joker_gap": rules.joker_gap,
        "rack_size": rules.rack_size,
        "opening_kinds": rules.opening_kinds,
        "abandon_floor": rules.abandon_floor.value,
        "unfinished": rules.unfinished.value,
    }


def tiles_of(name: str) -> dict[str, Any]:
    """Return a tile set: how many of each tile, what each is worth, which are vowels."""
    tiles = load_tile_set(name)
    return {
        "counts": dict(sorted(tiles.counts.items())),
        "values": {tile: tiles.values[tile] for tile in sorted(tiles.counts)},
        "vowels": "".join(sorted(tiles.vowels)),
    }


def _draw(
    match: Match, leg: Leg, opened: Opened, competition: Competition | None
) -> dict[str, Any]:
    """Return what the game's letters were held to, and what they were drawn from if that is due."""
    shown = {
        "seed": match.seeds[leg] if leg in opened.sequences else None,
        "sequence": opened.sequences.get(leg),
    }
    place = _place(match, competition)
    if competition is None or place is None:
        return {"commitment": commitment(bytes.fromhex(match.seeds[leg])), **shown, "series": None}
    phase, number = place
    base = competition.phases[phase].seeds.of_leg(leg)
    if not is_apart(competition.rules.sequence_scope, leg):
        return {"commitment": commitment(base), **shown, "series": None}
    series = {"number": number, "base": base.hex() if leg in opened.series else None}
    return {"commitment": commitment(base), **shown, "series": series}


def _place(match: Match, competition: Competition | None) -> tuple[int, int] | None:
    """Return the phase of the match, from 0, and its number there, from 1."""
    for phase, state in enumerate(competition.phases if competition else ()):
        for number, listed in enumerate(state.matches, 1):
            if listed.code == match.code:
                return phase, number
    return None


def _results(match: Match) -> dict[Leg, dict[str, Any]]:
    """Return of each game what its coefficients are worked out from, and what they are."""
    claimed = {one.leg: one for one in match.results or leg_results(match)}
    found = {}
    for ended in match.ended:
        red, blue = match.colours(ended.leg)
        result = claimed[ended.leg]
        # Penalties are off already: a reader takes figures that were decided as they are.
        decided = {"red": f"{result.red}", "blue": f"{result.blue}", "article": result.article}
        found[ended.leg] = {
            "ending": ended.ending.value,
            "by": ended.by and ended.by.value,
            "red_score": ended.red_score,
            "blue_score": ended.blue_score,
            "rounds": ended.rounds,
            "declared": [seat.value for seat in ended.declared],
            "silent": [seat.value for seat in ended.silent],
            "penalties": {
                "red": f"{match.penalties.get((red, ended.leg), 0)}",
                "blue": f"{match.penalties.get((blue, ended.leg), 0)}",
            },
            "decided": decided if ended.leg in match.taken_over else None,
            "red": f"{result.red}",
            "blue": f"{result.blue}",
            "article": result.article,
        }
    return found
